"""Files that are there whole or not at all: written beside their place, made safe on the disk, then renamed into it."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import sqlite3
import stat
from pathlib import Path

from vtt.save.errors import Busy, CampaignError, DiskFailed, DiskFull, NotThere, ReadOnly

LITTLE_ROOM = 1 << 20
COMPANIONS = ("-wal", "-shm", "-journal")
"""What SQLite lays beside a file while it works on it."""


def real(path: Path) -> Path:
    """Return where a file really lies: SQLite and the lock put their files there, whatever link leads to it."""
    try:
        return path.resolve()
    except (OSError, RuntimeError):
        return path.absolute()


def beside(path: Path) -> Path:
    """Return a name for work in progress beside a file; short, whatever the file is called."""
    return path.with_name(f".{os.urandom(6).hex()}.part")


def flush(path: Path) -> None:
    """Make a file, or a folder's list of names, safe against a pulled plug."""
    if path.is_dir() and os.name == "nt":
        return  # Windows keeps folders by itself and cannot be asked to
    descriptor = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def put_in_place(part: Path, path: Path) -> None:
    """Rename a finished file into its place, over what may be there, for good."""
    flush(part)
    part.replace(path)
    flush(path.parent)


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that it is there whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = beside(path)
    try:
        part.write_bytes(data)
        put_in_place(part, path)
    finally:
        part.unlink(missing_ok=True)


def companions(path: Path) -> tuple[Path, ...]:
    """Return the files that SQLite has laid beside a campaign."""
    path = real(path)
    return tuple(found for suffix in COMPANIONS if (found := path.with_name(path.name + suffix)).exists())


def discard(path: Path) -> None:
    """Take away a file of ours and what SQLite laid beside it."""
    for gone in (*companions(path), path):
        gone.unlink(missing_ok=True)


def is_protected(path: Path) -> bool:
    """Say whether a file may not be written: by its mode (here the superuser is bound too), folder or disk."""
    if not path.stat().st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH):
        return True
    if not os.access(path.parent, os.W_OK):
        return True
    try:
        with path.open("r+b"):
            return False
    except OSError:
        return True


def has_no_room(folder: Path) -> bool:
    """Say whether a disk has practically nothing left."""
    with contextlib.suppress(OSError):
        return shutil.disk_usage(folder).free < LITTLE_ROOM
    return False


def explained(error: OSError, path: Path) -> CampaignError:
    """Return an error of the system as one of ours, in a sentence."""
    if isinstance(error, CampaignError):
        return error
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT:
            return DiskFull(path)
        case errno.EACCES | errno.EPERM | errno.EROFS:
            return ReadOnly(path)
        case errno.ENOENT:
            return NotThere(path)
        case _:
            return DiskFailed(path, reason=error.strerror or type(error).__name__)


def explained_database(error: sqlite3.Error, path: Path) -> CampaignError | None:
    """Return an error of SQLite that tells of the disk as one of ours; None where it tells of the file's inside."""
    code = getattr(error, "sqlite_errorcode", 0)
    match code & 0xFF:
        case sqlite3.SQLITE_FULL:
            return DiskFull(path)
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
            return ReadOnly(path)
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return Busy(path)
        case sqlite3.SQLITE_IOERR | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_NOMEM | sqlite3.SQLITE_INTERRUPT:
            if has_no_room(path.parent):
                return DiskFull(path)
            return DiskFailed(path, reason=str(error))
        case _:
            return None
