"""Checkpoints of the write-ahead log: moves the log of an open campaign into its file within moments."""

from __future__ import annotations

import logging
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from vtt.storage.campaign_database import connect
from vtt.storage.campaign_errors import CampaignError
from vtt.storage.open_file_watch import OpenFile

LOOK_SECONDS = 0.3
"""Seconds between two looks at the log. What has not changed since the last look is moved into the file."""
LONGEST_SECONDS = 5.0
"""The longest time that a gesture stays in the log while others follow without a pause."""
RETRY_SECONDS = 0.3
"""Seconds until the next try, if the log was to be moved at once and somebody was reading it."""
_LOG = logging.getLogger(__name__)


def checkpoint_log(connection: sqlite3.Connection) -> bool:
    """Move the content of the log into the file, as far as nobody reads it; return whether that was all."""
    busy, there, moved = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    return not busy and there == moved


class LogCheckpointer:
    """Moves the log of an open campaign into its file at each pause, in its own thread.

    Somebody who copies, renames or moves the file of an open campaign takes the file alone. So nothing may stay in the
    log for longer than a moment. The mover has its own connection from the start, which knows the file by any name.

    Args:
        path: the campaign, open in this program.
        file: tells whether it is whole.
        revision: returns the number of the last change.
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
        """Move the log now, without waiting for a pause."""
        self._wake.set()

    def stop(self) -> None:
        """End."""
        self._stopped = True
        self._wake.set()
        if self._thread is not threading.current_thread():
            self._thread.join()

    def _run(self) -> None:
        with closing(self._connection):
            seen, waiting_since, hurried = -1, 0.0, False
            while True:
                hurried = self._wake.wait(RETRY_SECONDS if hurried else LOOK_SECONDS) or hurried
                if self._stopped:
                    return
                self._wake.clear()
                revision = self._revision()
                if revision == self._moved:
                    hurried = False
                    continue
                if revision != seen and not hurried:
                    waiting_since = waiting_since or time.monotonic()
                    if time.monotonic() - waiting_since < LONGEST_SECONDS:
                        seen = revision
                        continue
                seen = revision
                if self._move():
                    self._moved, waiting_since, hurried = revision, 0.0, False

    def _move(self) -> bool:
        try:
            self._file.need_whole()
            return checkpoint_log(self._connection)
        except (sqlite3.Error, CampaignError) as error:  # the next gesture meets the same, and says so
            _LOG.warning("the log of %s stays beside it: %s", self._path.name, error)
            return False
