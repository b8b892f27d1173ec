"""The store of an open campaign file. Each gesture is one transaction, in the file before it is on screen."""

from __future__ import annotations

import contextlib
import logging
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from sqlalchemy import Connection, Table, bindparam, delete, insert, update
from sqlalchemy.dialects.sqlite import insert as insert_or_update
from sqlalchemy.exc import DBAPIError, IntegrityError

from engine.core.codec import Codec, CodecError
from engine.core.history import HistoryEntry, SideNote
from engine.model.frozen import Json
from engine.model.table import Table as GameTable
from vtt.campaign.campaign_records import StoredPicture
from vtt.storage import record_rows
from vtt.storage.campaign_database import (
    ENTRY_PARTS,
    as_campaign_errors,
    core_connection,
    digest,
    entry_json,
    leave_wal_mode,
)
from vtt.storage.campaign_errors import CampaignError, ChangedElsewhere, Closed, GameMissing, NotStorable, ViewOnly
from vtt.storage.campaign_lock import CampaignLock
from vtt.storage.database_tables import ASIDE, CAMPAIGN, CHECKPOINT, JOURNAL, PICTURE, SETTING
from vtt.storage.log_checkpoint import LogCheckpointer, checkpoint_log
from vtt.storage.open_file_watch import OpenFile
from vtt.storage.record_rows import json_text

CHECKPOINT_EVERY = 50
"""Gestures between two checkpoints: opening replays at most so many, and a table of 30 kB costs 600 bytes a gesture.
"""
_LOG = logging.getLogger(__name__)

_add_entry = insert(JOURNAL)
_add_checkpoint = insert(CHECKPOINT)
_add_aside = insert(ASIDE)
_drop_entries = delete(JOURNAL).where(JOURNAL.c.position >= bindparam("first"))
_drop_checkpoints = delete(CHECKPOINT).where(CHECKPOINT.c.position >= bindparam("first"))
_keep_asides = update(ASIDE).where(ASIDE.c.after >= bindparam("first")).values(after=bindparam("first") - 1)
_move_on = (
    update(CAMPAIGN)
    .where(CAMPAIGN.c.revision == bindparam("known"))
    .values({name: bindparam(f"new_{name}") for name in ("position", "entries", "revision", "changed")})
)


def entry_row(entry: HistoryEntry, position: int) -> dict[str, object]:
    """Return a gesture as a row of the journal."""
    texts = {name: json_text(getattr(entry, name)) for name in ENTRY_PARTS}
    return {"position": position, "seat": entry.command.seat, **texts, "digest": digest(*texts.values())}


def checkpoint_row(table: GameTable, position: int) -> dict[str, object]:
    """Return a table as a row of the checkpoints."""
    text = json_text(table)
    return {"position": position, "content": text, "digest": digest(text)}


class CampaignFileStore:
    """An open campaign file; implements `vtt.campaign.store_protocol.CampaignStore`. One thread uses it at a time.

    Every method that writes raises a CampaignError (an OSError with one sentence), and then nothing is changed.

    Args:
        floor: the latest state that a backup holds. New changes get higher numbers, also in a restored file.

    Attributes:
        path: the file.
        view_only: it is open for viewing; nothing can be stored.
        revision: the number of the last change, so that others can tell which of two states is later.
        missing_game: the name of the game, if it is open for viewing because its game cannot be played.
    """

    def __init__(
        self,
        path: Path,
        raw: sqlite3.Connection,
        codec: Codec,
        *,
        position: int,
        entries: int,
        revision: int,
        lock: CampaignLock | None,
        floor: int = 0,
    ) -> None:
        self.path = path
        self.view_only = lock is None
        self.revision = revision
        self.missing_game = ""
        self._floor = floor
        self._position = position
        self._entries = entries
        self._codec = codec
        self._lock = lock
        self._raw = raw
        self._connection: Connection | None = core_connection(raw).execution_options(writes=lock is not None)
        self._before_close: list[Callable[[], None]] = []
        self._file = None if lock is None else OpenFile(path)
        self._mover: LogCheckpointer | None = None

    # the protocol CampaignStore

    def commit(self, entry: HistoryEntry, position: int, table: GameTable) -> None:
        """Store a gesture as number `position` (from 1), and drop those that waited for redo."""
        if not 1 <= position <= self._entries + 1:
            raise ValueError(f"gesture {position} does not follow {self._entries}")
        with self._as_campaign_errors():
            row = entry_row(entry, position)
            self._codec.entry(
                entry_json(str(row[name]) for name in ENTRY_PARTS)
            )  # an entry that cannot be read again would make the whole file unreadable
        with self._change(position=position, entries=position) as connection:
            if position <= self._entries:
                for statement in (_drop_entries, _drop_checkpoints, _keep_asides):
                    connection.execute(statement, {"first": position})
            connection.execute(_add_entry, row)
            if position % CHECKPOINT_EVERY == 0:
                connection.execute(_add_checkpoint, checkpoint_row(table, position))

    def move_cursor(self, position: int, aside: SideNote | None = None) -> None:
        """Store how many gestures count now, together with the log line that reports it, if there is one."""
        if not 0 <= position <= self._entries:
            raise ValueError(f"there is no gesture {position}")
        with self._change(position=position) as connection:
            if aside is not None:
                _write_aside(connection, aside)

    def add_aside(self, aside: SideNote) -> None:
        """Store a log line that belongs to no gesture."""
        with self._change() as connection:
            _write_aside(connection, aside)

    def close(self) -> None:
        """Close the file, which is one plain file again. Never raises; a second call does nothing."""
        connection, self._connection = self._connection, None
        if connection is None:
            return
        for stop in self._before_close:
            stop()
        if self._mover is not None:
            self._mover.stop()
        with contextlib.suppress(sqlite3.Error, DBAPIError):
            connection.close()
        complete = False
        if self._file is not None:
            try:
                self._file.need_whole()
                complete = checkpoint_log(self._raw)
                leave_wal_mode(self._raw)
            except (sqlite3.Error, CampaignError) as error:
                _LOG.warning("%s is not put in order: %s", self.path.name, error)
        with contextlib.suppress(sqlite3.Error):
            self._raw.close()
        if self._file is not None:
            self._file.close(complete=complete)
        if self._lock is not None:
            self._lock.release()

    def move_log(self) -> None:
        """Move the whole log into the file before this returns, because the program may end next. Never raises."""
        if self._connection is None or self._file is None:
            return
        try:
            self._file.need_whole()
            checkpoint_log(self._raw)
        except (sqlite3.Error, CampaignError) as error:
            _LOG.warning("the log of %s stays beside it: %s", self.path.name, error)

    def hurry(self) -> None:
        """Have the log moved into the file soon, without waiting for it, because somebody may copy the file now."""
        if self._mover is not None:
            self._mover.hurry()

    def before_close(self, stop: Callable[[], None]) -> None:
        """Add a callback that stops something before the file is closed."""
        self._before_close.append(stop)

    # records beside the game

    def keep_picture(self, picture: StoredPicture) -> None:
        """Store a picture in place of the one with the same id. Raises ValueError if it is too large or no picture."""
        if not picture.fits():
            raise ValueError(f"no picture of the kind {picture.media_type[:40]!r}")
        self._keep(PICTURE, record_rows.picture_row(picture))

    def picture(self, picture: str) -> StoredPicture | None:
        """Return a picture by its id, or None."""
        with self._reading() as connection:
            return record_rows.picture(connection, picture)

    def settings(self) -> Mapping[str, Json]:
        """Return the settings of the campaign by name."""
        with self._reading() as connection:
            return record_rows.settings(connection)

    def keep_setting(self, name: str, value: Json) -> None:
        """Store a setting; None removes it."""
        if value is None:
            with self._change() as connection:
                connection.execute(delete(SETTING).where(SETTING.c.name == name))
        else:
            self._keep(SETTING, record_rows.setting_row(name, value))

    # how

    def _keep(self, table: Table, row: Mapping[str, object]) -> None:
        key, *others = row
        statement = insert_or_update(table).values(row)
        updated = {name: statement.excluded[name] for name in others}
        with self._change() as connection:
            connection.execute(statement.on_conflict_do_update(index_elements=[key], set_=updated))

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with self._as_campaign_errors():
            connection = self._open()
            with connection.begin():
                yield connection

    @contextmanager
    def _change(self, **moved: int) -> Iterator[Connection]:
        """Yield the connection inside one transaction that also counts the change."""
        counters = {"position": self._position, "entries": self._entries, **moved}
        revision = max(self.revision, self._floor) + 1
        with self._as_campaign_errors():
            connection = self._open()
            if self._file is None:
                raise GameMissing(self.path, game=self.missing_game) if self.missing_game else ViewOnly(self.path)
            self._file.need_as_opened()
            if self._mover is None:
                self._mover = LogCheckpointer(self.path, self._file, lambda: self.revision)
            with connection.begin():
                done = connection.execute(
                    _move_on,
                    {
                        "known": self.revision,
                        "new_position": counters["position"],
                        "new_entries": counters["entries"],
                        "new_revision": revision,
                        "new_changed": now_text(),
                    },
                )
                if done.rowcount != 1:
                    raise ChangedElsewhere(self.path)
                yield connection
        self.revision = revision
        self._position, self._entries = counters["position"], counters["entries"]

    def _open(self) -> Connection:
        if self._connection is None:
            raise Closed(self.path)
        return self._connection

    @contextmanager
    def _as_campaign_errors(self) -> Iterator[None]:
        with as_campaign_errors(self.path):
            try:
                yield
            except IntegrityError as error:
                raise ValueError(f"a row that does not fit the others: {error.orig}") from error
            except (UnicodeEncodeError, CodecError) as error:
                raise NotStorable(self.path, reason=str(error)) from error


def _write_aside(connection: Connection, aside: SideNote) -> None:
    connection.execute(_add_aside, {"after": aside.after, "note": json_text(aside.note)})


def now_text() -> str:
    """Return the present time as files store it."""
    return datetime.now().astimezone().isoformat(timespec="seconds")
