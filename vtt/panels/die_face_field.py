"""The field for the face of one real die."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit

from vtt.shared.campaign_panel import text
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import short, tip

_ROOM: Final = 6
"""More letters than any face has: wrong input stays as it was typed, with a message."""


class DieFaceField(QLineEdit):
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
        self.setMaxLength(_ROOM)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setFixedWidth(hub.theme.metrics.control + hub.theme.metrics.font_body)
        self.setAccessibleName(text("dice.face", number=number, sides=sides))
        self.textEdited.connect(self._edited)

    def face(self) -> int | None:
        """Return the face, 0 for the highest; None while nothing that fits is written."""
        written = self.text()
        return int(written) if written.isdecimal() and int(written) <= self.sides else None

    def trouble(self) -> str:
        """Return why what is written is no face of this die, and which ones it has; empty where nothing is wrong."""
        written = self.text().strip()
        if not written or self.face() is not None:
            return ""
        return text("dice.no_face", written=short(written, _ROOM), sides=self.sides)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Backspace in an empty field goes back to the one before."""
        if event.key() == Qt.Key.Key_Backspace and not self.text():
            self.emptied.emit()
        else:
            super().keyPressEvent(event)

    def _edited(self, written: str) -> None:
        face, trouble = self.face(), self.trouble()
        self.setProperty("state", "error" if trouble else "")
        self.setToolTip(tip(trouble))
        self.style().unpolish(self)
        self.style().polish(self)
        if face is not None and (face * 10 > self.sides or face == 0 or len(written) >= len(str(self.sides))):
            self.full.emit()
