"""A dialog that takes most of its window, for pages to read."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QElapsedTimer, QSize, QTimer, Slot
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QDialog, QWidget

from vtt.widgets.look.theme import ThemeHub

_OPENING: Final = 1000
"""Milliseconds in which nobody makes a dialog smaller."""
_TOO_SMALL: Final = 0.75
"""A share of the wanted width: no window manager that only keeps a dialog on its screen gives less."""


class LargeDialog(QDialog):
    """A dialog in the middle of its window, and nearly as large; the window waits for it.

    Args:
        hub: the theme.
        title: its title.
        parent: the window.
    """

    def __init__(self, hub: ThemeHub, title: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setModal(True)
        self.setWindowTitle(title)
        self._hub = hub
        self._opened = QElapsedTimer()

    def sizeHint(self) -> QSize:
        """Return most of the window's size."""
        lengths = self._hub.theme.metrics
        parent = self.parentWidget()
        available = parent.size() if parent is not None else QSize(1280, 720)
        return QSize(
            min(84 * lengths.font_body, available.width() - 24), min(54 * lengths.font_body, available.height() - 24)
        )

    def showEvent(self, event: QShowEvent) -> None:
        """Take the size over the middle of the window."""
        super().showEvent(event)
        self._opened.start()
        self._take_size()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the size while the dialog opens.

        On X11 a late message tells the size that a window has before its first one; the least size of the content
        answers it, and without this the dialog would stay that small.
        """
        super().resizeEvent(event)
        is_opening = self._opened.isValid() and self._opened.elapsed() < _OPENING
        if is_opening and event.spontaneous() and self.width() < _TOO_SMALL * self.sizeHint().width():
            QTimer.singleShot(0, self, self._take_size)

    @Slot()
    def _take_size(self) -> None:
        self.resize(self.sizeHint())
        parent = self.parentWidget()
        if parent is not None:
            centre = parent.frameGeometry().center()
            self.move(centre.x() - self.width() // 2, centre.y() - self.height() // 2)
