"""Which key takes which offer: a key keeps its meaning as long as what is under way stays the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.play.offers import Offer
from engine.play.sight import View

FIRST: Final = 1
"""The first key: always the natural next step, and never one for which anybody pays."""
LAST: Final = 9


def context_of(view: View, seat: str) -> object:
    """Return what must stay the same for keys to keep their meaning: whose they are, and what waits for whom."""
    if not view.under_way:
        return seat, view.viewer
    now = view.under_way[-1]
    steps = tuple(step.name for step in now.steps if step.state == "now")
    turns = tuple(turn.actor for turn in now.order if turn.state == "now")
    what = (len(view.under_way), now.title.key, now.figures.get("purpose"), steps)
    return seat, view.viewer, what, turns, now.waiting_for


def is_idle(view: View, seat: str) -> bool:
    """Say whether others are waited for and this seat is not: then nothing that it can do is the natural next step."""
    waited = view.under_way[-1].waiting_for if view.under_way else ()
    return bool(waited) and seat not in waited


class OfferKeys:
    """Gives numbers to offers, and remembers them until something else is under way."""

    def __init__(self) -> None:
        self._context: object = None
        self._held: dict[str, int] = {}
        self._next = FIRST

    def numbered(
        self, context: object, offers: Sequence[Offer], *, idle: bool = False
    ) -> tuple[tuple[Offer, int], ...]:
        """Return offers by their numbers, then those that have none (0).

        Within a context an offer keeps its number, and a number that has become free means nothing else; only the
        first one goes to the natural next step, whichever that is.

        Args:
            context: as `context_of` tells it.
            offers: those that can be taken, as they are laid before the seat.
            idle: others are waited for, so that the first key goes to nothing but what its game calls the next step.
        """
        if context != self._context:
            self._context, self._held, self._next = context, {}, FIRST + 1
            first = next((one for one in offers if not one.at_cost_of and (one.main or not idle)), None)
        else:
            there = {offer.name for offer in offers}
            kept = any(number == FIRST and name in there for name, number in self._held.items())
            first = None if kept else next((one for one in offers if one.main and not one.at_cost_of), None)
        if first is not None:
            self._held = {name: number for name, number in self._held.items() if number != FIRST}
            self._held[first.name] = FIRST
        for offer in offers:
            if not offer.costs_others and offer.name not in self._held and self._next <= LAST:
                self._held[offer.name] = self._next
                self._next += 1
        found = [(offer, self._held.get(offer.name, 0)) for offer in offers]
        return tuple(sorted(found, key=lambda pair: pair[1] or LAST + 1))
