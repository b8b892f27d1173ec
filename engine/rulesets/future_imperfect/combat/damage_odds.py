"""The exact chances of the damage of a hit: through cover and armour there, to wound levels (FI-DMG, FI-ARMOR).

Only odds need this module: it loads the dice library.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from engine.core.memo import memo_of_values
from engine.kit.calculation import total
from engine.kit.checks.exploding_dice import MAX_EXPLOSIONS
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.frozen import Json, replace
from engine.model.table import Table
from engine.odds.dice_odds import exploding_sum_chances, highest_chances
from engine.odds.every_result import TooManyResults
from engine.odds.odds import Distribution, Odds, chance_sums, distribution, numbers, word_outcome
from engine.odds.table_after import table_after
from engine.rulesets.future_imperfect.actions.weapon_use import adds_strength, is_melee, weapon_of
from engine.rulesets.future_imperfect.character import character_sheet, hit_locations
from engine.rulesets.future_imperfect.character.equipment import Weapon
from engine.rulesets.future_imperfect.character.traits import Trait
from engine.rulesets.future_imperfect.checks.check_chances import score_chances
from engine.rulesets.future_imperfect.checks.check_resolution import CHECKS
from engine.rulesets.future_imperfect.checks.check_scores import result_of_scores
from engine.rulesets.future_imperfect.combat.attack_commands import called_at
from engine.rulesets.future_imperfect.combat.damage_commands import (
    RollDamage,
    goes_over_prone_target,
    is_lethal,
    strength_of,
    unarmed_dice,
    unarmed_passage,
    weapon_dice,
    weapon_passage,
)
from engine.rulesets.future_imperfect.combat.hit_commands import ShiftHit, location_of_die, need_hit
from engine.rulesets.future_imperfect.damage import damage_rules
from engine.rulesets.future_imperfect.damage.level_odds import MOST_LEVELS, levels_of_both, levels_of_damage, up_to
from engine.rulesets.future_imperfect.damage.wound_marks import chart_for
from engine.rulesets.future_imperfect.procedures.attack_procedure import Attack, AttackHit
from engine.rulesets.future_imperfect.procedures.check_procedure import Check
from engine.rulesets.future_imperfect.rules.ranged_rules import burst_hits
from engine.rulesets.future_imperfect.settings import flag, word

STRENGTH = "strength"


def odds_of_damage(table: Table, command: RollDamage | ShiftHit, viewer: str) -> Odds | None:
    """Return the chances of the wound levels of the present hit, for a shift those at the new location.

    There are none where the viewer may not read the attacker or the target, and none while a check of Strength follows.
    """
    try:
        if isinstance(command, ShiftHit):
            table = table_after(table, command)
        else:
            command.verify(table)
        attack, hit = need_hit(table)
        chances = _level_chances(table, attack, hit) if _may_read(table, attack, hit.target, viewer) else {}
    except (Refused, TooManyResults):
        return None
    if not chances:
        return None
    weapon = weapon_of(table, attack)
    lethal = is_lethal(attack, weapon)
    levels = numbers(Message(key="odds.levels" if lethal else "odds.levels_nonlethal"), chances, MOST_LEVELS)
    return Odds(
        chance=1 - chances.get(0, Fraction(0)),
        success=Message(key="odds.any_wound" if lethal else "odds.any_nonlethal_level"),
        success_word=Message(key="odds.word_wound" if lethal else "odds.word_nonlethal"),
        distributions=(levels,),
        explanation=tuple(_explanation(table, attack, hit, weapon)),
    )


def _explanation(table: Table, attack: Attack, hit: AttackHit, weapon: Weapon) -> Iterator[Message]:
    """Yield what cover and armour do, the number of dice, and the dice that are left."""
    if weapon.damage is None:
        behind = unarmed_passage(table, attack, hit, weapon)
        yield from (step.words for step in behind.passage.parts)
        dice = behind.strength
        if dice is not None and not _adds_up(table):
            who, plus = actor_name(table, attack.actor), dice.plus
            params: dict[str, Json] = {
                "actor": who,
                "name": STRENGTH,
                "count": dice.count,
                "sides": dice.sides,
                "plus": plus,
            }
            yield Message(key="odds.dice", params=params)
        sides, count = behind.passage.sides if _adds_up(table) else None, unarmed_dice(table, attack, hit)
    else:
        passage, steps = weapon_passage(table, attack, hit, weapon), weapon_dice(attack, hit, weapon)
        yield from (step.words for step in (*passage.parts, *steps))
        sides, count = passage.sides, total(steps)
    if sides is not None:
        yield Message(key="odds.damage_dice", params={"count": count, "sides": sides})


def _adds_up(table: Table) -> bool:
    """Say whether the damage of bare hands is a sum of dice, not a check of Strength (FI-DMG-8)."""
    return bool(word(table, "unarmed_damage") == "coordination_of_step_die")


def hit_distributions(table: Table, attack: Attack, viewer: str) -> tuple[Distribution, ...]:
    """Return the chances of the location and the wound levels of a hit on the present target, if no raise moves it."""
    hit = _chances_of_hit(table, attack, viewer)
    if hit is None:
        return ()
    outcomes = [(word_outcome(place), share) for place, share in sorted(hit.places.items(), key=lambda one: -one[1])]
    where = () if attack.called else (distribution(Message(key="odds.place"), outcomes),)
    lethal = is_lethal(attack, weapon_of(table, attack))
    title = Message(key="odds.levels_on_hit" if lethal else "odds.levels_nonlethal_on_hit")
    return (*where, numbers(title, hit.levels, MOST_LEVELS))


def burst_distributions(table: Table, attack: Attack, check: Check, viewer: str) -> tuple[Distribution, ...]:
    """Return the chances of the number of hits of a burst on the present target, and of all their wound levels.

    A miss of the whole burst counts as none (FI-AUTO-2).
    """
    hit, rounds = _chances_of_hit(table, attack, viewer), attack.marks[attack.index].rounds
    if hit is None or not CHECKS.may_know_odds(table, check, viewer):
        return ()
    hits = chance_sums(
        (burst_hits(result_of_scores(table, check, (score,)).successes, rounds), chance)
        for score, chance in score_chances(table, check.rolls[0])
    )
    together: list[tuple[int, Fraction]] = []
    levels = {0: Fraction(1)}
    for count in range(max(hits) + 1):
        together += [(level, chance * hits.get(count, Fraction(0))) for level, chance in levels.items()]
        levels = levels_of_both(levels, hit.levels)
    lethal = is_lethal(attack, weapon_of(table, attack))
    title = Message(key="odds.levels_of_burst" if lethal else "odds.levels_nonlethal_of_burst")
    return numbers(Message(key="odds.hits"), hits), numbers(title, chance_sums(together), MOST_LEVELS)


class HitChances(NamedTuple):
    """The chances of the places of a hit, and of its wound levels."""

    places: Mapping[str, Fraction]
    levels: Mapping[int, Fraction]


def _chances_of_hit(table: Table, attack: Attack, viewer: str) -> HitChances | None:
    """Return the chances of a hit on the present target, if no raise moves it; None where there are none to show."""
    target = attack.marks[attack.index].actor
    if not target or attack.thing or not _may_read(table, attack, target, viewer):
        return None
    places: list[tuple[str, Fraction]] = []
    levels: list[tuple[int, Fraction]] = []
    known: dict[object, Mapping[int, Fraction]] = {}
    try:
        for hit, share in _possible_hits(table, attack, target):
            assert hit.at is not None
            places.append((hit.at.place, share))
            if hit.at not in known:
                known[hit.at] = _level_chances(table, replace(attack, hits=(hit,)), hit)
            levels += [(level, share * chance) for level, chance in known[hit.at].items()]
    except (Refused, TooManyResults):
        return None
    is_certain = sum(chance for _, chance in levels) == 1
    return HitChances(chance_sums(places), chance_sums(levels)) if is_certain else None


def _may_read(table: Table, attack: Attack, target: str, viewer: str) -> bool:
    return all(table.may_read(table.actors[actor], viewer) for actor in (attack.actor, target))


def _possible_hits(table: Table, attack: Attack, target: str) -> Iterator[tuple[AttackHit, Fraction]]:
    """Yield the hits with their locations: at the called spot, or by each face of the die (FI-HITLOC-1, FI-CALL-3)."""
    if attack.called:
        at = called_at(chart_for(table, target), attack.called, attack.place, attack.side)
        yield AttackHit(target=target, at=at), Fraction(1)
        return
    sides = hit_locations.hit_charts().sides
    for natural in range(1, sides + 1):
        hit = AttackHit(target=target, natural=natural)
        yield replace(hit, at=location_of_die(table, attack, hit)), Fraction(1, sides)


def _level_chances(table: Table, attack: Attack, hit: AttackHit) -> Mapping[int, Fraction]:
    """Return the chances of the wound levels of a hit at its location; none where a check of Strength follows."""
    weapon = weapon_of(table, attack)
    if hit.at is None or (weapon.damage is None and not is_melee(attack)):
        return {}
    if goes_over_prone_target(table, attack, hit):
        return {0: Fraction(1)}
    size = character_sheet.size(table.actors[hit.target], table.lists)
    if weapon.damage is None:
        return _unarmed_level_chances(table, attack, hit, size)
    passage, count = weapon_passage(table, attack, hit, weapon), total(weapon_dice(attack, hit, weapon))
    if passage.sides is None:
        return {0: Fraction(1)}
    strength = strength_of(table, attack.actor) if is_melee(attack) and adds_strength(table, attack) else None
    if strength is not None and flag(table, "chips_on_strength_damage"):
        return {}  # the Strength is a check of its own, with odds of its own
    return _levels_of_dice(passage.sides, count, strength, size, MAX_EXPLOSIONS)


def _unarmed_level_chances(table: Table, attack: Attack, hit: AttackHit, size: float) -> Mapping[int, Fraction]:
    """Return the chances of the levels of a blow with bare hands (FI-ARMOR-6, FI-ARMOR-7, FI-DMG-8)."""
    behind = unarmed_passage(table, attack, hit, weapon_of(table, attack))
    if behind.passage.sides is None or behind.strength is None:
        return {0: Fraction(1)}
    if _adds_up(table):
        return _levels_of_dice(behind.passage.sides, unarmed_dice(table, attack, hit), None, size, MAX_EXPLOSIONS)
    if flag(table, "chips_on_strength_damage"):
        return {}  # the Strength is a check of its own, with odds of its own
    return _levels_of_strength(behind.strength, size, MAX_EXPLOSIONS)


@memo_of_values(most=128)
def _levels_of_strength(strength: Trait, size: float, explosions: int) -> Mapping[int, Fraction]:
    """Return the chances of the wound levels of a Strength roll that is the whole damage."""
    most = _most_damage(size)
    return levels_of_damage(
        (
            (total(damage_rules.unarmed_damage((best,), strength.plus, unarmed_damage="strength_check")), chance)
            for best, chance in _best_of_strength(strength, most, explosions).items()
        ),
        size,
    )


@memo_of_values(most=128)
def _levels_of_dice(
    sides: int, count: int, strength: Trait | None, size: float, explosions: int
) -> Mapping[int, Fraction]:
    """Return the chances of the wound levels of damage dice, with the Strength of a blow, on a body of a Size."""
    most = _most_damage(size)
    swung = up_to(most, exploding_sum_chances(sides, count, min(most // sides + 1, explosions)))
    return levels_of_damage(_with_strength(swung, strength, most, explosions), size)


def _most_damage(size: float) -> int:
    """Return so much damage that it is enough for the last outcome."""
    return int(MOST_LEVELS * size) + 1


def _with_strength(
    swung: Mapping[int, Fraction], strength: Trait | None, most: int, explosions: int
) -> Iterator[tuple[int, Fraction]]:
    """Yield the damage of a shot, or of a blow with the Strength that it adds (FI-DMG-6, FI-DMG-7)."""
    best = {0: Fraction(1)} if strength is None else _best_of_strength(strength, most, explosions)
    for weapon, chance in swung.items():
        for pushed, share in best.items():
            plus = strength.plus if strength is not None else 0
            parts = damage_rules.melee_damage((weapon,), (pushed,), plus, adds_strength=strength is not None)
            yield total(parts), chance * share


def _best_of_strength(strength: Trait, most: int, explosions: int) -> dict[int, Fraction]:
    """Return the chances of the best die of a Strength roll, up to a damage that is enough."""
    enough = most + abs(strength.plus)
    highest = highest_chances(strength.sides, strength.count, min(enough // strength.sides + 1, explosions))
    return chance_sums((min(best.total, enough), chance) for best, chance in highest.items())
