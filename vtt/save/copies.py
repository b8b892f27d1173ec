"""Whole copies of a campaign by SQLite's own backup: made beside their place, checked, and only then put there."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import NoReturn

from vtt.save.database import check_copy, connect, reading, settle, told
from vtt.save.errors import AlreadyThere, Cancelled
from vtt.save.files import beside, discard, explained_database, flush, put_in_place, real
from vtt.save.header import read_header
from vtt.save.lock import Lock, is_held_here

Progress = Callable[[int, int], bool]
"""Told how many pages of how many are copied; answers whether to go on."""
_PAGES = 256
"""Pages copied in one go: 1 MB, a few milliseconds, so that stopping is felt at once."""


def unheeded(_done: int, _whole: int) -> bool:
    """Go on whatever has been copied."""
    return True


def save_copy(path: Path, target: Path, progress: Progress = unheeded, *, replace: bool = False) -> None:
    """Make a whole, checked copy of a campaign, also while it is being played. May be called in any thread.

    Args:
        path: the campaign.
        target: where the copy goes.
        progress: told now and then; it stops the copy by answering False.
        replace: a file that is there may be overwritten, unless it is open somewhere.

    Raises:
        AlreadyThere: the target is the campaign itself, or is there and may not be replaced.
        Cancelled: `progress` said so.
        CampaignError: the campaign is damaged, or the copy cannot be written. What was at the target still is.
    """
    if real(target) == real(path) or (target.exists() and not replace):
        raise AlreadyThere(target)
    with told(target):
        target.parent.mkdir(parents=True, exist_ok=True)
    if not target.exists():
        put_copy(path, target, progress)
        return
    lock = Lock(target)
    try:
        put_copy(path, target, progress)
    finally:
        lock.release()


def put_copy(path: Path, target: Path, progress: Progress, make_room: Callable[[], object] | None = None) -> None:
    """Put a copy in the place of a file that the caller has locked. `make_room` is called when the copy is ready."""
    part = beside(target)
    if not is_held_here(path):
        read_header(path)

    def step(_status: int, remaining: int, whole: int) -> None:
        if not progress(whole - remaining, whole):
            _stop(target)
        if part.exists():
            flush(part)  # a little at a time: one long wait for the disk at the end would hold up a gesture as well

    try:
        with told(path), reading(path) as source:
            if source.execute("PRAGMA journal_mode").fetchone() == ("wal",):
                # One moment of the file from first page to last, whatever is played meanwhile; nobody waits for it.
                source.execute("BEGIN")
                source.execute("SELECT count(*) FROM sqlite_master").fetchone()
            try:
                with closing(connect(part, "rwc")) as made:
                    for pragma in ("synchronous = OFF", "journal_mode = OFF", f"cache_size = {_PAGES}"):
                        made.execute(f"PRAGMA {pragma}")  # until it has its name, nobody needs half of it
                    source.backup(made, pages=_PAGES, progress=step)
                    settle(made)
            except sqlite3.Error as error:  # what is no trouble with writing there is trouble with what was read
                trouble = explained_database(error, target)
                if trouble is None:
                    raise
                raise trouble from error
        check_copy(part, path, lambda: progress(1, 1) or _stop(target))
        with told(target):
            if make_room is not None:
                make_room()
            put_in_place(part, target)
    finally:
        discard(part)


def _stop(target: Path) -> NoReturn:
    raise Cancelled(target)


def copy_to_memory(path: Path) -> sqlite3.Connection:
    """Return a connection to a copy of a campaign in memory, so that looking at it touches nothing."""
    memory = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    try:
        with reading(path) as source:
            source.backup(memory)
    except BaseException:
        memory.close()
        raise
    return memory
