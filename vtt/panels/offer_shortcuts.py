"""Which key takes which offer: a key keeps its meaning as long as what is under way stays the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.presentation.activity_view import ActivityView
from engine.presentation.offers import Offer
from engine.presentation.visibility import VisibleTable

FIRST: Final = 1
"""The first key: always the natural next step, and never one for which anybody pays."""
LAST: Final = 9
_FEW_LEFT: Final = 1
_MANY: Final = 4
"""If of so many numbered offers only so few are left, everything else is done now, and the numbers start anew."""


def context_of(view: VisibleTable, seat: str) -> object:
    """Return the context in which keys keep their meaning: the seat, the procedures and the awaited seats.

    Dice that are left from a procedure before are none. While nobody is waited for, what comes next depends on the
    characters at the table.
    """
    if not view.under_way:
        return seat, view.viewer, frozenset(view.actors)
    activity = view.under_way[-1]
    steps = steps_now(activity)
    turns = tuple(turn.actor for turn in activity.order if turn.state == "now")
    depth = sum(1 for one in view.under_way if one.waiting_for or one.steps)
    what = (depth, activity.title.key, activity.figures.get("purpose"), steps)
    present = frozenset() if activity.waiting_for or steps else frozenset(view.actors)
    return seat, view.viewer, what, turns, activity.waiting_for, present


def steps_now(activity: ActivityView) -> tuple[str, ...]:
    """Return the steps that something in progress is at, by name."""
    return tuple(step.name for step in activity.steps if step.state == "now")


def is_idle(view: VisibleTable, seat: str) -> bool:
    """Say whether others are waited for and this seat is not: then nothing that it can do is the natural next step."""
    waited = view.under_way[-1].waiting_for if view.under_way else ()
    return bool(waited) and seat not in waited


class OfferShortcuts:
    """Gives numbers to offers, and remembers them until something else is under way."""

    def __init__(self) -> None:
        self._context: object = None
        self._numbers: dict[str, int] = {}
        self._shown: frozenset[str] = frozenset()
        self._next = FIRST

    def first(self, context: object, offers: Sequence[Offer], *, idle: bool = False) -> str:
        """Return the name of the offer with the first key, the natural next step; empty for none.

        Args:
            context: the result of `context_of`.
            offers: the offers that can be taken, in their order.
            idle: the table waits for other seats, so the first key goes only to what the game calls the next step.
        """
        left = self._shown.intersection(offer.name for offer in offers)
        if context != self._context or (len(left) <= _FEW_LEFT and len(self._shown) >= _MANY):
            self._context, self._numbers, self._shown, self._next = context, {}, frozenset(), FIRST + 1
            first = next((offer for offer in offers if not offer.at_cost_of and (offer.primary or not idle)), None)
        else:
            kept = next((offer for offer in offers if self._numbers.get(offer.name) == FIRST), None)
            first = kept
            if kept is None or not kept.primary:  # who has just declared for one character declares for the next one
                first = next((offer for offer in offers if offer.primary and not offer.at_cost_of), kept)
        if first is None:
            return ""
        self._numbers = {name: number for name, number in self._numbers.items() if number != FIRST}
        self._numbers[first.name] = FIRST
        return first.name

    def numbered(
        self, context: object, offers: Sequence[Offer], *, idle: bool = False
    ) -> tuple[tuple[Offer, int], ...]:
        """Return offers by their numbers, then those without a number (0).

        Within a context an offer keeps its number, and a number that became free is used again only after the last one
        is given, the longest given first; the first number always goes to the natural next step. Where hardly any of
        the offers is left, the numbers start anew.

        Args:
            context: the result of `context_of`.
            offers: the offers that can be taken, in their order.
            idle: as for `first`.
        """
        self.first(context, offers, idle=idle)
        for offer in offers:
            if not offer.costs_others and offer.name not in self._numbers:
                self._give_number(offer.name, offers)
        self._shown = frozenset(offer.name for offer in offers if offer.name in self._numbers)
        numbered = [(offer, self._numbers.get(offer.name, 0)) for offer in offers]
        return tuple(sorted(numbered, key=lambda pair: pair[1] or LAST + 1))

    def _give_number(self, name: str, offers: Sequence[Offer]) -> None:
        """Give an offer the next number, or after the last one the first that is not given or not used now, if any."""
        if self._next <= LAST:
            self._numbers[name] = self._next
            self._next += 1
            return
        given, laid = set(self._numbers.values()), {offer.name for offer in offers}
        # An offer that became the natural next step has left its own number behind.
        unused = next((number for number in range(FIRST + 1, LAST + 1) if number not in given), None)
        left = next((old for old, number in self._numbers.items() if number != FIRST and old not in laid), None)
        if unused is not None:
            self._numbers[name] = unused
        elif left is not None:
            self._numbers[name] = self._numbers.pop(left)
