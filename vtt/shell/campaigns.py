"""How campaigns come in: each function here is slow and runs on a worker thread; none touches a widget.

The store (and with it the database) is imported when the first of them runs, not at the start of the program.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from engine.play.chance import Chance, Seeded
from engine.play.game import Game
from engine.play.options import complete
from engine.play.timeline import Aside, Entry, Timeline
from engine.play.words import ASSETS
from engine.table.table import Table
from vtt.save.places import Places, free_path
from vtt.shell.words import told

if TYPE_CHECKING:
    from vtt.save.opening import Opened
    from vtt.save.store import CampaignStore
    from vtt.welcome.new_campaign import Plan

TABLE_FOR_TWO_DECKS = 6
"""With so many players a game that can takes two decks (IM-DECK-2)."""


def warm_up() -> None:
    """Import what the first campaign will need."""
    for name in ("engine.rulesets.registry", "vtt.save.opening"):
        import_module(name)


def demos() -> tuple[str, ...]:
    """Return the demos that there are, by the names that the command line takes."""
    return tuple(sorted(path.stem for path in (ASSETS / "demos").glob("*.json")))


def open_file(path: Path, places: Places, *, view_only: bool = False) -> Opened:
    """Open a campaign where it was left. Raises CampaignError."""
    from vtt.save.opening import open_campaign

    return open_campaign(path, view_only=view_only, backups=places.backups)


@dataclass(frozen=True, slots=True, kw_only=True)
class Laid:
    """A table that is ready, of a campaign that has no file yet."""

    path: Path
    name: str
    game: Game
    timeline: Timeline
    backups: Path

    def keep(self) -> Opened:
        """Make the file. Raises CampaignError."""
        from vtt.save.opening import create

        history = self.timeline
        made = create(
            self.path,
            self.name,
            history.table_at(0),
            self.game,
            entries=tuple(history.entries),
            asides=tuple(history.asides),
            backups=self.backups,
        )
        # The window goes on with the history that it has; the file's is equal to it.
        return replace(made, timeline=history)


def lay_new(plan: Plan, places: Places) -> Laid:
    """Lay the table of a new campaign and deal. Raises Refused."""
    from engine.rulesets.registry import game_of

    game = game_of(plan.ruleset)
    players = sum(not person.gm for person in plan.people)
    chosen = {"deck_count": 2} if players >= TABLE_FOR_TWO_DECKS and "deck_count" in game.ruleset.options else {}
    timeline = Timeline(game.ruleset.lay_table(plan.seats, complete(game.ruleset.options, chosen)))
    _deal(game, timeline)
    return Laid(path=plan.path, name=plan.name, game=game, timeline=timeline, backups=places.backups)


def _deal(game: Game, timeline: Timeline) -> None:
    """Do what naturally comes first at a new table. Where the GM must choose something for it, nothing is done."""
    table = timeline.table
    gm = table.gm()
    for offer in game.offers(table, gm) if gm else ():
        if offer.main and offer.denial is None and all(ask.optional for ask in offer.asks):
            outcome = game.apply(table, offer.command, chance())
            timeline.add(outcome.entry(), outcome.table)
            return


def lay_demo(name: str, folder: Path, places: Places) -> Laid:
    """Play a demo up to where it waits for the group. Raises Refused, Unfit."""
    from engine.play.script import play_script
    from engine.rulesets.registry import game_of

    played = play_script((ASSETS / "demos" / f"{name}.json").read_bytes(), game_of)
    if played.stopped is not None:
        raise played.stopped[1]
    title = told("file.demo_name", name=told(f"game.{name}.name"))
    return Laid(
        path=free_path(folder, title),
        name=title,
        game=played.game,
        timeline=played.timeline,
        backups=places.backups,
    )


def chance() -> Chance:
    """Return chance that nobody can foresee."""
    return Seeded(secrets.randbits(64))


class LateStore:
    """The store of a table that is played already while its file is being made.

    A gesture still waits until it is in the file; at the worst that is a part of the first second of the program.

    Args:
        coming: the open file.
        begin: has it made, if that has not begun.
    """

    def __init__(self, coming: Future[Opened], begin: Callable[[], None]) -> None:
        self._coming = coming
        self._begin = begin

    def commit(self, entry: Entry, position: int, table: Table) -> None:
        """Keep a gesture. Raises CampaignError, also where there is no file."""
        self._store().commit(entry, position, table)

    def move_cursor(self, position: int, aside: Aside | None = None) -> None:
        """Keep how many gestures count now, and in the same breath the line of the log that tells of it, if any."""
        self._store().move_cursor(position, aside)

    def add_aside(self, aside: Aside) -> None:
        """Keep a line of the log that belongs to no gesture."""
        self._store().add_aside(aside)

    def close(self) -> None:
        """Let go of the file, as soon as it is made."""
        self._begin()
        if self._coming.exception() is None:
            self._coming.result().store.close()

    def _store(self) -> CampaignStore:
        self._begin()
        return self._coming.result().store


def restored(backup: Path, path: Path, places: Places, progress: Callable[[int, int], bool]) -> Opened:
    """Put a backup in the place of a campaign, which is kept aside, and open it. Raises CampaignError."""
    from vtt.save.backups import restore

    restore(backup, path, progress)
    return open_file(path, places)
