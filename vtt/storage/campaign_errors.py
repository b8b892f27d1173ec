"""Errors of campaign files. The sentence of each says what is wrong, what is safe and what can be done."""

from __future__ import annotations

import contextlib
import errno
import os
import sqlite3
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import ClassVar

from engine.messages.message import Message
from engine.messages.texts import say, texts
from engine.model.frozen import Frozen, Json
from vtt.system.atomic_files import COMPANIONS, has_no_room
from vtt.system.disk_reasons import disk_reason
from vtt.system.timestamps import spoken_stored_time, spoken_time
from vtt.system.user_folders import LIBRARY_SUFFIX

NAME_LIMIT = 60
_LONGEST_NAME = 255 - max(map(len, COMPANIONS))
"""The bytes in the name of a file beside which disks take the names of its companions."""


def shortened(text: str, limit: int = NAME_LIMIT) -> str:
    """Return a text cut with an ellipsis, on one line, so that a long name never swallows a sentence."""
    line = " ".join(text.split())
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"


class LockHolder(Frozen):
    """The user and program that have a campaign open. `since` is an ISO time with its zone."""

    user: str
    host: str
    pid: int
    since: str


class CampaignError(OSError):
    """A campaign or library file that cannot be read, kept or moved. Nothing has been changed.

    Attributes:
        path: the file.
        backup: the newest good backup of it, where one was looked for and found.
        backup_made: when that was made.
    """

    key: ClassVar[str]

    def __init__(self, path: Path, **params: Json) -> None:
        super().__init__()
        self.path = path
        self.backup: Path | None = None
        self.backup_made: datetime | None = None
        self._params: dict[str, Json] = {
            name: shortened(value, 160) if isinstance(value, str) else value for name, value in params.items()
        }

    def offer(self, backup: Path, made: datetime) -> None:
        """Name the backup that can be restored instead."""
        self.backup = backup
        self.backup_made = made

    def of(self, path: Path) -> CampaignError:
        """Return the same error of another file, such as the one that people know instead of a temporary one."""
        return type(self)(path, **self._params)

    @property
    def what(self) -> str:
        """The problem, as a part of a sentence."""
        return self._say_part("what")

    @property
    def safe(self) -> str:
        """The data that is still safe, as a part of a sentence."""
        return self._say_part("safe")

    @property
    def remedy(self) -> str:
        """The next step for the user, as a part of a sentence."""
        if self.backup_made is not None:
            return self._say("save.backup_offered", made=spoken_time(self.backup_made))
        return self._say_part("remedy")

    @property
    def text(self) -> str:
        """All of it as one sentence."""
        return self._say("save.sentence", what=self.what, safe=self.safe, remedy=self.remedy)

    def _say_part(self, part: str) -> str:
        """Return a part of the sentence; a library has other words where a campaign speaks of moves."""
        own = f"save.library.{self.key}.{part}"
        is_own = self.path.suffix == LIBRARY_SUFFIX and own in texts()
        return self._say(own if is_own else f"save.{self.key}.{part}")

    def _say(self, key: str, **more: Json) -> str:
        return say(Message(key=key, params={"file": shortened(self.path.name), **self._params, **more}))

    def __str__(self) -> str:
        return self.text


class NotThere(CampaignError):
    """There is no such file."""

    key = "not_there"


class AlreadyThere(CampaignError):
    """A file of this name is there and would be overwritten."""

    key = "already_there"


class NotOurs(CampaignError):
    """The file is something else."""

    key = "not_ours"


class Truncated(CampaignError):
    """The end of the file is missing."""

    key = "truncated"


class Damaged(CampaignError):
    """The inside of the file is not what was written. `place` says where."""

    key = "damaged"


class Newer(CampaignError):
    """The file was written by a newer version of this program."""

    key = "newer"


class TooLarge(CampaignError):
    """The campaign has no room in a file for another computer. `most` is the limit in MB."""

    key = "too_large"


class UnknownGame(CampaignError):
    """The file is of a game that this program does not have, or that is broken. `reason` says which, in a sentence."""

    key = "unknown_game"

    def __init__(self, path: Path, ruleset: str, reason: str) -> None:
        super().__init__(path, ruleset=ruleset)
        self.ruleset = ruleset
        self.reason = reason


class ReadOnly(CampaignError):
    """The file or its folder is read-only."""

    key = "read_only"


class FolderReadOnly(CampaignError):
    """A new file cannot be written, because its folder is read-only."""

    key = "folder_read_only"


class ViewOnly(CampaignError):
    """The campaign was opened for looking only."""

    key = "view_only"


class GameMissing(ViewOnly):
    """The campaign was opened for looking only, because its `game` cannot be played here."""

    key = "game_missing"


class NameTooLong(CampaignError):
    """The name of the file leaves no room for those of the files that SQLite puts beside it."""

    key = "name_too_long"


class DiskFull(CampaignError):
    """There is no room left."""

    key = "disk_full"


class DiskFailed(CampaignError):
    """The disk did not do what it should. `reason` is what the system says."""

    key = "disk_failed"


class OpenElsewhere(CampaignError):
    """Another window has the file. `holder` says who, if that can be known."""

    key = "open_elsewhere"

    def __init__(self, path: Path, holder: LockHolder | None) -> None:
        self.holder = holder
        if holder is None:
            super().__init__(path)
            return
        since = spoken_stored_time(holder.since)
        super().__init__(path, user=holder.user, host=holder.host, pid=holder.pid, since=since)

    @property
    def what(self) -> str:
        """The holder of the file, as a part of a sentence."""
        return self._say_part("what_unknown" if self.holder is None else "what")


class Busy(CampaignError):
    """Another program has the file locked at this moment."""

    key = "busy"


class Vanished(CampaignError):
    """The file was moved, replaced or deleted while it was open."""

    key = "vanished"


class LogVanished(CampaignError):
    """The log beside the file was moved, replaced or deleted while the campaign was open."""

    key = "log_vanished"


class CutOff(CampaignError):
    """The end of the file was cut off while it was open. `size` is how many bytes are left."""

    key = "cut_off"


class ChangedElsewhere(CampaignError):
    """Something else wrote to the file while it was open here."""

    key = "changed_elsewhere"


class NotStorable(CampaignError):
    """Content that no file can hold, such as half a surrogate pair. `reason` is the writer's message."""

    key = "unwritable"


class Closed(CampaignError):
    """The campaign was closed already."""

    key = "closed"


class FileTaskCancelled(CampaignError):
    """The user stopped a long copy, export or check."""

    key = "cancelled"


class NotImportable(CampaignError):
    """An export that does not fit. `place` is the file inside it and the key; `problem` says what is wrong there."""

    key = "not_importable"

    def __init__(self, path: Path, place: str, problem: str) -> None:
        super().__init__(path, place=place, problem=problem)
        self.place = place
        self.problem = problem


class ImportDoesNotFit(CampaignError):
    """A sound export that cannot come into this campaign. `problem` says why."""

    key = "import_does_not_fit"


def campaign_error_for(error: OSError, path: Path) -> CampaignError:
    """Return a system error as a campaign error, with its sentence."""
    if isinstance(error, CampaignError):
        return error
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT:
            return DiskFull(path)
        case errno.EACCES | errno.EPERM | errno.EROFS:
            return ReadOnly(path) if _is_there(path) else FolderReadOnly(path)
        case errno.ENOENT if not _is_there(path):
            return NotThere(path)
        case errno.ENAMETOOLONG:
            return NameTooLong(path)
        case _:
            return DiskFailed(path, reason=disk_reason(error))


def campaign_error_for_database(error: sqlite3.Error, path: Path) -> CampaignError | None:
    """Return an SQLite error about the disk as a campaign error; None if it is about the content of the file."""
    code = getattr(error, "sqlite_errorcode", 0)
    match code & 0xFF:
        case sqlite3.SQLITE_FULL:
            return DiskFull(path)
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
            return ReadOnly(path)
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return Busy(path)
        case sqlite3.SQLITE_IOERR | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_NOMEM | sqlite3.SQLITE_INTERRUPT:
            if len(os.fsencode(path.name)) > _LONGEST_NAME:
                return NameTooLong(path)
            if has_no_room(path.parent):
                return DiskFull(path)
            if not _is_there(path) and _is_there(path.parent) and not os.access(path.parent, os.W_OK):
                return FolderReadOnly(path)
            return DiskFailed(path, reason=str(error))
        case _:
            return None


@contextlib.contextmanager
def told_of(known: Path, unknown: Path) -> Iterator[None]:
    """Let an error of a file whose name nobody knows, such as a temporary one, name the file that people know."""
    try:
        yield
    except CampaignError as error:
        if error.path != unknown:
            raise
        raise error.of(known) from error


def _is_there(path: Path) -> bool:
    with contextlib.suppress(OSError):  # a folder that may not be looked into
        return path.exists()
    return False
