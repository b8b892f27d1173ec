"""A dialog that takes most of its window, for pages to read."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QWidget

from vtt.widgets.look.theme import ThemeHub


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

    def sizeHint(self) -> QSize:
        """Return most of the window's size."""
        lengths = self._hub.theme.metrics
        parent = self.parentWidget()
        available = parent.size() if parent is not None else QSize(1280, 720)
        return QSize(
            min(84 * lengths.font_body, available.width() - 24), min(54 * lengths.font_body, available.height() - 24)
        )

    def showEvent(self, event: QShowEvent) -> None:
        """Centre the dialog over its window."""
        super().showEvent(event)
        self.resize(self.sizeHint())
        parent = self.parentWidget()
        if parent is not None:
            centre = parent.frameGeometry().center()
            self.move(centre.x() - self.width() // 2, centre.y() - self.height() // 2)
