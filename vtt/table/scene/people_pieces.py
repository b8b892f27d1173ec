"""The pieces of a table that people read, which what floats over the table should not cover."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF

from vtt.table.layout.visible_part import united
from vtt.table.layout.zone_placement import held_zones
from vtt.table.scene.table_scene import TableScene

_KINDS: Final = ("seat", "actor", "body", "dice")
"""The kinds of the regions among them."""


def people_pieces(scene: TableScene, *, with_titles: bool = False, with_hands: bool = True) -> list[QRectF]:
    """Return the bounds of the hands, the characters, the name plates, and thrown dice, in scene coordinates.

    Args:
        scene: the table.
        with_titles: the titles in the middle are among them.
        with_hands: the hands are among them.
    """
    kinds = (*_KINDS, "title") if with_titles else _KINDS
    hands = [hand for cell in scene.plan.cells for hand in _hands(scene, cell.seat)] if with_hands else []
    regions = [region.rect for region in scene.static_items.regions if region.kind in kinds]
    return [*hands, *regions]


def looked_at(scene: TableScene, seat: str) -> list[QRectF]:
    """Return the bounds of the hands that a seat looks at now, no card of them raised; none for no seat."""
    return _hands(scene, seat) if seat in scene.view.seats else []


def _hands(scene: TableScene, seat: str) -> list[QRectF]:
    held = held_zones(scene.view, scene.placement, seat)
    hands = (united(spot.box() for spot in scene.spots_at_rest(zone).values()) for zone in held)
    return [hand for hand in hands if not hand.isEmpty()]
