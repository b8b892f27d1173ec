"""What can be done with a thing on the table: what a right click offers there, by rule and by hand."""

from __future__ import annotations

from collections.abc import Sequence

from engine.play.moves import JoinActor, SetClock
from engine.play.offers import Offer
from vtt.lens import Lens
from vtt.table.drops import Place, concerning
from vtt.table.spending import offers_for_chips


def about_seat(lens: Lens, seat: str) -> list[Offer]:
    """Return what concerns a seat."""
    hand = lens.by_hand()
    return [*hand.seat(seat), *hand.newcomer(lens.newcomer)]


def about_table(lens: Lens, seat: str) -> list[Offer]:
    """Return what concerns no single thing: who comes into the story or sits down, and what time it is."""
    found = [o for o in lens.offers(seat) if isinstance(o.command, (JoinActor, SetClock))]
    return [*found, *lens.by_hand().newcomer(lens.newcomer)]


def about_chips(lens: Lens, bag: str, colour: str = "") -> list[Offer]:
    """Return what concerns a bag of chips, or those of one colour in it."""
    found = (o for o in offers_for_chips(lens, bag) if not colour or o.drag is None or o.drag.colour in ("", colour))
    return [*found, *lens.by_hand().chips(bag, colour)]


def about_place(lens: Lens, zones: Sequence[str], place: Place | None, seat: str) -> list[Offer]:
    """Return what the rules offer for a place or the card there, and behind it what can be done by hand."""
    hand = lens.by_hand()
    found = concerning(lens, zones, place, seat)
    if place is not None:
        found += hand.card(place.zone, place.index)
    found += (offer for zone in zones for offer in hand.pile(zone))
    return found
