"""Answer timeouts: default answers for players who take too long. Games define them; the window measures time."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from engine.core.commands import Command
from engine.model.frozen import Frozen
from engine.model.table import Table


class AnswerTimeout(Frozen):
    """A time after which a default answer is given for a seat.

    Everybody may know of it, so neither its existence nor its length may depend on hidden information.

    Attributes:
        moment: identifies the question; it stays the same while the question is open.
        seat: the seat that answers.
        seconds: the time for the answer.
        command: the default answer.
    """

    moment: str
    seat: str
    seconds: int
    command: Command


@runtime_checkable
class HasAnswerTimeouts(Protocol):
    """A game that limits the time for some answers."""

    def answer_timeouts(self, table: Table) -> tuple[AnswerTimeout, ...]:
        """Return the timeouts that run now."""
        ...
