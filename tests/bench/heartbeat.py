"""How long the window waits: a heart that beats in the event loop, and the longest that it stood still."""

from __future__ import annotations

import os
import sys
import time

from PySide6.QtCore import QObject, Qt, QTimer

BEAT = 2
"""Milliseconds between two beats, while nothing holds them up."""


class Heartbeat(QObject):
    """Beats in the GUI thread. Whatever else runs there, or keeps the interpreter to itself, holds it up.

    Time in which the thread was ready to go on, but other programs had the processor, is no fault of this one and does
    not count; only Linux tells how long that was.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._last = 0.0
        self._longest = 0.0
        self._told = os.open("/proc/thread-self/schedstat", os.O_RDONLY) if sys.platform == "linux" else -1
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._beat)

    def begin(self) -> None:
        """Measure from now on."""
        self._longest = 0.0
        self._last = self._now()
        self._timer.start(BEAT)

    def end(self) -> float:
        """Measure no longer; return the longest wait between two beats in milliseconds, beyond what is due."""
        self._beat()
        self._timer.stop()
        return max(0.0, self._longest * 1e3 - BEAT)

    def _beat(self) -> None:
        now = self._now()
        self._longest = max(self._longest, now - self._last)
        self._last = now

    def _now(self) -> float:
        """Return seconds, without those for which this thread stood in the queue for a processor."""
        queued = int(os.pread(self._told, 100, 0).split()[1]) / 1e9 if self._told >= 0 else 0.0
        return time.perf_counter() - queued
