"""Holding back the result of a gesture in one window, for as long as the dice or cards for it still move there."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot


class ResultHold(QObject):
    """Says whether a window holds back the result of the newest gesture.

    It begins before the window's parts take in the change. Until it has ended they keep what they show. A part that
    gets another viewer, and a window over which a curtain is drawn, end it first.

    Signals:
        ended: the parts show what they held back.
    """

    ended = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._is_on = False

    @property
    def is_on(self) -> bool:
        """Whether the result is held back now."""
        return self._is_on

    def begin(self) -> None:
        """Hold the result of the change that is about to be reported."""
        self._is_on = True

    def drop(self) -> None:
        """Hold nothing any more: the change that is about to be reported shows all parts anew."""
        self._is_on = False

    @Slot()
    def end(self) -> None:
        """Hold nothing any more."""
        if self._is_on:
            self._is_on = False
            self.ended.emit()
