"""Contests of will: the opposing Aptitude, and the effect on the loser (FI-PSY)."""

from __future__ import annotations

from typing import Literal

from engine.rulesets.future_imperfect.rules.social_tables import ContestEffect, social_tables

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

    Args:
        cause: a contest, or fear without a winner.
        winner_is_extra: an extra has won the contest.
        fear_broken_chip: the option for who draws for fear.
    """
    if cause == "contest":
        return "master" if winner_is_extra else "winner"
    return "master" if fear_broken_chip == "master" else None
