"""The part of a table that is shown where the table is larger than its room. Pure geometry."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSizeF

_MAX_ZOOM: Final = 4.0
_MAX_PIXELS: Final = 48_000_000
"""A table has no more pixels than this, however far it is zoomed in: its pictures need memory."""
_SAME: Final = 1.02
"""A room that is larger by less than this is as large as usual."""
_LEAST_FITTING: Final = 0.925
"""A table is seen whole if nothing need be smaller on it than this; the smallest type, of 13 px, has 12 px then."""
_MOST_COUNTED: Final = 1.95
"""Letters that are larger still at 100 % count as these: at 300 % everything is half as large again, on every table."""


def magnification_for(scale: float, room: QSizeF, whole: QSizeF, usual: QSizeF, letters: float = 1.0) -> float:
    """Return the size of everything on a table relative to one at 100 %, at the scale that the group chose.

    It is the scale, or more where the room is so large that everything fits all the same; a table that has large
    letters at 100 % needs less to have letters of that scale. Below 100 % nothing on the table becomes smaller: it has
    its room anyway. Only a table that nearly fits at 100 % is made to fit.

    Args:
        scale: the scale.
        room: the size of what can be seen of the table.
        whole: the size of the table at 100 %.
        usual: the size of the room at 100 %.
        letters: the size of its letters at 100 %, relative to the usual ones.
    """
    larger, fitting = _share(room, whole), _share(usual, whole)
    least = fitting if _LEAST_FITTING <= fitting < 1.0 else 1.0
    wanted = scale / min(max(1.0, letters), _MOST_COUNTED) if scale > 1.0 else least
    return max(least, wanted, larger if larger > _SAME else least)


def size_for(magnification: float, room: QSizeF, usual: QSizeF) -> QSizeF:
    """Return the size of a table: as at 100 %, magnified, and no smaller than its room."""
    return (usual * magnification).expandedTo(room)


def max_zoom(room: QSizeF) -> float:
    """Return the greatest size of a table relative to its room, which is in device pixels."""
    pixels = max(1.0, room.width() * room.height())
    return float(max(1.0, min(_MAX_ZOOM, (_MAX_PIXELS / pixels) ** 0.5)))


def part_about(whole: QSizeF, room: QSizeF, targets: Iterable[QRectF], about: QPointF) -> QRectF:
    """Return the part of a table as large as the room that has its targets, and is as near to a point as can be.

    Args:
        whole: the size of the table.
        room: the size of what can be seen of it.
        targets: everything that must be seen; where there is no room for all, the last ones count.
        about: the point that would be in the middle if there were no targets.
    """
    left, top = about.x() - room.width() / 2, about.y() - room.height() / 2
    for target in targets:
        if not target.isEmpty():
            left = _moved_over(left, room.width(), target.left(), target.right())
            top = _moved_over(top, room.height(), target.top(), target.bottom())
    return part_around(whole, room, QPointF(left + room.width() / 2, top + room.height() / 2))


def part_around(whole: QSizeF, room: QSizeF, point: QPointF) -> QRectF:
    """Return the part of a table as large as the room with a point in its middle, as far as the table reaches."""
    left = min(max(0.0, point.x() - room.width() / 2), max(0.0, whole.width() - room.width()))
    top = min(max(0.0, point.y() - room.height() / 2), max(0.0, whole.height() - room.height()))
    return QRectF(left, top, min(room.width(), whole.width()), min(room.height(), whole.height()))


def united(rects: Iterable[QRectF]) -> QRectF:
    """Return the smallest rectangle around some."""
    whole = QRectF()
    for rect in rects:
        whole = whole.united(rect)
    return whole


def _share(room: QSizeF, whole: QSizeF) -> float:
    """Return the part of a table's width or height, whichever is less, that has room; more than 1 if all has."""
    return min(room.width() / max(1.0, whole.width()), room.height() / max(1.0, whole.height()))


def _moved_over(start: float, length: float, first: float, last: float) -> float:
    """Return where a stretch of some length starts, if it is moved no farther than to contain another one."""
    return (first + last - length) / 2 if last - first >= length else max(min(start, first), last - length)
