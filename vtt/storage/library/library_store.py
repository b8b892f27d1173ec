"""The store of an open library file. Each change is one transaction, in the file before it is on screen."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, Row, bindparam, delete, insert, select, update
from sqlalchemy.dialects.sqlite import insert as insert_or_update

from engine.model.frozen import replace
from vtt.campaign.campaign_records import StoredPicture
from vtt.campaign.library_protocol import (
    MOST_PICTURES,
    FilterValue,
    LibraryContent,
    LibraryDetail,
    LibraryEntry,
    LibraryItem,
    LibraryQuery,
    details_within_limits,
    entry_within_limits,
    within_limits,
)
from vtt.storage.campaign_database import (
    LIBRARY_HEAD,
    InvalidContent,
    as_campaign_errors,
    connect,
    digest,
    library_picture,
    well_formed,
)
from vtt.storage.campaign_errors import NotThere
from vtt.storage.campaign_lock import CampaignLock
from vtt.storage.database_tables import ENTRY_PICTURE, LIBRARY, LIBRARY_CONTENT, LIBRARY_ENTRY, LIBRARY_PICTURE
from vtt.storage.library.entry_index import EntryIndex
from vtt.storage.live_file import LiveFile
from vtt.storage.record_rows import json_text, picture_row
from vtt.system.timestamps import now_text

_count = (
    update(LIBRARY)
    .where(LIBRARY.c.revision == bindparam("known"))
    .values({name: bindparam(f"new_{name}") for name in ("revision", "changed")})
)


_NAMED_PICTURES = (
    "SELECT id FROM library_picture JOIN entry_picture ON picture = id WHERE entry = ? ORDER BY id LIMIT ?"
)
_READ_PICTURE = "SELECT id, name, media_type, content, digest FROM library_picture WHERE id = ?"
_DROP_UNUSED = "DELETE FROM library_picture WHERE id NOT IN (SELECT picture FROM entry_picture)"
_READ_CONTENT = "SELECT details, content, digest FROM entry_content WHERE id = ?"


def _storing(table: Any) -> Any:
    statement = insert_or_update(table)
    updated = {name: statement.excluded[name] for name in table.columns.keys() if name != "id"}  # noqa: SIM118
    return statement.on_conflict_do_update(index_elements=["id"], set_=updated)


_store_entry = _storing(LIBRARY_ENTRY)
_store_content = _storing(LIBRARY_CONTENT)


def entry_row(entry: LibraryEntry) -> dict[str, object]:
    """Return an entry as a row."""
    row = {name: getattr(entry, name) for name in LIBRARY_HEAD}
    row["tags"], row["favourite"] = json_text(entry.tags), int(entry.favourite)
    return {**row, "digest": digest(*map(str, row.values()))}


def content_row(id_: str, content: LibraryContent) -> dict[str, object]:
    """Return the content of an entry as a row."""
    texts = {"id": id_, "details": json_text(content.details), "content": content.content}
    return {**texts, "digest": digest(*texts.values())}


class StoredEntries(NamedTuple):
    """All entries of a library, and what people read of each, by id."""

    entries: Mapping[str, LibraryEntry]
    details: Mapping[str, tuple[LibraryDetail, ...]]


def stored_entries(connection: Connection) -> StoredEntries:
    """Return all entries of a library file. Raises InvalidContent."""
    with well_formed():
        rows = connection.execute(select(LIBRARY_ENTRY).order_by(LIBRARY_ENTRY.c.id))
        entries = {entry.id: entry for entry in map(_entry, rows)}
        texts = connection.execute(select(LIBRARY_CONTENT.c.id, LIBRARY_CONTENT.c.details))
        return StoredEntries(entries, {str(id_): _details(text) for id_, text in texts})


class LibraryFileStore(LiveFile):
    """An open library file; implements `vtt.campaign.library_protocol.EntryLibrary`."""

    def __init__(
        self,
        path: Path,
        raw: sqlite3.Connection,
        stored: StoredEntries,
        *,
        revision: int,
        lock: CampaignLock | None,
        floor: int = 0,
    ) -> None:
        super().__init__(path, raw, _count, revision=revision, lock=lock, floor=floor)
        self._index = EntryIndex()
        self.before_close(self._index.close)
        nothing = tuple[LibraryDetail, ...]()
        self._index.put(
            (entry, LibraryContent(content="", details=stored.details.get(entry.id, nothing)))
            for entry in stored.entries.values()
        )

    @property
    def entries(self) -> Mapping[str, LibraryEntry]:
        """All entries by id."""
        return self._index.entries

    def filter_values(self, field: str, game: str = "") -> Sequence[FilterValue]:
        """Return the values that entries have for a filter, by name; those of one game, if one is given."""
        return self._index.filter_values(field, game)

    def search(self, query: LibraryQuery) -> Sequence[LibraryEntry]:
        """Return the entries that a query finds."""
        return self._index.search(query)

    def content(self, entry: str) -> LibraryContent:
        """Return the content of an entry. Raises CampaignError."""
        with self._reading() as connection:
            row = connection.execute(select(LIBRARY_CONTENT).where(LIBRARY_CONTENT.c.id == entry)).one_or_none()
            if row is None and entry not in self.entries:
                raise NotThere(self.path)
            if row is None or row.digest != digest(row.id, row.details, row.content):
                raise InvalidContent("one_entry")
            return LibraryContent(content=row.content, details=_details(row.details))

    def items(self, ids: Sequence[str]) -> Sequence[LibraryItem]:
        """Return those of these entries that are there, with their content; any thread may call it."""
        entries = self.entries
        with as_campaign_errors(self.path):
            raw = self._raw if self.view_only else connect(self.path, "ro")
            try:
                found = []
                pictures: dict[str, StoredPicture] = {}
                for id_ in ids:
                    entry = entries.get(id_)
                    row = raw.execute(_READ_CONTENT, (id_,)).fetchone() if entry is not None else None
                    if entry is None or row is None:
                        continue
                    details, content, kept = row
                    if kept != digest(id_, details, content):
                        raise InvalidContent("one_entry")
                    named = [picture for (picture,) in raw.execute(_NAMED_PICTURES, (id_, MOST_PICTURES))]
                    for picture in set(named) - pictures.keys():
                        pictures[picture] = library_picture(raw.execute(_READ_PICTURE, (picture,)).fetchone())
                    stored = LibraryContent(content=content, details=_details(details))
                    shown = tuple(pictures[picture] for picture in named)
                    found.append(LibraryItem(entry=entry, content=stored, pictures=shown))
                return found
            finally:
                if raw is not self._raw:
                    raw.close()

    def store(self, items: Iterable[LibraryItem]) -> None:
        """Store entries in one step, each in place of the one with the same id."""
        time = now_text()
        stored = []
        for item in map(within_limits, items):
            present = self.entries.get(item.entry.id)
            added = present.added if present is not None else item.entry.added or time
            stored.append(replace(item, entry=replace(item.entry, added=added, changed=time)))
        if not stored:
            return
        with self._change() as connection:
            connection.execute(_store_entry, [entry_row(item.entry) for item in stored])
            connection.execute(_store_content, [content_row(item.entry.id, item.content) for item in stored])
            _store_pictures(connection, stored)
        self._index.put((item.entry, item.content) for item in stored)

    def store_entries(self, entries: Iterable[LibraryEntry]) -> None:
        """Store other names, tags, folders or marks of entries in one step; their content stays."""
        known = [entry for entry in entries if entry.id in self.entries]
        items = [within_limits(LibraryItem(entry=entry, content=self.content(entry.id))) for entry in known]
        if not items:
            return
        with self._change() as connection:
            connection.execute(_store_entry, [entry_row(item.entry) for item in items])
        self._index.put((item.entry, item.content) for item in items)

    def remove(self, ids: Iterable[str]) -> None:
        """Remove entries in one step."""
        gone = [id_ for id_ in ids if id_ in self.entries]
        if not gone:
            return
        with self._change() as connection:
            for id_ in gone:
                connection.execute(delete(LIBRARY_ENTRY).where(LIBRARY_ENTRY.c.id == id_))
            connection.exec_driver_sql(_DROP_UNUSED)
        self._index.remove(gone)

    def _change(self) -> AbstractContextManager[Connection]:
        return self._counted_change({})


def _store_pictures(connection: Connection, items: Sequence[LibraryItem]) -> None:
    """Store the pictures of entries, each once, and remove those that no entry names any more."""
    pictures = {picture.id: picture for item in items for picture in item.pictures}
    for item in items:
        connection.execute(delete(ENTRY_PICTURE).where(ENTRY_PICTURE.c.entry == item.entry.id))
    if pictures:
        rows = [{**picture_row(p), "digest": digest(p.id, p.name, p.media_type)} for p in pictures.values()]
        connection.execute(insert_or_update(LIBRARY_PICTURE).on_conflict_do_nothing(), rows)
        used = [{"entry": item.entry.id, "picture": picture.id} for item in items for picture in item.pictures]
        connection.execute(insert(ENTRY_PICTURE), used)
    connection.exec_driver_sql(_DROP_UNUSED)


def _entry(row: Row[Any]) -> LibraryEntry:
    """Return an entry within its limits. SQLite accepts any type in any column, and a file may come from anybody."""
    fields = dict(row._mapping)
    if fields.pop("digest") != digest(*map(str, fields.values())):
        raise InvalidContent("one_entry")
    fields["tags"] = msgspec.json.decode(fields["tags"])
    fields["favourite"] = bool(fields["favourite"])
    return entry_within_limits(msgspec.convert(fields, LibraryEntry))


def _details(text: str) -> tuple[LibraryDetail, ...]:
    return details_within_limits(msgspec.json.decode(text, type=tuple[LibraryDetail, ...]))
