"""Wounds by damage, nonlethal blows, and how wounds are marked on a body (FI-WOUND, FI-BRAWL)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from engine.model.frozen import Frozen
from engine.rulesets.future_imperfect.character.hit_locations import HitChart
from engine.rulesets.future_imperfect.character.wound_levels import is_maimed, wound_tables
from engine.rulesets.future_imperfect.distance import whole_times

WoundOverflow = Literal["lost", "to_guts"]


class NonlethalResult(Frozen):
    """The result of a blow that is not meant to kill.

    Attributes:
        wounds: real levels to mark; chips may cancel them (FI-FATE-15).
        wind: Wind lost directly, in place of all dice for this hit.
        wind_dice: open-ended dice of Wind, where the group has a light blow cost some.
    """

    wounds: int
    wind: int
    wind_dice: int = 0


class MarkedWounds(Frozen):
    """The wounds of a body after a change.

    Attributes:
        levels: by area; areas without a wound may be missing.
        lost: the levels beyond the last one of an area (FI-WOUND-8).
    """

    levels: Mapping[str, int]
    lost: int = 0


def wounds_of(damage: int, size: float) -> int:
    """Return the wound levels by damage to a body of a Size: a level for each full Size (FI-DMG-5)."""
    return whole_times(max(0, damage), size)


def nonlethal(levels: int, *, brawl_min_wind: int) -> NonlethalResult:
    """Return the result of nonlethal wound levels: Wind, and a real wound for every second level (FI-BRAWL-1 to -3).

    Args:
        levels: wound levels by the damage, of bare hands or a light club (FI-BRAWL-4 for heavy ones).
        brawl_min_wind: the dice of Wind for a blow without a level.
    """
    table = wound_tables().nonlethal
    return NonlethalResult(
        wounds=levels // table.levels_per_wound,
        wind=levels * table.wind_per_level,
        wind_dice=0 if levels else brawl_min_wind,
    )


def mark_wounds(
    chart: HitChart, levels: Mapping[str, int], area: str, wounds: int, *, overflow: WoundOverflow
) -> MarkedWounds:
    """Return the wounds after new ones; they add up only within an area (FI-WOUND-1 to FI-WOUND-3, FI-WOUND-8).

    Args:
        chart: the body's hit chart.
        levels: the present levels by area.
        area: the area that is hit.
        wounds: the number of new levels.
        overflow: the option for levels beyond the worst: lost, or marked on the guts.
    """
    had = levels.get(area, 0)
    taken = min(wounds, chart.boxes - had)
    marked, lost = {**levels, area: had + taken}, wounds - taken
    if lost and overflow == "to_guts":
        return mark_wounds(chart, marked, chart.core, lost, overflow="lost")
    return MarkedWounds(levels=marked, lost=lost)


def maimed_areas(chart: HitChart, levels: Mapping[str, int], *, deadly: bool) -> tuple[str, ...]:
    """Return the maimed areas (FI-WOUND-4, FI-WOUND-5, FI-DEATH-3).

    Args:
        chart: the body's hit chart.
        levels: by area.
        deadly: return the deadly areas, head and guts; else the others, limbs that are lost.
    """
    return tuple(area for area in chart.areas if is_maimed(levels.get(area, 0)) and (area in chart.deadly) is deadly)
