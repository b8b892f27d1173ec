"""Who gets the keys when a dialog is gone: the window behind it, whatever the window manager made of that."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, Qt, QTimer, Slot
from PySide6.QtGui import QGuiApplication, QWindow
from shiboken6 import isValid

_PATIENCE: Final = 150
"""Milliseconds that a window manager has to give the keys to another window of its own accord."""


class KeysBack(QObject):
    """Gives the keys to the window behind a dialog that went while it had them.

    Where dialogs come and go faster than a window manager follows, it may leave the keys with nobody. Whoever has gone
    to another program meanwhile keeps them: only a dialog that had them and went gives anything back.

    Args:
        app: the application.
        parent: what this belongs to.
    """

    def __init__(self, app: QGuiApplication, parent: QObject) -> None:
        super().__init__(parent)
        self._home: QWindow | None = None
        self._dialog: QWindow | None = None
        self._wait = QTimer(self)
        self._wait.setSingleShot(True)
        self._wait.setInterval(_PATIENCE)
        self._wait.timeout.connect(self._give)
        app.focusWindowChanged.connect(self._moved)

    @Slot(QWindow)
    def _moved(self, window: QWindow | None) -> None:
        if self._dialog is not None and isValid(self._dialog):
            self._dialog.visibleChanged.disconnect(self._gone)
        self._dialog = None
        if window is not None and window.modality() != Qt.WindowModality.NonModal:
            # Of a window that goes while it has the keys nothing else is told, if nobody gets them after it.
            window.visibleChanged.connect(self._gone)
            self._dialog = window
        elif window is not None:
            self._home = window

    @Slot(bool)
    def _gone(self, visible: bool) -> None:
        if not visible:
            self._wait.start()

    @Slot()
    def _give(self) -> None:
        to = QGuiApplication.modalWindow() or self._home
        if QGuiApplication.focusWindow() is None and to is not None and isValid(to) and to.isVisible():
            to.requestActivate()
