"""Where what misses ends up: a thrown thing beside its target, a bullet in a bystander (FI-THROW, FI-STRAY)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Literal

from engine.rulesets.future_imperfect.measures import Point, between, exact, from_path
from engine.rulesets.future_imperfect.shooting import numbers

ScatterCap = Literal["none", "thrown_distance"]


def scatter_dice(tn: int, total: int) -> int:
    """Return how many dice a missed throw scatters by: one for every two points, at least one (FI-THROW-3, FI-THROW-6).

    A bust asks for it even where its kept die would have been enough.
    """
    missed = tn - total
    return max(1, math.ceil(missed / numbers().throwing.points_per_scatter_die))


def scatter_metres(totals: Sequence[int], thrown: float, *, scatter_cap: ScatterCap) -> float:
    """Return how far a missed throw drifts: the highest of the open-ended dice (FI-THROW-3, FI-THROW-5).

    Args:
        totals: what the dice came to.
        thrown: how far it was to have flown, in metres.
        scatter_cap: whether it may drift farther than that.
    """
    farthest = max(totals)
    return farthest if scatter_cap == "none" else min(farthest, thrown)


def landing(thrower: Point, target: Point, hour: int, metres: float, *, bust: bool) -> Point:
    """Return where a missed throw lands (FI-THROW-3, FI-THROW-4, FI-THROW-6).

    Args:
        thrower: the thrower's place in metres, right and down.
        target: where it was thrown at.
        hour: of the clock face as the thrower sees it: 12 is onward, 3 right, 6 back.
        metres: the drift.
        bust: it drifts from the thrower instead of the target.
    """
    length = between(thrower, target)
    # Thrown straight at one's own feet: onward is then up the map.
    onward = ((target[0] - thrower[0]) / length, (target[1] - thrower[1]) / length) if length else (0.0, -1.0)
    turn = math.tau * hour / numbers().throwing.clock_hours
    cos, sin = math.cos(turn), math.sin(turn)
    start = thrower if bust else target
    return (
        start[0] + metres * (onward[0] * cos - onward[1] * sin),
        start[1] + metres * (onward[0] * sin + onward[1] * cos),
    )


def threatened(people: Mapping[str, Point], start: Point, end: Point, *, suppression: bool) -> tuple[str, ...]:
    """Return who stands near a bullet's path, the nearest to the shooter first (FI-STRAY-3, FI-STRAY-6).

    Args:
        people: where those who may be hit stand; neither the shooter nor who was shot at.
        start: where the shooter stands.
        end: how far the path matters to the story (FI-STRAY-1).
        suppression: the weapon sweeps wider.
    """
    table = numbers().stray
    reach = table.reach_suppression if suppression else table.reach
    near = [name for name, place in people.items() if exact(from_path(place, start, end)) <= reach]
    return tuple(sorted(near, key=lambda name: (exact(between(start, people[name])), name)))


def stray_faces(*, spread: bool) -> int:
    """Return up to which face of a d6 a bystander is hit; `spread` for automatic and area fire (FI-STRAY-3, -5)."""
    table = numbers().stray
    return table.hit_up_to_spread if spread else table.hit_up_to


def stray_victim(order: Sequence[str], faces: Sequence[int], *, spread: bool) -> str | None:
    """Return whom one missed round hits: the first whose die is low enough, or nobody (FI-STRAY-4, FI-STRAY-5).

    Args:
        order: who is tested, in this order.
        faces: their dice; fewer where the rest was not tested.
        spread: automatic or area fire.
    """
    hit = stray_faces(spread=spread)
    return next((who for who, face in zip(order, faces, strict=False) if face <= hit), None)
