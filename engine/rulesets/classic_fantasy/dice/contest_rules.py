"""Contests of two rolls: who wins an opposed one, and by how many levels (CF-X-7, CF-X-8)."""

from __future__ import annotations

from typing import Literal

from engine.messages.message import Message
from engine.model.frozen import Frozen
from engine.rulesets.classic_fantasy.dice.grade_tables import SuccessLevel, numbers
from engine.rulesets.classic_fantasy.dice.success_levels import RollResult, succeeds

ContestSide = Literal["acting", "resisting"]


def _height(level: SuccessLevel) -> int:
    """Return an outcome as a number: critical 3, success 2, failure 1, fumble 0 (CF-X-4)."""
    order = tuple(numbers().differential)
    return len(order) - 1 - order.index(level)


class ContestResult(Frozen):
    """The result of an opposed roll.

    Attributes:
        winner: None if neither side succeeded: they roll again, or the GM decides.
        reason: the rule that decided it.
    """

    winner: ContestSide | None
    reason: Literal["neither", "level", "roll", "skill", "resisting"]

    @property
    def words(self) -> Message:
        """The reason in words."""
        return Message(key=f"d100.contest.{self.reason}", params={"winner": self.winner})


def opposed(acting: RollResult, resisting: RollResult) -> ContestResult:
    """Return the winner of an opposed roll (CF-X-7, section 2.16).

    The better level wins, then the higher die, then the higher effective skill, and at last the resisting side.
    """
    if not succeeds(acting.level) and not succeeds(resisting.level):
        return ContestResult(winner=None, reason="neither")
    steps: tuple[tuple[Literal["level", "roll", "skill"], int], ...] = (
        ("level", _height(acting.level) - _height(resisting.level)),
        ("roll", acting.roll - resisting.roll),
        ("skill", acting.value - resisting.value),
    )
    for reason, ahead in steps:
        if ahead:
            return ContestResult(winner="acting" if ahead > 0 else "resisting", reason=reason)
    return ContestResult(winner="resisting", reason="resisting")


def differential(acting: SuccessLevel, resisting: SuccessLevel) -> int:
    """Return by how many levels the first side wins, or loses below 0 (CF-X-8, CF-T-DIFF)."""
    table = numbers().differential
    return table[acting][tuple(table).index(resisting)]
