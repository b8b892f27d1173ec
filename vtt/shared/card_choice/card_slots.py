"""The cards that can be chosen for a question, as a viewer may name them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.presentation.visibility import VisibleTable


@dataclass(frozen=True, slots=True)
class CardSlot:
    """A card that can be chosen: its name in commands, its place, and its face if the viewer knows it."""

    reference: str
    zone: str
    index: int
    face: str | None


def slots_of(view: VisibleTable, zone: str, choices: Sequence[str]) -> tuple[CardSlot, ...]:
    """Return the cards of a zone, or those of `choices` (ids or places), as a viewer may name them."""
    slots: list[CardSlot] = []
    if not choices:
        visible_zone = view.zones.get(zone)
        for index in range(visible_zone.count if visible_zone else 0):
            face = visible_zone.face(index) if visible_zone else None
            slots.append(CardSlot(face or f"{zone}#{index}", zone, index, face))
        return tuple(slots)
    for choice in choices:
        where, mark, place = choice.rpartition("#")
        if mark and place.isdecimal():
            visible_zone = view.zones.get(where)
            face = visible_zone.face(int(place)) if visible_zone and int(place) < visible_zone.count else None
            slots.append(CardSlot(choice, where, int(place), face))
        else:
            home = next((z.id for z in view.zones.values() if choice in z.cards), zone)
            at = view.zones[home].cards.index(choice) if home in view.zones and choice in view.zones[home].cards else 0
            slots.append(CardSlot(choice, home, at, choice))
    return tuple(slots)
