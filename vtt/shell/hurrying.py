"""Counts down for those whose answer is not waited for any longer than a while, and then answers for them."""

from __future__ import annotations

import math
import time
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from engine.play.countdowns import Countdown
from vtt.session import Change, Session

_TICK_MS: Final = 200


class Hurrying(QObject):
    """The clock of a session; the rules have none, and only one window counts.

    Going back in the story hurries nobody: it runs again once somebody has done something.

    Signals:
        counted: how many seconds each seat has left, whole ones; told when that changes.
    """

    counted = Signal(object)

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._ends: dict[Countdown, float] = {}
        self._left: dict[str, int] = {}
        self._clock = QTimer(self)
        self._clock.setInterval(_TICK_MS)
        self._clock.timeout.connect(self._tick)
        session.changed.connect(self._follow)
        session.closing.connect(self._stop)
        self._run()

    @property
    def left(self) -> dict[str, int]:
        """How many seconds each seat has left."""
        return dict(self._left)

    @Slot(object)
    def _follow(self, change: Change) -> None:
        if change.entry is None and not change.forward:
            self._stop()
        elif change.entry is not None:
            self._run()

    def _run(self) -> None:
        """Let what is new begin, what is known go on, and what is gone end."""
        now = time.monotonic()
        wanted = self._session.countdowns()
        self._ends = {one: self._ends.get(one, now + one.seconds) for one in wanted}
        if wanted:
            self._clock.start()
        else:
            self._clock.stop()
        self._tell(now)

    @Slot()
    def _stop(self) -> None:
        self._ends.clear()
        self._clock.stop()
        self._tell(0)

    @Slot()
    def _tick(self) -> None:
        now = time.monotonic()
        over = [one for one, end in self._ends.items() if end <= now]
        for one in over:
            # Each may change what still runs: an answer may be the last one that was waited for.
            if one in self._ends:
                del self._ends[one]
                self._session.submit(one.command, self)
        self._tell(now)

    def _tell(self, now: float) -> None:
        left: dict[str, int] = {}
        for one, end in self._ends.items():
            seconds = max(1, math.ceil(end - now))
            left[one.seat] = min(seconds, left.get(one.seat, seconds))
        if left != self._left:
            self._left = left
            self.counted.emit(dict(left))
