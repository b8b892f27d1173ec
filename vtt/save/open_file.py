"""The files of an open campaign: whether they are still what was opened, and how the log gets into the file in time."""

from __future__ import annotations

import contextlib
import logging
import os
import sqlite3
import sys
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from vtt.save.database import connect
from vtt.save.errors import CampaignError, CutOff, LogVanished, ReadOnly, Vanished

LOOK_SECONDS = 0.3
"""Between two looks whether something waits in the log. What is found unchanged since the last look is moved."""
LONGEST_SECONDS = 5.0
"""So long at the most something waits in the log while gesture follows gesture without a pause."""
_WRITABLE = 0o222
_FORMAT_AT = 18
"""Where the header says whether a log belongs to the file."""
_PLAIN = b"\x01\x01"
_SHARED_FROM, _SHARED_BYTES = 0x40000002, 510
"""What SQLite's readers lock: https://www.sqlite.org/src/file/src/os.h, SHARED_FIRST and SHARED_SIZE."""
_LOG = logging.getLogger(__name__)


class OpenFile:
    """The file itself and the log beside it, as they must stay while the campaign is open.

    On most systems an open file can be renamed, moved or deleted, and SQLite would go on writing into it. The file is
    held by a descriptor of its own, so that it can be put in order at the end wherever it lies then. It is let go of
    after SQLite's own: on those systems, closing it takes every lock that the program has on the file.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._log = path.with_name(f"{path.name}-wal")
        found = path.stat()
        self._identity = found.st_dev, found.st_ino
        self._size = found.st_size
        try:
            log = self._log.stat()
            self._log_identity: tuple[int, int] | None = (log.st_dev, log.st_ino)
        except OSError:
            self._log_identity = None  # where the disk cannot have one, SQLite works without
        # Windows lets nobody rename or delete a file that is open.
        self._descriptor = None if sys.platform == "win32" else os.open(path, os.O_RDWR)

    def need_whole(self) -> None:
        """Raise CutOff if the end of the file is gone, whatever it is called now."""
        try:
            found = self._path.stat() if self._descriptor is None else os.fstat(self._descriptor)
        except OSError:
            return
        if found.st_size < self._size:
            raise CutOff(self._path, size=found.st_size)

    def need_as_opened(self) -> None:
        """Raise a CampaignError unless everything that is written now will be found by whoever opens the file next.

        Raises:
            Vanished: another file has its name, or none.
            ReadOnly: it may not be written any more.
            CutOff: its end is gone.
            LogVanished: the log is gone.
        """
        try:
            found = self._path.stat()
        except (FileNotFoundError, NotADirectoryError):
            raise Vanished(self._path) from None
        if (found.st_dev, found.st_ino) != self._identity:
            raise Vanished(self._path)
        if not found.st_mode & _WRITABLE:
            raise ReadOnly(self._path)
        if found.st_size < self._size:
            raise CutOff(self._path, size=found.st_size)
        self._size = found.st_size
        if self._log_identity is None:
            return
        try:
            log = self._log.stat()
        except (FileNotFoundError, NotADirectoryError):
            raise LogVanished(self._path) from None
        if (log.st_dev, log.st_ino) != self._log_identity:
            raise LogVanished(self._path)

    def close(self, *, complete: bool) -> None:
        """Let go of the file, after SQLite has. If all that was in the log is `complete` in it, it says so itself."""
        descriptor, self._descriptor = self._descriptor, None
        if descriptor is None:
            return
        with contextlib.suppress(OSError):
            if complete and os.fstat(descriptor).st_nlink and os.pread(descriptor, 2, _FORMAT_AT) != _PLAIN:
                # SQLite itself does not do this in a file that has another name now. Where another program has
                # opened it under that name, the lock cannot be had, and the log that is there now is that program's.
                _lock_alone(descriptor)
                os.pwrite(descriptor, _PLAIN, _FORMAT_AT)
                os.fsync(descriptor)
        os.close(descriptor)


def _lock_alone(descriptor: int) -> None:
    """Lock a campaign file against all who read it through SQLite. Raises OSError if another program does."""
    if sys.platform != "win32":
        import fcntl

        fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB, _SHARED_BYTES, _SHARED_FROM)


def move_log(connection: sqlite3.Connection) -> bool:
    """Move what is in the log into the file, as far as nobody reads it; return whether that was all."""
    busy, there, moved = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    return not busy and there == moved


class LogMover:
    """Moves the log of an open campaign into its file whenever there is a pause, in a thread of its own.

    Whoever copies, renames or moves the file of an open campaign takes the file alone: so nothing may stay in the log
    for longer than a moment. It has a connection of its own from the beginning, which knows the file by any name.

    Args:
        path: the campaign, open in this program.
        file: whether it is whole.
        revision: tells which change was the last.
    """

    def __init__(self, path: Path, file: OpenFile, revision: Callable[[], int]) -> None:
        self._path = path
        self._file = file
        self._revision = revision
        self._wake = threading.Event()
        self._stopped = False
        self._moved = -1
        self._connection = connect(path, "rw")
        try:
            self._connection.execute("PRAGMA synchronous = FULL")
            self._connection.execute("SELECT count(*) FROM sqlite_master").fetchone()  # now it has the log as well
        except sqlite3.Error:
            self._connection.close()
            raise
        self._thread = threading.Thread(target=self._run, name="log", daemon=True)
        self._thread.start()

    def hurry(self) -> None:
        """Move what there is now, without waiting for a pause."""
        self._wake.set()

    def stop(self) -> None:
        """End."""
        self._stopped = True
        self._wake.set()
        if self._thread is not threading.current_thread():
            self._thread.join()

    def _run(self) -> None:
        with closing(self._connection):
            seen, waiting_since = -1, 0.0
            while True:
                hurried = self._wake.wait(LOOK_SECONDS)
                if self._stopped:
                    return
                self._wake.clear()
                now = self._revision()
                if now == self._moved:
                    continue
                if now != seen and not hurried:
                    waiting_since = waiting_since or time.monotonic()
                    if time.monotonic() - waiting_since < LONGEST_SECONDS:
                        seen = now
                        continue
                seen = now
                if self._move():
                    self._moved, waiting_since = now, 0.0

    def _move(self) -> bool:
        try:
            self._file.need_whole()
            return move_log(self._connection)
        except (sqlite3.Error, CampaignError) as error:  # the next gesture meets the same, and says so
            _LOG.warning("the log of %s stays beside it: %s", self._path.name, error)
            return False
