"""The exact chances of the damage of a blow: where it hits, what gets through the armour, the wound (CF-DMG, CF-WOUND).

Only odds need this module: it loads the dice library.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from engine.core.audience import may_read_numbers
from engine.messages.message import Message
from engine.model.frozen import replace
from engine.model.table import Table
from engine.odds.dice_odds import total_chances
from engine.odds.every_result import TooManyResults
from engine.odds.odds import Distribution, Odds, Outcome, distribution
from engine.rulesets.classic_fantasy.character.character_sheet import hit_chart_of
from engine.rulesets.classic_fantasy.damage.damage_pipeline import struck_blow
from engine.rulesets.classic_fantasy.damage.damage_procedure import Blow, DamageProcess, Harm
from engine.rulesets.classic_fantasy.damage.damage_sources import damage_of, source_of, throw_each_blow
from engine.rulesets.classic_fantasy.dice.mixed_dice import mixed
from engine.rulesets.classic_fantasy.health import body_state
from engine.rulesets.classic_fantasy.wounds import hit_locations, wound_rules
from engine.rulesets.classic_fantasy.wounds.wound_rules import LEVELS

ONE = "1"


def harm_distributions(table: Table, harm: Harm, viewer: str) -> tuple[Distribution, ...]:
    """Return the chances of harm that is still to come: the location, the damage, the wound; empty without odds.

    Only harm to one location has them, and only where the viewer may read the victim and who harms it.
    """
    if harm.locations != ONE or harm.start or len(harm.chosen) > 1 or not _may_know(table, harm, viewer):
        return ()
    process = DamageProcess(harm=harm, stage="damage")
    chart = hit_chart_of(table, harm.actor)
    sides = hit_locations.charts().sides
    shares = {name: Fraction(1) for name in harm.chosen} or {
        place.name: Fraction(place.last - place.first + 1, sides) for place in chart.locations
    }
    blows = [(struck_blow(table, harm, name), share) for name, share in shares.items()]
    places = [
        (Outcome(name=name, label=Message(key="odds.named", params={"name": name})), share)
        for name, share in shares.items()
    ]
    title = Message(key="d100.odds_location")
    where = () if harm.chosen else (distribution(title, places),)
    return (*where, *_blow_distributions(table, process, blows))


def odds_of_damage(table: Table, process: DamageProcess, viewer: str) -> Odds | None:
    """Return the odds of the dice for the location or the damage of the harm in front; None if there are none."""
    if process.stage == "where":
        distributions = harm_distributions(table, process.harm, viewer)
    elif len(process.blows) == 1 and not process.blow.lies and _may_know(table, process.harm, viewer):
        distributions = _blow_distributions(table, process, [(process.blow, Fraction(1))])
    else:
        return None
    return Odds(distributions=distributions) if distributions else None


def _may_know(table: Table, harm: Harm, viewer: str) -> bool:
    return all(may_read_numbers(table, viewer, actor) for actor in (harm.actor, harm.by) if actor)


def _blow_distributions(
    table: Table, process: DamageProcess, blows: list[tuple[Blow, Fraction]]
) -> tuple[Distribution, ...]:
    if source_of(process).throw is not throw_each_blow:
        return ()
    try:
        results = list(_results(table, process, blows))
    except TooManyResults:
        return ()
    amounts = sorted((damage, chance) for damage, _, chance in results)
    damages = [
        (Outcome(name=str(damage), label=Message(key="odds.number", params={"number": damage})), chance)
        for damage, chance in amounts
    ]
    wounds = [
        (Outcome(name=level, label=Message(key="odds.word", params={"name": f"d100-wound-{level}"})), chance)
        for wanted in LEVELS
        for _, level, chance in results
        if level == wanted
    ]
    titles = (Message(key="d100.odds_damage"), Message(key="d100.odds_wound"))
    return (distribution(titles[0], damages), distribution(titles[1], wounds))


def _results(
    table: Table, process: DamageProcess, blows: list[tuple[Blow, Fraction]]
) -> Iterator[tuple[int, str, Fraction]]:
    """Yield each damage with its wound level and its chance."""
    bases, modifiers = (
        total_chances(mixed(dice)) if dice else {0: Fraction(1)} for dice in (process.harm.dice, process.harm.modifier)
    )
    for blow, share in blows:
        spot = body_state.need_location(table, process.harm.actor, blow.location)
        for base, base_chance in bases.items():
            for modifier, chance in modifiers.items():
                thrown = replace(process, blows=(replace(blow, base=base, modifier=modifier),), at=0)
                damage = damage_of(table, thrown, 0).value
                level = wound_rules.wound(spot.place, spot.hp, spot.most, damage).level
                yield damage, level, share * base_chance * chance
