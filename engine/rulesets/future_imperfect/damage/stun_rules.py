"""Stun checks: their target numbers and results (FI-STUN)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from engine.model.frozen import Frozen
from engine.rulesets.future_imperfect.character.wound_levels import wound_level_row, wound_tables

StunLevel = Literal["location_after", "wounds_inflicted"]
MultiAreaStun = Literal["highest_once", "each_area"]
StunResult = Literal["passed", "stunned", "unconscious"]


class AreaWound(Frozen):
    """The wounds from one source to one area: the levels inflicted, and the area's new level."""

    inflicted: int
    after: int


def stun_tn(hit: AreaWound, *, stun_level: StunLevel, stun_on_wind_only: bool, wind_lost: bool = True) -> int | None:
    """Return the TN of the stun check after a hit, or None for no check (FI-STUN-1, FI-STUN-2).

    Args:
        hit: the levels marked, and the area's level now.
        stun_level: the option for which of the two counts.
        stun_on_wind_only: whether a hit that cost only Wind needs a check too.
        wind_lost: the hit cost Wind.
    """
    if not hit.inflicted:
        return wound_tables().wind_only_tn if wind_lost and stun_on_wind_only else None
    return wound_level_row(hit.after if stun_level == "location_after" else hit.inflicted).tn


def stun_tns(
    hits: Sequence[AreaWound],
    *,
    stun_level: StunLevel,
    stun_on_wind_only: bool,
    multi_area_stun: MultiAreaStun,
) -> tuple[int, ...]:
    """Return the TNs of the checks after an explosion, a fall or fire, which hurt several areas (FI-STUN-2)."""
    asked = (stun_tn(hit, stun_level=stun_level, stun_on_wind_only=stun_on_wind_only) for hit in hits)
    tns = tuple(tn for tn in asked if tn is not None)
    return (max(tns),) if tns and multi_area_stun == "highest_once" else tns


def recovery_tn(levels: Mapping[str, int]) -> int:
    """Return the TN of a recovery: by the worst wound, or that of Wind alone (FI-STUN-5, T-13)."""
    worst = max(levels.values(), default=0)
    return wound_level_row(worst).tn if worst else wound_tables().wind_only_tn


def stun_result(total: int, tn: int, *, bust: bool) -> StunResult:
    """Return the result of a stun or recovery check (FI-STUN-3, FI-STUN-4, FI-STUN-6)."""
    if bust:
        return "unconscious"
    return "passed" if total >= tn else "stunned"
