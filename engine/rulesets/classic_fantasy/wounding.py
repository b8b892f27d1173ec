"""Harm from the blow to what follows of it, in the fixed order (section 2.16, CF-DMG, CF-WOUND, CF-UI-10)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.play.draft import Draft
from engine.play.moves.fields import audience_of
from engine.rulesets.classic_fantasy import at_table, falling, luck, states, wounds
from engine.rulesets.classic_fantasy.blows import damage_of, throw_blow
from engine.rulesets.classic_fantasy.casting import shake
from engine.rulesets.classic_fantasy.characters import person_of
from engine.rulesets.classic_fantasy.checks import PURPOSES, Decided, Purpose, open_check, roll_of
from engine.rulesets.classic_fantasy.laying import lay_consequence
from engine.rulesets.classic_fantasy.leading import figure_of, is_veiled, note_of, thrown_for
from engine.rulesets.classic_fantasy.procedures.check import Check, Roll, Sort
from engine.rulesets.classic_fantasy.procedures.evening import injury_of, set_injury
from engine.rulesets.classic_fantasy.procedures.wounding import Blow, Harm, Wounding, wounding
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.throwing import throw
from engine.rulesets.classic_fantasy.wounds import Wound
from engine.table.frozen import replace
from engine.table.table import Table

THEN: Final[dict[str, Callable[[Draft, Wounding], None]]] = {}
"""What goes on when harm is over, by `Harm.after`; what was under way beneath it is at the front again."""
UNDEAD: Final = "undead"
"""The word on a sheet of what is immune to most consequences of wounds (CF-X-38)."""


def hurt(draft: Draft, harm: Harm) -> None:
    """Send harm on its way to somebody; it waits behind what is on its way already."""
    now = wounding(draft.table)
    if now is not None:
        draft.become(replace(now, queue=(*now.queue, harm)))
        return
    _begin(draft, Wounding(harm=harm))


def _begin(draft: Draft, now: Wounding) -> None:
    draft.begin(now)
    note_of(draft, now.harm.actor, "d100_harm_comes", "CF-DMG-1", what=now.harm.what)
    if now.harm.given:
        strike(draft, tuple(now.harm.given))
        known = need_wounding(draft)
        blows = tuple(replace(blow, base=now.harm.given[blow.location]) for blow in known.blows)
        draft.become(replace(known, blows=blows))
        for index in range(len(blows)):
            tell_damage(draft, index)
    elif now.harm.chosen:
        strike(draft, now.harm.chosen)
    _asks_no_dead(draft)


def _asks_no_dead(draft: Draft) -> None:
    """Let what lands on somebody dead land at once: nobody is left to answer or to be helped (CF-WOUND-17)."""
    from engine.rulesets.classic_fantasy.harming import find

    now = wounding(draft.table)
    if now is None or not states.is_dead(draft.table, now.harm.actor):
        return
    if now.stage == "where":
        find(draft)
    here = wounding(draft.table)
    if here is None or here.harm is not now.harm:  # it has struck nowhere, and is over
        return
    if not here.blow.lies:
        throw_damage(draft)
    land(draft)


def need_wounding(draft: Draft) -> Wounding:
    """Return the harm under way; asked only where there is some."""
    found = wounding(draft.table)
    assert found is not None
    return found


# ---- where it lands and what it comes to ----------------------------------------------------------------------------


def strike(draft: Draft, locations: tuple[str, ...]) -> None:
    """Let harm land on some locations; what is known of each blow beforehand is filled in (CF-HITLOC-1, -5)."""
    now = need_wounding(draft)
    actor = now.harm.actor
    blows = list[Blow]()
    for name in locations:
        armour = at_table.armour_at(draft.table, actor, name)
        blow = Blow(location=name, worn=armour.worn, natural=armour.natural)
        blows.append(replace(blow, magic=now.harm.magic, parry=now.harm.parry))
    draft.become(replace(now, blows=tuple(blows), at=0, stage="damage"))
    note_of(draft, actor, "d100_struck", "CF-HITLOC-1", locations=list(locations))
    figure_of(draft, actor, locations=list(locations))
    if not blows:
        _next(draft)


def throw_damage(draft: Draft) -> None:
    """Throw the dice of the blows that have none yet, or those of the present one anew (CF-DMG-1, CF-LUCK-7)."""
    now = need_wounding(draft)
    again = now.blow.base is not None
    which = (now.at,) if again else tuple(range(len(now.blows)))
    blows = list(now.blows)
    thrower, what = now.harm.by or now.harm.actor, now.harm.what
    for index in which:
        with thrown_for(draft, thrower, "d100_damage_at", sums=True, location=blows[index].location, what=what):
            blows[index] = throw_blow(draft, now, blows, index)
    draft.become(replace(now, blows=tuple(blows)))
    for index in which:
        tell_damage(draft, index)


def tell_damage(draft: Draft, index: int) -> None:
    """Tell what a blow comes to as it lies, step by step (CF-DMG-5)."""
    now = need_wounding(draft)
    found = damage_of(draft.table, now, index)
    made_of = [part.words for part in found.parts]
    veiled = now.harm.by in draft.table.actors and is_veiled(draft.table, now.harm.by)
    note_of(
        draft,
        now.harm.actor,
        "d100_damage_is",
        "CF-DMG-2",
        "CF-DMG-3",
        "CF-DMG-4",
        "CF-DMG-5",
        numbers=True,
        reckoning=() if veiled else made_of,
        location=now.blows[index].location,
        damage=found.value,
    )
    if veiled:  # the damage is everybody's to see, what whoever struck has added to it is not
        by = draft.table.actors[now.harm.by]
        draft.note("d100_made_of", audience=audience_of(draft.table, by), reckoning=made_of, actor=by.name)


def wound_of(table: Table, now: Wounding) -> Wound:
    """Return what the blow at hand does, or has done, with what luck has made of it (CF-DMG-6, CF-LUCK-10)."""
    spot = at_table.need_spot(table, now.harm.actor, now.blow.location)
    before = spot.hp if now.stage in ("where", "damage", "luck") else now.hp
    found = wounds.wound(spot.place, before, spot.most, damage_of(table, now, now.at).value)
    return luck.mitigate(found) if now.lessened else found


# ---- one blow -------------------------------------------------------------------------------------------------------


def land(draft: Draft) -> None:
    """Let the blow at hand come to what it comes to; for a Major Wound luck speaks first (CF-WOUND-17, 2.16)."""
    now = need_wounding(draft)
    found = wound_of(draft.table, now)
    asks = not now.waived and not now.lessened and not states.is_dead(draft.table, now.harm.actor)
    if found.level == "major" and asks and _could_mitigate(draft, now):
        draft.become(replace(now, stage="luck"))
        note_of(draft, now.harm.actor, "d100_luck_may_lessen", "CF-LUCK-10", location=now.blow.location)
        return
    _apply(draft, found)


def _could_mitigate(draft: Draft, now: Wounding) -> bool:
    from engine.rulesets.classic_fantasy.lucky import possible

    draft.become(replace(now, stage="luck"))
    open_uses = [one.use for one in possible(draft.table, now.harm.actor) if one.refused is None]
    draft.become(now)
    return "mitigate" in open_uses


def mitigate(draft: Draft) -> None:
    """Make a Serious Wound of the Major one, and go on with that (CF-LUCK-10)."""
    draft.become(replace(need_wounding(draft), mitigated=True, lessened=True))
    land(draft)


def _apply(draft: Draft, found: Wound) -> None:
    now, table = need_wounding(draft), draft.table
    actor, where = now.harm.actor, now.blow.location
    draft.become(replace(now, hp=found.before, stage="endurance", worst=(*now.worst, found.level)))
    if found.damage:
        at_table.set_hp(draft, actor, where, found.hp, damage=found.damage)
        shake(draft, actor, found.level)
    figure_of(
        draft,
        actor,
        location=where,
        damage=found.damage,
        hp=found.hp,
        level=found.level,
        hit_points={**_figured(draft, "hit_points"), where: found.hp},
    )
    rule = {"minor": "CF-WOUND-1", "serious": "CF-WOUND-2", "major": "CF-WOUND-3"}.get(found.level, "CF-DMG-6")
    if is_veiled(table, actor):
        note_of(draft, actor, "d100_wound_seen", rule, location=where, level=f"d100-wound-{found.level}")
    note_of(
        draft,
        actor,
        "d100_wound_is",
        "CF-DMG-6",
        rule,
        numbers=True,
        location=where,
        damage=found.damage,
        hp=found.hp,
        most=found.most,
        level=f"d100-wound-{found.level}",
    )
    if not wounds.tests_endurance(found) or states.is_dead(table, actor):
        _next(draft)
    elif UNDEAD in person_of(table, actor).immune.casefold():
        propose(draft)
    else:
        _test(draft, where)


def _figured(draft: Draft, name: str) -> dict[str, int]:
    found = draft.figures.get(name)
    return dict(found) if isinstance(found, dict) else {}


def _test(draft: Draft, where: str) -> None:
    """Ask for Endurance: against the roll that caused the wound, which stands, or plainly (CF-WOUND-4, CF-WOUND-21)."""
    now = need_wounding(draft)
    rolls = endurance_rolls(draft.table, now)
    sort: Sort = "opposed" if len(rolls) > 1 else "plain"
    open_check(draft, Check(purpose="endurance", rolls=rolls, sort=sort, what=where, lucky=now.lucky))


def endurance_rolls(table: Table, now: Wounding) -> tuple[Roll, ...]:
    """Return the rolls of an Endurance test: what caused the harm, if that was rolled for, and the victim's own."""
    harm = now.harm
    own = roll_of(table, harm.actor, "Endurance", value=_endurance(table, harm.actor))
    by = harm.by if harm.by in table.actors else ""
    return (own,) if harm.attack is None else (Roll(actor=by, name=harm.what, stands=harm.attack), own)


def _endurance(table: Table, actor: str) -> int:
    """Return somebody's Endurance; 0 for who has none written down."""
    found = person_of(table, actor).skill("Endurance")
    return found.value if found is not None else 0


def _endured(draft: Draft, result: Decided) -> None:
    """Go on by the Endurance roll (CF-WOUND-4, CF-AMB-58)."""
    now = need_wounding(draft)
    lost = wounds.endurance_lost(result.rolls[-1], now.harm.attack, settings=settings_of(draft.table))
    draft.become(replace(now, lost=lost))
    note_of(draft, now.harm.actor, "d100_endurance_lost" if lost else "d100_endurance_won", "CF-WOUND-4")
    figure_of(draft, now.harm.actor, endurance_lost=lost)
    propose(draft, throws=True)


def _waived(draft: Draft, found: Check) -> None:
    """The GM calls the Endurance roll off: it counts as won."""
    draft.become(replace(need_wounding(draft), lost=False))
    propose(draft, throws=True)


def propose(draft: Draft, *, throws: bool = False) -> None:
    """Write down what follows of the wound at hand, for the GM to change (CF-WOUND-5 to CF-WOUND-18)."""
    now, table = need_wounding(draft), draft.table
    actor = now.harm.actor
    body = table.actors[actor].body
    if body is None or now.blow.location not in body.locations:  # somebody has changed the body meanwhile
        _next(draft)
        return
    found = wound_of(table, now)
    if throws:
        with thrown_for(draft, actor, "d100_turns"):
            thrown = [throw(draft, dice) for dice in wounds.dice_wanted(found).values()]
        now = replace(now, turns=sum(thrown), turns_thrown=bool(thrown))
    if UNDEAD in person_of(table, actor).immune.casefold():
        lines = wounds.after_hit_undead(found, limb_kind=now.limb_kind)
    else:
        rate = at_table.healing_rate(table, actor)
        lines = wounds.after_hit(
            found,
            lost=now.lost,
            turns=now.turns,
            hr=rate,
            limb_kind=now.limb_kind,
            settings=settings_of(table),
        )
    draft.become(replace(now, stage="consequences", proposed=lines, struck=()))
    if not lines:
        _next(draft)


def follow(draft: Draft) -> None:
    """Lay what the GM has let stand, and go on with the next blow."""
    now = need_wounding(draft)
    actor, table = now.harm.actor, draft.table
    kept = [line for index, line in enumerate(now.proposed) if index not in now.struck]
    injury = injury_of(table, actor, now.blow.location)
    limb = next((line.limb_kind for line in kept if line.limb_kind is not None), None)
    if injury is not None and limb is not None:
        set_injury(draft, actor, now.blow.location, replace(injury, limb_kind=limb))
    was_dead = states.is_dead(table, actor)
    for line in kept:
        lay_consequence(draft, actor, line)
    rules = dict.fromkeys(rule for line in kept for rule in line.rules)
    note_of(
        draft,
        actor,
        "d100_follows",
        *(rules or ("CF-WOUND-20",)),
        reckoning=[line.words for line in kept],
        location=now.blow.location,
        count=len(kept),
    )
    if states.is_dead(draft.table, actor) and not was_dead:
        note_of(draft, actor, "d100_dies_of_wound", "CF-WOUND-17", location=now.blow.location)
    figure_of(draft, actor, consequences=[line.what for line in kept])
    _next(draft)


# ---- what comes after -----------------------------------------------------------------------------------------------


def _next(draft: Draft) -> None:
    """Go on with the next blow, the next harm, or whatever was under way before; last it may catch fire."""
    from engine.rulesets.classic_fantasy.fires import kindle
    from engine.rulesets.classic_fantasy.lucky import has_spent

    now = need_wounding(draft)
    if now.at + 1 < len(now.blows):
        draft.become(
            replace(
                now,
                at=now.at + 1,
                stage="damage",
                turns=0,
                turns_thrown=False,
                lost=False,
                lessened=False,
                proposed=(),
                struck=(),
                waived=False,
                last_act=False,
            )
        )
        _asks_no_dead(draft)
        return
    _ends(draft, now)
    lucky = tuple(actor for actor in (now.harm.by,) if has_spent(draft.table, actor))
    draft.finish(Wounding)
    if now.harm.after:
        THEN[now.harm.after](draft, now)
    if now.queue:
        first, *rest = now.queue
        here = wounding(draft.table)
        if here is not None:
            draft.become(replace(here, queue=(*here.queue, *now.queue)))
        else:
            _begin(draft, Wounding(harm=first, queue=tuple(rest)))
    if now.harm.kindles and now.blows:
        kindle(draft, now, lucky)


def _ends(draft: Draft, now: Wounding) -> None:
    """Do what belongs to an event as a whole: whoever fell lies there."""
    harm, actor = now.harm, now.harm.actor
    levels = tuple(level for level in wounds.LEVELS if level in now.worst)
    fell = harm.source == "fall" and bool(now.blows)
    prone = fell and falling.lands_prone(levels, acrobatics=harm.acrobatics)
    if prone and not draft.table.actors[actor].has(states.PRONE):
        states.lay(draft, actor, states.PRONE)
        note_of(draft, actor, "d100_lies_prone", "CF-FALL-10")


PURPOSES["endurance"] = Purpose(_endured, waived=_waived)
