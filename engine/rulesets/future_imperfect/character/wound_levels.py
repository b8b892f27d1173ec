"""Wound levels: the numbers of `rules/wound_levels.toml`, and the modifier of wounds (T-12, T-13, FI-WOUND)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from engine.kit.calculation import CalculationStep
from engine.kit.rules_data import rules_table
from engine.model.frozen import Frozen

WoundSource = Literal["continuing", "hit", "limb_hit"]
"""The source of a Wind loss: continuing (bleeding, smoke, water, fire), a hit, a hit on a limb (FI-DEATH-2)."""


class WoundLevel(Frozen):
    """A wound level: its modifier to rolls, the TN of rolls for its wounds, its Wind loss each round (T-12, T-13)."""

    name: str
    modifier: int
    tn: int
    bleeds: int


class NonlethalTable(Frozen):
    """Nonlethal wounds: the Wind that a level costs, and the number of levels that make one real wound (T-25)."""

    wind_per_level: int
    levels_per_wound: int


class HealingTable(Frozen):
    """The numbers of treatment, recovery of Wind, and natural healing (FI-HEAL)."""

    limit_minutes: int
    general_up_to: int
    wind_tn: int
    wind_minutes: int
    wind_per_minute: int
    wake_tn: int
    natural_days: int


class WoundTables(Frozen):
    """The numbers in the file `rules/wound_levels.toml`.

    The levels are in order, the lightest first. The sides are those of the dice for the Wind that a level costs
    (FI-WIND-1), and for the hours of unconsciousness (FI-STUN-6); a character that has lost only Wind has its own TN.
    After `stun_hours` without a conflict stun is over, by a ruling.
    """

    levels: tuple[WoundLevel, ...]
    wind_only_tn: int
    wind_sides: int
    unconscious_sides: int
    stun_hours: int
    nonlethal: NonlethalTable
    healing: HealingTable


wound_tables = rules_table("future_imperfect", "wound_levels", WoundTables)
"""The numbers of wounds and healing."""


def wound_level_row(level: int) -> WoundLevel:
    """Return the row of a wound level, counted from 1; one beyond the worst counts as the worst (T-12, FI-WOUND-1)."""
    rows = wound_tables().levels
    return rows[min(level, len(rows)) - 1]


def is_maimed(level: int) -> bool:
    """Return whether a level is the worst one, Maimed (FI-WOUND-1)."""
    return level >= len(wound_tables().levels)


def wound_modifier(levels: Mapping[str, int]) -> CalculationStep | None:
    """Return the modifier of wounds to all rolls except effect rolls; None without wounds (FI-WOUND-9, FI-WOUND-10).

    The worst wounded area alone counts; wounds do not add up.
    """
    worst = max(levels.values(), default=0)
    if not worst:
        return None
    row = wound_level_row(worst)
    return CalculationStep(reason="wounds", value=row.modifier, params={"level": row.name})
