"""Small tables of the tiny game for the tests."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.chance import SeededChance
from engine.core.commands import Command
from engine.core.rules import AppliedCommand
from engine.kit.game_factory import make_game
from engine.model.seats import Role
from engine.model.table import Table
from engine.presentation.scripts.script import ActorLine, Script, SeatLine, starting_table
from tests.engine.tiny import Tiny

TINY = make_game(Tiny())
SEATS = (SeatLine(id="gm", name="Ada", role=Role.GM), SeatLine(id="tom", name="Tom"), SeatLine(id="eve", name="Eve"))
ACTORS = (
    ActorLine(id="tor", seat="tom", name="Tor"),
    ActorLine(id="elf", seat="eve", name="Elf"),
    ActorLine(id="spy", seat="gm", name="Spy", secret=True),
)


def laid(
    zones: Mapping[str, tuple[str, ...]] | None = None, tracks: Mapping[str, Mapping[str, int]] | None = None
) -> Table:
    """Return a table of three with the named cards in their zones."""
    script = Script(ruleset="tiny", seats=SEATS, actors=ACTORS, zones=zones or {}, tracks=tracks or {})
    return starting_table(script, TINY, SeededChance(1))


def done(table: Table, *commands: Command) -> Table:
    """Return the table after some commands."""
    for command in commands:
        table = outcome(table, command).table
    return table


def outcome(table: Table, command: Command) -> AppliedCommand:
    """Return what comes of a command."""
    return TINY.apply(table, command, SeededChance(1))
