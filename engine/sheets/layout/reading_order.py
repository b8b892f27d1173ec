"""Cuts a page so that its boxes are read one after the other.

Programs that read a page without knowing its content look for white lines right across it: they read everything on one
side of such a line before everything on the other side.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from engine.sheets.layout.page_geometry import Rect

_SLACK: Final = 0.01


class Cut(NamedTuple):
    """A white line through a part of a page, from x, y for `length` millimetres to the right, or downwards."""

    x: float
    y: float
    length: float
    down: bool


class ReadingOrder(NamedTuple):
    """The reading order of a page: its cuts, those of larger parts first, and the order of its places.

    `whole` says that there is a cut between any two places.
    """

    cuts: tuple[Cut, ...]
    order: tuple[int, ...]
    whole: bool


def reading_order_of(places: Sequence[Rect], space: Rect) -> ReadingOrder:
    """Find the reading order of places in a space; it keeps the given order if possible."""
    cuts: list[Cut] = []
    order: list[int] = []
    waiting = [(tuple(range(len(places))), space)]
    whole = True
    while waiting:
        members, room = waiting.pop()
        if len(members) < 2:
            order += members
            continue
        halves = _halves(places, members)
        if halves is None:
            whole = False
            order += members
            continue
        first, second, at, down = halves
        if down:
            cuts.append(Cut(at, room.y, room.h, down=True))
            parts = Rect(room.x, room.y, at - room.x, room.h), Rect(at, room.y, room.right - at, room.h)
        else:
            cuts.append(Cut(room.x, at, room.w, down=False))
            parts = Rect(room.x, room.y, room.w, at - room.y), Rect(room.x, at, room.w, room.bottom - at)
        waiting += [(second, parts[1]), (first, parts[0])]
    return ReadingOrder(tuple(cuts), tuple(order), whole)


class _Halves(NamedTuple):
    first: tuple[int, ...]
    second: tuple[int, ...]
    at: float
    down: bool


def _halves(places: Sequence[Rect], members: tuple[int, ...]) -> _Halves | None:
    """Return the cut that keeps the order of a part, else the first one."""
    found = list(_ways(places, members))
    return next((way for way in found if max(way.first) < min(way.second)), found[0] if found else None)


def _ways(places: Sequence[Rect], members: tuple[int, ...]) -> Iterator[_Halves]:
    """Yield every cut through a part, horizontal ones first."""
    for down in (False, True):
        ends = {at: _ends(places[at], down=down) for at in members}
        sorted_members = sorted(members, key=lambda at: ends[at])
        reached = ends[sorted_members[0]][1]
        for count, at in enumerate(sorted_members[1:], 1):
            start, end = ends[at]
            if reached <= start + _SLACK:
                first, second = sorted(sorted_members[:count]), sorted(sorted_members[count:])
                yield _Halves(tuple(first), tuple(second), (reached + start) / 2, down)
            reached = max(reached, end)


def _ends(place: Rect, *, down: bool) -> tuple[float, float]:
    return (place.x, place.right) if down else (place.y, place.bottom)
