"""Wind: its dice for a hit, bleeding, and the state that a loss leads to (FI-WIND, FI-BLEED, FI-DEATH)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Literal

from engine.kit.calculation import CalculationStep, effective_steps
from engine.rulesets.future_imperfect.character.wound_levels import WoundSource, wound_level_row

StoppedBy = Literal["", "armour", "cover"]
"""The thing that stopped a hit, if any."""


def wind_dice(inflicted: int, *, cancelled: int, stopped: StoppedBy, wind_on_negated: bool) -> int:
    """Return the dice of Wind that a hit costs: one a level, one for no level (FI-WIND-1 to FI-WIND-4).

    Levels beyond the last one of an area count too (FI-WOUND-8).

    Args:
        inflicted: wound levels by the damage.
        cancelled: the levels that chips cancelled.
        stopped: the thing that stopped the hit. Behind cover there is no effect at all (FI-COVER-2).
        wind_on_negated: whether a hit that armour or chips negated still costs a die.
    """
    if stopped:
        return int(wind_on_negated and stopped == "armour")
    left = max(0, inflicted - cancelled)
    return int(wind_on_negated) if inflicted and not left else left or 1


BleedStack = Literal["sum", "worst_only"]
WindState = Literal["well", "winded", "ask", "dead"]


# ---- bleeding and the end


def bleeding_parts(
    levels: Mapping[str, int], stopped: Collection[str], *, bleed_stack: BleedStack
) -> tuple[CalculationStep, ...]:
    """Return the Wind that wounds cost at the end of a round, area by area (FI-BLEED-1 to FI-BLEED-3).

    Args:
        levels: by area.
        stopped: areas whose bleeding was stopped and that were not wounded since.
        bleed_stack: whether the areas add up, or only the worst counts.
    """
    parts = [
        CalculationStep(
            reason="bleeding",
            value=wound_level_row(level).bleeds,
            params={"area": area, "level": wound_level_row(level).name},
        )
        for area, level in levels.items()
        if level and area not in stopped
    ]
    if bleed_stack == "worst_only":
        parts = sorted(parts, key=lambda part: part.value, reverse=True)[:1]
    return effective_steps(*parts)


def wind_state(wind: int, start: int, source: WoundSource) -> WindState:
    """Return the state after a loss of Wind (FI-WIND-5, FI-WIND-6, FI-DEATH-1, FI-DEATH-2, FI-WOUND-6).

    At 0 or less a character is winded. At minus the starting Wind continuing losses kill; after a hit the GM decides;
    a hit on a limb never kills by itself.

    Args:
        wind: the Wind now.
        start: the Wind at full.
        source: the source of the loss.
    """
    if wind > 0:
        return "well"
    if wind > -start or source == "limb_hit":
        return "winded"
    return "dead" if source == "continuing" else "ask"
