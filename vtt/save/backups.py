"""Backups: made by the clock while a campaign is played, never of a broken file, and never more than their room."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from vtt.save.copies import Progress, save_copy, unheeded
from vtt.save.database import check_copy, told
from vtt.save.errors import CampaignError, Cancelled, NotThere
from vtt.save.files import companions, real
from vtt.save.lock import Lock
from vtt.save.places import SUFFIX, file_stem

EVERY_SECONDS = 300.0
"""Between two backups: the file itself loses no gesture, so these are against a broken disk and second thoughts."""
LOOK_SECONDS = 20.0
"""Between two looks whether a backup is due."""
RECENT = 6
"""The newest ones that are all kept: half an hour of play, step by step."""
DAYS = 6
"""Earlier days of which the last one is kept: a game once a week can still go back a month and more."""
MOST_BYTES = 256 << 20
"""The room for one campaign's backups: twelve of one with twenty megabytes of pictures. The newest is always kept."""
_STAMP = "%Y-%m-%d_%H-%M-%S-%f"
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Backup:
    """A copy that was put by. `migrated` ones were kept before the file was brought to a newer version."""

    path: Path
    made: datetime
    size: int
    migrated: bool = False


def list_backups(folder: Path) -> tuple[Backup, ...]:
    """Return the backups in a campaign's folder, newest first, unchecked."""
    found = []
    for path in folder.glob(f"*{SUFFIX}"):
        stamp, _, why = path.stem.rpartition("_before-version-")
        try:
            made = datetime.strptime(stamp or why, _STAMP).astimezone()
            size = path.stat().st_size
        except (ValueError, OSError):
            continue  # something that somebody else put there, or that has just gone
        found.append(Backup(path, made, size, bool(stamp)))
    return tuple(sorted(found, key=lambda backup: backup.made, reverse=True))


def is_good(backup: Backup) -> bool:
    """Say whether a backup is whole, page by page and row by row."""
    try:
        check_copy(backup.path)
    except CampaignError:
        return False
    return True


def good_backups(folder: Path) -> tuple[Backup, ...]:
    """Return the backups in a campaign's folder that are whole, newest first."""
    return tuple(filter(is_good, list_backups(folder)))


def newest_good_backup(folder: Path) -> Backup | None:
    """Return the newest backup that is whole, or None."""
    return next(filter(is_good, list_backups(folder)), None)


def back_up(path: Path, folder: Path, progress: Progress = unheeded) -> Backup:
    """Make a backup now and let those go that have no room any more.

    It is made beside the others, looked through, and only then takes its place and the oldest leave: a broken file
    never pushes out a good backup.

    Raises:
        CampaignError: there is none, and the others are still there.
    """
    made = datetime.now().astimezone()
    target = folder / f"{made.strftime(_STAMP)}{SUFFIX}"
    save_copy(path, target, progress)
    for gone in superfluous(list_backups(folder)):
        gone.path.unlink(missing_ok=True)
    return Backup(target, made, target.stat().st_size)


def superfluous(backups: Iterable[Backup]) -> tuple[Backup, ...]:
    """Return which backups of one campaign have to go, given all of them."""
    newest_first = sorted(backups, key=lambda backup: backup.made, reverse=True)
    kept: list[Backup] = []
    gone: list[Backup] = []
    days: set[object] = set()
    older_versions = 0
    for backup in newest_first:
        day = backup.made.date()
        if backup.migrated:
            keep = older_versions < 2
            older_versions += 1
        elif sum(not b.migrated for b in kept) < RECENT:
            keep = True
        else:
            keep = day not in days and len(days) < DAYS
            days.add(day)
        if keep and kept and sum(b.size for b in kept) + backup.size > MOST_BYTES:
            keep = False
        (kept if keep else gone).append(backup)
    return tuple(gone)


def restore(backup: Path, path: Path, progress: Progress = unheeded) -> Path | None:
    """Put a backup in the place of a campaign that is not open; the file that is there is first kept aside.

    Args:
        backup: the backup.
        path: the campaign file.
        progress: as for `save_copy`.

    Returns:
        Where the file that was there is now, or None if there was none.

    Raises:
        OpenElsewhere: the campaign is open.
        CampaignError: the backup is not whole, or there is no room; the campaign is as it was.
    """
    if not backup.exists():
        raise NotThere(backup)
    path = real(path)
    lock = Lock(path)
    try:
        now = datetime.now().astimezone()
        stem = file_stem(path.stem)
        ready = path.with_name(f"{stem} restored {now:%Y-%m-%d %H-%M-%S}{SUFFIX}")
        save_copy(backup, ready, progress)
        aside = None
        with told(path):
            if path.exists():
                aside = path.with_name(f"{stem} set aside {now:%Y-%m-%d %H-%M-%S}{SUFFIX}")
                for part in (*companions(path), path):
                    part.rename(aside.with_name(aside.name + part.name.removeprefix(path.name)))
            ready.rename(path)
        return aside
    finally:
        lock.release()


class BackupKeeper:
    """Makes backups of an open campaign by the clock, in a thread of its own.

    Args:
        path: the campaign, open in this program.
        folder: where its backups go.
        revision: tells which change was the last; nothing is done where there was none.
        failed: told, in the keeper's thread, why there is no backup; it will be tried again.
        every: seconds between two backups.
    """

    def __init__(
        self,
        path: Path,
        folder: Path,
        revision: Callable[[], int],
        failed: Callable[[Exception], None] | None = None,
        every: float = EVERY_SECONDS,
    ) -> None:
        self._path = path
        self._folder = folder
        self._revision = revision
        self._failed = failed
        self._every = every
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="backups", daemon=True)

    def start(self) -> None:
        """Begin; the first backup is made at once, of the campaign as it was found."""
        self._thread.start()

    def stop(self) -> None:
        """End. A backup under way is left off, which takes a few milliseconds."""
        self._stopped.set()
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join()

    def _run(self) -> None:
        backed_up: int | None = None
        due = time.monotonic()
        while True:
            now = self._revision()
            if now != backed_up and time.monotonic() >= due:
                due = time.monotonic() + self._every
                if self._try(lambda: back_up(self._path, self._folder, self._go_on)):
                    backed_up = now
            if self._stopped.wait(min(self._every, LOOK_SECONDS)):
                return

    def _try(self, work: Callable[[], object]) -> bool:
        try:
            work()
        except Cancelled:
            return False
        except Exception as error:  # whatever it is must not end the backups of this evening
            _LOG.warning("no backup of %s: %s", self._path.name, error)
            if self._failed is not None:
                self._failed(error)
            return False
        return True

    def _go_on(self, _done: int, _whole: int) -> bool:
        return not self._stopped.is_set()
