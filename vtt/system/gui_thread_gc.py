"""Garbage collection in the window's own thread."""

from __future__ import annotations

import gc
from typing import Final

from PySide6.QtCore import QObject, QTimer, Slot

_PAUSE_MS: Final = 100


class GuiThreadCollector(QObject):
    """Collects garbage between events of the window, by the usual limits.

    Left to itself, the collector works in the thread that makes one object too many. If that thread paints cards or
    reads a file, it destroys windows there that were closed long ago, and the application crashes sooner or later,
    elsewhere.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        clock = QTimer(self)
        clock.setInterval(_PAUSE_MS)
        clock.timeout.connect(self._collect)
        clock.start()

    @Slot()
    def _collect(self) -> None:
        counts, limits = gc.get_count(), gc.get_threshold()
        for generation in (2, 1, 0):
            if counts[generation] > limits[generation]:
                gc.collect(generation)
                return
