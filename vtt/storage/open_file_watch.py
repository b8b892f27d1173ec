"""The files of an open campaign: checks that they are still the ones that were opened."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path

from vtt.storage.campaign_errors import CutOff, LogVanished, ReadOnly, Vanished

_WRITABLE = 0o222
_FORMAT_AT = 18
"""The offset in the header that says whether a log belongs to the file."""
_PLAIN = b"\x01\x01"
_SHARED_FROM, _SHARED_BYTES = 0x40000002, 510
"""The bytes that SQLite's readers lock: https://www.sqlite.org/src/file/src/os.h, SHARED_FIRST and SHARED_SIZE."""


class OpenFile:
    """The file and its log, which must stay the same while the campaign is open.

    On most systems an open file can be renamed, moved or deleted, and SQLite would go on writing to it. This object
    holds the file by its own descriptor, so that it can be put in order at the end under any name. It is closed after
    SQLite's
    own: on those systems, closing it drops every lock that the program has on the file.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._log = path.with_name(f"{path.name}-wal")
        status = path.stat()
        self._identity = status.st_dev, status.st_ino
        self._size = status.st_size
        try:
            log = self._log.stat()
            self._log_identity: tuple[int, int] | None = (log.st_dev, log.st_ino)
        except OSError:
            self._log_identity = None  # where the disk cannot have one, SQLite works without
        # On Windows, an open file can be neither renamed nor deleted.
        self._descriptor = None if sys.platform == "win32" else os.open(path, os.O_RDWR)

    def need_whole(self) -> None:
        """Raise CutOff if the end of the file is gone, whatever it is called now."""
        try:
            status = self._path.stat() if self._descriptor is None else os.fstat(self._descriptor)
        except OSError:
            return
        if status.st_size < self._size:
            raise CutOff(self._path, size=status.st_size)

    def need_as_opened(self) -> None:
        """Raise a CampaignError unless everything written now will be found when the file is opened next.

        Raises:
            Vanished: another file has its name, or none.
            ReadOnly: it has become read-only.
            CutOff: its end is gone.
            LogVanished: the log is gone.
        """
        try:
            status = self._path.stat()
        except (FileNotFoundError, NotADirectoryError):
            raise Vanished(self._path) from None
        if (status.st_dev, status.st_ino) != self._identity:
            raise Vanished(self._path)
        if not status.st_mode & _WRITABLE:
            raise ReadOnly(self._path)
        if status.st_size < self._size:
            raise CutOff(self._path, size=status.st_size)
        self._size = status.st_size
        if self._log_identity is None:
            return
        try:
            log = self._log.stat()
        except (FileNotFoundError, NotADirectoryError):
            raise LogVanished(self._path) from None
        if (log.st_dev, log.st_ino) != self._log_identity:
            raise LogVanished(self._path)

    def close(self, *, complete: bool) -> None:
        """Close the descriptor after SQLite has. If the log is `complete` in the file, mark the file as plain."""
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
