"""Free places on what is seen of a table, for the plates of seats that are not. Pure geometry."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import product
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSizeF

_STEP: Final = 4.0
"""The distance in pixels between two places that are compared."""
_GAP: Final = 4.0
"""The least distance in pixels to an edge."""
_TOUCH: Final = 2.0
"""As many pixels of anything may be covered by what is to be in one place and no other."""
_INWARD: Final = 2.5
"""A place away from the edge is as bad as one that is so many times farther along the edge."""


class FreePlaces:
    """Finds the free places in a room, as a grid of squares that are free or taken.

    Args:
        room: all that is seen.
        taken: what must not be covered.
    """

    def __init__(self, room: QRectF, taken: Iterable[QRectF]) -> None:
        self._whole = room
        self._room = room = room.adjusted(_GAP, _GAP, -_GAP, -_GAP)
        self._columns = int(room.width() / _STEP)
        self._rows = [0] * int(room.height() / _STEP)
        self._taken: list[QRectF] = []
        for rect in taken:
            self.take(rect)

    def take(self, rect: QRectF) -> None:
        """Let a rectangle be free no more."""
        self._taken.append(rect)
        rect = rect.intersected(self._room)
        if rect.isEmpty():
            return
        here = rect.translated(-self._room.topLeft())
        left, right = math.floor(here.left() / _STEP), math.ceil(here.right() / _STEP)
        top, bottom = math.floor(here.top() / _STEP), math.ceil(here.bottom() / _STEP)
        bits = ((1 << (right - left)) - 1) << left
        for row in range(top, min(bottom, len(self._rows))):
            self._rows[row] |= bits

    def without(self, taken: Iterable[QRectF]) -> FreePlaces:
        """Return the free places that are left if more is taken."""
        places = FreePlaces(self._whole, ())
        places._rows, places._taken = list(self._rows), list(self._taken)
        for rect in taken:
            places.take(rect)
        return places

    def around(self, size: QSizeF, held: QRectF) -> QRectF | None:
        """Return a free place of a size, or as much larger as it must be, that contains a rectangle; or None."""
        size = size.expandedTo(held.size())
        across = (held.left(), held.right() - size.width())
        down = (held.top(), held.bottom() - size.height())
        places = (QRectF(QPointF(left, top), size) for left, top in product(across, down))
        return next((place for place in places if self._whole.contains(place) and self._is_free(place, _TOUCH)), None)

    def _is_free(self, place: QRectF, touch: float = 0.0) -> bool:
        place = place.adjusted(touch, touch, -touch, -touch)
        return not any(map(place.intersects, self._taken))

    def nearest(self, size: QSizeF, place: QRectF) -> QRectF | None:
        """Return the free place that is nearest to another one; None if there is none.

        Args:
            size: of the free place.
            place: a place of that size in the room, perhaps at an edge; from an edge it rather moves along it.
        """
        wide, high = math.ceil(size.width() / _STEP), math.ceil(size.height() / _STEP)
        columns = self._columns - wide + 1
        if columns <= 0 or len(self._rows) < high:
            return None
        blocked = _spread_down([_spread(row, wide) for row in self._rows], high)
        allowed = (1 << columns) - 1
        at_side = place.left() <= self._room.left() or place.right() >= self._room.right()
        at_end = place.top() <= self._room.top() or place.bottom() >= self._room.bottom()
        across, down = (_INWARD if at_side else 1.0), (_INWARD if at_end else 1.0)
        start = place.topLeft() - self._room.topLeft()
        column = round(start.x() / _STEP)
        best, least = (0, 0), math.inf
        for row in range(len(self._rows) - high + 1):
            away = abs(row * _STEP - start.y()) * down
            if away >= least:
                continue
            free = allowed & ~blocked[row]
            found = _nearest_bit(free, column) if free else None
            if found is not None and away + abs(found * _STEP - start.x()) * across < least:
                best, least = (found, row), away + abs(found * _STEP - start.x()) * across
        return self._place(size, *best) if least < math.inf else None

    def _place(self, size: QSizeF, column: int, row: int) -> QRectF:
        """Return a place of the grid, at the very edge if that is free as well."""
        left, top = self._room.left() + column * _STEP, self._room.top() + row * _STEP
        place = QRectF(QPointF(left, top), size)
        last = QPointF(
            self._room.right() - size.width() if place.right() + _STEP > self._room.right() else left,
            self._room.bottom() - size.height() if place.bottom() + _STEP > self._room.bottom() else top,
        )
        at_edge = QRectF(last, size)
        return at_edge if self._is_free(at_edge) else place


def _spread(row: int, length: int) -> int:
    """Return the squares of a row from which a place of this length would reach one that is taken."""
    reach = 1
    while reach < length:
        step = min(reach, length - reach)
        row |= row >> step
        reach += step
    return row


def _spread_down(rows: list[int], length: int) -> list[int]:
    """Return the same for rows: those from which a place of this height would reach one that is taken."""
    reach = 1
    while reach < length:
        step = min(reach, length - reach)
        rows = [row | below for row, below in zip(rows, rows[step:], strict=False)]
        reach += step
    return rows


def _nearest_bit(bits: int, near: int) -> int | None:
    """Return the number of the set bit that is nearest to another one."""
    near = max(0, near)
    below = (bits & ((1 << (near + 1)) - 1)).bit_length() - 1
    above = bits >> near
    over = near + (above & -above).bit_length() - 1 if above else -1
    if below < 0 or over < 0:
        return max(below, over) if max(below, over) >= 0 else None
    return below if near - below <= over - near else over
