"""Dialogs that open in a size of their own: in that of their hint, or nearly as large as their window."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QDialog, QWidget

from vtt.widgets.look.theme import ThemeHub


class SizedDialog(QDialog):
    """A dialog that opens in the size of its hint; Qt alone uses at most two thirds of the screen."""

    def setVisible(self, visible: bool) -> None:
        """Take the size before there is a window.

        On X11 a late message tells the size that a window had at first; one that grew only when it was shown would
        become small again.
        """
        if visible and not self.isVisible():
            self.take_size()
        super().setVisible(visible)

    def take_size(self) -> None:
        """Take the size of the hint."""
        self.resize(self.sizeHint())


class LargeDialog(SizedDialog):
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

    def take_size(self) -> None:
        """Take the size over the middle of the window."""
        super().take_size()
        parent = self.parentWidget()
        if parent is not None:
            centre = parent.frameGeometry().center()
            self.move(centre.x() - self.width() // 2, centre.y() - self.height() // 2)
