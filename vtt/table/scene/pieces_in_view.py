"""The pieces and texts in the part of a table that is seen, with how much it matters that they stay uncovered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from PySide6.QtCore import QRectF

from vtt.shared.table_queries import is_held
from vtt.table.items.card_item import CardItem
from vtt.table.items.picture_layer import HotRegion
from vtt.table.scene.table_scene import TableScene

_OF_A_NAME: Final = frozenset({"seat", "eye", "order"})
"""The kinds of regions on the name of a seat."""
_TITLES: Final = frozenset({"title", "actor", "body"})
"""The kinds of regions that are read rather than any other: titles, and the names of characters and of bodies."""
_ROOMS: Final = frozenset({"slot", "stage"})
"""The kinds of regions that are only rooms for cards."""


class PieceInView(NamedTuple):
    """A piece, a text or a room.

    Attributes:
        rect: its place on the table.
        seat: the seat whose name it belongs to; empty for anything else.
        is_room: whether it can be covered for a while: a free place for cards, or a card of which only the back is
            seen and which is not for the seat that acts to play.
        is_title: whether it is read rather than anything else.
    """

    rect: QRectF
    seat: str = ""
    is_room: bool = False
    is_title: bool = False


def pieces_in_view(scene: TableScene, part: QRectF, acting: str) -> list[PieceInView]:
    """Return everything in a part of the table.

    Args:
        scene: the table.
        part: the part that is seen.
        acting: the seat that acts.
    """
    cells = [cell for cell in scene.plan.cells if cell.seat in scene.view.seats]
    own = next((cell.area for cell in cells if cell.seat == acting), QRectF())
    numbers = (PieceInView(cell.in_scene(plan.bars)) for cell in cells for plan in cell.stations)
    found = [*_in_the_middle(scene), *_regions(scene, own), *_texts(scene), *numbers, *_items(scene, own)]
    return [piece for piece in found if piece.rect.intersects(part)]


def _in_the_middle(scene: TableScene) -> Iterator[PieceInView]:
    plan = scene.plan
    for lane in plan.lanes:
        yield PieceInView(lane.area, is_room=True)
        yield from (PieceInView(rect) for rect in (lane.head, lane.foot))
    for box in plan.boxes.values():
        yield from (PieceInView(rect) for rect in (box.cards, box.head, box.foot))


def _regions(scene: TableScene, own: QRectF) -> Iterator[PieceInView]:
    end = scene.plan.lengths.font_body  # a plaque has round ends
    placement, boxes = scene.placement, set(scene.plan.boxes)
    beside = {zone for zones in placement.beside.values() for zone in zones}
    for region in scene.static_items.regions:
        if region.kind in _OF_A_NAME:
            yield PieceInView(region.rect, seat=region.names[0])
        elif region.kind == "zone":
            # A hand has more room than its cards need.
            if beside.intersection(region.names) or not any(map(is_held, region.names)):
                # The cards in the middle and their texts are pieces themselves.
                is_pile = any(map(placement.lies_in_pile, region.names)) and not boxes.intersection(region.names)
                yield PieceInView(region.rect, is_room=not is_pile)
        elif region.kind == "dice":
            across, down = region.rect.width() / 4, region.rect.height() / 4
            yield PieceInView(region.rect)
            yield PieceInView(region.rect.adjusted(across, down, -across, -down), is_title=True)
        else:
            yield PieceInView(region.rect, is_room=region.kind in _ROOMS and not own.contains(region.rect))
            if region.kind in _TITLES:
                yield PieceInView(_read(region, end), is_title=True)


def _read(region: HotRegion, end: float) -> QRectF:
    return region.rect.adjusted(end, 0, -end, 0) if region.kind == "actor" else region.rect


def _texts(scene: TableScene) -> Iterator[PieceInView]:
    """Yield the texts of which a pointer shows more and that have no region."""
    regions = {region.rect.getRect() for region in scene.static_items.regions}
    regions |= {box.area.getRect() for box in scene.plan.boxes.values()}
    for rect, _ in scene.static_items.tips:
        if rect.getRect() not in regions:
            yield PieceInView(rect)


def _items(scene: TableScene, own: QRectF) -> Iterator[PieceInView]:
    for item in scene.movable_items():
        rect = item.sceneBoundingRect()
        is_back = isinstance(item, CardItem) and item.face is None and is_held(item.zone)
        yield PieceInView(rect, is_room=is_back and not own.intersects(rect))
