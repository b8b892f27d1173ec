"""The exact chances of the damage of a blow: where it hits, what gets through the armour, the wound (CF-DMG, CF-WOUND).

Only odds need this module: it loads the dice library.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from engine.core.audience import may_read_numbers
from engine.messages.message import Message
from engine.model.frozen import replace
from engine.model.table import Table
from engine.odds.dice_odds import total_chances
from engine.odds.every_result import TooManyResults
from engine.odds.odds import (
    Distribution,
    Odds,
    Outcome,
    chance_sums,
    distribution,
    named_outcome,
    numbers,
    word_outcome,
)
from engine.rulesets.classic_fantasy.character.character_sheet import hit_chart_of
from engine.rulesets.classic_fantasy.checks.check_chances import contest_chances
from engine.rulesets.classic_fantasy.checks.check_resolution import CHECKS, check_result
from engine.rulesets.classic_fantasy.damage.damage_pipeline import (
    EnduranceRoll,
    endurance_check,
    is_undead,
    struck_blow,
)
from engine.rulesets.classic_fantasy.damage.damage_procedure import Blow, DamageProcess, Harm
from engine.rulesets.classic_fantasy.damage.damage_sources import damage_of, source_of, throw_each_blow
from engine.rulesets.classic_fantasy.dice.mixed_dice import mixed
from engine.rulesets.classic_fantasy.dice.success_levels import RollResult, succeeds
from engine.rulesets.classic_fantasy.health import body_state
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.wounds import hit_locations, wound_rules
from engine.rulesets.classic_fantasy.wounds.wound_rules import LEVELS, Wound

ONE = "1"


def harm_distributions(table: Table, harm: Harm, viewer: str) -> tuple[Distribution, ...]:
    """Return the chances of harm that is still to come: the location, the damage, the wound; empty without odds.

    Only harm to one location has them, and only where the viewer may read the victim and who harms it.
    """
    if harm.locations != ONE or harm.start or len(harm.chosen) > 1 or not _may_know(table, harm, viewer):
        return ()
    process = DamageProcess(harm=harm, stage="damage")
    shares = _places(table, harm)
    places = [(named_outcome(name), share) for name, share in shares.items()]
    where = () if harm.chosen else (distribution(Message(key="d100.odds_location"), places),)
    return (*where, *_blow_distributions(table, process, _possible_blows(table, harm)))


def attack_distributions(
    table: Table, harm: Harm, rolled: Sequence[RollResult], viewer: str
) -> tuple[Distribution, ...]:
    """Return the chances of the harm of an attack before its roll, with death at once among them.

    Args:
        table: the table.
        harm: the harm of a hit.
        rolled: the results that the roll of the attack can have, all equally likely; of these only hits count.
        viewer: the seat that sees the odds.
    """
    found, hits = harm_distributions(table, harm, viewer), [one for one in rolled if succeeds(one.level)]
    if not found or not hits:
        return found
    process = DamageProcess(harm=harm, stage="damage")
    death = _death(table, process, _possible_blows(table, harm), hits)
    return (*found, replace(death, title=Message(key="d100.odds_death_on_hit")))


def odds_of_damage(table: Table, process: DamageProcess, viewer: str) -> Odds | None:
    """Return the odds of the dice for the location or the damage of the harm in front; None if there are none."""
    if process.stage == "where":
        distributions = harm_distributions(table, process.harm, viewer)
        blows = _possible_blows(table, process.harm)
    elif len(process.blows) == 1 and not process.blow.lies and _may_know(table, process.harm, viewer):
        blows = [(process.blow, Fraction(1))]
        distributions = _blow_distributions(table, process, blows)
    else:
        return None
    if not distributions:
        return None
    assumptions = (Message(key="d100.odds_without_luck"),)
    harm = process.harm
    dice = " + ".join(part for part in (harm.dice, harm.modifier) if part)
    explanation = (Message(key="odds.rolled_dice", params={"dice": dice}),) if dice else ()
    if process.stage == "where":
        explanation = (
            Message(key="d100.odds_location_die", params={"sides": hit_locations.charts().sides}),
            *explanation,
        )
    death = _death(table, process, blows)
    return Odds(distributions=(*distributions, death), assumptions=assumptions, explanation=explanation)


def _places(table: Table, harm: Harm) -> dict[str, Fraction]:
    """Return the locations that harm to one location may hit, with their chances (CF-HITLOC-1)."""
    if harm.chosen:
        return {name: Fraction(1) for name in harm.chosen}
    sides = hit_locations.charts().sides
    return {
        place.name: Fraction(place.last - place.first + 1, sides) for place in hit_chart_of(table, harm.actor).locations
    }


def _possible_blows(table: Table, harm: Harm) -> list[tuple[Blow, Fraction]]:
    return [(struck_blow(table, harm, name), share) for name, share in _places(table, harm).items()]


def _may_know(table: Table, harm: Harm, viewer: str) -> bool:
    return all(may_read_numbers(table, viewer, actor) for actor in (harm.actor, harm.by) if actor)


def _blow_distributions(
    table: Table, process: DamageProcess, blows: list[tuple[Blow, Fraction]]
) -> tuple[Distribution, ...]:
    if source_of(process).throw is not throw_each_blow:
        return ()
    try:
        results = list(_wounds(table, process, blows))
    except TooManyResults:
        return ()
    damages = chance_sums((wound.damage, chance) for _, wound, chance in results)
    levels = [
        (word_outcome(level, f"d100-wound-{level}"), chance)
        for level in LEVELS
        for _, wound, chance in results
        if wound.level == level
    ]
    return (numbers(Message(key="d100.odds_damage"), damages), distribution(Message(key="d100.odds_wound"), levels))


def _death(
    table: Table, process: DamageProcess, blows: list[tuple[Blow, Fraction]], attacks: Sequence[RollResult] = ()
) -> Distribution:
    """Return the chance that harm kills at once, if no luck lessens it (CF-WOUND-4, CF-WOUND-17).

    `attacks` are the results of an attack that is not rolled yet, all equally likely.
    """
    settings, undead = settings_of(table), is_undead(table, process.harm.actor)
    dies = lost = Fraction(0)
    for struck, wound, chance in _wounds(table, process, blows):
        if undead or not wound_rules.tests_endurance(wound):
            continue
        if not lost:
            lost = _chance_to_lose_endurance(table, struck, attacks)
        if any(line.what == "dead" for line in wound_rules.after_hit(wound, lost=True, hr=1, settings=settings)):
            dies += chance * lost
    outcomes = [("dead", dies), ("alive", 1 - dies)]
    return distribution(
        Message(key="d100.odds_death"),
        [(Outcome(name=name, label=Message(key=f"d100.odds_{name}")), chance) for name, chance in outcomes],
    )


def _chance_to_lose_endurance(table: Table, process: DamageProcess, attacks: Sequence[RollResult]) -> Fraction:
    """Return the chance that the victim loses the Endurance roll; `attacks` as in `_death`."""
    if attacks:
        struck = replace(process, harm=replace(process.harm, attack=attacks[0]))
        victim = CHECKS.possible_results(table, endurance_check(table, struck, EnduranceRoll()))[-1]
        contest = contest_chances(attacks, victim, ("", ""), ("resisting",))
        return sum((chance for outcome, chance in contest if outcome.name != "resisting"), Fraction(0))
    check, settings = endurance_check(table, process, EnduranceRoll()), settings_of(table)
    own = len(check.rolls) - 1
    lost = 0
    for face in range(1, 101):
        thrown = CHECKS.with_roll(check, own, replace(check.rolls[own], thrown=face))
        result = check_result(table, thrown).rolls[own]
        lost += wound_rules.endurance_lost(result, process.harm.attack, settings=settings)
    return Fraction(lost, 100)


def _wounds(
    table: Table, process: DamageProcess, blows: list[tuple[Blow, Fraction]]
) -> Iterator[tuple[DamageProcess, Wound, Fraction]]:
    """Yield each wound with its chance, and the harm in front as it is then."""
    bases, modifiers = (
        total_chances(mixed(dice)) if dice else {0: Fraction(1)} for dice in (process.harm.dice, process.harm.modifier)
    )
    for blow, share in blows:
        spot = body_state.need_location(table, process.harm.actor, blow.location)
        for base, base_chance in bases.items():
            for modifier, chance in modifiers.items():
                thrown = replace(process, blows=(replace(blow, base=base, modifier=modifier),), at=0)
                damage = damage_of(table, thrown, 0).value
                yield thrown, wound_rules.wound(spot.place, spot.hp, spot.most, damage), share * base_chance * chance
