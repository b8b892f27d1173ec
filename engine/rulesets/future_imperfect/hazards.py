"""Harm that nobody aims: explosions, falls, water, smoke and fire (FI-BOOM, FI-FALL, FI-DROWN, FI-FIRE)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Literal

from engine.rulesets.future_imperfect.data import tables
from engine.rulesets.future_imperfect.locations import Chart
from engine.rulesets.future_imperfect.measures import rings_out, whole_times, written
from engine.rulesets.future_imperfect.parts import Part, counting
from engine.rulesets.future_imperfect.shooting import numbers as attack_numbers
from engine.table.frozen import Frozen

Ground = Literal["hard", "water", "soft"]
"""What one falls onto."""
Blaze = Literal["small", "larger", "engulfed"]
"""How much of somebody burns (T-20)."""
FireWind = Literal["once", "per_area"]


class FallTable(Frozen):
    """T-21, and what softens a fall."""

    metres_per_die: int
    sides: int
    plus_per_die: int
    most_dice: int
    water_tn: int
    soft_tn: int


class SmokeTable(Frozen):
    """FI-FIRE-1: the TN of a breath, and what a wet cloth adds to the roll."""

    tn: int
    cloth: int


class FireTable(Frozen):
    """T-20: how many dice by how much burns, and their kind."""

    sides: int
    dice: Mapping[Blaze, int]


class HazardTables(Frozen):
    """The file `rules/hazards.toml`."""

    fall: FallTable
    water: Mapping[str, int]
    smoke: SmokeTable
    fire: FireTable


@cache
def numbers() -> HazardTables:
    """Return the numbers of hazards."""
    found: HazardTables = tables("hazards", HazardTables)
    return found


class FallDice(Frozen):
    """What a fall throws: open-ended dice, and what is added to their sum."""

    dice: int
    sides: int
    plus: int


def explosion_dice(dice: int, distance: float) -> tuple[Part, ...]:
    """Return the dice that a blast throws at somebody, one fewer for each 10 m beyond the first (FI-BOOM-1, FI-BOOM-2).

    Args:
        dice: at the middle.
        distance: from there, in metres.
    """
    lost = min(dice, rings_out(distance, attack_numbers().bands.metres))
    return counting(
        Part(reason="blast_dice", value=dice),
        Part(reason="blast_distance", value=-lost, params={"metres": written(distance)}),
    )


def fall_dice(metres: float) -> FallDice:
    """Return what a fall throws: for each full 5 m a die and 5, up to the limit (FI-FALL-1, FI-FALL-5)."""
    table = numbers().fall
    dice = min(table.most_dice, whole_times(max(0.0, metres), table.metres_per_die))
    return FallDice(dice=dice, sides=table.sides, plus=dice * table.plus_per_die)


def landing_tn(ground: Ground) -> int | None:
    """Return the TN of landing well: swimming into water, Dexterity onto what is soft (FI-FALL-3, FI-FALL-4)."""
    table = numbers().fall
    return {"hard": None, "water": table.water_tn, "soft": table.soft_tn}[ground]


def fall_damage(faces: Sequence[int], plus: int, ground: Ground, *, landed_well: bool) -> tuple[Part, ...]:
    """Return what a fall comes to (FI-FALL-1, FI-FALL-3, FI-FALL-4).

    Water halves it, and takes it away from one who dives well; what is soft halves it for one who lands well.

    Args:
        faces: what each die came to.
        plus: what is added to them.
        ground: what one falls onto.
        landed_well: the roll of `landing_tn` succeeded.
    """
    full = sum(faces) + plus
    half = full // 2
    left = {"hard": full, "water": 0 if landed_well else half, "soft": half if landed_well else full}[ground]
    return counting(Part(reason="fall", value=full), Part(reason=f"fall_{ground}", value=left - full))


def falls_elsewhere(chart: Chart, area: str, hurt: Collection[str], *, fall_distinct_areas: bool) -> bool:
    """Return whether the area of a fall's wound is rolled again, since it is hurt by this fall already (FI-FALL-2).

    Args:
        chart: whose body.
        area: what was rolled.
        hurt: areas that this fall has hurt.
        fall_distinct_areas: whether its wounds go to different areas, as long as there are any.
    """
    return fall_distinct_areas and area in hurt and not set(chart.areas) <= set(hurt)


def swimming_tn(water: str, *, swims: bool) -> int | None:
    """Return the TN of staying up in water over one's head, each round (FI-DROWN-1, FI-DROWN-3, T-14).

    Args:
        water: a name of the table.
        swims: whether one has the Aptitude; calm water asks nothing of who does.
    """
    return None if water == "calm" and swims else numbers().water[water]


def breath_lost(tn: int, total: int, *, bust: bool) -> int:
    """Return the Wind that water or smoke costs a round: what the roll fell short by (FI-DROWN-2, FI-FIRE-1).

    Who is winded in water does not roll: the total is 0. A bust loses the difference too, at least 1 (FI-DROWN-4).
    """
    return max(int(bust), tn - total)


def smoke_tn() -> int:
    """Return the TN of breathing in dense smoke, each round, even unconscious (FI-FIRE-1, FI-FIRE-2)."""
    return numbers().smoke.tn


def smoke_parts(*, cloth: bool) -> tuple[Part, ...]:
    """Return what is added to the Vigor roll against smoke (FI-FIRE-1)."""
    return counting(Part(reason="wet_cloth", value=numbers().smoke.cloth) if cloth else None)


def fire_dice(blaze: Blaze) -> int:
    """Return how many dice burning throws at the start of a round; no place adds any (FI-FIRE-3, FI-FIRE-4, T-20)."""
    return numbers().fire.dice[blaze]


def fire_areas(chart: Chart, blaze: Blaze, burning: Collection[str]) -> tuple[str, ...]:
    """Return the areas that fire hurts: those that burn, or all (FI-FIRE-3)."""
    return tuple(area for area in chart.areas if blaze == "engulfed" or area in burning)


def fire_wind_dice(wounds: int, areas: int, *, fire_wind: FireWind) -> int:
    """Return the Wind dice that burning costs (FI-FIRE-4, FI-WIND-1, FI-WIND-2).

    Args:
        wounds: what was rolled for each area, after chips.
        areas: how many burn.
        fire_wind: whether the dice are thrown for one area, or for each.
    """
    return (wounds or 1) * (areas if fire_wind == "per_area" else 1)
