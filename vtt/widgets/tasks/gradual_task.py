"""Long work in the window's thread, in small steps between events."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import ClassVar, Final

from PySide6.QtCore import QObject, QTimer, Signal, Slot

BREATH: Final = 0.008
"""Seconds of work after which the window has its turn; one step may take longer, but never 50 ms."""


_SAME_TURN: Final = 0.0005
"""Seconds: calls that follow each other so closely happen in the same turn of the event loop."""


class GradualTask(QObject):
    """Does the steps of a long piece of work in the event loop.

    Args:
        steps: an iterator that does some work for each item.
        parent: the Qt parent; the work ends with it, unfinished or not.
        after: milliseconds before the first step, from the next turn of the event loop on.

    Signals:
        done: the last step is done.
    """

    done = Signal()

    _last: ClassVar[tuple[int, float]] = (0, 0.0)
    """The task that worked last, and until when. If several are due at once, the others let the window go first."""

    def __init__(self, steps: Iterable[object], parent: QObject, *, after: int = 0) -> None:
        super().__init__(parent)
        self._steps: Iterator[object] | None = iter(steps)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._go_on)
        self._after = after
        self._timer.start(0)

    @property
    def under_way(self) -> bool:
        """Return whether there may be steps left."""
        return self._steps is not None

    def stop(self) -> None:
        """Leave the rest undone."""
        self._steps = None
        self._timer.stop()

    @Slot()
    def _go_on(self) -> None:
        if self._after:
            self._timer.start(self._after)
            self._after = 0
            return
        begun = time.perf_counter()
        other, ended = GradualTask._last
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
            self.stop()  # a broken step is not repeated for ever
            raise
        GradualTask._last = id(self) if self._steps is not None else 0, time.perf_counter()
        if self._steps is not None:
            self._timer.start(0)  # only now, so that whatever has waited meanwhile comes first
