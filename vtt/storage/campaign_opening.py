"""Creating and opening campaign files. Slow work for a worker thread; the window gets the result."""

from __future__ import annotations

import gc
import sqlite3
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from dataclasses import replace as replaced
from pathlib import Path
from typing import NamedTuple, TypeVar

import msgspec
from sqlalchemy import Connection, insert, select
from sqlmodel import SQLModel

from engine.core.codec import Codec, CodecError
from engine.core.events import Noted
from engine.core.history import History, HistoryEntry, SideNote
from engine.core.preserving_codec import PreservingCodec
from engine.messages.refusal import Refused
from engine.model.frozen import Json, replace
from engine.model.table import Table
from engine.presentation.game import Game
from vtt.campaign.campaign_records import CampaignExtras
from vtt.storage import record_rows
from vtt.storage.backups import BackupKeeper, back_up, last_revision, newest_good_backup
from vtt.storage.campaign_database import (
    InvalidContent,
    as_campaign_errors,
    checkpoint_rows,
    connect,
    connect_for_play,
    core_connection,
    journal_rows,
    open_for_reading,
    recover,
    roll_back,
    ruleset_in,
    state_in,
    well_formed,
)
from vtt.storage.campaign_errors import (
    AlreadyThere,
    Damaged,
    NotOurs,
    OpenElsewhere,
    ReadOnly,
    Truncated,
    UnknownGame,
)
from vtt.storage.campaign_lock import CampaignLock, is_held_here, read_holder
from vtt.storage.campaign_store import CHECKPOINT_EVERY, CampaignFileStore, checkpoint_row, entry_row
from vtt.storage.database_copies import Progress, copy_to_memory, no_progress, save_copy
from vtt.storage.database_tables import ASIDE, CAMPAIGN, CHECKPOINT, EVERY_TABLE, JOURNAL
from vtt.storage.file_header import APPLICATION_ID, VERSION, lacks_log, read_header
from vtt.storage.file_migrations import migrate, migrate_file
from vtt.storage.integrity_checks import check_structure
from vtt.storage.record_rows import json_text
from vtt.system.atomic_files import discard, is_protected, part_file_for, put_in_place, real_path
from vtt.system.timestamps import now_text
from vtt.system.user_folders import default_folders, folder_key

Games = Callable[[str], Game]
"""Returns a game by its id; raises Refused for an unknown one."""
V = TypeVar("V")


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedCampaign:
    """An open campaign file.

    Attributes:
        path: the file.
        name: the name of the campaign.
        uid: the identity of the campaign, whatever its name; its copies share it.
        created, changed: ISO times.
        game: its rules.
        history: its history.
        store: where the next gestures go.
        backups: the folder of its backups.
        kept: the copy of the file in its older version, if it had to be migrated.
        earlier: the backup of what was played in the file before, if the file started anew.
        lacks_log: the file was copied, moved or renamed while it was open, so that its last moment may be missing.
        missing_game: the sentence that says why its game cannot be played, if a stand-in shows it.
    """

    path: Path
    name: str
    uid: str
    created: str
    changed: str
    game: Game
    history: History
    store: CampaignFileStore
    backups: Path
    kept: Path | None = None
    earlier: Path | None = None
    lacks_log: bool = False
    missing_game: str = ""

    @property
    def view_only(self) -> bool:
        """Whether it is open for viewing only: nothing can be stored."""
        return self.store.view_only

    def keep_backups(self, failed: Callable[[Exception], None] | None = None) -> BackupKeeper:
        """Start the timed backups, which end before the store closes. `failed` is called in their thread."""
        keeper = BackupKeeper(self.path, self.backups, lambda: self.store.revision, failed)
        self.store.before_close(keeper.stop)
        keeper.start()
        return keeper

    def save_copy(self, target: Path, progress: Progress = no_progress, *, replace: bool = False) -> None:
        """Save a copy of the campaign as it is now. In a worker thread, play can go on meanwhile."""
        save_copy(self.path, target, progress, replace=replace)


class CampaignContents(NamedTuple):
    """The whole content of a campaign file; `campaign` is its one row."""

    campaign: Mapping[str, object]
    game: Game
    codec: Codec
    history: History
    extras: CampaignExtras


def default_games(ruleset: str) -> Game:
    """Return one of the program's own games."""
    from engine.rulesets.loader import game_of

    return game_of(ruleset)


def default_games_or_stand_in(ruleset: str) -> Game:
    """Return one of the program's own games, or the stand-in for one that is missing or broken."""
    try:
        return default_games(ruleset)
    except Refused:
        return stand_ins(ruleset)


def stand_ins(ruleset: str) -> Game:
    """Return the stand-in for a game, also if the game is here."""
    from engine.kit.stand_in_game import StandInGame

    return StandInGame(ruleset)


def with_default_options(game: Game, table: Table) -> Table:
    """Return a table of an older file, with the default for each option that its game has got since."""
    new = {name: spec.default for name, spec in game.ruleset.options.items() if name not in table.options}
    return replace(table, options={**table.options, **new}) if new else table


def backup_folder(path: Path, backups: Path | None = None) -> Path:
    """Return the folder of a campaign file's backups, below `backups` or the default folder."""
    return (backups or default_folders().backups) / folder_key(path)


def create_campaign(
    path: Path,
    name: str,
    table: Table,
    game: Game,
    *,
    entries: tuple[HistoryEntry, ...] = (),
    cursor: int | None = None,
    asides: tuple[SideNote, ...] = (),
    extras: CampaignExtras | None = None,
    backups: Path | None = None,
    over: bool = False,
) -> OpenedCampaign:
    """Create a campaign file and open it.

    Args:
        path: the file; its folder is made if needed.
        name: the name of the campaign.
        table: the table at the start.
        game: its rules.
        entries: a history that exists already, as in an import.
        cursor: the number of gestures that count.
        asides: its log lines that belong to no gesture.
        extras: records and settings that come with it.
        backups: the folder for backups, if not the default one.
        over: an existing file starts anew; a backup of it is made first.

    Raises:
        AlreadyThere: the file exists, and it does not start anew.
        OpenElsewhere: it is open.
        CampaignError: it cannot be written. An existing file is as it was.
    """
    path = real_path(path)
    folder = backup_folder(path, backups)
    with as_campaign_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        if not over and (path.exists() or path.is_symlink()):
            raise AlreadyThere(path)
    history = History(table, entries, cursor, asides=asides)
    part = part_file_for(path)
    lock = CampaignLock(path) if over else None
    earlier = None
    try:
        uid = uuid.uuid4().hex
        with as_campaign_errors(path):
            if over and path.exists():
                recover(path)
                state, changes = state_in(path)
                uid = state or uid
                earlier = back_up(path, folder).path if changes else None
            with closing(connect(part, "rwc")) as raw:
                _lay_out(raw)
                with core_connection(raw).execution_options(writes=True) as connection, connection.begin():
                    _fill(connection, history, {"name": name, "ruleset": table.ruleset, "uid": uid})
                    record_rows.fill(connection, extras or CampaignExtras())
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
    with core_connection(raw) as connection, connection.begin():
        SQLModel.metadata.create_all(connection, tables=EVERY_TABLE)


def _fill(connection: Connection, history: History, names: Mapping[str, str]) -> None:
    count = len(history.entries)
    timestamp = now_text()
    connection.execute(
        insert(CAMPAIGN),
        {
            **names,
            "id": 1,
            "created": timestamp,
            "changed": timestamp,
            "position": history.cursor,
            "entries": count,
            "revision": 0,
        },
    )
    for position in range(0, count + 1, CHECKPOINT_EVERY):
        connection.execute(insert(CHECKPOINT), checkpoint_row(history.table_at(position), position))
    if count:
        connection.execute(insert(JOURNAL), [entry_row(entry, n) for n, entry in enumerate(history.entries, 1)])
    if history.asides:
        connection.execute(insert(ASIDE), [{"after": a.after, "note": json_text(a.note)} for a in history.asides])


def open_campaign(
    path: Path, *, view_only: bool = False, backups: Path | None = None, games: Games | None = None
) -> OpenedCampaign:
    """Open a campaign file at its last position.

    Args:
        path: the file.
        view_only: for viewing: it is not locked, and nothing is ever written to it or beside it.
        backups: the folder of backups, if not the default one.
        games: returns a game by its id; default: the program's own games.

    Raises:
        CampaignError: one kind for each problem (see `vtt.storage.campaign_errors`), with one sentence; the file is
            unchanged. If the file is damaged, `error.backup` is the newest good backup.
    """
    path = real_path(path)
    _need_closed_here(path)
    folder = backup_folder(path, backups)
    try:
        if view_only:
            return _look(path, folder, games or default_games)
        return _open(path, folder, games or default_games)
    except (NotOurs, Truncated, Damaged) as error:
        backup = newest_good_backup(folder)
        if backup is not None:
            error.offer(backup.path, backup.made)
        raise


def _need_closed_here(path: Path) -> None:
    if is_held_here(path):
        raise OpenElsewhere(path, read_holder(path))


def _open(path: Path, folder: Path, games: Games) -> OpenedCampaign:
    read_header(path)
    with as_campaign_errors(path):
        if is_protected(path):
            raise ReadOnly(path)
    lock = CampaignLock(path)
    try:
        with as_campaign_errors(path):
            roll_back(path)
        lacking = lacks_log(path)
        kept = None
        if read_header(path).version < VERSION:
            _need_game(path, games)
            kept = migrate_file(path, folder)
        with as_campaign_errors(path):
            with open_for_reading(path) as raw:
                contents = contents_of(raw, path, games)
            raw = connect_for_play(path)
        try:
            return _opened(path, folder, raw, contents, lock, kept, lacks_log=lacking)
        except BaseException:
            raw.close()
            raise
    except BaseException:
        lock.release()
        raise


def _need_game(path: Path, games: Games) -> None:
    """Raise UnknownGame for a campaign whose game is missing, before anything is written."""
    ruleset = ruleset_in(path)
    try:
        if ruleset:
            games(ruleset)
    except Refused as refused:
        raise UnknownGame(path, ruleset, refused.text) from refused


def _look(path: Path, folder: Path, games: Games) -> OpenedCampaign:
    read_header(path)
    lacking = lacks_log(path)
    with as_campaign_errors(path):
        raw = copy_to_memory(path)
        try:
            check_structure(raw)
            migrate(raw)
            return _opened(path, folder, raw, contents_of(raw, path, games), None, None, lacks_log=lacking)
        except BaseException:
            raw.close()
            raise


def _opened(
    path: Path,
    folder: Path,
    raw: sqlite3.Connection,
    contents: CampaignContents,
    lock: CampaignLock | None,
    kept: Path | None,
    *,
    lacks_log: bool,
) -> OpenedCampaign:
    row, game, codec, history, _ = contents
    uid = str(row["uid"])
    store = CampaignFileStore(
        path,
        raw,
        codec,
        position=history.cursor,
        entries=len(history.entries),
        revision=int(str(row["revision"])),
        lock=lock,
        floor=0 if lock is None else last_revision(folder, uid),
    )
    return OpenedCampaign(
        path=path,
        name=str(row["name"]),
        uid=uid,
        created=str(row["created"]),
        changed=str(row["changed"]),
        game=game,
        history=history,
        store=store,
        backups=folder,
        kept=kept,
        lacks_log=lacks_log,
    )


def contents_of(raw: sqlite3.Connection, path: Path, games: Games, *, with_extras: bool = False) -> CampaignContents:
    """Return all that is in an open database of the present version. Raises InvalidContent and CampaignError."""
    check_structure(raw)
    with core_connection(raw) as connection, _no_collection():
        row = connection.execute(select(CAMPAIGN)).one_or_none()
        if row is None:
            raise InvalidContent("campaign")
        try:
            game = games(str(row.ruleset))
        except Refused as refused:
            raise UnknownGame(path, str(row.ruleset), refused.text) from refused
        from engine.kit.stand_in_game import StandInGame  # with the game, most of what it loads is there

        codec = PreservingCodec() if isinstance(game, StandInGame) else Codec(game)
        with well_formed():
            entries = [_decoded(codec.entry, text, "move", number=n) for n, text in journal_rows(connection)]
            tables = _Tables(game, codec, dict(checkpoint_rows(connection)))
            asides = [
                SideNote(after=after, note=_decoded(_note, note, "log_line"))
                for after, note in connection.execute(select(ASIDE.c.after, ASIDE.c.note).order_by(ASIDE.c.id))
            ]
            extras = record_rows.extras(connection) if with_extras else CampaignExtras()
    counts = (row.entries, row.position, row.revision)
    if not all(type(count) is int and count >= 0 for count in counts):
        raise InvalidContent("count")
    if not all(type(aside.after) is int and 0 <= aside.after <= len(entries) for aside in asides):
        raise InvalidContent("log_line")
    if row.entries != len(entries) or row.position not in range(len(entries) + 1):
        raise InvalidContent("number_of_moves")
    history = History(tables[0], entries, row.position, tables, asides)
    try:
        table = history.table
    except (LookupError, ValueError, TypeError, AttributeError) as error:
        raise InvalidContent("moves_before", number=row.position) from error
    if table.ruleset != row.ruleset:
        raise InvalidContent("game")
    return CampaignContents(row._asdict(), game, codec, history, extras)


class _Tables(Mapping[int, Table]):
    """The checkpoints of a history, each decoded on demand: a long history has hundreds, and the screen needs one."""

    def __init__(self, game: Game, codec: Codec, texts: Mapping[int, str]) -> None:
        self._game = game
        self._codec = codec
        self._texts = texts

    def __getitem__(self, position: int) -> Table:
        table = _decoded(self._codec.table, self._texts[position], "table", number=position)
        return with_default_options(self._game, table)

    def __iter__(self) -> Iterator[int]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)


_note = msgspec.json.Decoder(Noted).decode


def _decoded(read: Callable[[str], V], text: str, place: str, **params: Json) -> V:
    """Return the content of a row. Raises InvalidContent, with the key of its place and the parameters of that text."""
    try:
        return read(text)
    except (CodecError, msgspec.DecodeError, RecursionError) as error:
        raise InvalidContent(place, **params) from error


@contextmanager
def _no_collection() -> Iterator[None]:
    """Pause the garbage collector while a history is read: all objects that are made here stay."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def read_contents(path: Path, games: Games | None = None) -> CampaignContents:
    """Return the whole content of a campaign, open here or not, also if its game is missing. Only reads.

    Raises CampaignError.
    """
    games = games or default_games_or_stand_in
    older = not is_held_here(path) and read_header(path).version < VERSION
    with as_campaign_errors(path):
        if not older:
            with open_for_reading(path) as raw:
                return contents_of(raw, path, games, with_extras=True)
        with closing(copy_to_memory(path)) as raw:
            migrate(raw)
            return contents_of(raw, path, games, with_extras=True)
