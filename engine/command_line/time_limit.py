"""A time limit for code that may never end."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

STOPPED = 1
"""The exit status of a process that has used up its time."""


@contextmanager
def time_limit(seconds: float, folder: Path, expired: Callable[[str], object]) -> Iterator[None]:
    """End the process if the block takes longer.

    Python cannot interrupt code that never ends from outside; so the whole process ends.

    Args:
        seconds: the time that the block may take.
        folder: the folder of the code that is watched.
        expired: is called first, in another thread, with the place in that code where the time ran out, such as
            `rules.py, line 12`; empty if it was elsewhere.
    """
    watched = threading.get_ident()

    def stop() -> None:
        try:
            expired(_place(watched, folder))
            sys.stdout.flush()
        finally:
            os._exit(STOPPED)

    timer = threading.Timer(seconds, stop)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _place(thread: int, folder: Path) -> str:
    frame = sys._current_frames().get(thread)
    while frame is not None:
        path = Path(frame.f_code.co_filename)
        if path.is_relative_to(folder):
            return f"{path.relative_to(folder).as_posix()}, line {frame.f_lineno}"
        frame = frame.f_back
    return ""
