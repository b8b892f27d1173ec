"""Where something floats beside a piece that it is about: near it, and covering as little as possible."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from PySide6.QtCore import QPoint, QRect, QRectF, QSize

Sides = tuple[float, float, float, float]
"""The left, top, right and bottom side of a rectangle."""
_GAP: Final = 10
_PLACES: Final = 8
_DISTANCE_WEIGHT: Final = 10
"""So many square pixels of other pieces may be covered to be one pixel nearer."""
_PIECE_WEIGHT: Final = 50
"""So much worse is it to cover a piece that matters than any other one."""


def place_beside(
    size: QSize, about: QRect, room: QRect, pieces: Sequence[QRectF] = (), others: Sequence[QRectF] = ()
) -> QPoint:
    """Return the top left corner for something that floats in a room beside a piece.

    Args:
        size: its size.
        about: the piece that it is about, which it should not cover.
        room: the room, in the same coordinates as everything.
        pieces: other pieces that it should not cover.
        others: what it covers only where there is no other room.
    """
    matters = _sides([QRectF(about), *pieces])
    rest = _sides(others)
    best: tuple[float, int, QPoint] | None = None
    for number, box in enumerate((*_beside(about, size), *_all_over(room, size))):
        placed = inside(box, room)
        far = _DISTANCE_WEIGHT * (placed.center() - about.center()).manhattanLength()
        if best is not None and far >= best[0]:
            continue  # what it covers can only make it worse
        covered = _covered(placed, matters) * _PIECE_WEIGHT + _covered(placed, rest)
        cost = (covered + far, number, placed.topLeft())
        if best is None or cost[:2] < best[:2]:
            best = cost
    assert best is not None
    return best[2]


def _sides(rects: Iterable[QRectF]) -> list[Sides]:
    """Return the left, top, right and bottom side of each rectangle: plain numbers, as there are many to compare."""
    return [(rect.left(), rect.top(), rect.right(), rect.bottom()) for rect in rects]


def _beside(piece: QRect, size: QSize) -> list[QRect]:
    """Return the places above, below, to the right and to the left of a piece, in the middle first."""
    wide, high, centre = size.width(), size.height(), piece.center()
    lefts = (centre.x() - wide // 2, piece.left(), piece.right() - wide)
    tops = (centre.y() - high // 2, piece.top(), piece.bottom() - high)
    above = [QPoint(left, piece.top() - high - _GAP) for left in lefts]
    below = [QPoint(left, piece.bottom() + _GAP) for left in lefts]
    right = [QPoint(piece.right() + _GAP, top) for top in tops]
    left_of = [QPoint(piece.left() - wide - _GAP, top) for top in tops]
    return [QRect(corner, size) for corner in (*above, *below, *right, *left_of)]


def _all_over(room: QRect, size: QSize) -> list[QRect]:
    """Return places all over a room, for a piece with no free place beside it."""
    across, down = room.width() - size.width(), room.height() - size.height()
    steps = [number / _PLACES for number in range(_PLACES + 1)]
    corners = [QPoint(room.left() + round(across * x), room.top() + round(down * y)) for y in steps for x in steps]
    return [QRect(corner, size) for corner in corners]


def inside(box: QRect, room: QRect) -> QRect:
    """Return a box, moved so that it is inside a room as far as it fits."""
    moved = QRect(box)
    moved.moveRight(min(moved.right(), room.right()))
    moved.moveBottom(min(moved.bottom(), room.bottom()))
    moved.moveLeft(max(moved.left(), room.left()))
    moved.moveTop(max(moved.top(), room.top()))
    return moved


def covered_by(sides: Sides, pieces: Iterable[Sides]) -> float:
    """Return how much of some pieces a rectangle covers."""
    left, top, right, bottom = sides
    covered = 0.0
    for piece_left, piece_top, piece_right, piece_bottom in pieces:
        wide = min(right, piece_right) - max(left, piece_left)
        high = min(bottom, piece_bottom) - max(top, piece_top)
        if wide > 0 and high > 0:
            covered += wide * high
    return covered


def _covered(box: QRect, pieces: Iterable[Sides]) -> float:
    return covered_by((box.left(), box.top(), box.left() + box.width(), box.top() + box.height()), pieces)
