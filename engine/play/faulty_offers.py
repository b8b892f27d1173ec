"""What stands in place of offers that a fault of the program keeps from being made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from engine.play.containment import FAULT, contained_each
from engine.play.moves import Say
from engine.play.offers import Denial, Offer
from engine.play.words import Message


def contained_offers(seat: str, *rooms: Callable[[], Iterable[Offer]]) -> Iterator[Offer]:
    """Yield the offers of several rooms; in place of those that a fault keeps from being made, one that says so."""
    for room in rooms:
        yield from contained_each(room, faulty_offer(seat))


def faulty_offer(seat: str) -> Offer:
    """Return what stands in place of offers that could not be prepared."""
    label = Message(key="fault.offers")
    return Offer(name="fault", command=Say(seat=seat, text=""), label=label, denial=Denial(message=FAULT))
