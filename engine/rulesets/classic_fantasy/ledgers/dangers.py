"""Who may die up to a moment, and of what: what the tracker of fights and the page of hazards warn of (CF-UI-9)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.play.words import Message
from engine.rulesets.classic_fantasy import asphyxia, blood, burning, fires
from engine.rulesets.classic_fantasy.at_table import fatigue_level, need_spot
from engine.rulesets.classic_fantasy.blood import Bleeding
from engine.rulesets.classic_fantasy.breathing import next_roll
from engine.rulesets.classic_fantasy.clock import units
from engine.rulesets.classic_fantasy.dice import mixed
from engine.rulesets.classic_fantasy.fatigue import dead
from engine.rulesets.classic_fantasy.states import BLEEDING, DEADLINE, is_dead, place_of
from engine.table.frozen import Frozen
from engine.table.table import Table


class Death(Frozen):
    """A death that may come.

    Attributes:
        what: of what.
        at: when.
        certain: it comes, unless somebody does something; else dice decide.
    """

    what: Message
    at: int
    certain: bool = True


def bleeding_levels(table: Table, actor: str) -> int:
    """Return the levels of Fatigue that bleeding costs somebody each Combat Round."""
    return sum(max(1, held.level) for held in table.actors[actor].named(BLEEDING))


def bleeds_to_death_at(table: Table, actor: str) -> int | None:
    """Return when bleeding will have killed somebody; None for who does not bleed (CF-BLOOD-2)."""
    levels = bleeding_levels(table, actor)
    if not levels:
        return None
    return blood.dies_at(Bleeding(since=0, levels=levels), fatigue_level(table, actor), dead(), table.clock)


def deaths(table: Table, actor: str, until: int) -> tuple[Death, ...]:
    """Return what may kill somebody up to a moment, the next first."""
    if is_dead(table, actor):
        return ()
    return tuple(sorted((one for one in _deaths(table, actor) if one.at <= until), key=lambda one: one.at))


def in_a_round(table: Table, actor: str) -> tuple[Death, ...]:
    """Return what may kill somebody before the present Combat Round is over."""
    return deaths(table, actor, table.clock + units().combat_round_seconds)


def _deaths(table: Table, actor: str) -> Iterator[Death]:
    for held in table.actors[actor].named(DEADLINE):
        if held.until is not None:
            what = Message(key="d100.ledger.death.wound", params={"location": place_of(held)})
            yield Death(what=what, at=held.until)
    at = bleeds_to_death_at(table, actor)
    if at is not None:
        yield Death(what=Message(key="d100.ledger.death.blood"), at=at)
    roll = next_roll(table, actor)
    if roll is not None and asphyxia.rounds_left(fatigue_level(table, actor)) <= 1:
        yield Death(what=Message(key="d100.ledger.death.air"), at=int(roll.at), certain=False)
    yield from _by_fire(table, actor)


def _by_fire(table: Table, actor: str) -> Iterator[Death]:
    """Yield what flames and heat may do to a vital location before anybody can act again."""
    at = blood.next_loss(Bleeding(since=0), table.clock)
    found = {flame.location: burning.burn_dice(flame) for flame in fires.flames(table, actor) if not flame.out}
    for where, row in fires.heat_on(table, actor):
        found.setdefault(where, row.damage)
    body = table.actors[actor].body
    for location, dice in found.items():
        if at is None or body is None or location not in body.locations:
            continue
        spot = need_spot(table, actor, location)
        worst = max(0, mixed(dice).most - spot.armour.natural)
        if spot.place.kind == "vital" and spot.hp - worst <= -spot.most:
            what = Message(key="d100.ledger.death.fire", params={"location": location})
            yield Death(what=what, at=at, certain=False)
