"""The cover over the table in the player window, while the players do not follow the table."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.look.ui_fonts import title_font
from vtt.widgets.ui_texts import ui_text


class PlayerWindowMode(StrEnum):
    """The modes of the player window."""

    FOLLOW = "follow"
    FREEZE = "freeze"
    BLACKOUT = "blackout"


class PlayerWindowCover(QWidget):
    """Darkness or a frozen picture; nothing shines through."""

    def __init__(self, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(parent)
        self._hub = hub
        self._picture: QImage | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.hide()

    def darken(self) -> None:
        """Cover the table with darkness."""
        self._picture = None
        self.setAccessibleName(ui_text("shell", "players.blackout"))
        self._come()

    def hold(self, picture: QImage) -> None:
        """Cover the table with a picture of it."""
        self._picture = picture
        self.setAccessibleName(ui_text("shell", "players.frozen"))
        self._come()

    def _come(self) -> None:
        self.raise_()
        self.show()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the picture as large as possible, or a calm dark screen."""
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
            painter.drawText(self.rect(), int(Qt.AlignmentFlag.AlignCenter), ui_text("shell", "players.blackout"))
        painter.end()
