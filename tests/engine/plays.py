"""How a test plays a game: commands in, tables and refusals out, dice prepared."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.chance import Chance, ScriptedChance, SeededChance
from engine.core.codec import Codec
from engine.core.commands import Command
from engine.core.events import Noted
from engine.core.rules import AppliedCommand
from engine.messages.refusal import Refused
from engine.model.table import Table
from engine.presentation.game import Game


def dice(**faces: Sequence[int]) -> Chance:
    """Return chance with prepared dice: `dice(d8=[3, 5])`."""
    return ScriptedChance(faces, SeededChance(1))


class Plays:
    """A game that is played by a test.

    Args:
        game: which.
        prefix: what the keys of its log lines begin with, beside `log.`.
    """

    def __init__(self, game: Game, prefix: str = "") -> None:
        self._game, self._prefix = game, f"log.{prefix}"
        self._codec = Codec(game)

    def outcome(self, table: Table, command: Command, chance: Chance | None = None) -> AppliedCommand:
        """Return what comes of a command; fails unless all of it is the same once it was written down and read back."""
        found = self._game.apply(table, command, chance or SeededChance(1))
        entry = found.entry()
        assert self._codec.table(self._codec.encode(found.table)) == found.table, command
        assert self._codec.entry(self._codec.encode(entry)) == entry, command
        return found

    def play(self, table: Table, *commands: Command, chance: Chance | None = None) -> Table:
        """Return the table after some commands."""
        chance = chance or SeededChance(1)
        for command in commands:
            table = self.outcome(table, command, chance).table
        return table

    def refused(self, table: Table, command: Command) -> Refused:
        """Return why a command is refused; fails if it is not."""
        found = self._game.refusal(table, command)
        assert found is not None, f"{command} was let through"
        return found

    def why(self, table: Table, command: Command) -> tuple[str, ...]:
        """Return the key of what refuses a command, then its rules; fails if nothing does."""
        found = self.refused(table, command)
        return (found.message.key.removeprefix("refused."), *found.rules)

    def notes(self, result: AppliedCommand) -> list[str]:
        """Return the keys of the lines that a command wrote."""
        return [e.message.key.removeprefix(self._prefix) for e in result.events if isinstance(e, Noted)]
