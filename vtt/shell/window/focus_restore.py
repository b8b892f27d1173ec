"""Keyboard focus after a dialog: it goes back to the window behind, whatever the window manager does."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, Qt, QTimer, Slot
from PySide6.QtGui import QGuiApplication, QWindow
from shiboken6 import isValid

_PATIENCE: Final = 150
"""Milliseconds that a window manager has to give the keys to another window of its own accord."""


class FocusRestore(QObject):
    """Gives the keyboard focus to the window behind a dialog that closed while it had the focus.

    If dialogs open and close faster than the window manager follows, it may leave no window with the focus. If the user
    has gone to another program meanwhile, the focus stays there: only a dialog that had it and closed gives it back.

    Args:
        app: the application.
        parent: the Qt parent.
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
            # Qt reports nothing else about a window that closes with the focus, if no window gets it after it.
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
