"""One quiet line: a label, or how something was reckoned. It is cut where there is no room; the whole is its tooltip.

A sheet has a hundred of them, so each is one plain widget that draws itself.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from vtt.widgets.glyphs import drawable
from vtt.widgets.text import short, tip
from vtt.widgets.theme import ThemeHub

_LONGEST = 400


class QuietLine(QWidget):
    """A line of muted text.

    Signals:
        clicked: somebody pressed it.
    """

    clicked = Signal()

    def __init__(self, hub: ThemeHub, parent: QWidget, words: str = "") -> None:
        super().__init__(parent)
        self._hub = hub
        self._text = ""
        self._marked = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.set_text(words)

    @property
    def text(self) -> str:
        """The whole text."""
        return self._text

    @property
    def marked(self) -> bool:
        """Whether it bears the sign of a value that was written over a reckoned one."""
        return self._marked

    def set_text(self, words: str, *, marked: bool = False, hint: str | None = None) -> None:
        """Show another text.

        Args:
            words: the text.
            marked: with the sign of what was written over a reckoned value.
            hint: the tooltip, if it is not the whole text.
        """
        if (words, marked) != (self._text, self._marked):
            self._text, self._marked = words, marked
            self.setAccessibleName(short(words, 200))
            self.update()
        self.setToolTip(tip(words if hint is None else hint))

    def sizeHint(self) -> QSize:
        """Return the room of one line; it takes what width there is."""
        return QSize(8 * self._hub.theme.metrics.font_body, self.fontMetrics().height() + 2)

    def minimumSizeHint(self) -> QSize:
        """Return the least room."""
        return QSize(2 * self._hub.theme.metrics.font_body, self.fontMetrics().height() + 2)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Tell."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.clicked.emit()

    def changeEvent(self, event: QEvent) -> None:
        """Measure anew in another font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw as much as there is room for."""
        colours = self._hub.theme.colours
        painter = QPainter(self)
        room = self.rect()
        if self._marked:
            side = self.fontMetrics().height() * 0.5
            top = (room.height() - side) / 2
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.accent_text))
            # The same corner that the paper draws.
            painter.drawPolygon(QPolygonF([QPointF(0, top), QPointF(side, top), QPointF(side, top + side)]))
            room = QRect(round(side * 1.6), 0, room.width() - round(side * 1.6), room.height())
        painter.setPen(QColor(colours.text if self._marked else colours.muted))
        words = drawable(short(self._text, _LONGEST))
        cut = self.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), cut)
