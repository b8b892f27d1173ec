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
        self._taken = [*taken]
        self._marked = 0  # as many of them are marked in the rows; the others when somebody asks for the grid

    def take(self, rect: QRectF) -> None:
        """Let a rectangle be free no more."""
        self._taken.append(rect)

    def without(self, taken: Iterable[QRectF]) -> FreePlaces:
        """Return the free places that are left if more is taken."""
        self._mark_all()
        places = FreePlaces(self._whole, (*self._taken, *taken))
        places._rows, places._marked = [*self._rows], self._marked
        return places

    def _mark_all(self) -> None:
        for rect in self._taken[self._marked :]:
            self._mark(rect)
        self._marked = len(self._taken)

    def _mark(self, rect: QRectF) -> None:
        rect = rect & self._room
        if rect.isEmpty():
            return
        from_left, from_top = rect.left() - self._room.left(), rect.top() - self._room.top()
        first = math.floor(from_left / _STEP)
        bits = ((1 << (math.ceil((from_left + rect.width()) / _STEP) - first)) - 1) << first
        end = min(math.ceil((from_top + rect.height()) / _STEP), len(self._rows))
        for row in range(math.floor(from_top / _STEP), end):
            self._rows[row] |= bits

    def around(self, size: QSizeF, held: QRectF, others: Iterable[QRectF] = ()) -> QRectF | None:
        """Return a free place of a size, or as much larger as it must be, that contains a rectangle; or None.

        Args:
            size: of the place.
            held: what it contains.
            others: what it must not cover besides all that is taken.
        """
        size = size.expandedTo(held.size())
        taken = [*self._taken, *others]
        across = (held.left(), held.right() - size.width())
        down = (held.top(), held.bottom() - size.height())
        places = (QRectF(QPointF(left, top), size) for left, top in product(across, down))
        return next(filter(lambda place: self._whole.contains(place) and _is_free(place, taken, _TOUCH), places), None)

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
        self._mark_all()
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
        return at_edge if _is_free(at_edge, self._taken) else place


def _is_free(place: QRectF, taken: Iterable[QRectF], touch: float = 0.0) -> bool:
    place = place.adjusted(touch, touch, -touch, -touch)
    return not any(map(place.intersects, taken))


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
