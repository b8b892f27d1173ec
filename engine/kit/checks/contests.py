"""Contests: two sides are compared step by step until one of them leads, and the game names the winner.

>>> class ArmWrestling(Contest):
...     SIDES = ("challenger", "defender")
>>> def wrestled(first: tuple[int, int], second: tuple[int, int]) -> ArmWrestling:
...     ahead, reason = first_lead({"strength": first[0] - second[0], "die": first[1] - second[1]})
...     return ArmWrestling.won_by(ahead, reason=reason)
>>> result = wrestled((12, 3), (12, 5))
>>> result.winner, result.reason, result.of_winner("Tom", "Ann")
('defender', 'die', 'Ann')
>>> draw = wrestled((12, 5), (12, 5))
>>> draw.winner, draw.reason, draw.of_winner("Tom", "Ann")
(None, '', None)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Self, TypeVar

from engine.model.frozen import Frozen

T = TypeVar("T")


class Contest(Frozen):
    """The result of a contest.

    Attributes:
        SIDES: the names of the sides in the results of a command: of who began it, and of who resists.
        winner: the name of the side that wins; None if neither does.
        reason: the step that decided it.
    """

    SIDES: ClassVar[tuple[str, str]] = ("first", "second")
    winner: str | None
    reason: str = ""

    @classmethod
    def won_by(cls, ahead: int | None, **more: Any) -> Self:
        """Return the result with a winner, 0 for who began it or 1, and its other fields."""
        return cls(winner=None if ahead is None else cls.SIDES[ahead], **more)

    @property
    def is_won(self) -> bool:
        """Whether the side that began it wins."""
        return self.winner == self.SIDES[0]

    def of_winner(self, first: T, second: T) -> T | None:
        """Return what belongs to the side that wins; None if neither does."""
        return None if self.winner is None else (first, second)[self.SIDES.index(self.winner)]


def first_lead(leads: Mapping[str, int]) -> tuple[int | None, str]:
    """Return the side that leads in the first step that is no tie, and that step; None for a tie in all of them.

    Args:
        leads: for each step, in order, by how much the first side leads; below 0 the second one does.
    """
    for step, lead in leads.items():
        if lead:
            return (0 if lead > 0 else 1), step
    return None, ""
