"""Activity: anything in progress in this game, and what it says about the characters that take part."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import ClassVar

from engine.core.commands import Request
from engine.messages.refusal import Refused
from engine.model.table import Procedure, Table


class Activity(Procedure):
    """A procedure of this game.

    Attributes:
        NEEDS_ANSWER: it waits for an answer, so that nothing new may begin before it is over.
    """

    __slots__ = ()
    NEEDS_ANSWER: ClassVar[bool] = True

    def openly_present(self, table: Table, noticed: Collection[str]) -> Iterable[str]:
        """Return the characters that all seats see take part; none by default.

        Args:
            table: the table, for which characters are secret.
            noticed: the characters that take part openly in the activities below this one.
        """
        return ()

    def bound_actors(self) -> Iterable[str]:
        """Return the characters that it needs to go on, besides those openly present."""
        return ()


def needs_answer(procedure: Procedure | None) -> bool:
    """Say whether a procedure waits for an answer: something new may begin only while none does."""
    return procedure is not None and (not isinstance(procedure, Activity) or procedure.NEEDS_ANSWER)


def need_free(table: Table, command: Request | None = None) -> None:
    """Raise Refused while something waits for an answer."""
    if needs_answer(table.procedures[-1] if table.procedures else None):
        raise Refused("d100_something_waits", "CF-X-27")
