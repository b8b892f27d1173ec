"""Files that are there whole or not at all: written beside their place, made safe on the disk, then renamed into it."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import stat
import time
from pathlib import Path

LITTLE_ROOM = 1 << 20
LEFT_SECONDS = 600.0
"""The age in seconds at which a temporary file counts as left over: no copy or export pauses ten minutes."""
_PART = re.compile(r"\.[0-9a-f]{12}\.part(-wal|-shm|-journal)?|\.\.[0-9a-f]{12}\.part\.lock")
COMPANIONS = ("-wal", "-shm", "-journal")
"""The suffixes of the files that SQLite puts beside a file in use."""


def real_path(path: Path) -> Path:
    """Return the path of a file with all links resolved, because SQLite and the lock put their files there."""
    try:
        return path.resolve()
    except (OSError, RuntimeError, ValueError):  # a link that leads to itself, or a sign that no path has
        return path.absolute()


def part_file_for(path: Path) -> Path:
    """Return a short name for a temporary file beside a file, whatever its name.

    Left-over temporary files of killed programs are removed.
    """
    _sweep(path.parent)
    return path.with_name(f".{os.urandom(6).hex()}.part")


def _sweep(folder: Path) -> None:
    """Remove left-over temporary files. Never raises."""
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if _PART.fullmatch(entry.name):
                with contextlib.suppress(OSError):
                    # Files from the future count too: the clock was set back since.
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


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file so that it is there whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = part_file_for(path)
    try:
        part.write_bytes(data)
        put_in_place(part, path)
    finally:
        discard(part)


def companions(path: Path) -> tuple[Path, ...]:
    """Return the files of SQLite beside a campaign."""
    path = real_path(path)
    return tuple(companion for suffix in COMPANIONS if (companion := path.with_name(path.name + suffix)).exists())


def discard(path: Path) -> None:
    """Remove a file of this program, with the files of SQLite beside it, if the disk lets it. Never raises.

    A read-only disk refuses even to remove what is not there; whatever prevented the file itself is what people read.
    """
    with contextlib.suppress(OSError):
        for old_path in (*companions(path), path):
            old_path.unlink(missing_ok=True)


def set_aside(path: Path, aside: Path) -> None:
    """Give a file, with the files beside it, a second name. It stays under its own name until something replaces it.

    The files beside it would be taken for part of its replacement, so they are removed once they are safe.
    """
    companion_paths = companions(path)
    for part in (*companion_paths, path):
        _twin(part, aside.with_name(aside.name + part.name.removeprefix(path.name)))
    for part in companion_paths:
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
