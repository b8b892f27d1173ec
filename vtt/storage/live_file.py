"""An open file of this program, a campaign or a library: each change is one transaction, safe on the disk at once."""

from __future__ import annotations

import contextlib
import logging
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, Update
from sqlalchemy.exc import DBAPIError, IntegrityError

from engine.core.codec import CodecError
from vtt.storage.campaign_database import as_campaign_errors, core_connection, leave_wal_mode
from vtt.storage.campaign_errors import CampaignError, ChangedElsewhere, Closed, GameMissing, NotStorable, ViewOnly
from vtt.storage.campaign_lock import CampaignLock
from vtt.storage.log_checkpoint import LogCheckpointer, checkpoint_log
from vtt.storage.open_file_watch import OpenFile
from vtt.system.timestamps import now_text

_LOG = logging.getLogger(__name__)


class LiveFile:
    """An open file. One thread uses it at a time.

    Every method that writes raises a CampaignError (an OSError with one sentence), and then nothing is changed.

    Args:
        counting: the statement that counts a change in the row of the file. Its parameters are `known`, the number of
            the last change, `new_revision`, `new_changed`, and those that a change adds.
        floor: the latest state that a backup holds. New changes get higher numbers, also in a restored file.

    Attributes:
        path: the file.
        view_only: it is open for viewing; nothing can be stored.
        revision: the number of the last change, so that others can tell which of two states is later.
        missing_game: the name of the game, if it is open for viewing because its game cannot be played.
    """

    def __init__(
        self,
        path: Path,
        raw: sqlite3.Connection,
        counting: Update,
        *,
        revision: int,
        lock: CampaignLock | None,
        floor: int = 0,
    ) -> None:
        self.path = path
        self.view_only = lock is None
        self.revision = revision
        self.missing_game = ""
        self._counting = counting
        self._floor = floor
        self._lock = lock
        self._raw = raw
        self._connection: Connection | None = core_connection(raw).execution_options(writes=lock is not None)
        self._before_close: list[Callable[[], None]] = []
        self._file = None if lock is None else OpenFile(path)
        self._mover: LogCheckpointer | None = None

    def close(self) -> None:
        """Close the file, which is one plain file again. Never raises; a second call does nothing."""
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
                complete = checkpoint_log(self._raw)
                leave_wal_mode(self._raw)
            except (sqlite3.Error, CampaignError) as error:
                _LOG.warning("%s is not put in order: %s", self.path.name, error)
        with contextlib.suppress(sqlite3.Error):
            self._raw.close()
        if self._file is not None:
            self._file.close(complete=complete)
        if self._lock is not None:
            self._lock.release()

    def move_log(self) -> None:
        """Move the whole log into the file before this returns, because the program may end next. Never raises."""
        if self._connection is None or self._file is None:
            return
        try:
            self._file.need_whole()
            checkpoint_log(self._raw)
        except (sqlite3.Error, CampaignError) as error:
            _LOG.warning("the log of %s stays beside it: %s", self.path.name, error)

    def hurry(self) -> None:
        """Have the log moved into the file soon, without waiting for it, because somebody may copy the file now."""
        if self._mover is not None:
            self._mover.hurry()

    def before_close(self, stop: Callable[[], None]) -> None:
        """Add a callback that stops something before the file is closed."""
        self._before_close.append(stop)

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with self._as_campaign_errors():
            connection = self._open()
            with connection.begin():
                yield connection

    @contextmanager
    def _counted_change(self, counts: Mapping[str, object]) -> Iterator[Connection]:
        """Yield the connection inside one transaction that also counts the change."""
        revision = max(self.revision, self._floor) + 1
        with self._as_campaign_errors():
            connection = self._open()
            if self._file is None:
                raise GameMissing(self.path, game=self.missing_game) if self.missing_game else ViewOnly(self.path)
            self._file.need_as_opened()
            if self._mover is None:
                self._mover = LogCheckpointer(self.path, self._file, lambda: self.revision)
            with connection.begin():
                done = connection.execute(
                    self._counting,
                    {"known": self.revision, "new_revision": revision, "new_changed": now_text(), **counts},
                )
                if done.rowcount != 1:
                    raise ChangedElsewhere(self.path)
                yield connection
        self.revision = revision

    def _open(self) -> Connection:
        if self._connection is None:
            raise Closed(self.path)
        return self._connection

    @contextmanager
    def _as_campaign_errors(self) -> Iterator[None]:
        with as_campaign_errors(self.path):
            try:
                yield
            except IntegrityError as error:
                raise ValueError(f"a row that does not fit the others: {error.orig}") from error
            except (UnicodeEncodeError, CodecError) as error:
                raise NotStorable(self.path, reason=str(error)) from error
