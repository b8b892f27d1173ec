"""The head of the first page: cloth, a few cards, and the name of the house."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from PySide6.QtCore import QPointF, QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from vtt.shared.card_faces.card_face_cache import CardFaceCache, card_width, shadow_margin
from vtt.table.painting.cloth import Cloth
from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.look.ui_fonts import title_font, ui_font
from vtt.widgets.ui_texts import ui_text

FAN: Final = ("10S", "QH", "X", "KC", "7D")
TILT: Final = 9.0
HEIGHT: Final = 190
"""Its height at scale 1, in pixels."""
CARD: Final = 150
"""The height of its cards."""


class WelcomeHeader(QWidget):
    """The name of the program on the cloth, with a hand of cards beside it."""

    def __init__(self, hub: ThemeHub, faces: CardFaceCache, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hub = hub
        self._faces = faces
        self._cloth = Cloth()
        self._most = 10_000
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(ui_text("shell", "name"))
        hub.changed.connect(self._apply_theme)

    def draw_ahead(self) -> None:
        """Have the cards drawn by a worker, for a page that is not shown yet."""
        self._faces.prepare(FAN, round(CARD * self._hub.theme.scale), self.devicePixelRatioF())

    def sizeHint(self) -> QSize:
        """Return a band of a good height, that leaves most of a small window to the page."""
        return QSize(400, min(round(HEIGHT * self._hub.theme.scale), self._most))

    def set_most(self, height: int) -> None:
        """Set how high it may be."""
        self._most = max(60, height)
        self.updateGeometry()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw cloth, cards and words."""
        # In a small window with large type the picture stays whole and is drawn smaller.
        theme = replace(self._hub.theme, scale=min(self._hub.theme.scale, self.height() / HEIGHT))
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        # The table's side rails lie outside: only its front edge is seen, as from a chair.
        rail = theme.metrics.rail_width
        whole = QRect(-rail * 2, -rail * 2, self.width() + rail * 4, self.height() + rail * 2)
        self._cloth.paint(painter, whole, theme)
        pad = self._hub.theme.metrics.pad_xl
        margin = max(pad, (self.width() - round(1180 * self._hub.theme.scale)) // 2 + pad)
        self._paint_fan(painter, theme, self.width() - margin)
        title = title_font(round(theme.metrics.font_display * 1.25))
        line = ui_font(theme.metrics.font_large)
        painter.setFont(title)
        painter.setPen(theme.colour("on_cloth"))
        middle = (self.height() - rail) // 2
        painter.drawText(margin, middle, ui_text("shell", "name"))
        painter.setFont(line)
        painter.setPen(theme.colour("muted_on_cloth"))
        room = max(0, self._words_end(theme, margin) - margin)
        subtitle = painter.fontMetrics().elidedText(
            ui_text("shell", "welcome.subtitle"), Qt.TextElideMode.ElideRight, room
        )
        painter.drawText(margin, middle + painter.fontMetrics().height() * 6 // 5, subtitle)
        painter.end()

    def _fan_width(self, theme: Theme) -> int:
        return round(330 * theme.scale)

    def _words_end(self, theme: Theme, margin: int) -> int:
        return self.width() - margin - (self._fan_width(theme) if self._fan_fits(theme, margin) else 0)

    def _fan_fits(self, theme: Theme, margin: int) -> bool:
        return self.width() - 2 * margin > round(700 * theme.scale)

    def _paint_fan(self, painter: QPainter, theme: Theme, right: int) -> None:
        if not self._fan_fits(theme, self.width() - right):
            return
        dpr = self.devicePixelRatioF()
        height = round(CARD * theme.scale)
        wide, margin = card_width(height), shadow_margin(height)
        foot = QPointF(right - self._fan_width(theme) / 2, self.height() + height * 0.85)
        for at, card in enumerate(FAN):
            painter.save()
            painter.translate(foot)
            painter.rotate((at - (len(FAN) - 1) / 2) * TILT)
            painter.translate(-wide / 2, -height * 1.72)
            painter.drawPixmap(QPointF(-margin, -margin), self._faces.shadow(height, dpr))
            painter.drawPixmap(QPointF(0, 0), self._faces.face(card, height, dpr))
            painter.restore()

    def _apply_theme(self, theme: Theme) -> None:
        self.updateGeometry()
        self.update()
