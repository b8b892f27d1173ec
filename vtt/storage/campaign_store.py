"""The store of an open campaign file. Each gesture is one transaction, in the file before it is on screen."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, Table, bindparam, delete, insert, update
from sqlalchemy.dialects.sqlite import insert as insert_or_update

from engine.core.codec import Codec
from engine.core.history import HistoryEntry, SideNote
from engine.model.frozen import Json
from engine.model.table import Table as GameTable
from vtt.campaign.campaign_records import StoredPicture
from vtt.storage import record_rows
from vtt.storage.campaign_database import ENTRY_PARTS, digest, entry_json
from vtt.storage.campaign_lock import CampaignLock
from vtt.storage.database_tables import ASIDE, CAMPAIGN, CHECKPOINT, JOURNAL, PICTURE, SETTING
from vtt.storage.live_file import LiveFile
from vtt.storage.record_rows import json_text

CHECKPOINT_EVERY = 50
"""Gestures between two checkpoints: opening replays at most so many, and a table of 30 kB costs 600 bytes a gesture.
"""

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
    return {
        "position": position,
        "seat": entry.command.seat,
        **texts,
        "digest": digest(*texts.values()),
        "made": entry.made,
    }


def checkpoint_row(table: GameTable, position: int) -> dict[str, object]:
    """Return a table as a row of the checkpoints."""
    text = json_text(table)
    return {"position": position, "content": text, "digest": digest(text)}


class CampaignFileStore(LiveFile):
    """An open campaign file; implements `vtt.campaign.store_protocol.CampaignStore`."""

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
        super().__init__(path, raw, _move_on, revision=revision, lock=lock, floor=floor)
        self._position = position
        self._entries = entries
        self._codec = codec

    # the protocol CampaignStore

    def commit(self, entry: HistoryEntry, position: int, table: GameTable) -> None:
        """Store a gesture as number `position` (from 1), and drop those that waited for redo."""
        if not 1 <= position <= self._entries + 1:
            raise ValueError(f"gesture {position} does not follow {self._entries}")
        with self._as_campaign_errors():
            row = entry_row(entry, position)
            self._codec.entry(
                entry_json([str(row[name]) for name in ENTRY_PARTS], entry.made)
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
    def _change(self, **moved: int) -> Iterator[Connection]:
        """Yield the connection inside one transaction that also counts the change."""
        counters = {"position": self._position, "entries": self._entries, **moved}
        with self._counted_change({f"new_{name}": count for name, count in counters.items()}) as connection:
            yield connection
        self._position, self._entries = counters["position"], counters["entries"]


def _write_aside(connection: Connection, aside: SideNote) -> None:
    connection.execute(_add_aside, {"after": aside.after, "note": json_text(aside.note)})
