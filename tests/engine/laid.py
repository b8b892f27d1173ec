"""Small tables of the tiny game for the tests."""

from __future__ import annotations

from collections.abc import Mapping

from engine.play.chance import Seeded
from engine.play.commands import Command
from engine.play.game import Game, Outcome
from engine.play.script import ActorLine, Script, SeatLine, lay
from engine.table.seats import Role
from engine.table.table import Table
from tests.engine.tiny import Tiny

TINY = Game(Tiny())
SEATS = (SeatLine(id="gm", name="Ada", role=Role.GM), SeatLine(id="tom", name="Tom"), SeatLine(id="eve", name="Eve"))
ACTORS = (
    ActorLine(id="tor", seat="tom", name="Tor"),
    ActorLine(id="elf", seat="eve", name="Elf"),
    ActorLine(id="spy", seat="gm", name="Spy", secret=True),
)


def laid(
    zones: Mapping[str, tuple[str, ...]] | None = None, tracks: Mapping[str, Mapping[str, int]] | None = None
) -> Table:
    """Return a table of three with the named cards laid out."""
    script = Script(ruleset="tiny", seats=SEATS, actors=ACTORS, zones=zones or {}, tracks=tracks or {})
    return lay(script, TINY, Seeded(1))


def done(table: Table, *commands: Command) -> Table:
    """Return the table after some commands."""
    for command in commands:
        table = outcome(table, command).table
    return table


def outcome(table: Table, command: Command) -> Outcome:
    """Return what comes of a command."""
    return TINY.apply(table, command, Seeded(1))
