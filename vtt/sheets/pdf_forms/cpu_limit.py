"""A limit on the CPU time of work in a thread, at no cost for the work itself.

A second thread checks from time to time and interrupts the work. Only CPU time counts: on a machine that is busy with
something else the work takes longer, but is not stopped for that.
"""

from __future__ import annotations

import ctypes
import sys
import threading
import time
from collections.abc import Callable
from typing import Final, TypeVar

_CHECK_INTERVAL: Final = 0.05
_RETRY_INTERVAL: Final = 2.0
_T = TypeVar("_T")


class CpuLimitReached(BaseException):
    """The computing time is over, or the work is not wanted any more. No `except Exception` on the way holds it up."""


def within_cpu(seconds: float, unwanted: Callable[[], bool], work: Callable[[], _T]) -> _T:
    """Do some work in this thread, and interrupt it with `CpuLimitReached` if it computes too long.

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
        except CpuLimitReached:  # sent just before; the next one would come much later
            watch.end()


class _Watch(threading.Thread):
    """Watches the thread that created it."""

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
        wait = _CHECK_INTERVAL
        while not self._over.wait(wait):
            if self._computed() >= self._until or self._unwanted():
                wait = _RETRY_INTERVAL
                with self._lock:
                    if not self._over.is_set():
                        _interrupt(self._worker, CpuLimitReached)

    def end(self) -> None:
        """Stop watching; an exception that was sent but not yet raised is withdrawn."""
        with self._lock:
            self._over.set()
            _interrupt(self._worker, None)
        self.join()


def _clock_of(thread: int) -> Callable[[], float]:
    """Return a clock for the CPU time of a thread; on systems without one, for that of the process."""
    if sys.platform == "win32" or not hasattr(time, "pthread_getcpuclockid"):
        return time.process_time
    clock = time.pthread_getcpuclockid(thread)
    return lambda: time.clock_gettime(clock)


def _interrupt(thread: int, error: type[BaseException] | None) -> None:
    """Raise an exception in a thread, or withdraw one that is not raised yet."""
    raised = None if error is None else ctypes.py_object(error)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), raised)
