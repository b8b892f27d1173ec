"""A time limit for code that may never end."""

from __future__ import annotations

import faulthandler
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

STOPPED = 1
"""The exit status of a process that has used up its time."""
GRACE = 2
"""The seconds after which code is ended that lets no other thread run."""


@contextmanager
def time_limit(seconds: float, folder: Path, expired: Callable[[str], object]) -> Iterator[None]:
    """End the process if the block takes longer.

    Python cannot interrupt code that never ends from outside; so the whole process ends. Code that lets no other thread
    run, such as a regular expression, is ended a little later, and a trace of it is printed instead.

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
    if sys.__stderr__ is not None:
        faulthandler.dump_traceback_later(seconds + GRACE, exit=True, file=sys.__stderr__)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()
        timer.cancel()


def _place(thread: int, folder: Path) -> str:
    frame = sys._current_frames().get(thread)
    while frame is not None:
        path = Path(frame.f_code.co_filename)
        if path.is_relative_to(folder):
            return f"{path.relative_to(folder).as_posix()}, line {frame.f_lineno}"
        frame = frame.f_back
    return ""
