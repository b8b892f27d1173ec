"""Isolation of faults in offers: an offer that reports the fault replaces those that could not be made."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.core.fault_isolation import FAULT, report_fault
from engine.core.manual_moves import Say
from engine.messages.message import Message
from engine.presentation.offers import Denial, Offer


def isolated_offers(seat: str, *rooms: Callable[[], Iterable[Offer]]) -> list[Offer]:
    """Return the offers of several sources; after a fault, an offer that reports it replaces the rest of a source."""
    offers: list[Offer] = []
    for room in rooms:
        try:
            offers.extend(room())  # keeps the offers that were made before a fault
        except Exception as fault:  # any fault: the other sources continue
            report_fault(fault)
            offers.append(faulty_offer(seat))
    return offers


def faulty_offer(seat: str, fault: Message = FAULT) -> Offer:
    """Return the offer that replaces those that could not be prepared, and says why."""
    label = Message(key="fault.offers")
    return Offer(name="fault", command=Say(seat=seat, text=""), label=label, denial=Denial(message=fault))
