"""The heads of columns, standing above a page of the slate while its lines are scrolled."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from vtt.table.slate_art import paint_row
from vtt.table.slate_pieces import Page, Row
from vtt.widgets.metrics import Metrics
from vtt.widgets.theme import ThemeHub


class SlateHeads(QWidget):
    """Covers the top of the page with the heads of its columns once those have been scrolled away.

    It says nothing of its own: to screen readers the page tells of its heads.

    Args:
        hub: the theme and the icons.
        parent: what the page scrolls in.
    """

    def __init__(self, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(parent)
        self._hub = hub
        self._row: Row | None = None
        self._width = 0.0
        self._lengths: Metrics = hub.theme.metrics
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def follow(self, page: Page, scrolled: int, area: QRect, lengths: Metrics) -> None:
        """Stand at the top of an area in which so much of a page is scrolled away, or nowhere."""
        tops = zip(page.rows, page.tops, strict=True)
        row = next((row for row, top in tops if row.kind == "columns" and top < scrolled), None)
        if (row, page.width, lengths) != (self._row, self._width, self._lengths):
            self._row, self._width, self._lengths = row, page.width, lengths
            self.update()
        if row is not None:
            self.setGeometry(area.left(), area.top(), round(page.width), round(row.height))
            self.raise_()
        self.setVisible(row is not None)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the heads on the slate's own ground."""
        if self._row is None:
            return
        theme, m = self._hub.theme, self._lengths
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), theme.colour("surface"))
        dpr = self.devicePixelRatioF()
        paint_row(painter, self._row, self._width, self._hub, m, dpr, ruled=False, hovered=None, down=False)
        painter.setPen(QPen(theme.colour("outline"), max(1.0, m.hair)))
        low = QRectF(self.rect()).bottom() - 0.5
        painter.drawLine(round(m.pad_m), round(low), round(self._width - m.pad_m), round(low))
        painter.end()
