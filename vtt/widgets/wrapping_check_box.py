"""A check box whose label wraps, as that of `QCheckBox` does not."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QCheckBox, QLabel, QSizePolicy, QWidget

from vtt.widgets.basic_widgets import row, set_prose


class WrappingCheckBox(QWidget):
    """A check box and its label, which takes clicks as well.

    Attributes:
        box: the check box; it has the focus and, as its accessible name, the words.
    """

    def __init__(self, parent: QWidget, gap: int) -> None:
        super().__init__(parent)
        self.box = QCheckBox(self)
        self.words = _ClickLabel(self)
        self.words.clicked.connect(self.box.click)
        self.words.setBuddy(self.box)
        inside = row(self, gap=gap)
        inside.addWidget(self.box, 0, Qt.AlignmentFlag.AlignTop)
        inside.addWidget(self.words, 1)

    def set_words(self, words: str) -> None:
        """Show another label."""
        set_prose(self.words, words)
        self.box.setAccessibleName(words)


class _ClickLabel(QLabel):
    """A wrapping label that signals clicks."""

    clicked = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take the press, so that the release comes here."""
        event.setAccepted(event.button() == Qt.MouseButton.LeftButton)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Signal a click, unless the pointer has left the label."""
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.clicked.emit()
