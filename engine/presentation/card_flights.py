"""Moves of cards between zones as one viewer saw them, for animation."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.events import CardsMoved, Event
from engine.core.evolve import evolve
from engine.core.redaction import only_rearranged
from engine.model.frozen import Frozen
from engine.model.table import Table


class CardFlight(Frozen):
    """A move of one card as a viewer saw it; the card is None if its face stayed hidden."""

    source: str
    source_index: int
    target: str
    target_index: int
    card: str | None = None


def flights(before: Table, events: Iterable[Event], viewer: str) -> tuple[CardFlight, ...]:
    """Return the moves of cards that a viewer saw, for animation on the screen."""
    seen: list[CardFlight] = []
    for event in events:
        after = evolve(before, event)
        if isinstance(event, CardsMoved) and not only_rearranged(before, event, viewer):
            left, right = before.zones[event.source], after.zones[event.target]
            held = list(left.cards)
            first = right.cards.index(event.cards[0]) if event.cards else 0
            for offset, card in enumerate(event.cards):
                index = held.index(card)
                held.pop(index)
                known = left.may_see(card, viewer) or right.may_see(card, viewer)
                if known or (left.may_count(viewer) and right.may_count(viewer)):
                    seen.append(
                        CardFlight(
                            source=left.id,
                            source_index=index,
                            target=right.id,
                            target_index=first + offset,
                            card=card if known else None,
                        )
                    )
        before = after
    return tuple(seen)
