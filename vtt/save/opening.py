"""Starting a campaign and opening one. Slow work: call it in a worker thread, and hand the window what it gives."""

from __future__ import annotations

import gc
import sqlite3
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from dataclasses import replace as replaced
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple, TypeVar

import msgspec
from sqlalchemy import Connection, insert, select
from sqlmodel import SQLModel

from engine.play.codec import Codec, Unreadable
from engine.play.events import Noted
from engine.play.evolve import fold
from engine.play.game import Game
from engine.play.refusal import Refused
from engine.play.timeline import Aside, Entry, Timeline
from engine.table.frozen import replace
from engine.table.table import Table
from vtt.save import shelf
from vtt.save.backups import BackupKeeper, back_up, last_revision, newest_good_backup
from vtt.save.copies import Progress, copy_to_memory, save_copy, unheeded
from vtt.save.database import (
    Spoiled,
    check_fully,
    check_structure,
    checkpoint_rows,
    connect,
    connect_for_play,
    core,
    finish,
    journal_rows,
    reading,
    state_in,
    told,
    well_formed,
)
from vtt.save.errors import AlreadyThere, Cancelled, Damaged, NotOurs, OpenElsewhere, ReadOnly, Truncated, UnknownGame
from vtt.save.files import beside, discard, is_protected, put_in_place, real
from vtt.save.header import APPLICATION_ID, VERSION, lacks_log, read_header
from vtt.save.lock import Lock, is_held_here, read_holder
from vtt.save.migrations import migrate, migrate_file
from vtt.save.models import ASIDE, CAMPAIGN, CHECKPOINT, EVERY_TABLE, JOURNAL
from vtt.save.places import key_of, usual_places
from vtt.save.records import Extras
from vtt.save.shelf import json_text
from vtt.save.store import CHECKPOINT_EVERY, CampaignStore, checkpoint_row, entry_row, now_text

Games = Callable[[str], Game]
"""Gives a game by its id; raises Refused for one that is not there."""
V = TypeVar("V")


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """A campaign that is open.

    Attributes:
        path: the file.
        name: what the campaign is called.
        uid: what tells it from others, whatever they are called; its copies share it.
        created, changed: ISO times.
        game: its rules.
        timeline: its history.
        store: where the next gestures go.
        backups: the folder in which its backups lie.
        kept: the copy that was kept of an older version of the file, if it had to be brought to the present one.
        earlier: where what was played in the file before is kept, if it began anew.
        lacks_log: the file was copied, moved or renamed while it was open: what was done in its last moment may be
            missing.
    """

    path: Path
    name: str
    uid: str
    created: str
    changed: str
    game: Game
    timeline: Timeline
    store: CampaignStore
    backups: Path
    kept: Path | None = None
    earlier: Path | None = None
    lacks_log: bool = False

    @property
    def view_only(self) -> bool:
        """Opened for looking: nothing can be kept."""
        return self.store.view_only

    def keep_backups(self, failed: Callable[[Exception], None] | None = None) -> BackupKeeper:
        """Start the timed backups, which end before the store closes. `failed` is called in their thread."""
        keeper = BackupKeeper(self.path, self.backups, lambda: self.store.revision, failed)
        self.store.before_close(keeper.stop)
        keeper.start()
        return keeper

    def save_copy(self, target: Path, progress: Progress = unheeded, *, replace: bool = False) -> None:
        """Save a copy of the campaign as it is now; play can go on meanwhile if this runs in a worker thread."""
        save_copy(self.path, target, progress, replace=replace)


class Contents(NamedTuple):
    """All that is in a campaign file; `campaign` is its one row."""

    campaign: Mapping[str, object]
    game: Game
    codec: Codec
    timeline: Timeline
    extras: Extras


def usual_games(ruleset: str) -> Game:
    """Return one of the games of this program."""
    from engine.rulesets.registry import game_of

    return game_of(ruleset)


def with_every_option(game: Game, table: Table) -> Table:
    """Return a table of an older file with the options that its game has got since, each as if nobody had chosen."""
    new = {name: spec.default for name, spec in game.ruleset.options.items() if name not in table.options}
    return replace(table, options={**table.options, **new}) if new else table


def backups_of(path: Path, backups: Path | None = None) -> Path:
    """Return the folder in which the backups of a campaign file lie, below `backups` or the usual place."""
    return (backups or usual_places().backups) / key_of(path)


def create(
    path: Path,
    name: str,
    table: Table,
    game: Game,
    *,
    entries: tuple[Entry, ...] = (),
    cursor: int | None = None,
    asides: tuple[Aside, ...] = (),
    extras: Extras | None = None,
    backups: Path | None = None,
    over: bool = False,
) -> Opened:
    """Start a campaign file and open it.

    Args:
        path: where; the folder is made if need be.
        name: what the campaign is called.
        table: how the table is laid.
        game: its rules.
        entries: a history that is there already, as an import brings it.
        cursor: how many of its gestures count.
        asides: its lines of the log that are no gestures.
        extras: sheets, encounters, pictures and settings that come with it.
        backups: where backups go if not to the usual place.
        over: the file that is there begins anew; what was played in it goes among its backups first.

    Raises:
        AlreadyThere: something of this name is there, and it does not begin anew.
        OpenElsewhere: it is open.
        CampaignError: it cannot be written. What was there still is.
    """
    path = real(path)
    folder = backups_of(path, backups)
    with told(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        if not over and (path.exists() or path.is_symlink()):
            raise AlreadyThere(path)
    timeline = Timeline(table, entries, cursor, asides=asides)
    part = beside(path)
    lock = Lock(path) if over else None
    earlier = None
    try:
        uid = uuid.uuid4().hex
        with told(path):
            if over and path.exists():
                finish(path)
                found, changes = state_in(path)
                uid = found or uid
                earlier = back_up(path, folder).path if changes else None
            with closing(connect(part, "rwc")) as raw:
                _lay_out(raw)
                with core(raw).execution_options(writes=True) as connection, connection.begin():
                    _fill(connection, timeline, {"name": name, "ruleset": table.ruleset, "uid": uid})
                    shelf.fill(connection, extras or Extras())
            if not over and path.exists():
                raise AlreadyThere(path)
            put_in_place(part, path)
    finally:
        discard(part)
        if lock is not None:
            lock.release()
    return replaced(open_campaign(path, backups=backups, games=lambda _ruleset: game), earlier=earlier)


def _lay_out(raw: sqlite3.Connection) -> None:
    raw.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    raw.execute(f"PRAGMA user_version = {VERSION}")
    with core(raw) as connection, connection.begin():
        SQLModel.metadata.create_all(connection, tables=EVERY_TABLE)


def _fill(connection: Connection, timeline: Timeline, names: Mapping[str, str]) -> None:
    count = len(timeline.entries)
    now = now_text()
    connection.execute(
        insert(CAMPAIGN),
        {
            **names,
            "id": 1,
            "created": now,
            "changed": now,
            "position": timeline.cursor,
            "entries": count,
            "revision": 0,
        },
    )
    for position in range(0, count + 1, CHECKPOINT_EVERY):
        connection.execute(insert(CHECKPOINT), checkpoint_row(timeline.table_at(position), position))
    if count:
        connection.execute(insert(JOURNAL), [entry_row(entry, n) for n, entry in enumerate(timeline.entries, 1)])
    if timeline.asides:
        connection.execute(insert(ASIDE), [{"after": a.after, "note": json_text(a.note)} for a in timeline.asides])


def open_campaign(
    path: Path, *, view_only: bool = False, backups: Path | None = None, games: Games | None = None
) -> Opened:
    """Open a campaign file where it was left.

    Args:
        path: the file.
        view_only: only look at it: it is not locked, and nothing is ever written to it or beside it.
        backups: where backups lie if not in the usual place.
        games: gives the game by its id; the program's own if not given.

    Raises:
        CampaignError: a kind for each thing that can be wrong (see `vtt.save.errors`), with one sentence; the file has
            not been written to. `error.backup` is the newest good backup where the file is not whole.
    """
    path = real(path)
    _need_closed_here(path)
    folder = backups_of(path, backups)
    try:
        if view_only:
            return _look(path, folder, games or usual_games)
        return _open(path, folder, games or usual_games)
    except (NotOurs, Truncated, Damaged) as error:
        backup = newest_good_backup(folder)
        if backup is not None:
            error.offer(backup.path, backup.made)
        raise


def _need_closed_here(path: Path) -> None:
    if is_held_here(path):
        raise OpenElsewhere(path, read_holder(path))


def _open(path: Path, folder: Path, games: Games) -> Opened:
    read_header(path)
    with told(path):
        if is_protected(path):
            raise ReadOnly(path)
    lock = Lock(path)
    try:
        lacking = lacks_log(path)
        kept = migrate_file(path, folder) if read_header(path).version < VERSION else None
        with told(path):
            with reading(path) as raw:
                contents = _read(raw, path, games)
            raw = connect_for_play(path)
        try:
            return _opened(path, folder, raw, contents, lock, kept, lacks_log=lacking)
        except BaseException:
            raw.close()
            raise
    except BaseException:
        lock.release()
        raise


def _look(path: Path, folder: Path, games: Games) -> Opened:
    older = read_header(path).version < VERSION
    lacking = lacks_log(path)
    with told(path):
        raw = copy_to_memory(path)
        try:
            check_structure(raw)
            if older:
                migrate(raw)
            return _opened(path, folder, raw, _read(raw, path, games), None, None, lacks_log=lacking)
        except BaseException:
            raw.close()
            raise


def _opened(
    path: Path,
    folder: Path,
    raw: sqlite3.Connection,
    contents: Contents,
    lock: Lock | None,
    kept: Path | None,
    *,
    lacks_log: bool,
) -> Opened:
    row, game, codec, timeline, _ = contents
    uid = str(row["uid"])
    store = CampaignStore(
        path,
        raw,
        codec,
        position=timeline.cursor,
        entries=len(timeline.entries),
        revision=int(str(row["revision"])),
        lock=lock,
        floor=0 if lock is None else last_revision(folder, uid),
    )
    return Opened(
        path=path,
        name=str(row["name"]),
        uid=uid,
        created=str(row["created"]),
        changed=str(row["changed"]),
        game=game,
        timeline=timeline,
        store=store,
        backups=folder,
        kept=kept,
        lacks_log=lacks_log,
    )


def _read(raw: sqlite3.Connection, path: Path, games: Games, *, with_extras: bool = False) -> Contents:
    check_structure(raw)
    with core(raw) as connection, _no_collection():
        row = connection.execute(select(CAMPAIGN)).one_or_none()
        if row is None:
            raise Spoiled("the row of the campaign")
        try:
            game = games(str(row.ruleset))
        except Refused as refused:
            raise UnknownGame(path, ruleset=str(row.ruleset)) from refused
        codec = Codec(game)
        with well_formed():
            entries = [_decoded(codec.entry, text, f"gesture {n}") for n, text in journal_rows(connection)]
            tables = _Tables(game, codec, dict(checkpoint_rows(connection)))
            asides = [
                Aside(after=after, note=_decoded(_note, note, "a line of the log"))
                for after, note in connection.execute(select(ASIDE.c.after, ASIDE.c.note).order_by(ASIDE.c.id))
            ]
            extras = shelf.extras(connection) if with_extras else Extras()
    counts = (row.entries, row.position, row.revision)
    if not all(type(count) is int and count >= 0 for count in counts):
        raise Spoiled("one of its counts")
    if not all(type(aside.after) is int and 0 <= aside.after <= len(entries) for aside in asides):
        raise Spoiled("a line of the log")
    if row.entries != len(entries) or row.position not in range(len(entries) + 1):
        raise Spoiled("its count of gestures")
    timeline = Timeline(tables[0], entries, row.position, tables, asides)
    try:
        now = timeline.table
    except (LookupError, ValueError, TypeError, AttributeError) as error:
        raise Spoiled(f"what leads up to gesture {row.position}") from error
    if now.ruleset != row.ruleset:
        raise Spoiled("the game it is of")
    return Contents(row._asdict(), game, codec, timeline, extras)


class _Tables(Mapping[int, Table]):
    """The kept tables, each read when it is wanted: a long history has hundreds and the screen needs one."""

    def __init__(self, game: Game, codec: Codec, texts: Mapping[int, str]) -> None:
        self._game = game
        self._codec = codec
        self._texts = texts

    def __getitem__(self, position: int) -> Table:
        table = _decoded(self._codec.table, self._texts[position], f"the table after gesture {position}")
        return with_every_option(self._game, table)

    def __iter__(self) -> Iterator[int]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)


_note = msgspec.json.Decoder(Noted).decode


def _decoded(read: Callable[[str], V], text: str, place: str) -> V:
    try:
        return read(text)
    except (Unreadable, msgspec.DecodeError, RecursionError) as error:
        raise Spoiled(place) from error


@contextmanager
def _no_collection() -> Iterator[None]:
    """Do without the garbage collector while a history is read: all that is made here stays."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def read_contents(path: Path, games: Games | None = None) -> Contents:
    """Return all that is in a campaign, open here or not; only reads. Raises CampaignError."""
    older = not is_held_here(path) and read_header(path).version < VERSION
    with told(path):
        if not older:
            with reading(path) as raw:
                return _read(raw, path, games or usual_games, with_extras=True)
        with closing(copy_to_memory(path)) as raw:
            migrate(raw)
            return _read(raw, path, games or usual_games, with_extras=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedFile:
    """What was found in a campaign file that is whole: its size in bytes, and how many there are of each kind."""

    size: int
    gestures: int
    pictures: int
    sheets: int
    encounters: int


def check_campaign(path: Path, *, games: Games | None = None, progress: Progress = unheeded) -> CheckedFile:
    """Look through a campaign, open here or not, down to each gesture: a full check, which takes a while.

    Args:
        path: the campaign.
        games: gives the game by its id; the program's own if not given.
        progress: told now and then how many gestures of how many were done again; it stops the check by answering
            False.

    Returns:
        What was found.

    Raises:
        Cancelled: `progress` said so.
        CampaignError: what is wrong, and where.
    """
    path = real(path)
    older = not is_held_here(path) and read_header(path).version < VERSION
    with told(path), closing(copy_to_memory(path)) as raw:
        check_fully(raw)
        if older:
            migrate(raw)
        _, _, _, timeline, extras = _read(raw, path, games or usual_games, with_extras=True)
        with core(raw) as connection:
            kept = [position for position, _ in checkpoint_rows(connection)]
        count = len(timeline.entries)
        for first, last in pairwise([*kept, count]):
            if not progress(first, count):
                raise Cancelled(path)
            made = fold(timeline.table_at(first), (e for entry in timeline.entries[first:last] for e in entry.events))
            if last in kept and made != timeline.table_at(last):
                raise Spoiled(f"the table after gesture {last}")
        size = raw.execute("PRAGMA page_count").fetchone()[0] * raw.execute("PRAGMA page_size").fetchone()[0]
    return CheckedFile(
        size=size,
        gestures=count,
        pictures=len(extras.pictures),
        sheets=len(extras.sheets),
        encounters=len(extras.encounters),
    )
