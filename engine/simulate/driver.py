"""A prepared fight, played many times by whoever a game lets play by himself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from engine.play.chance import Seeded
from engine.play.commands import Command
from engine.play.game import Game
from engine.simulate.tally import Fight, Tally
from engine.table.table import Table

MOST_COMMANDS = 4000
"""After so many commands a fight is given up, and counted as undecided."""
MOST_TIMES = 100_000


class Pilot(Protocol):
    """Who plays all sides of a fight by himself, and says what came of it. A game brings one (`registry.pilot_of`)."""

    def is_fought(self, table: Table) -> bool:
        """Say whether a fight is under way."""
        ...

    def next_command(self, table: Table) -> Command | None:
        """Return what somebody does next, of all who are waited for; None if nobody knows how to go on."""
        ...

    def result(self, last: Table, end: Table) -> Fight:
        """Return what came of a fight.

        Args:
            last: the last table on which it was fought.
            end: the table after it, or the same one if it was given up.
        """
        ...


Progress = Callable[[Tally], bool]
"""Is told after each fight how matters stand, and says whether to go on."""


def simulate(
    game: Game,
    table: Table,
    pilot: Pilot,
    times: int,
    seed: int,
    progress: Progress | None = None,
    opening: Command | None = None,
) -> Tally:
    """Play a fight many times, and count what came of it.

    The same table, seed and number give the same tally; if it is stopped early, it is the beginning of that.

    Args:
        game: the game.
        table: the table; with an `opening` as it stands before the fight.
        pilot: who plays.
        times: how many fights.
        seed: where chance comes from; each fight has a seed of its own made of this one.
        progress: asked after each fight whether to go on; None never stops.
        opening: what begins the fight, done anew for each; None if it is under way already.

    Raises:
        Refused: the opening is not allowed.
    """
    fights: list[Fight] = []
    for number in range(min(times, MOST_TIMES)):
        fights.append(fight_once(game, table, pilot, f"{seed}:{number}", opening))
        if progress is not None and not progress(Tally(fights=tuple(fights), seed=seed)):
            break
    return Tally(fights=tuple(fights), seed=seed)


def fight_once(game: Game, table: Table, pilot: Pilot, seed: int | str, opening: Command | None = None) -> Fight:
    """Play one fight to its end, or until nobody knows how to go on."""
    chance = Seeded(seed)
    if opening is not None:
        table = game.apply(table, opening, chance).table
    last = table
    for _ in range(MOST_COMMANDS):
        if not pilot.is_fought(table):
            break
        last = table
        command = pilot.next_command(table)
        if command is None:
            break
        table = game.apply(table, command, chance).table
    return pilot.result(last, table)
