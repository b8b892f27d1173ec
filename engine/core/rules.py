"""The rules of a game as the core needs them: commands are checked, decided, and become events."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from engine.core.chance import Chance
from engine.core.commands import Command
from engine.core.continuation import Continuation
from engine.core.events import Event
from engine.core.history import HistoryEntry
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.frozen import Json
from engine.model.table import Procedure, Table


@dataclass(frozen=True, slots=True)
class AppliedCommand:
    """The result of a command: its events, the table after them, and the viewers who learned something."""

    command: Command
    events: tuple[Event, ...]
    table: Table
    learned: frozenset[str]
    title: Message
    results: Mapping[str, Json] = field(default_factory=dict)

    def entry(self) -> HistoryEntry:
        """Return it as an entry of the history."""
        return HistoryEntry(
            command=self.command, events=self.events, title=self.title, learned=tuple(sorted(self.learned))
        )


class Rules(Protocol):
    """A game without its presentation: its commands, its procedures, and the results of its commands."""

    @property
    def commands(self) -> Mapping[str, type[Command]]:
        """Every command by the name it has in scripts and files."""
        ...

    @property
    def procedures(self) -> tuple[type[Procedure], ...]:
        """The kinds of procedure that the game puts on a table."""
        ...

    @property
    def continuations(self) -> tuple[type[Continuation[Any]], ...]:
        """The kinds of continuation that its procedures hold."""
        ...

    def refusal(self, table: Table, command: Command) -> Refused | None:
        """Return why a command is not allowed, or None if it is."""
        ...

    def apply(self, table: Table, command: Command, chance: Chance) -> AppliedCommand:
        """Check a command, decide it, and fold its events. Raises Refused; then nothing has changed."""
        ...
