"""Warnings of possible deaths up to a moment, for the pages of combat and of hazards (CF-UI-9)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.messages.message import Message
from engine.model.frozen import Frozen
from engine.model.table import Table
from engine.rulesets.classic_fantasy.character.character_conditions import BLEEDING, DEADLINE, is_dead, place_of
from engine.rulesets.classic_fantasy.dice.mixed_dice import mixed
from engine.rulesets.classic_fantasy.game_calendar import units
from engine.rulesets.classic_fantasy.hazards import burning_commands, burning_rules
from engine.rulesets.classic_fantasy.health import asphyxiation_rules
from engine.rulesets.classic_fantasy.health.asphyxiation_commands import next_roll
from engine.rulesets.classic_fantasy.health.body_state import need_location
from engine.rulesets.classic_fantasy.health.fatigue_rules import dead
from engine.rulesets.classic_fantasy.health.fatigue_state import fatigue_level
from engine.rulesets.classic_fantasy.wounds import bleeding_rules
from engine.rulesets.classic_fantasy.wounds.bleeding_rules import Bleeding


class Death(Frozen):
    """A possible death.

    Attributes:
        what: its cause.
        at: its moment.
        certain: it happens unless a character acts; else dice decide.
    """

    what: Message
    at: int
    certain: bool = True


def bleeding_levels(table: Table, actor: str) -> int:
    """Return the levels of Fatigue that bleeding costs a character each Combat Round."""
    return sum(max(1, condition.level) for condition in table.actors[actor].conditions_named(BLEEDING))


def bleeds_to_death_at(table: Table, actor: str) -> int | None:
    """Return the moment of death by bleeding; None for a character that does not bleed (CF-BLOOD-2)."""
    levels = bleeding_levels(table, actor)
    if not levels:
        return None
    return bleeding_rules.dies_at(Bleeding(since=0, levels=levels), fatigue_level(table, actor), dead(), table.clock)


def deaths(table: Table, actor: str, until: int) -> tuple[Death, ...]:
    """Return the possible deaths of a character up to a moment, the next first."""
    if is_dead(table, actor):
        return ()
    return tuple(sorted((death for death in _deaths(table, actor) if death.at <= until), key=lambda death: death.at))


def deaths_in_round(table: Table, actor: str) -> tuple[Death, ...]:
    """Return the possible deaths of a character before the end of the Combat Round."""
    return deaths(table, actor, table.clock + units().combat_round_seconds)


def _deaths(table: Table, actor: str) -> Iterator[Death]:
    for condition in table.actors[actor].conditions_named(DEADLINE):
        if condition.until is not None:
            cause = Message(key="d100.ledger.death.wound", params={"location": place_of(condition)})
            yield Death(what=cause, at=condition.until)
    at = bleeds_to_death_at(table, actor)
    if at is not None:
        yield Death(what=Message(key="d100.ledger.death.blood"), at=at)
    roll = next_roll(table, actor)
    if roll is not None and asphyxiation_rules.rounds_left(fatigue_level(table, actor)) <= 1:
        yield Death(what=Message(key="d100.ledger.death.air"), at=int(roll.at), certain=False)
    yield from _by_fire(table, actor)


def _by_fire(table: Table, actor: str) -> Iterator[Death]:
    """Yield the possible deaths by flames and heat at a vital location before the next chance to act."""
    at = bleeding_rules.next_loss(Bleeding(since=0), table.clock)
    locations = {
        flame.location: burning_rules.burn_dice(flame)
        for flame in burning_commands.flames(table, actor)
        if not flame.out
    }
    for heated_location, row in burning_commands.heat_on(table, actor):
        locations.setdefault(heated_location, row.damage)
    body = table.actors[actor].body
    for location, dice in locations.items():
        if at is None or body is None or location not in body.locations:
            continue
        spot = need_location(table, actor, location)
        worst = max(0, mixed(dice).most - spot.armour.natural)
        if spot.place.kind == "vital" and spot.hp - worst <= -spot.most:
            cause = Message(key="d100.ledger.death.fire", params={"location": location})
            yield Death(what=cause, at=at, certain=False)
