"""Where something floats beside a piece that it is about: near it, and covering as little as possible."""

from __future__ import annotations

import math
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
_LEAST_AREA: Final = 10_000
"""In square pixels: to cover a smaller piece, such as a stack of chips, is as bad as to cover one of this area."""


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
    weighted = [*_weighted([QRectF(about), *pieces], _PIECE_WEIGHT), *_weighted(others)]
    boxes = [*_beside(about, size), *_all_over(room, size), *_along([*pieces, *others], about, size)]
    wide, high, middle = size.width(), size.height(), about.center() - QPoint(size.width() // 2, size.height() // 2)
    corners = dict.fromkeys(inside(box, room).topLeft().toTuple() for box in boxes)
    nearest = sorted((abs(x - middle.x()) + abs(y - middle.y()), at, x, y) for at, (x, y) in enumerate(corners))
    best, best_cost = nearest[0][2:], math.inf
    for far, _, left, top in nearest:
        cost = float(_DISTANCE_WEIGHT * far)
        if cost >= best_cost:
            break  # what it covers can only make it worse, and the others are farther away
        right, bottom = left + wide, top + high
        for (piece_left, piece_top, piece_right, piece_bottom), weight in weighted:
            if piece_left < right and left < piece_right and piece_top < bottom and top < piece_bottom:
                across = min(right, piece_right) - max(left, piece_left)
                cost += weight * across * (min(bottom, piece_bottom) - max(top, piece_top))
                if cost >= best_cost:
                    break
        if cost < best_cost:
            best, best_cost = (left, top), cost
    return QPoint(*best)


def covered_area(box: QRect, rects: Sequence[QRectF]) -> float:
    """Return how much of some rectangles a box covers, in square pixels; a small one counts like a larger one."""
    sides = (box.left(), box.top(), box.left() + box.width(), box.top() + box.height())
    return sum(weight * covered_by(sides, (piece,)) for piece, weight in _weighted(rects))


def _sides(rects: Iterable[QRectF]) -> list[Sides]:
    """Return the left, top, right and bottom side of each rectangle: plain numbers, as there are many to compare."""
    return [(rect.left(), rect.top(), rect.right(), rect.bottom()) for rect in rects]


def _weighted(rects: Sequence[QRectF], weight: int = 1) -> list[tuple[Sides, float]]:
    """Return the sides of each rectangle, with its weight: the greater, the smaller it is."""
    areas = [max(1.0, rect.width() * rect.height()) for rect in rects]
    return [(side, weight * max(1.0, _LEAST_AREA / area)) for side, area in zip(_sides(rects), areas, strict=True)]


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


def _along(others: Iterable[QRectF], about: QRect, size: QSize) -> list[QRect]:
    """Return the places along the sides of other pieces that are nearest to a piece."""
    middle = about.center() - QPoint(size.width() // 2, size.height() // 2)
    corners: list[QPoint] = []
    for other in others:
        beside = other.toAlignedRect()
        corners += [QPoint(middle.x(), top) for top in (beside.top() - size.height() - _GAP, beside.bottom() + _GAP)]
        corners += [QPoint(left, middle.y()) for left in (beside.left() - size.width() - _GAP, beside.right() + _GAP)]
    return [QRect(corner, size) for corner in corners]


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
