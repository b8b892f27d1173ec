"""Tracking of cards across a change: which item on the screen becomes which card, by flights and known faces."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from engine.presentation.card_flights import CardFlight
from engine.presentation.visibility import VisibleZone
from vtt.table.items.card_item import CardItem
from vtt.table.layout.card_spread import CardSpot


@dataclass(frozen=True, slots=True)
class ArrivingCard:
    """A card that was not visible where it came from."""

    start: CardSpot


CardRow = list[CardItem | ArrivingCard | None]
"""The items of a zone in order; None for a card with no item yet."""


def track_cards(
    rows: Mapping[str, CardRow],
    flights: Iterable[CardFlight],
    zones: Mapping[str, VisibleZone],
    face: Callable[[str, int], str | None],
    anchor: Callable[[str], CardSpot | None],
) -> dict[str, CardRow]:
    """Return the items by zone after the flights, as far as that can be known.

    Args:
        rows: the items before.
        flights: the moves of the cards.
        zones: the zones after the change.
        face: returns the face that is shown at a place now.
        anchor: returns where a card starts that was not visible in a zone; None where that is unknown.
    """
    left_over = {zone: list(row) for zone, row in rows.items()}
    for flight in flights:
        left = left_over.setdefault(flight.source, [])
        right = left_over.setdefault(flight.target, [])
        item = left.pop(flight.source_index) if flight.source_index < len(left) else None
        if item is None:
            start = anchor(flight.source)
            item = ArrivingCard(start) if start is not None else None
        right.insert(min(flight.target_index, len(right)), item)
    rows_by_zone = {zone: _matched(lying, left_over.get(zone, []), left_over, face) for zone, lying in zones.items()}
    return rows_by_zone | {zone: row for zone, row in left_over.items() if zone not in zones and row}


def _matched(
    lying: VisibleZone, row: CardRow, rows: dict[str, CardRow], face: Callable[[str, int], str | None]
) -> CardRow:
    """Return a row as long as the zone, with its known cards in their present order."""
    surplus = row[lying.count :]
    row = row[: lying.count] + [None] * (lying.count - len(row))
    rows.setdefault("", []).extend(item for item in surplus if isinstance(item, CardItem))
    shown_faces = [item.face if isinstance(item, CardItem) else None for item in row]
    current_faces = [face(lying.id, index) for index in range(lying.count)] if any(shown_faces) else []
    if current_faces != shown_faces and any(current_faces):
        by_face = {face_shown: row[i] for i, face_shown in enumerate(shown_faces) if face_shown is not None}
        matched_items = [by_face.pop(card, None) if card else None for card in current_faces]
        chosen = {id(item) for item in matched_items if item is not None}
        left = [item for item in row if id(item) not in chosen or item is None]
        spare = [item for item in left if item is not None] + [item for item in left if item is None]
        row = [item if item is not None else spare.pop(0) for item in matched_items]
    return row
