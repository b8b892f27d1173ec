"""Files that are there whole or not at all: written beside their place, made safe on the disk, then renamed into it."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import shutil
import sqlite3
import stat
import time
from pathlib import Path

from vtt.save.errors import Busy, CampaignError, DiskFailed, DiskFull, NotThere, ReadOnly

LITTLE_ROOM = 1 << 20
LEFT_SECONDS = 600.0
"""After so long, work in progress is held to be left behind: no copy or export goes ten minutes without writing."""
_PART = re.compile(r"\.[0-9a-f]{12}\.part(-wal|-shm|-journal)?")
COMPANIONS = ("-wal", "-shm", "-journal")
"""What SQLite lays beside a file while it works on it."""


def real(path: Path) -> Path:
    """Return where a file really lies: SQLite and the lock put their files there, whatever link leads to it."""
    try:
        return path.resolve()
    except (OSError, RuntimeError, ValueError):  # a link that leads to itself, or a sign that no path has
        return path.absolute()


def beside(path: Path) -> Path:
    """Return a name for work in progress beside a file; short, whatever the file is called.

    What a killed program left there long ago goes.
    """
    _sweep(path.parent)
    return path.with_name(f".{os.urandom(6).hex()}.part")


def _sweep(folder: Path) -> None:
    """Take away work in progress that nobody goes on with. Never raises."""
    with contextlib.suppress(OSError), os.scandir(folder) as found:
        for entry in found:
            if _PART.fullmatch(entry.name):
                with contextlib.suppress(OSError):
                    # Also what seems to come from the future: the clock was set back since.
                    if abs(time.time() - entry.stat(follow_symlinks=False).st_mtime) > LEFT_SECONDS:
                        Path(entry).unlink()


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


def set_aside(path: Path, aside: Path) -> None:
    """Give a file, with what lies beside it, another name too; it goes on being there until something takes its place.

    What lies beside it would be taken for part of whatever comes in its place, so that goes, once it is safe.
    """
    there = companions(path)
    for part in (*there, path):
        _twin(part, aside.with_name(aside.name + part.name.removeprefix(path.name)))
    for part in there:
        part.unlink()


def _twin(path: Path, other: Path) -> None:
    try:
        os.link(path, other)
    except OSError:  # some disks know no second name
        shutil.copyfile(path, other)
        flush(other)


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
