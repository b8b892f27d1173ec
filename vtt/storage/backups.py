"""Backups: made by the clock while a campaign is played, ordered by the states that they hold, never of a broken file.

There are never more of them than their room.
"""

from __future__ import annotations

import logging
import operator
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path

from vtt.storage.campaign_database import as_campaign_errors, recover, state_in
from vtt.storage.campaign_errors import CampaignError, Damaged, FileTaskCancelled, NotOurs, NotThere, Truncated, told_of
from vtt.storage.campaign_lock import CampaignLock
from vtt.storage.database_copies import Progress, copy_over, no_progress, save_copy
from vtt.storage.integrity_checks import check_copy
from vtt.system.atomic_files import real_path, set_aside
from vtt.system.user_folders import LIBRARY_SUFFIX, SUFFIX, file_stem, free_path

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
_BEFORE = "_before-"
_RESTORE = "restore"
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Backup:
    """A copy that was put by.

    Attributes:
        made: when, by the clock of that moment.
        migrated: it was kept before the file was brought to a newer version.
        replaced: it is the state that a restored backup took the place of.
        uid: which campaign it is of; empty where that cannot be read.
        revision: which state of that campaign it holds: of two, the larger one is the later state.
    """

    path: Path
    made: datetime
    size: int
    migrated: bool = False
    replaced: bool = False
    uid: str = ""
    revision: int = -1


def list_backups(folder: Path) -> tuple[Backup, ...]:
    """Return the backups in a campaign's folder, the latest state first, unchecked."""
    backups = []
    for path in (*folder.glob(f"*{SUFFIX}"), *folder.glob(f"*{LIBRARY_SUFFIX}")):
        stamp, _, why = path.stem.partition(_BEFORE)
        try:
            made = datetime.strptime(stamp, _STAMP).astimezone()
            size = path.stat().st_size
        except (ValueError, OSError):
            continue  # not a backup of this program, or just removed
        uid, revision = state_in(path)
        backups.append(
            Backup(
                path,
                made,
                size,
                migrated=why.startswith("version-"),
                replaced=why == _RESTORE,
                uid=uid,
                revision=revision,
            )
        )
    return latest_first(backups)


def latest_first(backups: Iterable[Backup]) -> tuple[Backup, ...]:
    """Return backups by the state that they hold. The clock says only which of several campaigns was the last one."""
    all_backups = tuple(backups)
    last: dict[str, datetime] = {}
    for backup in all_backups:
        last[backup.uid] = max(backup.made, last.get(backup.uid, backup.made))
    key = operator.attrgetter("revision", "made")
    return tuple(sorted(all_backups, key=lambda b: (bool(b.uid), last[b.uid], *key(b)), reverse=True))


def last_revision(folder: Path, uid: str) -> int:
    """Return the latest state of a campaign that a backup holds; 0 if there is none."""
    return max((backup.revision for backup in list_backups(folder) if backup.uid == uid), default=0)


def is_good(backup: Backup) -> bool:
    """Say whether a backup is whole, page by page and row by row."""
    try:
        check_copy(backup.path)
    except CampaignError:
        return False
    return True


def good_backups(folder: Path) -> tuple[Backup, ...]:
    """Return the backups in a campaign's folder that are whole, the latest state first."""
    return tuple(filter(is_good, list_backups(folder)))


def newest_good_backup(folder: Path) -> Backup | None:
    """Return the backup that is whole and holds the latest state, or None."""
    return next(filter(is_good, list_backups(folder)), None)


def back_up(path: Path, folder: Path, progress: Progress = no_progress) -> Backup:
    """Make a backup now and let those go that have no room any more.

    It is made beside the others, looked through, and only then takes its place and the oldest leave: a broken file
    never pushes out a good backup.

    Raises:
        CampaignError: there is none, and the others are still there.
    """
    backup = _keep(path, folder, "", progress)
    for surplus in surplus_backups(list_backups(folder)):
        if surplus.path != backup.path:
            surplus.path.unlink(missing_ok=True)
    return backup


def _keep(path: Path, folder: Path, why: str, progress: Progress) -> Backup:
    made = datetime.now().astimezone()
    target = folder / f"{made.strftime(_STAMP)}{why and _BEFORE + why}{_suffix(path)}"
    with told_of(path, target):
        save_copy(path, target, progress)
    uid, revision = state_in(target)
    return Backup(target, made, target.stat().st_size, replaced=why == _RESTORE, uid=uid, revision=revision)


def surplus_backups(backups: Iterable[Backup]) -> tuple[Backup, ...]:
    """Return which backups of one campaign have to go, given all of them."""
    kept: list[Backup] = []
    surplus: list[Backup] = []
    days: set[object] = set()
    of_a_kind: Counter[str] = Counter()
    for backup in latest_first(backups):
        day = backup.made.date()
        kind = "migrated" if backup.migrated else "replaced" if backup.replaced else ""
        of_a_kind[kind] += 1
        if kind:
            keep = of_a_kind[kind] <= 2
        elif of_a_kind[kind] <= RECENT:
            keep = True
        else:
            keep = day not in days and len(days) < DAYS
            days.add(day)
        if keep and kept and sum(b.size for b in kept) + backup.size > MOST_BYTES:
            keep = False
        (kept if keep else surplus).append(backup)
    return tuple(surplus)


def restore(backup: Path, path: Path, progress: Progress = no_progress, *, folder: Path | None = None) -> Path | None:
    """Put a backup in the place of a campaign that is not open; the state that is there is kept first.

    It goes among the backups, as the way back. A file that is not whole is set aside beside its place instead.
    Whenever this is cut off, the campaign is there under its name, as it was or as it is in the backup.

    Args:
        backup: the backup, or another copy.
        path: the campaign file.
        progress: as for `save_copy`.
        folder: the folder of all backups of the campaign; that of the backup if not given.

    Returns:
        Where the state that was there is now, or None if there was none.

    Raises:
        OpenElsewhere: the campaign is open.
        CampaignError: the backup is not whole, or there is no room; the campaign is as it was.
    """
    if not backup.exists():
        raise NotThere(backup)
    path = real_path(path)
    lock = CampaignLock(path)
    try:
        kept = None
        broken = None
        if path.exists():
            try:
                with as_campaign_errors(path):
                    recover(path)
                kept = _keep(path, folder or backup.parent, _RESTORE, progress).path
            except (Damaged, Truncated, NotOurs):
                stem = f"{file_stem(path.stem)} set aside {datetime.now().astimezone():%Y-%m-%d %H-%M-%S}"
                kept = free_path(path.parent, stem, _suffix(path))
                broken = partial(set_aside, path, kept)
        copy_over(backup, path, progress, broken)
        return kept
    finally:
        lock.release()


def _suffix(path: Path) -> str:
    """Return the suffix of a file's copies: whether it is a campaign or a library shows in its name."""
    return LIBRARY_SUFFIX if path.suffix == LIBRARY_SUFFIX else SUFFIX


class BackupKeeper:
    """Makes timed backups of an open campaign, in its own thread.

    Args:
        path: the campaign, open in this program.
        folder: where its backups go.
        revision: returns the number of the last change; without a new change there is no new backup.
        failed: is called in the keeper's thread with the reason when a backup fails; the keeper tries again later.
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
            revision = self._revision()
            if revision != backed_up and time.monotonic() >= due:
                due = time.monotonic() + self._every
                if self._try(lambda: back_up(self._path, self._folder, self._go_on)):
                    backed_up = revision
            if self._stopped.wait(min(self._every, LOOK_SECONDS)):
                return

    def _try(self, work: Callable[[], object]) -> bool:
        try:
            work()
        except FileTaskCancelled:
            return False
        except Exception as error:  # whatever it is must not end the backups of this evening
            _LOG.warning("no backup of %s: %s", self._path.name, error)
            if self._failed is not None:
                self._failed(error)
            return False
        return True

    def _go_on(self, _done: int, _whole: int) -> bool:
        return not self._stopped.is_set()
