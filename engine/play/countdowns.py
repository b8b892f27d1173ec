"""What is answered for somebody who takes too long: a game says for whom and when, and whoever has a clock counts."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from engine.play.commands import Command
from engine.table.frozen import Frozen
from engine.table.table import Table


class Countdown(Frozen):
    """A time after which a seat is taken to have answered.

    Everybody may know of it, so neither that it runs nor how long may depend on what only some know.

    Attributes:
        moment: which question it is; it stays the same for as long as that is asked.
        seat: whose answer it is.
        seconds: how long it may take.
        command: what is done then.
    """

    moment: str
    seat: str
    seconds: int
    command: Command


@runtime_checkable
class CountsDown(Protocol):
    """A game that waits for some answers no longer than a while."""

    def countdowns(self, table: Table) -> tuple[Countdown, ...]:
        """Return what runs now."""
        ...
