"""What a seat can do now, told with no more than a viewer may know."""

from __future__ import annotations

from collections.abc import Iterator

from engine.play.offers import Offer
from engine.rulesets.classic_fantasy.offering import care, fights, harm, people, rolls, time, traps
from engine.rulesets.classic_fantasy.procedures.attack import Attack
from engine.rulesets.classic_fantasy.procedures.check import Check
from engine.rulesets.classic_fantasy.procedures.rest import Rest
from engine.rulesets.classic_fantasy.procedures.springing import Springing
from engine.rulesets.classic_fantasy.procedures.wounding import Wounding
from engine.rulesets.remembering import Remembered
from engine.table.table import Table

_OFFERS = Remembered[tuple[Offer, ...]]()
_FREELY = (fights.offers, rolls.offers, harm.offers, traps.offers, time.offers, care.offers, people.offers)
"""What can be done while nothing waits for an answer."""


def offers_of(table: Table, seat: str, viewer: str) -> tuple[Offer, ...]:
    """Return what a seat can do by the rules, as far as the viewer may be told."""
    made_of = (
        table.procedures,
        table.actors,
        table.seats,
        table.options,
        table.scene,
        table.lists,
        str(table.clock),
    )
    return _OFFERS.get(f"{seat}\n{viewer}", made_of, lambda: tuple(_made(table, seat, viewer)))


def _made(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    match table.procedures[-1] if table.procedures else None:
        case Check():
            yield from rolls.under_way(table, seat, viewer)
        case Wounding():
            yield from harm.under_way(table, seat, viewer)
        case Attack():
            yield from fights.defence(table, seat, viewer)
        case Springing():
            yield from traps.answers(table, seat, viewer)
        case Rest():
            for room in (time.offers, care.offers, people.offers):
                yield from room(table, seat, viewer)
        case _:
            for room in _FREELY:
                yield from room(table, seat, viewer)
