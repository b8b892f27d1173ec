"""A campaign that is open: each gesture one transaction, in the file before it is on the screen."""

from __future__ import annotations

import contextlib
import logging
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from sqlalchemy import Connection, Table, bindparam, delete, insert, select, update
from sqlalchemy.dialects.sqlite import insert as insert_or_update
from sqlalchemy.exc import DBAPIError, IntegrityError

from engine.play.codec import Codec, Unreadable
from engine.play.timeline import Aside, Entry
from engine.table.frozen import Json
from engine.table.table import Table as GameTable
from vtt.save import shelf
from vtt.save.database import ENTRY_PARTS, core, digest, entry_json, settle, told
from vtt.save.errors import CampaignError, ChangedElsewhere, Closed, Unwritable, ViewOnly
from vtt.save.lock import Lock
from vtt.save.models import ASIDE, CAMPAIGN, CHECKPOINT, ENCOUNTER, JOURNAL, PICTURE, SETTING, SHEET
from vtt.save.open_file import LogMover, OpenFile, move_log
from vtt.save.records import Encounter, Picture, Sheet
from vtt.save.shelf import json_text

CHECKPOINT_EVERY = 50
"""Gestures between two kept tables: opening folds at most so many, and a table of 30 kB costs 600 bytes a gesture."""
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


def entry_row(entry: Entry, position: int) -> dict[str, object]:
    """Return a gesture as a row of the journal."""
    texts = {name: json_text(getattr(entry, name)) for name in ENTRY_PARTS}
    return {"position": position, "seat": entry.command.seat, **texts, "digest": digest(*texts.values())}


def checkpoint_row(table: GameTable, position: int) -> dict[str, object]:
    """Return a table as a row of the checkpoints."""
    text = json_text(table)
    return {"position": position, "content": text, "digest": digest(text)}


class CampaignStore:
    """An open campaign file; the `Store` of a Session. One thread uses it at a time.

    Every method that writes raises a CampaignError (an OSError with one sentence), and then nothing is changed.

    Args:
        floor: the latest state that a backup holds. Whatever is done now is a later one, also in a restored file.

    Attributes:
        path: the file.
        view_only: opened for looking; nothing can be kept.
        revision: grows with each change, so that others can tell whether there was one, and which state is later.
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
        lock: Lock | None,
        floor: int = 0,
    ) -> None:
        self.path = path
        self.view_only = lock is None
        self.revision = revision
        self._floor = floor
        self._position = position
        self._entries = entries
        self._codec = codec
        self._lock = lock
        self._raw = raw
        self._connection: Connection | None = core(raw).execution_options(writes=lock is not None)
        self._before_close: list[Callable[[], None]] = []
        self._file = None if lock is None else OpenFile(path)
        self._mover: LogMover | None = None

    # the Store of a Session

    def commit(self, entry: Entry, position: int, table: GameTable) -> None:
        """Keep a gesture as number `position` (from 1) and drop those that waited for redo."""
        if not 1 <= position <= self._entries + 1:
            raise ValueError(f"gesture {position} does not follow {self._entries}")
        with self._told():
            row = entry_row(entry, position)
            self._codec.entry(
                entry_json(str(row[name]) for name in ENTRY_PARTS)
            )  # what could not be read again would spoil the whole file
        with self._change(position=position, entries=position) as connection:
            if position <= self._entries:
                for statement in (_drop_entries, _drop_checkpoints, _keep_asides):
                    connection.execute(statement, {"first": position})
            connection.execute(_add_entry, row)
            if position % CHECKPOINT_EVERY == 0:
                connection.execute(_add_checkpoint, checkpoint_row(table, position))

    def move_cursor(self, position: int, aside: Aside | None = None) -> None:
        """Keep how many gestures count now, and in the same breath the line of the log that tells of it, if any."""
        if not 0 <= position <= self._entries:
            raise ValueError(f"there is no gesture {position}")
        with self._change(position=position) as connection:
            if aside is not None:
                _write_aside(connection, aside)

    def add_aside(self, aside: Aside) -> None:
        """Keep a line of the log that belongs to no gesture."""
        with self._change() as connection:
            _write_aside(connection, aside)

    def close(self) -> None:
        """Let go of the file, which is one plain file again. Never raises; doing so twice is harmless."""
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
                complete = move_log(self._raw)
                settle(self._raw)
            except (sqlite3.Error, CampaignError) as error:
                _LOG.warning("%s is not put in order: %s", self.path.name, error)
        with contextlib.suppress(sqlite3.Error):
            self._raw.close()
        if self._file is not None:
            self._file.close(complete=complete)
        if self._lock is not None:
            self._lock.release()

    def move_log(self) -> None:
        """Have everything in the file itself before this returns: the program may be ended next. Never raises."""
        if self._connection is None or self._file is None:
            return
        try:
            self._file.need_whole()
            move_log(self._raw)
        except (sqlite3.Error, CampaignError) as error:
            _LOG.warning("the log of %s stays beside it: %s", self.path.name, error)

    def hurry(self) -> None:
        """Have everything in the file itself in a moment, without waiting for it: somebody may copy the file now."""
        if self._mover is not None:
            self._mover.hurry()

    def before_close(self, stop: Callable[[], None]) -> None:
        """Have something stopped before the file is let go of."""
        self._before_close.append(stop)

    # what is kept besides the game

    def name(self) -> str:
        """Return the campaign's name."""
        with self._reading() as connection:
            return str(connection.execute(select(CAMPAIGN.c.name)).scalar_one())

    def rename(self, name: str) -> None:
        """Give the campaign another name; the file keeps its own."""
        with self._change() as connection:
            connection.execute(update(CAMPAIGN).values(name=name))

    def sheets(self) -> tuple[Sheet, ...]:
        """Return the sheets kept for later, by name."""
        with self._reading() as connection:
            return shelf.sheets(connection)

    def keep_sheet(self, sheet: Sheet) -> None:
        """Keep a sheet, in place of the one of that id. Raises ValueError for a picture that is not there."""
        self._keep(SHEET, shelf.sheet_row(sheet))

    def drop_sheet(self, sheet: str) -> None:
        """Take a sheet away."""
        self._drop(SHEET, sheet)

    def encounters(self) -> tuple[Encounter, ...]:
        """Return the prepared encounters, by name."""
        with self._reading() as connection:
            return shelf.encounters(connection)

    def keep_encounter(self, encounter: Encounter) -> None:
        """Keep an encounter, in place of the one of that id."""
        self._keep(ENCOUNTER, shelf.encounter_row(encounter))

    def drop_encounter(self, encounter: str) -> None:
        """Take an encounter away."""
        self._drop(ENCOUNTER, encounter)

    def pictures(self) -> tuple[Picture, ...]:
        """Return the pictures, by name."""
        with self._reading() as connection:
            return shelf.pictures(connection)

    def keep_picture(self, picture: Picture) -> None:
        """Keep a picture, in place of the one of that id. Raises ValueError for one that is too large or none."""
        if not picture.fits():
            raise ValueError(f"no picture of the kind {picture.media_type[:40]!r}")
        self._keep(PICTURE, shelf.picture_row(picture))

    def picture(self, picture: str) -> Picture | None:
        """Return a picture by its id, or None."""
        with self._reading() as connection:
            return shelf.picture(connection, picture)

    def drop_picture(self, picture: str) -> None:
        """Take a picture away; sheets that showed it show none."""
        self._drop(PICTURE, picture)

    def settings(self) -> Mapping[str, Json]:
        """Return the choices that go with the campaign, by name."""
        with self._reading() as connection:
            return shelf.settings(connection)

    def keep_setting(self, name: str, value: Json) -> None:
        """Keep a choice; None takes it away."""
        if value is None:
            with self._change() as connection:
                connection.execute(delete(SETTING).where(SETTING.c.name == name))
        else:
            self._keep(SETTING, shelf.setting_row(name, value))

    # how

    def _keep(self, table: Table, row: Mapping[str, object]) -> None:
        key, *others = row
        statement = insert_or_update(table).values(row)
        updated = {name: statement.excluded[name] for name in others}
        with self._change() as connection:
            connection.execute(statement.on_conflict_do_update(index_elements=[key], set_=updated))

    def _drop(self, table: Table, key: str) -> None:
        with self._change() as connection:
            connection.execute(delete(table).where(table.c.id == key))

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with self._told():
            connection = self._open()
            with connection.begin():
                yield connection

    @contextmanager
    def _change(self, **moved: int) -> Iterator[Connection]:
        """Give the connection inside one transaction that also says that there was a change."""
        now = {"position": self._position, "entries": self._entries, **moved}
        revision = max(self.revision, self._floor) + 1
        with self._told():
            connection = self._open()
            if self._file is None:
                raise ViewOnly(self.path)
            self._file.need_as_opened()
            if self._mover is None:
                self._mover = LogMover(self.path, self._file, lambda: self.revision)
            with connection.begin():
                done = connection.execute(
                    _move_on,
                    {
                        "known": self.revision,
                        "new_position": now["position"],
                        "new_entries": now["entries"],
                        "new_revision": revision,
                        "new_changed": now_text(),
                    },
                )
                if done.rowcount != 1:
                    raise ChangedElsewhere(self.path)
                yield connection
        self.revision = revision
        self._position, self._entries = now["position"], now["entries"]

    def _open(self) -> Connection:
        if self._connection is None:
            raise Closed(self.path)
        return self._connection

    @contextmanager
    def _told(self) -> Iterator[None]:
        with told(self.path):
            try:
                yield
            except IntegrityError as error:
                raise ValueError(f"a row that does not fit the others: {error.orig}") from error
            except (UnicodeEncodeError, Unreadable) as error:
                raise Unwritable(self.path, reason=str(error)) from error


def _write_aside(connection: Connection, aside: Aside) -> None:
    connection.execute(_add_aside, {"after": aside.after, "note": json_text(aside.note)})


def now_text() -> str:
    """Return the present moment as it is written in a file."""
    return datetime.now().astimezone().isoformat(timespec="seconds")
