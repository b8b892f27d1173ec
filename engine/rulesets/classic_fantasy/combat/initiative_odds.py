"""The exact chances of initiative: the place of a combatant in the order of Turns (CF-X-16, CF-LUCK-7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

from engine.core.audience import may_read_numbers
from engine.kit.control import controller_of
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.model.frozen import replace
from engine.model.table import Table
from engine.odds.every_result import TooManyResults
from engine.odds.odds import Distribution, Odds, numbers
from engine.odds.rolled_order import place_chances, places_of_all
from engine.rulesets.classic_fantasy.character import character_rules
from engine.rulesets.classic_fantasy.combat.combat_commands import RollInitiative, awaiting_initiative
from engine.rulesets.classic_fantasy.combat.combat_procedure import Combat, current_combat
from engine.rulesets.classic_fantasy.combat.turn_order import initiatives

Rank = tuple[int, int, int]
Ranks = Mapping[Rank, int]
"""The possible ranks of a combatant, each with the number of faces that give it; a lower rank acts earlier."""


def odds_of_initiative(table: Table, command: RollInitiative, viewer: str) -> Odds | None:
    """Return the chances of the place of each combatant that a seat rolls for.

    No place is a success or a failure. Those who are tied roll until they differ. There are none where a viewer may not
    read one of them, and where there are too many combatants to count their orders.
    """
    combat = current_combat(table)
    if combat is None or not _may_read_all(table, combat, viewer):
        return None
    waiting = awaiting_initiative(table, command.seat, combat)
    own = [actor for actor in waiting if controller_of(table, actor) == command.seat] or waiting
    if not own:
        return None
    ranks = _ranks(table, combat, set(combat.without_initiative()))
    try:
        places = places_of_all(own, ranks)
    except TooManyResults:
        return None
    return Odds(
        distributions=tuple(_place_distribution(table, actor, chances) for actor, chances in places.items()),
        explanation=_explanation(),
    )


def odds_of_new_initiative(table: Table, combat: Combat, actor: str, viewer: str) -> Odds | None:
    """Return the chances of the place of a combatant that rolls again, and of an earlier one than now (CF-LUCK-7)."""
    if actor not in combat.order or not _may_read_all(table, combat, viewer):
        return None
    try:
        chances = place_chances(actor, _ranks(table, combat, {actor}))
    except TooManyResults:
        return None
    now = combat.order.index(actor) + 1
    return Odds(
        chance=sum((chance for place, chance in chances.items() if place < now), Fraction(0)),
        success=Message(key="d100.odds_earlier"),
        distributions=(_place_distribution(table, actor, chances),),
        explanation=(*_explanation(), Message(key="d100.odds_place_now", params={"number": now})),
    )


def _may_read_all(table: Table, combat: Combat, viewer: str) -> bool:
    return all(may_read_numbers(table, viewer, actor) for actor in combat.fighters)


def _ranks(table: Table, combat: Combat, rolling: set[str]) -> dict[str, Ranks]:
    """Return the possible ranks of each combatant; those who roll have one for each face of the die."""
    sides = character_rules.numbers().initiative.sides
    counts: dict[str, Counter[Rank]] = {actor: Counter() for actor in combat.fighters}
    for face in range(1, sides + 1):
        fighters = {
            actor: replace(fighter, die=face, tie=0) if actor in rolling else fighter
            for actor, fighter in combat.fighters.items()
        }
        for initiative in initiatives(table, replace(combat, fighters=fighters)):
            counts[initiative.who][initiative.rank] += 1
    return dict(counts)


def _place_distribution(table: Table, actor: str, places: Mapping[int, Fraction]) -> Distribution:
    return numbers(Message(key="d100.odds_place", params={"actor": actor_name(table, actor)}), places)


def _explanation() -> tuple[Message, ...]:
    return (Message(key="d100.odds_initiative", params={"sides": character_rules.numbers().initiative.sides}),)
