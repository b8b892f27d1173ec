"""Whole copies of a campaign or library by SQLite's own backup: made beside their place, checked, then put there."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import NoReturn

from vtt.storage.campaign_database import as_campaign_errors, connect, leave_wal_mode, open_for_reading
from vtt.storage.campaign_errors import AlreadyThere, FileTaskCancelled, campaign_error_for_database
from vtt.storage.campaign_lock import CampaignLock, is_held_here
from vtt.storage.file_header import EVERY_KIND, read_header
from vtt.storage.integrity_checks import check_copy
from vtt.system.atomic_files import discard, flush, part_file_for, put_in_place, real_path

Progress = Callable[[int, int], bool]
"""Is called with the number of pages copied and their total; returns whether to go on."""
_PAGES = 256
"""Pages copied in one go: 1 MB, a few milliseconds, so that stopping is felt at once."""


def no_progress(_done: int, _whole: int) -> bool:
    """Return that the copy goes on, whatever its progress."""
    return True


def save_copy(path: Path, target: Path, progress: Progress = no_progress, *, replace: bool = False) -> None:
    """Make a whole, checked copy of a campaign, also while it is being played. Any thread may call it.

    Args:
        path: the campaign.
        target: where the copy goes.
        progress: is called now and then; False stops the copy.
        replace: the target may be overwritten, unless it is open somewhere.

    Raises:
        AlreadyThere: the target is the campaign itself, or exists and may not be replaced.
        FileTaskCancelled: `progress` returned False.
        CampaignError: the campaign is damaged, or the copy cannot be written. The target is as it was.
    """
    if real_path(target) == real_path(path) or (target.exists() and not replace):
        raise AlreadyThere(target)
    with as_campaign_errors(target):
        target.parent.mkdir(parents=True, exist_ok=True)
    if not target.exists():
        copy_over(path, target, progress)
        return
    lock = CampaignLock(target)
    try:
        copy_over(path, target, progress)
    finally:
        lock.release()


def copy_over(path: Path, target: Path, progress: Progress, make_room: Callable[[], object] | None = None) -> None:
    """Put a copy in the place of a file that the caller has locked. `make_room` is called when the copy is ready."""
    part = part_file_for(target)
    if not is_held_here(path):
        read_header(path, *EVERY_KIND)

    def step(_status: int, remaining: int, whole: int) -> None:
        if not progress(whole - remaining, whole):
            _stop(target)
        if part.exists():
            flush(part)  # a little at a time: one long wait for the disk at the end would hold up a gesture as well

    try:
        with as_campaign_errors(path), open_for_reading(path) as source:
            if source.execute("PRAGMA journal_mode").fetchone() == ("wal",):
                # All pages are of one moment, whatever is played meanwhile, and no gesture waits for the copy.
                source.execute("BEGIN")
                source.execute("SELECT count(*) FROM sqlite_master").fetchone()
            try:
                with closing(connect(part, "rwc")) as copy:
                    for pragma in ("synchronous = OFF", "journal_mode = OFF", f"cache_size = {_PAGES}"):
                        copy.execute(f"PRAGMA {pragma}")  # half a copy is never needed: it has no name yet
                    source.backup(copy, pages=_PAGES, progress=step)
                    leave_wal_mode(copy)
            except sqlite3.Error as error:  # not a problem with writing, so one with what was read
                trouble = campaign_error_for_database(error, target)
                if trouble is None:
                    raise
                raise trouble from error
        check_copy(part, path, lambda: progress(1, 1) or _stop(target))
        with as_campaign_errors(target):
            if make_room is not None:
                make_room()
            put_in_place(part, target)
    finally:
        discard(part)


def _stop(target: Path) -> NoReturn:
    raise FileTaskCancelled(target)


def copy_to_memory(path: Path) -> sqlite3.Connection:
    """Return a connection to a copy of a campaign in memory, so that looking at it touches nothing."""
    memory = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    try:
        with open_for_reading(path) as source:
            source.backup(memory)
    except BaseException:
        memory.close()
        raise
    return memory
