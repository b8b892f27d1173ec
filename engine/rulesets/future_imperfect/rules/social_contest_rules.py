"""Contests of will, simple contests, and fear: tables, effects, target numbers (FI-PSY, FI-SIMPLE, T-4, T-5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from engine.kit.calculation import CalculationStep, effective_steps
from engine.kit.rules_data import rules_table
from engine.model.frozen import Frozen
from engine.rulesets.future_imperfect.character.traits import Trait, step_of

ContestEffect = Literal["unnerved", "distracted", "broken"]
TerrorState = Literal["terrified", "catatonic"]


class ContestEffectRow(Frozen):
    """The number of successes from which a contest has an effect."""

    successes: int
    effect: ContestEffect


class SimpleContestTable(Frozen):
    """The target numbers of simple contests, by the other's die type compared with one's own (T-4c, T-4d).

    A die type greater by more than `wide` is much greater. From a `level` on the other is skilled, which adds a bonus.
    """

    less: int
    equal: int
    greater: int
    much_greater: int
    wide: int
    level: int
    skilled: int


class FearTable(Frozen):
    """The results of a fear test (T-5)."""

    by_successes: tuple[ContestEffect, ...]
    bust: TerrorState
    bust_under_terror: TerrorState


class SocialTables(Frozen):
    """The tables of social contests: opposing Aptitudes, effects from the lightest on, target numbers, fear."""

    opposition: Mapping[str, str]
    contest: tuple[ContestEffectRow, ...]
    simple: SimpleContestTable
    fear: FearTable


social_tables = rules_table("future_imperfect", "social_contests", SocialTables)
"""The tables of social contests."""


FearBrokenChip = Literal["master", "none"]


def opposing_aptitude(aptitude: str) -> str | None:
    """Return the Aptitude that opposes a contest; None for persuasion, which has none (FI-PSY-1)."""
    return social_tables().opposition.get(aptitude)


def contest_effect(successes: int) -> ContestEffect | None:
    """Return the effect on the loser of a contest won with so many successes; None without any (FI-PSY-4)."""
    reached = [rung.effect for rung in social_tables().contest if successes >= rung.successes]
    return reached[-1] if reached else None


def included_effects(effect: ContestEffect) -> tuple[ContestEffect, ...]:
    """Return all that an effect includes: distracted includes unnerved, broken includes both (FI-PSY-7, FI-PSY-8)."""
    order = [rung.effect for rung in social_tables().contest]
    return tuple(order[: order.index(effect) + 1])


def chip_of_broken(
    cause: Literal["contest", "fear"], *, winner_is_extra: bool, fear_broken_chip: FearBrokenChip
) -> Literal["winner", "master"] | None:
    """Return the side that draws the chip for a broken character; None for neither (FI-PSY-8, FI-FEAR-4).

    By the option the GM draws for fear, which has no winner.
    """
    if cause == "contest":
        return "master" if winner_is_extra else "winner"
    return "master" if fear_broken_chip == "master" else None


SimpleContestGap = Literal["steps", "numeric"]


def simple_tn(
    own: Trait, other: Trait, other_level: int, *, simple_contest_gap: SimpleContestGap
) -> tuple[CalculationStep, ...]:
    """Return the target number of a simple contest (FI-SIMPLE-1 to FI-SIMPLE-3).

    Only the die type of the initiator's skill counts. By the option die types are compared by steps of the ladder or by
    their numbers.
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
