"""The collector of garbage, kept to the window's own thread."""

from __future__ import annotations

import gc
from typing import Final

from PySide6.QtCore import QObject, QTimer, Slot

_PAUSE_MS: Final = 100


class Collector(QObject):
    """Collects garbage beside what happens in the window, by the usual limits.

    Left to itself the collector works in whatever thread makes one thing too many. If that is one which paints cards
    or reads a file, it takes windows apart there that were closed long ago, and the application dies of it sooner or
    later, at some other place.
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
        made, limits = gc.get_count(), gc.get_threshold()
        for generation in (2, 1, 0):
            if made[generation] > limits[generation]:
                gc.collect(generation)
                return
