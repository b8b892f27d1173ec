"""Results of a miss: scatter of a thrown thing, and bystanders hit by a bullet (FI-THROW, FI-STRAY)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Literal

from engine.rulesets.future_imperfect.distance import Point, between, exact, from_path
from engine.rulesets.future_imperfect.rules.ranged_rules import ranged_tables

ScatterCap = Literal["none", "thrown_distance"]


def scatter_dice(tn: int, total: int) -> int:
    """Return the number of scatter dice of a missed throw: one for every two points, at least one (FI-THROW-3, -6).

    A bust scatters even if its kept die would have been enough.
    """
    missed = tn - total
    return max(1, math.ceil(missed / ranged_tables().throwing.points_per_scatter_die))


def scatter_metres(totals: Sequence[int], thrown: float, *, scatter_cap: ScatterCap) -> float:
    """Return the scatter of a missed throw in metres: the highest of the open-ended dice (FI-THROW-3, FI-THROW-5).

    By the option it does not drift farther than it was `thrown`.
    """
    farthest = max(totals)
    return farthest if scatter_cap == "none" else min(farthest, thrown)


def landing(thrower: Point, target: Point, hour: int, metres: float, *, bust: bool) -> Point:
    """Return the point where a missed throw lands (FI-THROW-3, FI-THROW-4, FI-THROW-6).

    Places are in metres, right and down. The hour is of the clock face as the thrower sees it: 12 is onward, 3 right, 6
    back. After a bust it drifts from the thrower instead of the target.
    """
    length = between(thrower, target)
    # A throw at the thrower's own feet: "onward" is then up the map.
    onward = ((target[0] - thrower[0]) / length, (target[1] - thrower[1]) / length) if length else (0.0, -1.0)
    turn = math.tau * hour / ranged_tables().throwing.clock_hours
    cos, sin = math.cos(turn), math.sin(turn)
    start = thrower if bust else target
    return (
        start[0] + metres * (onward[0] * cos - onward[1] * sin),
        start[1] + metres * (onward[0] * sin + onward[1] * cos),
    )


def threatened(people: Mapping[str, Point], start: Point, end: Point, *, suppression: bool) -> tuple[str, ...]:
    """Return the bystanders near a bullet's path, the nearest to the shooter first (FI-STRAY-3, FI-STRAY-6).

    The path ends where FI-STRAY-1 says; people are without the shooter and the target. Suppression fire sweeps wider.
    """
    table = ranged_tables().stray
    reach = table.reach_suppression if suppression else table.reach
    nearby = [name for name, place in people.items() if exact(from_path(place, start, end)) <= reach]
    return tuple(sorted(nearby, key=lambda name: (exact(between(start, people[name])), name)))


def stray_faces(*, spread: bool) -> int:
    """Return the highest face of a d6 that hits a bystander; `spread` for automatic and area fire (FI-STRAY-3, -5)."""
    table = ranged_tables().stray
    return table.hit_up_to_spread if spread else table.hit_up_to


def stray_victim(order: Sequence[str], faces: Sequence[int], *, spread: bool) -> str | None:
    """Return the victim of one missed round: the first one whose die is low enough, or None (FI-STRAY-4, FI-STRAY-5).

    The bystanders are in the order of testing; there are fewer faces if the rest was not tested.
    """
    hit = stray_faces(spread=spread)
    return next((name for name, face in zip(order, faces, strict=False) if face <= hit), None)
