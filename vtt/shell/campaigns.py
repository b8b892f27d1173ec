"""How campaigns come in: each function here is slow and runs on a worker thread; none touches a widget.

The store (and with it the database) is imported when the first of them runs, not at the start of the program.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING

from engine.play.chance import Chance, Seeded
from engine.play.game import Game
from engine.play.options import complete
from engine.play.timeline import Aside, Entry, Timeline
from engine.play.words import ASSETS
from engine.table.frozen import Json
from engine.table.frozen import replace as changed
from engine.table.table import Table
from engine.table.zones import Sight
from vtt.save.places import Places, free_path, paths
from vtt.shell.words import told

if TYPE_CHECKING:
    from vtt.save.opening import Opened
    from vtt.save.records import Picture
    from vtt.save.store import CampaignStore
    from vtt.welcome.new_campaign import Plan

DEMO = "demo"
"""The setting of a campaign that says which demo it was begun as."""
_LOADING = threading.Lock()
"""Held while the database is loaded ahead of time."""


def warm_up() -> None:
    """Import what the first campaign will need."""
    with _LOADING:
        for name in ("engine.rulesets.registry", "engine.play.script", "vtt.save.opening"):
            import_module(name)


def _after_loading() -> None:
    """Wait until the database is loaded, if that is under way: a page that is made meanwhile would come in jerks."""
    with _LOADING:
        pass


def demos() -> tuple[str, ...]:
    """Return the demos that there are, in the order of the games, by the names that the command line takes."""
    from engine.rulesets.registry import ruleset_ids

    games = ruleset_ids()
    found = (path.stem for path in (ASSETS / "demos").glob("*.json"))
    return tuple(sorted(found, key=lambda name: (name not in games, games.index(name) if name in games else 0, name)))


def open_file(path: Path, places: Places, *, view_only: bool = False) -> Opened:
    """Open a campaign where it was left. Raises CampaignError."""
    from vtt.save.opening import open_campaign

    return open_campaign(path, view_only=view_only, backups=places.backups)


@dataclass(frozen=True, slots=True, kw_only=True)
class Laid:
    """A table that is ready, of a campaign that has no file yet.

    Attributes:
        path: where the file goes; of a demo, where it goes if no file of this demo is there already.
        demo: which demo it is, if it is one.
    """

    path: Path
    name: str
    game: Game
    timeline: Timeline
    backups: Path
    demo: str = ""

    def keep(self) -> Opened:
        """Make the file; a demo begins anew in the file that it has. Raises CampaignError."""
        from vtt.save.errors import OpenElsewhere

        if self.demo:
            for path in paths(self.path.parent, self.name):
                if not path.exists():
                    break
                if _is_demo(path, self.demo):
                    try:
                        return self._make(path, over=True)
                    except OpenElsewhere:
                        continue  # another window plays it
        return self._make(free_path(self.path.parent, self.name) if self.demo else self.path)

    def _make(self, path: Path, *, over: bool = False) -> Opened:
        from vtt.save.opening import create
        from vtt.save.records import Extras

        history = self.timeline
        made = create(
            path,
            self.name,
            history.table_at(0),
            self.game,
            entries=tuple(history.entries),
            asides=tuple(history.asides),
            extras=Extras(settings={DEMO: self.demo}) if self.demo else None,
            backups=self.backups,
            over=over,
        )
        # The window goes on with the history that it has; the file's is equal to it.
        return replace(made, timeline=history)


def _is_demo(path: Path, demo: str) -> bool:
    """Say whether a file was begun as a demo. One that somebody only called so is nobody's to begin anew."""
    from vtt.save.database import setting_in

    return setting_in(path, DEMO) == f'"{demo}"'


def lay_new(plan: Plan, places: Places) -> Laid:
    """Lay the table of a new campaign and deal. Raises Refused.

    What lies face down is shuffled before anything else: whatever becomes of the deal, no card ever comes off a pile
    that still lies in order.
    """
    _after_loading()
    from engine.rulesets.registry import game_of

    game = game_of(plan.ruleset)
    players = sum(not person.gm for person in plan.people)
    options = complete(game.ruleset.options, plan.options)
    options |= game.ruleset.advised(players, options)
    timeline = Timeline(_shuffled(game.ruleset.lay_table(plan.seats, options), chance()))
    _deal(game, timeline)
    return Laid(path=plan.path, name=plan.name, game=game, timeline=timeline, backups=places.backups)


def _shuffled(table: Table, by: Chance) -> Table:
    """Return a table with all that nobody may see shuffled."""
    hidden = {zone.id: zone for zone in table.zones.values() if zone.sight is Sight.NOBODY and zone.cards}
    mixed = {name: changed(zone, cards=by.shuffle(zone.cards)) for name, zone in hidden.items()}
    return changed(table, zones={**table.zones, **mixed})


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
    _after_loading()
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
        demo=name,
    )


def chance() -> Chance:
    """Return chance that nobody can foresee."""
    return Seeded(SystemRandom().getrandbits(64))


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

    def keep_setting(self, name: str, value: Json) -> None:
        """Keep a choice that goes with the campaign; None takes it away."""
        self._store().keep_setting(name, value)

    def keep_picture(self, picture: Picture) -> None:
        """Keep a picture."""
        self._store().keep_picture(picture)

    def picture(self, picture: str) -> Picture | None:
        """Return a picture by its id, or None."""
        return self._store().picture(picture)

    def close(self) -> None:
        """Let go of the file, as soon as it is made."""
        self._begin()
        if self._coming.exception() is None:
            self._coming.result().store.close()

    def _store(self) -> CampaignStore:
        self._begin()
        return self._coming.result().store


def restored(
    backup: Path, path: Path, places: Places, progress: Callable[[int, int], bool]
) -> tuple[Opened, Path | None]:
    """Put a backup in the place of a campaign and open it; return also where what was there is kept.

    Raises CampaignError.
    """
    from vtt.save.backups import restore

    kept = restore(backup, path, progress)
    return open_file(path, places), kept
