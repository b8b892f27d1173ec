"""Distances and Sizes: exact values, whole rings, and distances between points."""

from __future__ import annotations

import math
from fractions import Fraction

from engine.core.memo import memo

Point = tuple[float, float]
"""A point in metres: to the right and down, as on a map."""

THOUSANDTHS = 1000


@memo
def exact(value: float) -> Fraction:
    """Return a length or a Size to the thousandth, the precision of a sheet and a map.

    Rules compare with exactly 10 m; a length from a square root on a map must not miss that by a rounding error.
    """
    return Fraction(round(value * THOUSANDTHS), THOUSANDTHS)


def written(value: float) -> int | float:
    """Return a length or a Size as people write it: 8, not 8.0."""
    return int(value) if value == int(value) else value


@memo
def whole_times(value: float, measure: float) -> int:
    """Return how many full times a value contains a measure; fractions are dropped (FI-CORE-14)."""
    return int(exact(value) // exact(measure))


@memo
def rings_out(distance: float, width: float) -> int:
    """Return how many rings beyond the first a distance is; a ring includes its outer edge (FI-AREA-1, FI-BOOM-1)."""
    return math.ceil(max(exact(distance), Fraction(1)) / exact(width)) - 1


def between(here: Point, there: Point) -> float:
    """Return the distance between two points in metres."""
    return math.hypot(there[0] - here[0], there[1] - here[1])


def from_path(place: Point, start: Point, end: Point) -> float:
    """Return the distance of a point from the line between two others, in metres."""
    length = between(start, end)
    if not length:
        return between(place, start)
    along_x, along_y = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    along = (place[0] - start[0]) * along_x + (place[1] - start[1]) * along_y
    along = min(max(along, 0.0), length)
    return between(place, (start[0] + along_x * along, start[1] + along_y * along))
