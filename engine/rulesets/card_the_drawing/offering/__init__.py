"""What a seat can do now, told with no more than a viewer may know."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.play.faulty_offers import contained_offers
from engine.play.offers import Offer
from engine.rulesets.card_the_drawing.offering import battle, drawing, encounters, masters, outside, planning, playing
from engine.rulesets.card_the_drawing.offering.eyes import Eyes
from engine.rulesets.card_the_drawing.procedures import carrying
from engine.rulesets.remembering import Remembered
from engine.table.table import Table

_OFFERS = Remembered[tuple[Offer, ...]]()


def offers_of(table: Table, seat: str, viewer: str) -> tuple[Offer, ...]:
    """Return what a seat can do by the rules, what is asked of it first."""
    made_of = (table.procedures, table.actors, table.zones, table.seats, table.options, table.lists)
    return _OFFERS.get(f"{seat}\n{viewer}", made_of, lambda: tuple(_made(Eyes(table, seat, viewer))))


def worked_out(table: Table, offer: Offer, viewer: str) -> Offer:
    """Return an offer with what is worked out only when somebody takes it (CD-UI-18)."""
    plans = offer.name.partition(":")[0] == planning.SUGGESTS
    return planning.worked_out(Eyes(table, offer.command.seat, viewer), offer) if plans else offer


def _made(eyes: Eyes) -> Iterator[Offer]:
    first = (playing.offers,) if carrying(eyes.table) is not None else (drawing.offers, planning.offers)
    rooms = (*first, playing.waiting, outside.offers, battle.offers, encounters.offers, masters.offers)
    return contained_offers(eyes.seat, *(partial(room, eyes) for room in rooms))
