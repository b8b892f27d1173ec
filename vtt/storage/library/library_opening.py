"""Creating and opening library files. Slow work for a worker thread; the window gets the result."""

from __future__ import annotations

import sqlite3
import uuid
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sqlalchemy import insert, select
from sqlmodel import SQLModel

from vtt.storage.backups import BackupKeeper, last_revision, newest_good_backup
from vtt.storage.campaign_database import (
    InvalidContent,
    as_campaign_errors,
    connect,
    connect_for_play,
    core_connection,
    open_for_reading,
    roll_back,
)
from vtt.storage.campaign_errors import (
    AlreadyThere,
    CampaignError,
    Damaged,
    NotOurs,
    OpenElsewhere,
    ReadOnly,
    Truncated,
)
from vtt.storage.campaign_lock import CampaignLock, is_held_here, read_holder
from vtt.storage.campaign_opening import backup_folder
from vtt.storage.database_copies import copy_to_memory
from vtt.storage.database_tables import EVERY_LIBRARY_TABLE, LIBRARY
from vtt.storage.file_header import LIBRARY_FILE, read_header
from vtt.storage.file_migrations import migrate, migrate_file
from vtt.storage.integrity_checks import check_structure
from vtt.storage.library.library_store import LibraryFileStore, StoredEntries, stored_entries
from vtt.system.atomic_files import discard, is_protected, part_file_for, put_in_place, real_path, set_aside
from vtt.system.timestamps import now_text
from vtt.system.user_folders import LIBRARY_SUFFIX, file_stem, free_path


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedLibrary:
    """An open library file.

    Attributes:
        store: its entries, and where their changes go.
        backups: the folder of its backups.
        why_view_only: the sentence that says why it is open for viewing only; empty if it is not.
    """

    store: LibraryFileStore
    backups: Path
    why_view_only: str = ""

    def keep_backups(self) -> BackupKeeper:
        """Start the timed backups, which end before the store closes."""
        keeper = BackupKeeper(self.store.path, self.backups, lambda: self.store.revision)
        self.store.before_close(keeper.stop)
        keeper.start()
        return keeper


def create_library(path: Path, *, backups: Path | None = None) -> OpenedLibrary:
    """Create an empty library file and open it. Raises CampaignError; an existing file is as it was."""
    path = real_path(path)
    with as_campaign_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() or path.is_symlink():
            raise AlreadyThere(path)
    part = part_file_for(path)
    try:
        with as_campaign_errors(path):
            with closing(connect(part, "rwc")) as raw:
                _lay_out(raw)
            put_in_place(part, path)
    finally:
        discard(part)
    return open_library(path, backups=backups)


def _lay_out(raw: sqlite3.Connection) -> None:
    raw.execute(f"PRAGMA application_id = {LIBRARY_FILE.application_id}")
    raw.execute(f"PRAGMA user_version = {LIBRARY_FILE.version}")
    time = now_text()
    row = {"id": 1, "uid": uuid.uuid4().hex, "created": time, "changed": time, "revision": 0}
    with core_connection(raw).execution_options(writes=True) as connection, connection.begin():
        SQLModel.metadata.create_all(connection, tables=EVERY_LIBRARY_TABLE)
        connection.execute(insert(LIBRARY), row)


def set_library_aside(path: Path) -> Path:
    """Move a library file that cannot be opened to another name beside its own; return it. Raises CampaignError."""
    path = real_path(path)
    lock = CampaignLock(path)
    try:
        stem = f"{file_stem(path.stem)} set aside {datetime.now().astimezone():%Y-%m-%d %H-%M-%S}"
        aside = free_path(path.parent, stem, LIBRARY_SUFFIX)
        with as_campaign_errors(path):
            set_aside(path, aside)
            path.unlink()
        return aside
    finally:
        lock.release()


def open_library(path: Path, *, backups: Path | None = None) -> OpenedLibrary:
    """Open a library file: for viewing if it is read-only or open elsewhere.

    Raises:
        CampaignError: one kind for each problem, with one sentence; the file is unchanged. If the file is damaged,
            `error.backup` is the newest good backup.
    """
    path = real_path(path)
    folder = backup_folder(path, backups)
    try:
        if is_held_here(path):
            raise OpenElsewhere(path, read_holder(path))
        read_header(path, LIBRARY_FILE)
        try:
            return _open(path, folder)
        except (ReadOnly, OpenElsewhere) as error:
            return _look(path, folder, error)
    except (NotOurs, Truncated, Damaged) as error:
        backup = newest_good_backup(folder)
        if backup is not None:
            error.offer(backup.path, backup.made)
        raise


def look_into_library(path: Path) -> OpenedLibrary:
    """Open a library file, such as a backup, for viewing only: nothing is written. Raises CampaignError."""
    return _look(path, path.parent, None)


def entries_in(path: Path) -> int:
    """Return the number of entries in a library file that is not open; 0 if it cannot be read."""
    try:
        with open_for_reading(path) as raw:
            return int(raw.execute("SELECT count(*) FROM entry").fetchone()[0])
    except (sqlite3.Error, OSError):
        return 0


def _open(path: Path, folder: Path) -> OpenedLibrary:
    with as_campaign_errors(path):
        if is_protected(path):
            raise ReadOnly(path)
    lock = CampaignLock(path)
    try:
        with as_campaign_errors(path):
            roll_back(path)
        if read_header(path, LIBRARY_FILE).version < LIBRARY_FILE.version:
            migrate_file(path, folder)
        with as_campaign_errors(path):
            with open_for_reading(path) as checked:
                uid, revision, stored = _content(checked)
            raw = connect_for_play(path, room_in_log=False)
        floor = last_revision(folder, uid)
        store = LibraryFileStore(path, raw, stored, revision=revision, lock=lock, floor=floor)
    except BaseException:
        lock.release()
        raise
    return OpenedLibrary(store=store, backups=folder)


def _look(path: Path, folder: Path, why: CampaignError | None) -> OpenedLibrary:
    """Open a library for viewing: a copy in memory, so that nothing is written to the file or beside it."""
    read_header(path, LIBRARY_FILE)
    with as_campaign_errors(path):
        raw = _copy(path)
        try:
            migrate(raw, LIBRARY_FILE)
            _, revision, stored = _content(raw)
            store = LibraryFileStore(path, raw, stored, revision=revision, lock=None)
        except BaseException:
            raw.close()
            raise
    return OpenedLibrary(store=store, backups=folder, why_view_only="" if why is None else str(why))


def _copy(path: Path) -> sqlite3.Connection:
    """Return a copy in memory, also of a library that another window has open: SQLite reads beside the writer."""
    try:
        return copy_to_memory(path)
    except OpenElsewhere:
        memory = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        with closing(connect(path, "ro")) as source:
            source.backup(memory)
        return memory


def _content(raw: sqlite3.Connection) -> tuple[str, int, StoredEntries]:
    """Return the identity of a library, the number of its last change, and its entries."""
    check_structure(raw)
    with core_connection(raw) as connection:
        row = connection.execute(select(LIBRARY)).one_or_none()
        if row is None or not isinstance(row.uid, str) or type(row.revision) is not int or row.revision < 0:
            raise InvalidContent("library")
        return row.uid, row.revision, stored_entries(connection)
