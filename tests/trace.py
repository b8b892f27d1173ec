"""The way of a command through the modules of a game: `python3 packaging/dev.py trace SCRIPT [--all]`.

Plays a script, and prints the modules of `engine/rulesets` that its last command enters, in order. What decides is
counted: the functions that write to a draft. With `--all` each function is, also those that only look something up.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from engine import rulesets
from engine.core.commands import Command
from engine.model.table import Table
from engine.presentation.game import Game
from engine.presentation.scripts.script import play_script
from engine.rulesets.loader import game_of

GAMES = f"{Path(rulesets.__file__).parent}/"
ALL = "--all"


@dataclass(frozen=True, slots=True)
class Way:
    """The way of a command.

    Attributes:
        modules: the modules that it enters, in order; no module follows itself.
        functions: the functions that it enters, as module and name.
    """

    modules: tuple[str, ...]
    functions: frozenset[tuple[str, str]]

    @property
    def distinct(self) -> int:
        """The number of different modules."""
        return len(set(self.modules))

    @property
    def returns(self) -> int:
        """The number of times that it enters a module again."""
        return len(self.modules) - self.distinct

    def __str__(self) -> str:
        counts = f"{self.distinct} modules, {self.returns} returns, {len(self.functions)} functions"
        return "\n".join((*self.modules, counts))


@dataclass(frozen=True, slots=True)
class TracedCommand:
    """A command with the table before it, and its way."""

    table: Table
    command: Command
    way: Way


def traced_commands(script: bytes, *, everything: bool = False) -> tuple[list[TracedCommand], Exception | None]:
    """Play a script and return its commands, and the error that has stopped it. Raises ScriptError."""
    entered: list[tuple[Table, Command, list[tuple[str, str]]]] = []

    def watch(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event != "call":
            return
        if code is Game.apply.__code__:
            entered.append((frame.f_locals["table"], frame.f_locals["command"], []))
        counts = everything or "draft" in code.co_varnames[: code.co_argcount]
        if entered and counts and code.co_filename.startswith(GAMES) and not code.co_name.startswith("<"):
            entered[-1][2].append((code.co_filename.removeprefix(GAMES), code.co_name))

    sys.setprofile(watch)
    try:
        played = play_script(script, game_of)
    finally:
        sys.setprofile(None)
    traced = [TracedCommand(table, command, _way(functions)) for table, command, functions in entered]
    return traced, None if played.stopped is None else played.stopped[1]


def way_of_last_command(script: bytes, *, everything: bool = False) -> Way:
    """Play a script and return the way of its last command. Raises ScriptError, or Refused for a refused command."""
    traced, error = traced_commands(script, everything=everything)
    if error is not None:
        raise error
    return traced[-1].way


def _way(entered: Sequence[tuple[str, str]]) -> Way:
    modules = [module for module, _ in entered]
    turns = (module for number, module in enumerate(modules) if modules[number - 1 : number] != [module])
    return Way(modules=tuple(turns), functions=frozenset(entered))


def main(arguments: Sequence[str]) -> int:
    """Print the way of the last command of a script; the exit status."""
    names = [argument for argument in arguments if argument != ALL]
    if len(names) != 1:
        print(__doc__)
        return 2
    print(way_of_last_command(Path(names[0]).read_bytes(), everything=ALL in arguments))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
