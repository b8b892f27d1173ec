"""Places at the edge of what is seen, for the plates of seats that are not. Pure geometry."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSizeF

_STEP: Final = 8.0
_STRIDE: Final = 0.2
"""The least way between two places that are tried, in pixels, and in heights of the plate."""
_OVER_PIECES: Final = 1.5
_WHOLLY_COVERED: Final = 3.5
"""A place over pieces is as bad as one that is farther away by the first number of widths of the plate, and by a share
of the second one: the part of the plate that is on them."""
_OVER_TITLES: Final = 3.0
"""A place over a title is as bad again as so many widths of the plate."""


def nearest_place(size: QSizeF, toward: QPointF, room: QRectF) -> QRectF:
    """Return the place of a size in a room that is nearest to a point inside or outside."""
    left, top = toward.x() - size.width() / 2, toward.y() - size.height() / 2
    left = max(room.left(), min(left, room.right() - size.width()))
    return QRectF(QPointF(left, max(room.top(), min(top, room.bottom() - size.height()))), size)


def place_at_edge(
    size: QSizeF,
    toward: QPointF,
    room: QRectF,
    taken: Sequence[QRectF],
    pieces: Sequence[QRectF],
    titles: Sequence[QRectF] = (),
) -> QRectF:
    """Return the place for a plate at the edge that is nearest to its seat.

    It slides along the edge to a free place; if there is no such place, it covers others.

    Args:
        size: the plate's size.
        toward: the middle of its seat, inside the room or outside.
        room: all that is seen.
        taken: what it must not cover.
        pieces: what it should not cover.
        titles: what it should not cover either, although it is written on a piece.
    """
    nearest = nearest_place(size, toward, room)
    lanes = (
        QRectF(room.left(), nearest.top(), room.width(), nearest.height()),
        QRectF(nearest.left(), room.top(), nearest.width(), room.height()),
    )
    taken, pieces, titles = (
        [each for each in some if any(map(each.intersects, lanes))] for some in (taken, pieces, titles)
    )
    best, least = nearest, float("inf")
    for place in _along_edge(nearest, toward, room):
        way = (place.center() - nearest.center()).manhattanLength()
        if way >= least:
            break  # all further ones are farther away
        if any(place.intersects(other) for other in taken):
            continue
        cost = way + _cost_of_covering(place, pieces)
        if any(place.intersects(title) for title in titles):
            cost += _OVER_TITLES * place.width()
        if cost < least:
            best, least = place, cost
    return best


def _cost_of_covering(place: QRectF, pieces: Sequence[QRectF]) -> float:
    """Return how bad it is that a plate covers pieces there, in pixels of way."""
    covered = [place.intersected(piece) for piece in pieces if place.intersects(piece)]
    area = sum(part.width() * part.height() for part in covered)
    share = min(1.0, area / max(1.0, place.width() * place.height()))
    return place.width() * (_OVER_PIECES * bool(covered) + _WHOLLY_COVERED * share)


def _along_edge(nearest: QRectF, toward: QPointF, room: QRectF) -> Iterator[QRectF]:
    """Yield the places on the edges beyond which something is, the nearest ones first."""
    yield nearest
    beside = not room.left() <= toward.x() <= room.right()
    above = not room.top() <= toward.y() <= room.bottom()
    longest = max(room.width(), room.height())
    stride = max(_STEP, nearest.height() * _STRIDE)
    for step in range(1, int(longest / stride) + 1):
        for way in (step * stride, -step * stride):
            if above or not beside:
                place = nearest.translated(way, 0)
                if room.left() <= place.left() and place.right() <= room.right():
                    yield place
            if beside or not above:
                place = nearest.translated(0, way)
                if room.top() <= place.top() and place.bottom() <= room.bottom():
                    yield place
