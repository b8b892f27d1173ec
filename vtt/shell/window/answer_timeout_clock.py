"""The clock for answers with a time limit: counts down, and gives the default answer when the time is over."""

from __future__ import annotations

import math
import time
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from engine.presentation.answer_timeouts import AnswerTimeout
from vtt.campaign.campaign_changes import CampaignChange
from vtt.campaign.open_campaign import OpenCampaign

_TICK_MS: Final = 200


class AnswerTimeoutClock(QObject):
    """The clock of an open campaign. The rules have no clock, and only one window counts.

    After an undo it rests, and runs again with the next gesture.

    Signals:
        counted: the whole seconds that each seat has left, whenever they change.
    """

    counted = Signal(object)

    def __init__(self, campaign: OpenCampaign, parent: QObject) -> None:
        super().__init__(parent)
        self._campaign = campaign
        self._ends: dict[AnswerTimeout, float] = {}
        self._left: dict[str, int] = {}
        self._clock = QTimer(self)
        self._clock.setInterval(_TICK_MS)
        self._clock.timeout.connect(self._tick)
        campaign.changed.connect(self._follow)
        campaign.closing.connect(self._stop)
        self._run()

    @property
    def left(self) -> dict[str, int]:
        """The seconds that each seat has left."""
        return dict(self._left)

    @Slot(object)
    def _follow(self, change: CampaignChange) -> None:
        if change.entry is None and not change.forward:
            self._stop()
        elif change.entry is not None:
            self._run()

    def _run(self) -> None:
        """Start new time limits, continue known ones, and drop those that are gone."""
        now = time.monotonic()
        timeouts = self._campaign.answer_timeouts()
        self._ends = {timeout: self._ends.get(timeout, now + timeout.seconds) for timeout in timeouts}
        if timeouts:
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
        over = [timeout for timeout, end in self._ends.items() if end <= now]
        for timeout in over:
            # Each answer may end other time limits: it may be the last one that the game waits for.
            if timeout in self._ends:
                del self._ends[timeout]
                self._campaign.submit(timeout.command, self)
        self._tell(now)

    def _tell(self, now: float) -> None:
        left: dict[str, int] = {}
        for timeout, end in self._ends.items():
            seconds = max(1, math.ceil(end - now))
            left[timeout.seat] = min(seconds, left.get(timeout.seat, seconds))
        if left != self._left:
            self._left = left
            self.counted.emit(dict(left))
