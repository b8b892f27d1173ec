"""What a hit does behind cover and armour: damage, and the wounds that it comes to (2.34 ATTACK 9 to 12)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.dice.pools import Die, throw
from engine.play.commands import Move, Request
from engine.play.draft import Draft
from engine.play.moves.fields import audience_of
from engine.play.names import actor_name
from engine.play.words import Message
from engine.rulesets.future_imperfect import harm as reckoning
from engine.rulesets.future_imperfect import locations, people, shooting, states
from engine.rulesets.future_imperfect.armour import Layer, Passage, Verdict, pass_armour, pass_unarmed
from engine.rulesets.future_imperfect.attacks import go_on, mark_of, need_attack
from engine.rulesets.future_imperfect.bodies import chart_for
from engine.rulesets.future_imperfect.checks import PURPOSES, Decided, Purpose, open_check
from engine.rulesets.future_imperfect.dice_of import ORDINARY
from engine.rulesets.future_imperfect.fate import Kind
from engine.rulesets.future_imperfect.gear import Weapon
from engine.rulesets.future_imperfect.harming import harm
from engine.rulesets.future_imperfect.landing import cover_of, need_hit, with_hit
from engine.rulesets.future_imperfect.leading import need_leader, note_openly
from engine.rulesets.future_imperfect.lying import leave_effect, thrown_for
from engine.rulesets.future_imperfect.measures import written
from engine.rulesets.future_imperfect.parts import Part
from engine.rulesets.future_imperfect.parts import total as total_of
from engine.rulesets.future_imperfect.procedures.attack import Attack, Hit
from engine.rulesets.future_imperfect.procedures.check import Check, Roll
from engine.rulesets.future_imperfect.procedures.evening import Effect
from engine.rulesets.future_imperfect.settings import flag, number, word
from engine.rulesets.future_imperfect.striking import adds_strength
from engine.rulesets.future_imperfect.traits import Trait
from engine.rulesets.future_imperfect.wielding import is_melee, weapon_of
from engine.table.frozen import Json, replace
from engine.table.table import Table


class RollDamage(Request):
    """The hit goes on from where it landed: through cover and armour, and into the body."""

    RULES = (
        "FI-PRONE-1",
        "FI-PRONE-2",
        "FI-COVER-1",
        "FI-COVER-2",
        "FI-ARMOR-2",
        "FI-ARMOR-3",
        "FI-ARMOR-5",
        "FI-ARMOR-10",
        "FI-DMG-1",
        "FI-DMG-4",
        "FI-DMG-5",
        "FI-DMG-6",
        "FI-DMG-8",
        "FI-BRAWL-1",
    )


def verify_damage(table: Table, command: RollDamage) -> None:
    """Who attacks, once it is known where the hit lands."""
    now, _ = need_hit(table)
    need_leader(table, command, now.actor, "FI-DMG-1")


def roll_damage(draft: Draft, command: RollDamage) -> None:
    """See whether the hit gets through, and roll what it does."""
    now, hit = need_hit(draft.table)
    assert hit.at is not None
    weapon = weapon_of(draft.table, now)
    now = replace(now, raises=now.raises - abs(hit.shift))
    draft.become(now)
    if _lying_saves(draft.table, now, hit):
        draft.note("over_prone", "FI-PRONE-1", actor=actor_name(draft.table, hit.target), place=hit.at.place)
        _pass_by(draft)
    elif weapon.damage is not None:
        _by_weapon(draft, now, hit, weapon)
    elif is_melee(now):
        _by_hand(draft, now, hit, weapon)
    else:
        draft.note("no_damage", "FI-DMG-1", weapon=weapon.name)
        _pass_by(draft)


def _pass_by(draft: Draft) -> None:
    now = need_attack(draft.table)
    draft.become(replace(now, hits=now.hits[1:]))
    go_on(draft)


def _lying_saves(table: Table, now: Attack, hit: Hit) -> bool:
    assert hit.at is not None
    mark = mark_of(now, hit.target)
    return states.PRONE in states.states_of(table, hit.target) and locations.lying_saves(
        chart_for(table, hit.target),
        hit.at,
        front=mark.front,
        distance=mark.distance,
        beside=is_melee(now) or now.point_blank,
    )


def _by_weapon(draft: Draft, now: Attack, hit: Hit, weapon: Weapon) -> None:
    """Roll weapon dice of the type that armour leaves; a blow adds Strength (FI-DMG-1, FI-DMG-4, FI-DMG-6)."""
    assert weapon.damage is not None
    assert hit.at is not None
    table = draft.table
    covers, worn = _layers(table, now, hit)
    passage = _through(table, weapon.damage.sides, weapon.pn, (*covers, *worn))
    if passage.sides is None:
        stopped = _through(table, weapon.damage.sides, weapon.pn, covers)
        _stop(draft, hit, passage, by_cover=stopped.sides is None)
        return
    distance = mark_of(now, hit.target).distance
    area = shooting.area_damage_part(weapon.ae, distance) if weapon.ae and not is_melee(now) else None
    parts = reckoning.damage_dice(
        weapon.damage.count,
        area_damage=area.value if area else 0,
        location=hit.at.location,
        bonus=hit.at.bonus_dice,
    )
    with thrown_for(draft, hit.target, "dice_damage"):
        fallen = throw(draft, passage.sides, total_of(parts), aces=True)
    dice = tuple(die.total for die in fallen)
    _told_of_target(
        draft,
        hit.target,
        "damage_dice",
        "FI-DMG-1",
        "FI-DMG-4",
        "FI-ARMOR-2",
        "FI-ARMOR-11",
        dice=["+".join(map(str, die.faces)) for die in fallen],
        sides=passage.sides,
        reckoning=[part.words for part in (*passage.parts, *parts)],
    )
    draft.figure(damage_die=passage.sides, damage_dice=len(dice))
    _lies(draft, hit.target, "damage", passage.sides, fallen, (*passage.parts, *parts))
    if is_melee(now):
        draft.become(with_hit(now, replace(hit, damage=dice, sides=passage.sides)))
        _roll_strength(draft, now)
    else:
        wound_by(draft, (Part(reason="weapon_damage", value=sum(dice)),))


def _told_of_target(
    draft: Draft, target: str, key: str, *rules: str, reckoning: Sequence[Message], **params: Json
) -> None:
    """Write a line for everybody on a hit; what the armour and the body of a secret target make of it, few may read."""
    found = draft.table.actors[target]
    shown = () if found.secret else reckoning
    draft.note(key, *rules, audience=None, reckoning=shown, tells=(), calls_for=(), **params)
    if found.secret and reckoning:
        draft.note("made_of", audience=audience_of(draft.table, found), reckoning=reckoning, actor=found.name)


def _lies(
    draft: Draft,
    actor: str,
    what: str,
    sides: int,
    dice: tuple[Die, ...],
    parts: tuple[Part, ...] = (),
    *,
    beside: bool = False,
    highest: bool = False,
) -> None:
    """Let dice lie to be seen by all: damage is added up, of Strength the highest die counts (FI-DMG-6)."""
    totals = [die.total for die in dice]
    effect = Effect(
        actor=actor,
        what=what,
        sides=sides,
        dice=dice,
        total=max(totals, default=0) if highest else sum(totals),
        reasons=tuple(part.words for part in parts),
        highest=highest,
    )
    leave_effect(draft, effect, beside=beside)


def _layers(table: Table, now: Attack, hit: Hit) -> tuple[tuple[Layer, ...], tuple[Layer, ...]]:
    """Return what covers the place where a hit lands, and what is worn there; the Master's word goes before both."""
    assert hit.at is not None
    if hit.armour is not None:
        return (), (Layer(name="", value=hit.armour),) if hit.armour else ()
    return cover_of(table, now, hit), people.armour_at(table.actors[hit.target], hit.at, table.lists)


def _through(table: Table, sides: int, pn: int | None, layers: tuple[Layer, ...]) -> Passage:
    return pass_armour(
        sides,
        pn,
        layers,
        armor_min_step=number(table, "armor_min_step"),
        equal_pn_stops=flag(table, "equal_pn_stops"),
        armor_layers=word(table, "armor_layers"),
    )


def _stop(draft: Draft, hit: Hit, passage: Passage, *, by_cover: bool) -> None:
    """Nothing comes through, Strength neither (FI-ARMOR-5, FI-COVER-2); what it costs besides (FI-WIND-3)."""
    _told_of_target(
        draft,
        hit.target,
        "hit_deflected" if passage.verdict is Verdict.DEFLECTED else "hit_stopped",
        "FI-COVER-2" if by_cover else "FI-ARMOR-2",
        "FI-ARMOR-3",
        actor=actor_name(draft.table, hit.target),
        reckoning=[part.words for part in passage.parts],
    )
    draft.figure(stopped="cover" if by_cover else "armour", wounds=0)
    now = need_attack(draft.table)
    draft.become(replace(now, hits=now.hits[1:]))
    wind = reckoning.wind_dice(
        0, cancelled=0, stopped="cover" if by_cover else "armour", wind_on_negated=flag(draft.table, "wind_on_negated")
    )
    if wind and hit.at is not None:
        harm(draft, hit.target, {hit.at.area: 0}, wind_dice=wind, then="attack")
    else:
        go_on(draft)


def _strength(table: Table, actor: str) -> Trait:
    return people.trait(table.actors[actor], "strength") or ORDINARY


def _roll_strength(draft: Draft, now: Attack) -> None:
    """Roll the Strength of a blow; where the group lets chips help it, it is a check (FI-DMG-6, FI-DMG-9)."""
    strength = _strength(draft.table, now.actor)
    if not adds_strength(draft.table, now):
        _blow_lands(draft, (), 0)
    elif flag(draft.table, "chips_on_strength_damage"):
        roll = Roll(actor=now.actor, name="strength", dice=strength, kind=Kind.STRENGTH_DAMAGE)
        open_check(draft, Check(purpose="strength_damage", rolls=(roll,)))
    else:
        with thrown_for(draft, now.actor, "dice_strength", sums=True):
            dice = throw(draft, strength.sides, strength.count, aces=True)
        _lies(draft, now.actor, "strength", strength.sides, dice, beside=True, highest=True)
        _blow_lands(draft, tuple(die.total for die in dice), strength.plus)


def _strength_decided(draft: Draft, result: Decided) -> None:
    _blow_lands(draft, (result.scores[0].kept,), 0)


def _without_strength(draft: Draft, found: Check) -> None:
    _blow_lands(draft, (), 0)


PURPOSES["strength_damage"] = Purpose(_strength_decided, waived=_without_strength, called="strength_damage")


def _blow_lands(draft: Draft, strength: tuple[int, ...], plus: int) -> None:
    now = need_attack(draft.table)
    hit = now.hits[0]
    adds = adds_strength(draft.table, now)
    if hit.damage:
        wound_by(draft, reckoning.melee_damage(hit.damage, strength, plus, adds_strength=adds))
    else:
        wound_by(draft, reckoning.unarmed_damage(strength, plus, unarmed_damage="strength_check"))


def _by_hand(draft: Draft, now: Attack, hit: Hit, weapon: Weapon) -> None:
    """Roll Strength, its die lowered as armour lowers that of the hand (FI-ARMOR-6, FI-ARMOR-7, FI-DMG-8)."""
    assert hit.at is not None
    table = draft.table
    strength = _strength(table, now.actor)
    covers, worn = _layers(table, now, hit)

    def through(layers: tuple[Layer, ...]) -> tuple[Passage, Trait | None]:
        found = pass_unarmed(
            strength,
            weapon.pn,
            layers,
            armor_min_step=number(table, "armor_min_step"),
            equal_pn_stops=flag(table, "equal_pn_stops"),
            armor_layers=word(table, "armor_layers"),
        )
        return found.passage, found.strength

    passage, left = through((*covers, *worn))
    if passage.sides is None:
        _stop(draft, hit, passage, by_cover=through(covers)[0].sides is None)
        return
    if word(table, "unarmed_damage") == "coordination_of_step_die":
        with thrown_for(draft, hit.target, "dice_damage"):
            dice = throw(draft, passage.sides, strength.count + hit.at.bonus_dice, aces=True)
        _lies(draft, hit.target, "damage", passage.sides, dice, passage.parts)
        totals = tuple(die.total for die in dice)
        parts = reckoning.unarmed_damage(totals, 0, unarmed_damage="coordination_of_step_die")
        wound_by(draft, parts, passage)
        return
    rolled = left
    assert rolled is not None
    if flag(table, "chips_on_strength_damage"):
        roll = Roll(actor=now.actor, name="strength", dice=rolled, kind=Kind.STRENGTH_DAMAGE)
        open_check(draft, Check(purpose="strength_damage", rolls=(roll,)))
        return
    with thrown_for(draft, now.actor, "dice_strength", sums=True):
        dice = throw(draft, rolled.sides, rolled.count, aces=True)
    _lies(draft, now.actor, "strength", rolled.sides, dice, passage.parts, highest=True)
    totals = tuple(die.total for die in dice)
    wound_by(draft, reckoning.unarmed_damage(totals, rolled.plus, unarmed_damage="strength_check"), passage)


def wound_by(draft: Draft, parts: tuple[Part, ...], passage: Passage | None = None) -> None:
    """Make wounds of damage by the Size of the one who is hit; those not meant become Wind (FI-DMG-5, FI-BRAWL)."""
    now = need_attack(draft.table)
    hit = now.hits[0]
    assert hit.at is not None
    target = draft.table.actors[hit.target]
    damage, size = total_of(parts), people.size(target, draft.table.lists)
    levels = reckoning.wounds_of(damage, size)
    note_openly(
        draft,
        hit.target,
        "damage_done",
        "FI-DMG-5",
        "FI-DMG-6",
        seen="damage_done_seen",
        hides=("damage", "size"),
        damage=damage,
        size=written(size),
        count=levels,
        place=hit.at.place,
        reckoning=[part.words for part in (*(passage.parts if passage else ()), *parts)],
    )
    draft.figure(**({} if target.secret else {"damage": damage}), levels=levels)
    weapon = weapon_of(draft.table, now)
    draft.become(replace(now, hits=now.hits[1:]))
    meant = not weapon.never_lethal and (now.lethal or not weapon.lethal_by_choice)
    if not is_melee(now) or meant:
        harm(draft, hit.target, {hit.at.area: levels}, what=weapon.name, then="attack")
        return
    light = reckoning.nonlethal(levels, brawl_min_wind=number(draft.table, "brawl_min_wind"))
    draft.note("not_meant", "FI-BRAWL-1", "FI-BRAWL-3", count=light.wounds, wind=light.wind)
    harm(
        draft,
        hit.target,
        {hit.at.area: light.wounds},
        what=weapon.name,
        wind=light.wind,
        wind_dice=light.wind_dice,
        then="attack",
    )


MOVES = (Move(RollDamage, verify_damage, roll_damage),)
