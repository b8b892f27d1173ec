"""Which card on the screen is which after a change: by how cards went, and among known ones by their faces."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from engine.play.sight import CardFlight, ZoneView
from vtt.table.card import CardItem
from vtt.table.fan import Spot


@dataclass(frozen=True, slots=True)
class Coming:
    """A card that was not to be seen where it came from."""

    start: Spot


Row = list[CardItem | Coming | None]
"""The cards of a zone in their order; None for one of which nothing is known."""


def follow(
    rows: Mapping[str, Row],
    flights: Iterable[CardFlight],
    zones: Mapping[str, ZoneView],
    face: Callable[[str, int], str | None],
    anchor: Callable[[str], Spot | None],
) -> dict[str, Row]:
    """Return the items zone by zone as they lie after the flights, as far as that can be known.

    Args:
        rows: as they lay before.
        flights: how cards went.
        zones: what lies where now.
        face: what is shown at a place now.
        anchor: where a card comes from that was not to be seen in a zone; None where that cannot be said.
    """
    left_over = {zone: list(row) for zone, row in rows.items()}
    for flight in flights:
        left = left_over.setdefault(flight.source, [])
        right = left_over.setdefault(flight.target, [])
        item = left.pop(flight.source_index) if flight.source_index < len(left) else None
        if item is None:
            start = anchor(flight.source)
            item = Coming(start) if start is not None else None
        right.insert(min(flight.target_index, len(right)), item)
    found = {zone: _matched(lying, left_over.get(zone, []), left_over, face) for zone, lying in zones.items()}
    return found | {zone: row for zone, row in left_over.items() if zone not in zones and row}


def _matched(lying: ZoneView, row: Row, rows: dict[str, Row], face: Callable[[str, int], str | None]) -> Row:
    """Return a row that is as long as the zone, its known cards in the order in which they now lie."""
    surplus = row[lying.count :]
    row = row[: lying.count] + [None] * (lying.count - len(row))
    rows.setdefault("", []).extend(item for item in surplus if isinstance(item, CardItem))
    shown = [item.face if isinstance(item, CardItem) else None for item in row]
    now = [face(lying.id, index) for index in range(lying.count)] if any(shown) else []
    if now != shown and any(now):
        by_face = {known: row[i] for i, known in enumerate(shown) if known is not None}
        taken = [by_face.pop(card, None) if card else None for card in now]
        chosen = {id(item) for item in taken if item is not None}
        left = [item for item in row if id(item) not in chosen or item is None]
        spare = [item for item in left if item is not None] + [item for item in left if item is None]
        row = [item if item is not None else spare.pop(0) for item in taken]
    return row
