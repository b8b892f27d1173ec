"""Damage from the blow to its consequences, in the fixed order (section 2.16, CF-DMG, CF-WOUND, CF-UI-10)."""

from __future__ import annotations

from functools import partial
from typing import Final

from engine.core.audience import record_readers
from engine.core.commands import Request
from engine.core.draft import Draft
from engine.kit.control import controller_of
from engine.model.frozen import Frozen, replace
from engine.model.table import Table
from engine.rulesets.classic_fantasy.character import character_conditions, record_writes
from engine.rulesets.classic_fantasy.character.character_audience import is_veiled
from engine.rulesets.classic_fantasy.character.character_sheet import character_sheet_of, folded, hit_chart_of, rows_of
from engine.rulesets.classic_fantasy.character.dice_throws import labelled_dice, throw
from engine.rulesets.classic_fantasy.character.log_lines import add_log_line, record_result
from engine.rulesets.classic_fantasy.checks.check_procedure import (
    Check,
    CheckKind,
    CheckPurpose,
    CheckResult,
    CheckRoll,
    ContestEnd,
)
from engine.rulesets.classic_fantasy.checks.check_resolution import CHECKS, roll_of
from engine.rulesets.classic_fantasy.combat.combat_procedure import current_combat
from engine.rulesets.classic_fantasy.damage.damage_procedure import (
    ALL,
    Blow,
    DamageProcess,
    Harm,
    current_damage,
    need_stage,
)
from engine.rulesets.classic_fantasy.damage.damage_sources import DAMAGE_HOOKS, damage_of, source_of
from engine.rulesets.classic_fantasy.dice.mixed_dice import mixed
from engine.rulesets.classic_fantasy.game_calendar import units
from engine.rulesets.classic_fantasy.health import body_state, fatigue_rules, fatigue_state
from engine.rulesets.classic_fantasy.health.body_state import injury_of, set_injury
from engine.rulesets.classic_fantasy.health.spell_concentration import disturb_spell
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.wounds import hit_locations, wound_rules
from engine.rulesets.classic_fantasy.wounds.wound_rules import Consequence, Wound

UNDEAD: Final = "undead"
"""The word on a sheet for creatures that are immune to most consequences of wounds (CF-X-38)."""
_ONE: Final = "1"
"""Harm to a single location, without dice for their number."""
STRAPPED: Final = "strapped"
"""The word on a sheet for an item that a useless arm does not drop (CF-WOUND-8)."""


def deal_harm(draft: Draft, harm: Harm) -> None:
    """Start harm to a character; it waits in a queue while other harm is in progress."""
    process = current_damage(draft.table)
    if process is not None:
        draft.replace_procedure(replace(process, queue=(*process.queue, harm)))
        return
    _start(draft, DamageProcess(harm=harm))


def needs_no_stop(table: Table, harm: Harm) -> bool:
    """Return whether nobody has a reason to roll a hit location again by luck, as everybody may know (CF-LUCK-7).

    There is none where a parry stops everything. The steps of the GM do not show whether a secret attacker has Luck.
    """
    attacker = table.actors.get(harm.by)
    if attacker is None:
        return True
    if attacker.secret:
        return False
    if harm.parry == "all" and is_open_harm(table, harm):
        return True
    return not DAMAGE_HOOKS.features.asks_about_luck(table, harm.by, failed=False)


def is_open_harm(table: Table, harm: Harm) -> bool:
    """Return whether everybody may know all about the damage of one character to another."""
    people = (table.actors.get(actor) for actor in (harm.by, harm.actor))
    return not any(person is None or person.secret for person in people)


def _is_harmless(table: Table, process: DamageProcess) -> bool:
    """Return whether the present blow does nothing, as everybody may know, and nobody may want other dice for it."""
    harm = process.harm
    if not is_open_harm(table, harm) or damage_of(table, process, process.at).value:
        return False
    return harm.parry == "all" or not DAMAGE_HOOKS.features.asks_about_luck(table, harm.by, failed=True)


def go_on_at_once(draft: Draft, harm: Harm, *, applies: bool = False, accepts: bool = False) -> None:
    """Roll location and damage of harm in progress, unless somebody may want to roll the location again by luck.

    With `applies`, a blow that does nothing is over with that, if no luck may change its damage any more; so is every
    other one that the GM `accepts`.
    """
    process = current_damage(draft.table)
    if process is None or process.harm is not harm or not needs_no_stop(draft.table, harm):
        return
    if process.stage == "where":
        find_locations(draft)
        process = current_damage(draft.table)
    if process is None or process.harm is not harm or process.stage != "damage":
        return
    if not process.blow.lies:
        throw_damage(draft)
    if applies and accepts:
        accept_damage(draft, Request(seat=draft.table.gm()), consequences=True, throws=True)
    elif applies and _is_harmless(draft.table, draft.in_progress(DamageProcess)):
        apply_blow(draft)


def accept_damage(draft: Draft, command: Request, *, consequences: bool, throws: bool) -> None:
    """Take the damage off for the GM, or ask luck first.

    Args:
        draft: the draft.
        command: the command of the GM.
        consequences: they are accepted, too, as soon as they are proposed.
        throws: the GM rolls Endurance of an own character at once.
    """
    process = draft.in_progress(DamageProcess)
    if consequences:
        draft.replace_procedure(replace(process, accepted=True))
    apply_blow(draft)
    check = CHECKS.current(draft.table) if throws else None
    is_own = check is not None and controller_of(draft.table, process.harm.actor) == command.seat
    if is_own and check is not None and isinstance(check.then, EnduranceRoll):
        CHECKS.throw_dice(draft, command)


def _start(draft: Draft, process: DamageProcess) -> None:
    draft.push_procedure(process)
    add_log_line(draft, process.harm.actor, "d100_harm_comes", "CF-DMG-1", what=process.harm.what)
    if process.harm.given:
        strike_locations(draft, tuple(process.harm.given))
        struck = draft.in_progress(DamageProcess)
        blows = tuple(replace(blow, base=process.harm.given[blow.location]) for blow in struck.blows)
        draft.replace_procedure(replace(struck, blows=blows))
        for index in range(len(blows)):
            log_damage(draft, index)
    elif process.harm.chosen:
        strike_locations(draft, process.harm.chosen)
    _finish_for_dead(draft)


def _finish_for_dead(draft: Draft) -> None:
    """Finish harm to a dead character at once: there is nothing to answer or to help (CF-WOUND-17)."""
    process = current_damage(draft.table)
    if process is None or not character_conditions.is_dead(draft.table, process.harm.actor):
        return
    if process.stage == "where":
        find_locations(draft)
    current = current_damage(draft.table)
    if current is None or current.harm is not process.harm:  # it has hit no location, and is over
        return
    if not current.blow.lies:
        throw_damage(draft)
    apply_blow(draft)


# ---- locations and damage -------------------------------------------------------------------------------------------


def strike_locations(draft: Draft, locations: tuple[str, ...]) -> None:
    """Set the locations that are hit, and fill in what is known of each blow (CF-HITLOC-1, CF-HITLOC-5)."""
    process = draft.in_progress(DamageProcess)
    actor = process.harm.actor
    blows = tuple(struck_blow(draft.table, process.harm, name) for name in locations)
    draft.replace_procedure(replace(process, blows=blows, at=0, stage="damage"))
    key = "d100_struck" if locations else "d100_struck_nowhere"
    add_log_line(draft, actor, key, "CF-HITLOC-1", locations=list(locations))
    record_result(draft, actor, locations=list(locations))
    if not blows:
        _continue(draft)


def struck_blow(table: Table, harm: Harm, location: str) -> Blow:
    """Return the blow of some harm to a location before its dice are thrown, with the armour there (CF-HITLOC-6)."""
    armour = body_state.armour_at(table, harm.actor, location)
    return Blow(location=location, magic=harm.magic, parry=harm.parry, worn=armour.worn, natural=armour.natural)


def throw_damage(draft: Draft) -> None:
    """Throw the dice of all blows, or those of the present one again (CF-DMG-1, CF-LUCK-7)."""
    process = draft.in_progress(DamageProcess)
    thrown_before = process.blow.base is not None
    indexes = (process.at,) if thrown_before else tuple(range(len(process.blows)))
    blows = list(process.blows)
    thrower, cause = process.harm.by or process.harm.actor, process.harm.what
    for index in indexes:
        with labelled_dice(draft, thrower, "d100_damage_at", sums=True, location=blows[index].location, what=cause):
            blows[index] = source_of(process).throw(draft, process, blows, index)
    draft.replace_procedure(replace(process, blows=tuple(blows)))
    for index in indexes:
        log_damage(draft, index)


def take_number(draft: Draft, harm: Harm) -> None:
    """Take the damage of some harm in progress if it is a plain number: there are no dice to wait for (CF-DMG-1)."""
    process = current_damage(draft.table)
    if process is None or process.harm is not harm or process.stage != "damage" or process.blow.lies:
        return
    if not any(mixed(dice).dice for dice in (harm.dice, harm.modifier) if dice):
        throw_damage(draft)


def log_damage(draft: Draft, index: int) -> None:
    """Log the damage of a blow as it is now, step by step (CF-DMG-5)."""
    if not draft.reports:
        return
    process = draft.in_progress(DamageProcess)
    damage = damage_of(draft.table, process, index)
    calculation = [part.words for part in damage.parts]
    veiled = process.harm.by in draft.table.actors and is_veiled(draft.table, process.harm.by)
    add_log_line(
        draft,
        process.harm.actor,
        "d100_damage_is",
        "CF-DMG-2",
        "CF-DMG-3",
        "CF-DMG-4",
        "CF-DMG-5",
        numbers=True,
        reckoning=() if veiled else calculation,
        location=process.blows[index].location,
        damage=damage.value,
    )
    if veiled:  # everybody sees the damage, but not what the attacker has added to it
        attacker = draft.table.actors[process.harm.by]
        draft.note(
            "d100_made_of", audience=record_readers(draft.table, attacker), reckoning=calculation, actor=attacker.name
        )


def wound_of_blow(table: Table, process: DamageProcess) -> Wound:
    """Return the wound of the present blow, with the effect of luck on it (CF-DMG-6, CF-LUCK-10)."""
    spot = body_state.need_location(table, process.harm.actor, process.blow.location)
    hp_before = spot.hp if process.stage in ("where", "damage", "luck") else process.hp
    wound = wound_rules.wound(spot.place, hp_before, spot.most, damage_of(table, process, process.at).value)
    return wound_rules.mitigate(wound) if process.lessened else wound


# ---- one blow -------------------------------------------------------------------------------------------------------


def apply_blow(draft: Draft) -> None:
    """Take off the damage of the present blow; for a Major Wound ask luck first (CF-WOUND-17, 2.16)."""
    process = draft.in_progress(DamageProcess)
    wound = wound_of_blow(draft.table, process)
    may_ask_luck = (
        not process.waived
        and not process.lessened
        and not character_conditions.is_dead(draft.table, process.harm.actor)
    )
    if wound.level == "major" and may_ask_luck and DAMAGE_HOOKS.features.can_mitigate(draft.table, process):
        draft.replace_procedure(replace(process, stage="luck"))
        add_log_line(draft, process.harm.actor, "d100_luck_may_lessen", "CF-LUCK-10", location=process.blow.location)
        return
    _apply_wound(draft, wound)


def mitigate_wound(draft: Draft) -> None:
    """Change the Major Wound into a Serious one, and go on (CF-LUCK-10)."""
    draft.replace_procedure(replace(draft.in_progress(DamageProcess), mitigated=True, lessened=True))
    apply_blow(draft)


def _apply_wound(draft: Draft, wound: Wound) -> None:
    process, table = draft.in_progress(DamageProcess), draft.table
    actor, location = process.harm.actor, process.blow.location
    draft.replace_procedure(replace(process, hp=wound.before, stage="endurance", worst=(*process.worst, wound.level)))
    if wound.damage:
        body_state.set_hit_points(draft, actor, location, wound.hp, damage=wound.damage)
        disturb_spell(draft, actor, wound.level)
    recorded = draft.results.get("hit_points")
    hit_points = {**(recorded if isinstance(recorded, dict) else {}), location: wound.hp}
    record_result(
        draft, actor, location=location, damage=wound.damage, hp=wound.hp, level=wound.level, hit_points=hit_points
    )
    rule = {"minor": "CF-WOUND-1", "serious": "CF-WOUND-2", "major": "CF-WOUND-3"}.get(wound.level, "CF-DMG-6")
    if is_veiled(table, actor):
        add_log_line(draft, actor, "d100_wound_seen", rule, location=location, level=f"d100-wound-{wound.level}")
    add_log_line(
        draft,
        actor,
        "d100_wound_is",
        "CF-DMG-6",
        rule,
        numbers=True,
        location=location,
        damage=wound.damage,
        hp=wound.hp,
        most=wound.most,
        level=f"d100-wound-{wound.level}",
    )
    if not wound_rules.tests_endurance(wound) or character_conditions.is_dead(table, actor):
        _continue(draft)
    elif is_undead(table, actor):
        propose_consequences(draft)
    else:
        open_endurance_check(draft, EnduranceRoll())


def is_undead(table: Table, actor: str) -> bool:
    """Say whether a character is immune to most consequences of wounds (CF-X-38)."""
    return UNDEAD in character_sheet_of(table, actor).immune.casefold()


def open_endurance_check(draft: Draft, then: CheckPurpose) -> None:
    """Ask for Endurance: against the roll that caused the harm if there was one (CF-WOUND-4, CF-WOUND-21)."""
    CHECKS.open(draft, endurance_check(draft.table, draft.in_progress(DamageProcess), then))


def endurance_check(table: Table, process: DamageProcess, then: CheckPurpose) -> Check:
    """Return the Endurance check of the victim of the present blow."""
    harm, location = process.harm, process.blow.location
    endurance = character_sheet_of(table, harm.actor).skill("Endurance")
    own = roll_of(table, harm.actor, "Endurance", value=endurance.value if endurance is not None else 0)
    rolls: tuple[CheckRoll, ...] = (own,)
    if harm.attack is not None:
        attacker = harm.by if harm.by in table.actors else ""
        rolls = (CheckRoll(actor=attacker, name=harm.what, stands=harm.attack), own)
    sort: CheckKind = "opposed" if len(rolls) > 1 else "plain"
    return Check(then=then, rolls=rolls, sort=sort, what=location, lucky=process.lucky)


class EndurancePurpose(CheckPurpose):
    """The purpose of an Endurance roll, which spares its victim something."""

    __slots__ = ()

    def successes(self, table: Table) -> tuple[ContestEnd, ...]:
        """Return the end that spares the victim: it must win against the attack (CF-WOUND-4)."""
        return ("resisting",)


class EnduranceRoll(Frozen, EndurancePurpose, tag_field="then", tag="endurance"):
    """The Endurance roll of a victim against the consequences of a wound."""

    def resume(self, draft: Draft, result: CheckResult) -> None:
        """Go on with the result (CF-WOUND-4, CF-AMB-58)."""
        process = draft.in_progress(DamageProcess)
        lost = wound_rules.endurance_lost(result.rolls[-1], process.harm.attack, settings=settings_of(draft.table))
        draft.replace_procedure(replace(process, lost=lost))
        add_log_line(draft, process.harm.actor, "d100_endurance_lost" if lost else "d100_endurance_won", "CF-WOUND-4")
        record_result(draft, process.harm.actor, endurance_lost=lost)
        propose_consequences(draft, throws=True)

    def waive(self, draft: Draft, check: Check) -> None:
        """Go on as if the roll were won, after the GM called it off."""
        draft.replace_procedure(replace(draft.in_progress(DamageProcess), lost=False))
        propose_consequences(draft, throws=True)


def propose_consequences(draft: Draft, *, throws: bool = False) -> None:
    """Propose the consequences of the present wound, for the GM to change (CF-WOUND-5 to CF-WOUND-18)."""
    process, table = draft.in_progress(DamageProcess), draft.table
    actor = process.harm.actor
    body = table.actors[actor].body
    if body is None or process.blow.location not in body.locations:  # the body was changed in the meantime
        _continue(draft)
        return
    wound = wound_of_blow(table, process)
    if throws:
        with labelled_dice(draft, actor, "d100_turns"):
            turns_rolled = [throw(draft, dice) for dice in wound_rules.dice_wanted(wound).values()]
        process = replace(process, turns=sum(turns_rolled), turns_thrown=bool(turns_rolled))
    if is_undead(table, actor):
        lines = wound_rules.after_hit_undead(wound, limb_kind=process.limb_kind)
    else:
        lines = wound_rules.after_hit(
            wound,
            lost=process.lost,
            turns=process.turns,
            hr=body_state.healing_rate(table, actor),
            limb_kind=process.limb_kind,
            settings=settings_of(table),
        )
    draft.replace_procedure(replace(process, stage="consequences", proposed=lines, struck=()))
    if not lines:
        _continue(draft)
    elif process.accepted:
        apply_consequences(draft)


def apply_consequences(draft: Draft) -> None:
    """Apply the consequences that the GM has left in the proposal, and go on with the next blow."""
    process = draft.in_progress(DamageProcess)
    actor, table = process.harm.actor, draft.table
    remaining = [line for index, line in enumerate(process.proposed) if index not in process.struck]
    injury = injury_of(table, actor, process.blow.location)
    limb = next((line.limb_kind for line in remaining if line.limb_kind is not None), None)
    if injury is not None and limb is not None:
        set_injury(draft, actor, process.blow.location, replace(injury, limb_kind=limb))
    was_dead = character_conditions.is_dead(table, actor)
    for line in remaining:
        apply_consequence(draft, actor, line)
    rules = dict.fromkeys(rule for line in remaining for rule in line.rules)
    words = [line.word for line in remaining if line.what != "drops"]  # what drops has a line of its own
    is_told = bool(words) and not is_veiled(table, actor)  # of a hidden foe, everybody reads only how many there are
    add_log_line(
        draft,
        actor,
        "d100_follows_what" if is_told else "d100_follows",
        *(rules or ("CF-WOUND-20",)),
        reckoning=[line.words for line in remaining],
        location=process.blow.location,
        **({"what": words} if is_told else {"count": len(remaining)}),
    )
    if character_conditions.is_dead(draft.table, actor) and not was_dead:
        add_log_line(draft, actor, "d100_dies_of_wound", "CF-WOUND-17", location=process.blow.location)
    record_result(draft, actor, consequences=[line.what for line in remaining])
    _continue(draft)


# ---- consequences applied -------------------------------------------------------------------------------------------


def apply_consequence(draft: Draft, actor: str, line: Consequence) -> None:
    """Apply one consequence; its time starts now (CF-WOUND-5 to CF-WOUND-18)."""
    clock, location = draft.table.clock, line.location
    lay = partial(character_conditions.lay, draft, actor)
    match line.what:
        case "scar" | "harder" | "useless" | "incapacitated":
            lay(line.what, location)
        case "prone":
            lay(character_conditions.PRONE)
        case "dead" | "destroyed":
            lay(character_conditions.DEAD)
        case "no_offence" if line.until == "turns" and _has_turns(draft, actor):
            present = draft.table.actors[actor].conditions_named(character_conditions.NO_OFFENCE)
            lay(character_conditions.NO_OFFENCE, level=max([line.turns, *(condition.level for condition in present)]))
        case "no_offence":  # outside a combat a Turn is as long as a Round (CF-WOUND-5)
            seconds = line.turns * units().combat_round_seconds if line.until == "turns" else line.seconds
            lay(character_conditions.NO_OFFENCE, until=clock + seconds)
        case "drops":
            _drop_held_item(draft, actor, location)
        case "unconscious" if line.until == "time":
            lay(character_conditions.UNCONSCIOUS, location, until=clock + line.seconds, ends=line.until)
        case "unconscious":
            lay(character_conditions.UNCONSCIOUS, location, level=line.seconds, ends=line.until)
        case "exhausted":
            more = fatigue_rules.level_named("Incapacitated") - fatigue_state.fatigue_level(draft.table, actor)
            if more > 0:
                fatigue_state.add_fatigue(draft, actor, "other", more)
        case "limb_lost":
            lay(character_conditions.LIMB_LOST, location, note=f"{location}: {line.limb_kind}")
        case "bleeds_out":
            lay(character_conditions.DEADLINE, location, until=clock + line.seconds)


def _has_turns(draft: Draft, actor: str) -> bool:
    combat = current_combat(draft.table)
    return combat is not None and actor in combat.fighters


def _drop_held_item(draft: Draft, actor: str, location: str) -> None:
    """Let an arm drop what it holds, unless that is strapped on (CF-WOUND-8)."""
    for index, cells in enumerate(rows_of(draft.table.actors[actor], "armour")):
        held = cells.get("held")
        item = held.strip() if isinstance(held, str) else ""
        if item and folded(str(cells.get("location") or "")) == folded(location):
            if STRAPPED not in folded(item):
                record_writes.write_row(draft, actor, "armour", index, held="")
            key = "d100_stays_strapped" if STRAPPED in folded(item) else "d100_drops"
            add_log_line(draft, actor, key, "CF-WOUND-8", what=item)
            return


# ---- the next blow and the end --------------------------------------------------------------------------------------


def _continue(draft: Draft) -> None:
    """Go on with the next blow, the next harm or the procedure below; at the end it may set the target on fire."""
    process = draft.in_progress(DamageProcess)
    if process.at + 1 < len(process.blows):
        draft.replace_procedure(
            replace(
                process,
                at=process.at + 1,
                stage="damage",
                turns=0,
                turns_thrown=False,
                lost=False,
                lessened=False,
                proposed=(),
                struck=(),
                waived=False,
                last_act=False,
                accepted=False,
            )
        )
        _finish_for_dead(draft)
        return
    if (over := source_of(process).over) is not None:
        over(draft, process)
    lucky = tuple(actor for actor in (process.harm.by,) if DAMAGE_HOOKS.features.has_spent_luck(draft.table, actor))
    draft.pop_procedure(DamageProcess)
    if process.harm.after is not None:
        process.harm.after.resume(draft, process)
    if process.queue:
        next_harm, *later_harm = process.queue
        current = current_damage(draft.table)
        if current is not None:
            draft.replace_procedure(replace(current, queue=(*current.queue, *process.queue)))
        else:
            _start(draft, DamageProcess(harm=next_harm, queue=tuple(later_harm)))
    if process.harm.kindles and process.blows:
        DAMAGE_HOOKS.features.ignite(draft, process, lucky)


def find_locations(draft: Draft) -> None:
    """Roll the hit locations, also again by luck (CF-LUCK-7)."""
    process = need_stage(draft.table, "where", "damage")
    draft.replace_procedure(replace(process, found=process.harm.locations != ALL and not process.harm.start))
    strike_locations(draft, _thrown_locations(draft, process.harm))


def _thrown_locations(draft: Draft, harm: Harm) -> tuple[str, ...]:
    chart, settings = hit_chart_of(draft.table, harm.actor), settings_of(draft.table)
    if harm.locations == ALL:
        return chart.names
    with labelled_dice(draft, harm.by or harm.actor, "d100_where", what=harm.what):
        if harm.locations == _ONE and not harm.start and len(chart.locations) > 1:  # their number is not thrown
            return (chart.hit(draft.roll(hit_locations.charts().sides)[0]).name,)
        count = throw(draft, harm.locations)
        if harm.start:
            return hit_locations.nearest_locations(chart, harm.start)[: max(1, count)]
        rolls = list[int]()
        while (hits := hit_locations.struck_locations(chart, count, rolls, settings=settings)).wanted:
            rolls += draft.roll(hit_locations.charts().sides, hits.wanted)
    return tuple(place.name for place in hits.places)
