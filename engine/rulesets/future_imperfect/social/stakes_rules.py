"""Simple contests: the target number, and the declared outcome that is reached (FI-SIMPLE)."""

from __future__ import annotations

from typing import Literal

from engine.kit.calculation import CalculationStep, effective_steps
from engine.rulesets.future_imperfect.character.traits import Trait, step_of
from engine.rulesets.future_imperfect.rules.social_tables import social_tables

SimpleContestGap = Literal["steps", "numeric"]


def simple_tn(
    own: Trait, other: Trait, other_level: int, *, simple_contest_gap: SimpleContestGap
) -> tuple[CalculationStep, ...]:
    """Return the target number of a simple contest (FI-SIMPLE-1 to FI-SIMPLE-3).

    Args:
        own: the Trait of the initiator's skill; only its die type counts.
        other: the Trait of the opposing skill.
        other_level: the level of the opposing skill.
        simple_contest_gap: whether die types are compared by steps of the ladder or by their numbers.
    """
    table = social_tables().simple
    gap = step_of(other) - step_of(own) if simple_contest_gap == "steps" else other.value - own.value
    if gap > table.wide:
        first = CalculationStep(reason="die_much_greater", value=table.much_greater)
    elif gap > 0:
        first = CalculationStep(reason="die_greater", value=table.greater)
    elif gap == 0:
        first = CalculationStep(reason="die_equal", value=table.equal)
    else:
        first = CalculationStep(reason="die_less", value=table.less)
    skilled = other_level >= table.level
    return (first, *effective_steps(CalculationStep(reason="other_skilled", value=table.skilled * skilled)))


def stake_reached(successes: int, raises_declared: int) -> int:
    """Return the index of the declared outcome that a simple contest has reached (FI-SIMPLE-4).

    0 is failure, 1 success, and numbers above are raises, up to those declared.
    """
    return min(successes, 1 + raises_declared)
