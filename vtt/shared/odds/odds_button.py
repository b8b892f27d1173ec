"""The figure beside an offer or a choice: its chance in words with a small bar; a click shows the distribution."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QEnterEvent, QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from vtt.shared.campaign_panel import text
from vtt.shared.odds.odds_bar import paint_bar
from vtt.shared.odds.odds_figure import OddsFigure, percent_words
from vtt.shared.odds.odds_panel import OddsPanel
from vtt.widgets.look.text_measures import whole_width
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.look.ui_fonts import ui_font
from vtt.widgets.plain_text import tip

_BAR_EM: Final = 3

WAITING: Final = "…"
"""The sign of odds that are still being calculated."""


class OddsButton(QAbstractButton):
    """A figure that can be clicked; without one it is not there.

    Args:
        hub: the theme.
        parent: the widget that it belongs to.
        ink: the role of its colour.
        has_bar: a bar is drawn beside the words, not only the words.
        has_word: the words say of what the chance is, where the name beside them does not tell: `Hit 79 %`.
    """

    def __init__(
        self, hub: ThemeHub, parent: QWidget, ink: str = "text", *, has_bar: bool = True, has_word: bool = True
    ) -> None:
        super().__init__(parent)
        self._hub, self._ink, self._has_bar, self._has_word = hub, ink, has_bar, has_word
        self.figure: OddsFigure | None = None
        self.waits = False
        self.setObjectName("odds")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.clicked.connect(self._open)
        self.hide()

    def show_figure(self, figure: OddsFigure | None, *, waits: bool = False) -> None:
        """Show a figure; None for none, or for a sign that it `waits` for one. A click goes through that sign."""
        self.figure, self.waits = figure, waits and figure is None
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents, self.waits)
        words = text("odds.show", odds=figure.spoken) if figure is not None else ""
        self.setAccessibleName(words)
        self.setToolTip(tip(words))
        self.setVisible(figure is not None or self.waits)
        self.updateGeometry()
        self.update()

    def set_look(self, ink: str, *, has_bar: bool) -> None:
        """Draw it in another colour, and with or without its bar."""
        if (ink, has_bar) != (self._ink, self._has_bar):
            self._ink, self._has_bar = ink, has_bar
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        """Return the room for the words and the bar."""
        return QSize(self._width_for(self._words), self.line_height(self._hub))

    @property
    def _words(self) -> str:
        """The words of the figure; without a bar there is no room for what the chance was before."""
        if self.figure is None:
            return WAITING if self.waits else ""
        figure, chance = self.figure, self.figure.odds.chance
        if not self._has_bar and figure.before is not None and chance is not None:
            figure = replace(figure, chance=percent_words(chance))
        return figure.words if self._has_word else figure.chance

    def minimumSizeHint(self) -> QSize:
        """Return the same: it is never cut."""
        return self.sizeHint()

    @staticmethod
    def line_height(hub: ThemeHub) -> int:
        """Return the height of a figure."""
        return QFontMetrics(_font(hub)).height()

    @staticmethod
    def widest_range(hub: ThemeHub) -> int:
        """Return the width of the widest range without a bar, so that room can be kept for it."""
        words = text("odds.range", least="00", best="100")
        return whole_width(words, _font(hub)) + 2 + 2 * hub.theme.metrics.pad_xs

    @staticmethod
    def widest(hub: ThemeHub, *, gain: bool = True) -> int:
        """Return the width of the widest figure, so that room can be kept for it."""
        most = text("odds.percent", percent="100")
        words = text("odds.gain", before=most, chance=most) if gain else most
        lengths = hub.theme.metrics
        bar = _BAR_EM * lengths.font_body + lengths.pad_s if gain else 0
        return whole_width(words, _font(hub)) + bar + 2 * lengths.pad_xs

    def _width_for(self, words: str) -> int:
        lengths = self._hub.theme.metrics
        has_bar = self._has_bar and self.figure is not None and self.figure.share is not None
        bar = _BAR_EM * lengths.font_body + lengths.pad_s if has_bar else 0
        return whole_width(words, _font(self._hub)) + 2 + bar + 2 * lengths.pad_xs

    def enterEvent(self, event: QEnterEvent) -> None:
        """Light up."""
        super().enterEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the words, and the bar beside them."""
        if self.figure is None and not self.waits:
            return
        painter = QPainter(self)
        theme, lengths = self._hub.theme, self._hub.theme.metrics
        if not self.waits and (self.underMouse() or self.hasFocus() or self.isDown()):
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(theme.colour(self._ink))
            painter.setBrush(theme.colour(self._ink, 0.2 if self.isDown() else 0.1))
            frame = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
            painter.drawRoundedRect(frame, lengths.radius_s, lengths.radius_s)
        inner = self.rect().adjusted(lengths.pad_xs, 0, -lengths.pad_xs, 0)
        painter.setFont(_font(self._hub))
        painter.setPen(theme.colour(self._ink))
        painter.drawText(inner, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), self._words)
        if self._has_bar and self.figure is not None and self.figure.share is not None:
            wide, high = _BAR_EM * lengths.font_body, max(4, lengths.font_body // 3)
            where = QRectF(inner.right() + 1 - wide, inner.center().y() + 1 - high / 2, wide, high)
            paint_bar(painter, self._hub, where, self.figure.share, self.figure.before, self._ink)
        painter.end()

    def _open(self) -> None:
        if self.figure is not None:
            OddsPanel.open_over(self._hub, self.window(), self.figure.in_full)


def _font(hub: ThemeHub) -> QFont:
    return ui_font(hub.theme.metrics.font_body, weight=QFont.Weight.DemiBold)
