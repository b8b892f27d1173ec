"""Contests of will, stakes and fear: who resists with what, what it does to whom (FI-PSY, FI-SIMPLE, FI-FEAR)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from engine.rulesets.future_imperfect.data import tables
from engine.rulesets.future_imperfect.parts import Part, counting
from engine.rulesets.future_imperfect.traits import Trait, step_of
from engine.table.frozen import Frozen

Effect = Literal["unnerved", "distracted", "broken"]
Dread = Literal["terrified", "catatonic"]
FearBrokenChip = Literal["master", "none"]
SimpleContestGap = Literal["steps", "numeric"]


class Rung(Frozen):
    """From how many successes on a contest has an effect."""

    successes: int
    effect: Effect


class Simple(Frozen):
    """The target numbers of simple contests (T-4c, T-4d).

    Attributes:
        less, equal, greater, much_greater: by how the other's die type compares with one's own.
        wide: greater by more than this is much greater.
        level: from so many levels on the other is skilled.
        skilled: what that adds.
    """

    less: int
    equal: int
    greater: int
    much_greater: int
    wide: int
    level: int
    skilled: int


class Fear(Frozen):
    """What a fear test leaves (T-5)."""

    by_successes: tuple[Effect, ...]
    bust: Dread
    bust_under_terror: Dread


class MindTables(Frozen):
    """The numbers of this chapter.

    Attributes:
        opposition: who resists a contest with what.
        contest: its effects, the lightest first.
        simple: target numbers.
        fear: what a test leaves.
    """

    opposition: Mapping[str, str]
    contest: tuple[Rung, ...]
    simple: Simple
    fear: Fear


def mind_tables() -> MindTables:
    """Return the numbers of this chapter."""
    found: MindTables = tables("minds", MindTables)
    return found


# ---- contests in a fight ---------------------------------------------------------------------------------------------


def resisted_with(aptitude: str) -> str | None:
    """Return the Aptitude that resists a contest; None for persuasion, which has no opponent of its own (FI-PSY-1)."""
    return mind_tables().opposition.get(aptitude)


def contest_effect(successes: int) -> Effect | None:
    """Return what a contest won with so many successes does to the loser; None without any (FI-PSY-4)."""
    reached = [rung.effect for rung in mind_tables().contest if successes >= rung.successes]
    return reached[-1] if reached else None


def contained(effect: Effect) -> tuple[Effect, ...]:
    """Return all that an effect brings: distracted is unnerved too, broken is both (FI-PSY-7, FI-PSY-8)."""
    order = [rung.effect for rung in mind_tables().contest]
    return tuple(order[: order.index(effect) + 1])


def chip_of_broken(
    cause: Literal["contest", "fear"], *, winner_is_extra: bool, fear_broken_chip: FearBrokenChip
) -> Literal["winner", "master"] | None:
    """Return who draws the chip for somebody broken; None if nobody does (FI-PSY-8, FI-FEAR-4).

    Args:
        cause: a contest, or fear, which has no winner.
        winner_is_extra: an extra has won the contest.
        fear_broken_chip: who draws for fear.
    """
    if cause == "contest":
        return "master" if winner_is_extra else "winner"
    return "master" if fear_broken_chip == "master" else None


# ---- stakes ----------------------------------------------------------------------------------------------------------


def simple_tn(own: Trait, other: Trait, other_level: int, *, simple_contest_gap: SimpleContestGap) -> tuple[Part, ...]:
    """Return the target number of a simple contest (FI-SIMPLE-1 to FI-SIMPLE-3).

    Args:
        own: the Trait of the initiator's skill; only its die type counts.
        other: that of the opposing skill.
        other_level: the level of the opposing skill.
        simple_contest_gap: whether die types are compared by steps of the ladder or by their numbers.
    """
    table = mind_tables().simple
    gap = step_of(other) - step_of(own) if simple_contest_gap == "steps" else other.value - own.value
    if gap > table.wide:
        first = Part(reason="die_much_greater", value=table.much_greater)
    elif gap > 0:
        first = Part(reason="die_greater", value=table.greater)
    elif gap == 0:
        first = Part(reason="die_equal", value=table.equal)
    else:
        first = Part(reason="die_less", value=table.less)
    skilled = other_level >= table.level
    return (first, *counting(Part(reason="other_skilled", value=table.skilled * skilled)))


def stake_reached(successes: int, raises_declared: int) -> int:
    """Return which declared outcome a simple contest has come to (FI-SIMPLE-4).

    0 is failure, 1 success, and what is above that the raises, as far as any were declared.
    """
    return min(successes, 1 + raises_declared)


# ---- fear ------------------------------------------------------------------------------------------------------------


def fear_result(successes: int, *, bust: bool, terror: bool) -> Effect | Dread | None:
    """Return what a fear or terror test leaves; None for nothing (FI-FEAR-3, FI-FEAR-5, FI-FEAR-6).

    Args:
        successes: of the guts roll.
        bust: it went bust.
        terror: a terror test, on which no chips are spent.
    """
    table = mind_tables().fear
    if bust:
        return table.bust_under_terror if terror else table.bust
    return table.by_successes[successes] if successes < len(table.by_successes) else None


def joker_under_terror(*, black_joker: bool, failed_terror: bool, terrified: bool) -> Dread | None:
    """Return what a draw makes of somebody in terror; None for no change (FI-JOKER-10, FI-FEAR-6, FI-FEAR-8).

    Args:
        black_joker: it was among the cards that he drew.
        failed_terror: this is his first draw since he failed a terror test.
        terrified: he draws the single card of somebody terrified.
    """
    return mind_tables().fear.bust_under_terror if black_joker and (failed_terror or terrified) else None


def after_draw_phase(dread: Dread) -> Dread | None:
    """Return what follows a draw phase in dread, in time for the next one (FI-FEAR-6, FI-FEAR-8).

    Somebody catatonic has drawn nothing and is terrified in the next; somebody terrified has drawn his one card,
    and with the run that it brings it is over.
    """
    fear = mind_tables().fear
    return fear.bust if dread == fear.bust_under_terror else None
