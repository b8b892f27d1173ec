"""Long work that must be done in the window's own thread: step by step, so that the window answers in between."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import ClassVar, Final

from PySide6.QtCore import QObject, QTimer, Signal, Slot

BREATH: Final = 0.008
"""Seconds of work after which the window has its turn; one step may take longer, but never 50 ms."""


_SAME_TURN: Final = 0.0005
"""Seconds: whoever is called so soon after another one is called in the same turn of the window."""


class Gradual(QObject):
    """Walks through steps in the event loop.

    Args:
        steps: does some work whenever its next item is asked for.
        parent: whoever goes takes the work along, unfinished.

    Signals:
        done: the last step is done.
    """

    done = Signal()

    _last: ClassVar[tuple[int, float]] = (0, 0.0)
    """Who has worked last, and until when: of several, all due at once, the others leave the window its turn first."""

    def __init__(self, steps: Iterable[object], parent: QObject) -> None:
        super().__init__(parent)
        self._steps: Iterator[object] | None = iter(steps)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._go_on)
        self._timer.start(0)

    @property
    def under_way(self) -> bool:
        """Whether there may be steps left."""
        return self._steps is not None

    def stop(self) -> None:
        """Leave the rest undone."""
        self._steps = None
        self._timer.stop()

    @Slot()
    def _go_on(self) -> None:
        begun = time.perf_counter()
        other, ended = Gradual._last
        if other != id(self) and begun - ended < _SAME_TURN:
            self._timer.start(0)
            return
        try:
            while self._steps is not None and time.perf_counter() - begun < BREATH:
                next(self._steps)
        except StopIteration:
            self.stop()
            self.done.emit()
        except BaseException:
            self.stop()  # what is broken once is not tried again and again
            raise
        Gradual._last = id(self) if self._steps is not None else 0, time.perf_counter()
        if self._steps is not None:
            self._timer.start(0)  # only now, so that whatever has waited meanwhile comes first
