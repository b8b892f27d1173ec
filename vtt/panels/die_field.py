"""The field for the face of one real die."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit

from vtt.panels.panel import text
from vtt.widgets.theme import ThemeHub


class FaceField(QLineEdit):
    """The face of one real die. It is left by itself as soon as no further digit can follow.

    Signals:
        full: it holds all that it can.
        emptied: Backspace in an empty field.
    """

    full = Signal()
    emptied = Signal()

    def __init__(self, sides: int, number: int, hub: ThemeHub) -> None:
        super().__init__()
        self.sides = sides
        self.setMaxLength(len(str(sides)))
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setFixedWidth(hub.theme.metrics.control + hub.theme.metrics.font_body)
        self.setAccessibleName(text("dice.face", number=number, sides=sides))
        self.textEdited.connect(self._edited)

    def face(self) -> int | None:
        """Return the face, 0 for the highest; None while nothing that fits is written."""
        written = self.text()
        return int(written) if written.isdecimal() and int(written) <= self.sides else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Backspace in an empty field goes back to the one before."""
        if event.key() == Qt.Key.Key_Backspace and not self.text():
            self.emptied.emit()
        else:
            super().keyPressEvent(event)

    def _edited(self, written: str) -> None:
        face = self.face()
        self.setProperty("state", "error" if written and face is None else "")
        self.style().unpolish(self)
        self.style().polish(self)
        if face is not None and (face * 10 > self.sides or face == 0 or len(written) == self.maxLength()):
            self.full.emit()
