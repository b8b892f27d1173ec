"""One writer: a lock file beside the campaign, held by the system and so let go of however the program ends."""

from __future__ import annotations

import contextlib
import errno
import getpass
import os
import platform
import sys
from pathlib import Path

import msgspec

from vtt.storage.campaign_errors import LockHolder, OpenElsewhere, campaign_error_for
from vtt.system.atomic_files import real_path
from vtt.system.timestamps import now_text
from vtt.system.user_folders import folder_key

if sys.platform == "win32":
    import msvcrt

    # Far behind the text: a byte that is locked cannot be read by others, and they shall read who has it.
    _LOCKED_BYTE = 1 << 30

    def _seize(descriptor: int) -> None:
        os.lseek(descriptor, _LOCKED_BYTE, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _seize(descriptor: int) -> None:
        # flock belongs to this one opening of the file: a second window of the same program is kept out as well.
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


_TAKEN = {errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES, errno.EDEADLK}
_LARGEST = 4096
_HELD: set[Path] = set()
_LONGEST_NAME = 240


def is_held_here(campaign: Path) -> bool:
    """Say whether this very program has a campaign open.

    Then nothing but SQLite may open the file: on most systems, closing a file lets go of every lock that the program
    has on it, those of SQLite's own connections as well.
    """
    return real_path(campaign) in _HELD


def lock_path(campaign: Path) -> Path:
    """Return the path of the lock file of a campaign."""
    place = real_path(campaign)
    name = place.name if len(os.fsencode(place.name)) <= _LONGEST_NAME else folder_key(place)
    return place.with_name(f".{name}.lock")


class CampaignLock:
    """The right to write to a campaign; held until `release` or the end of the program, even by `kill -9`.

    A lock file that a dead program left behind holds nothing: the system let go of it, and the next one takes it over.
    """

    def __init__(self, campaign: Path) -> None:
        """Take the lock.

        Raises:
            OpenElsewhere: another window has it.
            CampaignError: the lock file cannot be written.
        """
        self._campaign = campaign
        self._path = lock_path(campaign)
        self._real = real_path(campaign)
        self._descriptor: int | None = None
        try:
            while self._descriptor is None:
                self._descriptor = self._try()
            self._sign(self._descriptor)
            _HELD.add(self._real)
        except OSError as error:
            self.release()
            raise campaign_error_for(error, campaign) from error

    def _try(self) -> int | None:
        descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            _seize(descriptor)
            # Who held it before may have taken the file away between our opening and our locking it.
            path_status = self._path.stat()
            own_status = os.fstat(descriptor)
            if (path_status.st_ino, path_status.st_dev) == (own_status.st_ino, own_status.st_dev):
                return descriptor
        except FileNotFoundError:
            pass
        except OSError as error:
            os.close(descriptor)
            if error.errno in _TAKEN:
                raise OpenElsewhere(self._campaign, read_holder(self._campaign)) from None
            raise
        os.close(descriptor)
        return None

    @staticmethod
    def _sign(descriptor: int) -> None:
        text = msgspec.json.encode(_me())
        os.lseek(descriptor, 0, os.SEEK_SET)
        os.truncate(descriptor, 0)
        os.write(descriptor, text)

    def release(self) -> None:
        """Let go of it. Doing so twice is harmless."""
        descriptor, self._descriptor = self._descriptor, None
        if descriptor is None:
            return
        _HELD.discard(self._real)
        if sys.platform == "win32":
            os.close(descriptor)  # Windows takes no open file away; the text left behind holds nothing
            with contextlib.suppress(OSError):
                self._path.unlink(missing_ok=True)
        else:
            with contextlib.suppress(OSError):
                self._path.unlink(missing_ok=True)
            os.close(descriptor)


def need_free(campaign: Path) -> None:
    """Raise OpenElsewhere if another window has a campaign open; leaves no trace."""
    try:
        descriptor = os.open(lock_path(campaign), os.O_RDWR)
    except OSError:
        return  # no lock, or none that can be held
    try:
        _seize(descriptor)
    except OSError as error:
        if error.errno in _TAKEN:
            raise OpenElsewhere(campaign, read_holder(campaign)) from None
    finally:
        os.close(descriptor)


def read_holder(campaign: Path) -> LockHolder | None:
    """Return who signed the lock of a campaign last, or None where that cannot be read."""
    try:
        with lock_path(campaign).open("rb") as file:
            return msgspec.json.decode(file.read(_LARGEST), type=LockHolder)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return None


def _me() -> LockHolder:
    try:
        user = getpass.getuser()
    except (OSError, KeyError, ImportError):
        user = "somebody"
    return LockHolder(user=user, host=platform.node() or "this computer", pid=os.getpid(), since=now_text())
