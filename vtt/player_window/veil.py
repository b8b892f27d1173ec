"""What lies over the table in the player window when the players shall not follow it."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from vtt.shell.words import told
from vtt.widgets.fonts import title_font
from vtt.widgets.theme import ThemeHub


class Shown(StrEnum):
    """What the players see."""

    FOLLOW = "follow"
    FREEZE = "freeze"
    BLACKOUT = "blackout"


class Veil(QWidget):
    """Darkness, or the picture of a moment ago; it lets nothing through."""

    def __init__(self, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(parent)
        self._hub = hub
        self._picture: QImage | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.hide()

    def darken(self) -> None:
        """Cover the table with darkness."""
        self._picture = None
        self.setAccessibleName(told("players.blackout"))
        self._come()

    def hold(self, picture: QImage) -> None:
        """Cover the table with a picture of it."""
        self._picture = picture
        self.setAccessibleName(told("players.frozen"))
        self._come()

    def _come(self) -> None:
        self.raise_()
        self.show()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the picture as large as it goes, or a calm dark screen."""
        theme = self._hub.theme
        painter = QPainter(self)
        painter.fillRect(self.rect(), Qt.GlobalColor.black)
        if self._picture is not None:
            size = (
                self._picture.deviceIndependentSize().toSize().scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
            )
            at = QRect((self.width() - size.width()) // 2, (self.height() - size.height()) // 2, *size.toTuple())
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(at, self._picture)
        else:
            painter.setFont(title_font(max(theme.metrics.font_large, self.height() // 24)))
            painter.setPen(Qt.GlobalColor.gray)
            painter.drawText(self.rect(), int(Qt.AlignmentFlag.AlignCenter), told("players.blackout"))
        painter.end()
