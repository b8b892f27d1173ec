"""A limit on the computing time of work in a thread, which costs the work itself nothing.

A second thread looks on from time to time and interrupts the work. Only computing counts: a machine that is busy with
something else takes longer, but nothing is stopped for that.
"""

from __future__ import annotations

import ctypes
import sys
import threading
import time
from collections.abc import Callable
from typing import Final, TypeVar

_EVERY: Final = 0.05
_AGAIN: Final = 2.0
_T = TypeVar("_T")


class Stopped(BaseException):
    """The computing time is over, or the work is not wanted any more. No `except Exception` on the way holds it up."""


def within_cpu(seconds: float, unwanted: Callable[[], bool], work: Callable[[], _T]) -> _T:
    """Do some work in this thread, and interrupt it with `Stopped` if it computes too long.

    Args:
        seconds: how long it may compute.
        unwanted: says whether the work is not wanted any more.
        work: the work.
    """
    watch = _Watch(seconds, unwanted)
    watch.start()
    try:
        return work()
    finally:
        try:
            watch.end()
        except Stopped:  # sent just before; the next would be sent much later
            watch.end()


class _Watch(threading.Thread):
    """Looks on at the thread in which it was made."""

    def __init__(self, seconds: float, unwanted: Callable[[], bool]) -> None:
        super().__init__(name="cpu limit", daemon=True)
        self._worker = threading.get_ident()
        self._computed = _clock_of(self._worker)
        self._until = self._computed() + seconds
        self._unwanted = unwanted
        self._lock = threading.Lock()
        self._over = threading.Event()

    def run(self) -> None:
        """Interrupt the work, and again after a while should anything have caught it, until the work ends."""
        wait = _EVERY
        while not self._over.wait(wait):
            if self._computed() >= self._until or self._unwanted():
                wait = _AGAIN
                with self._lock:
                    if not self._over.is_set():
                        _interrupt(self._worker, Stopped)

    def end(self) -> None:
        """Look on no longer; what was sent and has not arrived does not arrive any more."""
        with self._lock:
            self._over.set()
            _interrupt(self._worker, None)
        self.join()


def _clock_of(thread: int) -> Callable[[], float]:
    """Return what tells the computing time of a thread; where the system tells none, that of the program."""
    if sys.platform == "win32" or not hasattr(time, "pthread_getcpuclockid"):
        return time.process_time
    clock = time.pthread_getcpuclockid(thread)
    return lambda: time.clock_gettime(clock)


def _interrupt(thread: int, error: type[BaseException] | None) -> None:
    """Raise an exception in a thread, or take back one that it has not seen yet."""
    raised = None if error is None else ctypes.py_object(error)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), raised)
