"""Hazards: explosions, falls, water, smoke and fire (FI-BOOM, FI-FALL, FI-DROWN, FI-FIRE)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Literal

from engine.kit.calculation import CalculationStep, effective_steps
from engine.kit.rules_data import rules_table
from engine.model.frozen import Frozen
from engine.rulesets.future_imperfect.character.hit_locations import HitChart
from engine.rulesets.future_imperfect.distance import rings_out, whole_times, written
from engine.rulesets.future_imperfect.rules.ranged_rules import ranged_tables

LandingGround = Literal["hard", "water", "soft"]
"""The ground of a fall."""
FireSize = Literal["small", "larger", "engulfed"]
"""The burning part of a character (T-20)."""
FireWind = Literal["once", "per_area"]


class FallTable(Frozen):
    """T-21, and the TNs of a soft landing."""

    metres_per_die: int
    sides: int
    plus_per_die: int
    most_dice: int
    water_tn: int
    soft_tn: int


class SmokeTable(Frozen):
    """FI-FIRE-1: the TN of a breath, and the bonus of a wet cloth."""

    tn: int
    cloth: int


class FireTable(Frozen):
    """T-20: the dice by the size of the fire, and their type."""

    sides: int
    dice: Mapping[FireSize, int]


class HazardTables(Frozen):
    """The file `rules/hazards.toml`."""

    fall: FallTable
    water: Mapping[str, int]
    smoke: SmokeTable
    fire: FireTable


hazard_tables = rules_table("future_imperfect", "hazards", HazardTables)
"""The tables of hazards."""


class FallDice(Frozen):
    """The open-ended dice of a fall, and the number added to their sum."""

    dice: int
    sides: int
    plus: int


def explosion_dice(dice: int, distance: float) -> tuple[CalculationStep, ...]:
    """Return the dice of an explosion on a victim, one fewer for each 10 m beyond the first (FI-BOOM-1, FI-BOOM-2)."""
    lost = min(dice, rings_out(distance, ranged_tables().band_metres))
    return effective_steps(
        CalculationStep(reason="blast_dice", value=dice),
        CalculationStep(reason="blast_distance", value=-lost, params={"metres": written(distance)}),
    )


def fall_dice(metres: float) -> FallDice:
    """Return the dice of a fall: for each full 5 m a die and 5, up to the limit (FI-FALL-1, FI-FALL-5)."""
    table = hazard_tables().fall
    dice = min(table.most_dice, whole_times(max(0.0, metres), table.metres_per_die))
    return FallDice(dice=dice, sides=table.sides, plus=dice * table.plus_per_die)


def landing_tn(ground: LandingGround) -> int | None:
    """Return the TN of a soft landing: swimming into water, Dexterity onto soft ground, else None (FI-FALL-3, -4)."""
    table = hazard_tables().fall
    return {"hard": None, "water": table.water_tn, "soft": table.soft_tn}[ground]


def fall_damage(
    faces: Sequence[int], plus: int, ground: LandingGround, *, landed_well: bool
) -> tuple[CalculationStep, ...]:
    """Return the damage of a fall (FI-FALL-1, FI-FALL-3, FI-FALL-4).

    Water halves it, and a good dive avoids it; soft ground halves it after a good landing (`landing_tn`).
    """
    full = sum(faces) + plus
    half = full // 2
    left = {"hard": full, "water": 0 if landed_well else half, "soft": half if landed_well else full}[ground]
    return effective_steps(
        CalculationStep(reason="fall", value=full - plus),
        CalculationStep(reason="fall_distance", value=plus),
        CalculationStep(reason=f"fall_{ground}", value=left - full),
    )


def falls_elsewhere(chart: HitChart, area: str, hurt: Collection[str], *, fall_distinct_areas: bool) -> bool:
    """Return whether the area of a fall's wound is rolled again, since this fall has hurt it already (FI-FALL-2).

    By the option its wounds go to different areas, as long as there are any.
    """
    return fall_distinct_areas and area in hurt and not set(chart.areas) <= set(hurt)


def swimming_tn(water: str, *, swims: bool) -> int | None:
    """Return the TN of staying above deep water, each round (FI-DROWN-1, FI-DROWN-3, T-14).

    In calm water a character with the Aptitude needs no roll: None.
    """
    return None if water == "calm" and swims else hazard_tables().water[water]


def breath_lost(tn: int, total: int, *, bust: bool) -> int:
    """Return the Wind lost to water or smoke in a round: the difference to the TN (FI-DROWN-2, FI-FIRE-1).

    A winded character in water does not roll: the total is 0. A bust loses at least 1 (FI-DROWN-4).
    """
    return max(int(bust), tn - total)


def smoke_tn() -> int:
    """Return the TN of breathing in dense smoke, each round, even unconscious (FI-FIRE-1, FI-FIRE-2)."""
    return hazard_tables().smoke.tn


def smoke_parts(*, cloth: bool) -> tuple[CalculationStep, ...]:
    """Return the modifiers of the Vigor roll against smoke (FI-FIRE-1)."""
    return effective_steps(CalculationStep(reason="wet_cloth", value=hazard_tables().smoke.cloth) if cloth else None)


def fire_dice(blaze: FireSize) -> int:
    """Return the damage dice of a fire at the start of a round; no location adds any (FI-FIRE-3, FI-FIRE-4, T-20)."""
    return hazard_tables().fire.dice[blaze]


def fire_areas(chart: HitChart, blaze: FireSize, burning: Collection[str]) -> tuple[str, ...]:
    """Return the areas that fire hurts: the burning ones, or all (FI-FIRE-3)."""
    return tuple(area for area in chart.areas if blaze == "engulfed" or area in burning)


def fire_wind_dice(wounds: int, areas: int, *, fire_wind: FireWind) -> int:
    """Return the Wind dice that burning costs (FI-FIRE-4, FI-WIND-1, FI-WIND-2).

    The wounds are those of each area, after chips; by the option dice are thrown for one area, or for each.
    """
    return (wounds or 1) * (areas if fire_wind == "per_area" else 1)
