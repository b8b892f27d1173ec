"""How long the window waits: a heart that beats in the event loop, and the longest that it stood still."""

from __future__ import annotations

import os
import sys
import time
from typing import Final, NamedTuple

from PySide6.QtCore import QObject, Qt, QTimer

BEAT = 2
"""Milliseconds between two beats, while nothing holds them up."""


class Span(NamedTuple):
    """A time in milliseconds, measured twice.

    A budget is judged by the work. By the wall the same program takes two or ten times as long when the display server,
    the disk or another program is slow to answer or has the processors: that tells of the machine. What the work leaves
    out and the wall has is where a thread waits: for the disk, or for another thread that keeps the interpreter.

    Attributes:
        wall: how long it took by the clock on the wall.
        work: how long this thread was at work meanwhile, by the processor's own count.
    """

    wall: float
    work: float

    def since(self, begun: Span) -> Span:
        """Return what went by since another moment."""
        return Span(self.wall - begun.wall, self.work - begun.work)


NOTHING: Final = Span(0.0, 0.0)


def now() -> Span:
    """Return this moment, in the thread that asks; to be compared with another one."""
    return Span(time.perf_counter() * 1e3, time.thread_time() * 1e3)


class Heartbeat(QObject):
    """Beats in the GUI thread. Whatever else runs there, or keeps the interpreter to itself, holds it up.

    Time in which the thread was ready to go on, but other programs had the processor, is no fault of this one and does
    not count on the wall either; only Linux tells how long that was.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._last = self._longest = NOTHING
        self._told = os.open("/proc/thread-self/schedstat", os.O_RDONLY) if sys.platform == "linux" else -1
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._beat)

    def begin(self) -> None:
        """Measure from now on."""
        self._longest = NOTHING
        self._last = self._now()
        self._timer.start(BEAT)

    def end(self) -> Span:
        """Measure no longer; return the longest wait between two beats beyond what is due, and the longest work."""
        self._beat()
        self._timer.stop()
        return Span(max(0.0, self._longest.wall - BEAT), self._longest.work)

    def _beat(self) -> None:
        moment = self._now()
        gone = moment.since(self._last)
        self._longest = Span(max(self._longest.wall, gone.wall), max(self._longest.work, gone.work))
        self._last = moment

    def _now(self) -> Span:
        """Return this moment, the wall without the time for which this thread stood in the queue for a processor."""
        queued = int(os.pread(self._told, 100, 0).split()[1]) / 1e6 if self._told >= 0 else 0.0
        wall, work = now()
        return Span(wall - queued, work)
