"""One muted line: a label, or a calculation. It is elided if there is no room; the tooltip has the whole text.

A sheet has a hundred of them, so each is a single widget that paints itself.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from vtt.widgets.look.missing_glyphs import drawable
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import short, tip

_LONGEST = 400


class NoteLine(QWidget):
    """A line of muted text.

    Signals:
        clicked: the line was clicked.
    """

    clicked = Signal()

    def __init__(self, hub: ThemeHub, parent: QWidget, words: str = "") -> None:
        super().__init__(parent)
        self._hub = hub
        self._text = ""
        self._marked = False
        self._tone = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.set_text(words)

    @property
    def text(self) -> str:
        """The whole text."""
        return self._text

    @property
    def marked(self) -> bool:
        """Whether it has the sign of an overridden value."""
        return self._marked

    def set_text(self, words: str, *, marked: bool = False, hint: str | None = None, tone: str = "") -> None:
        """Show another text.

        Args:
            words: the text.
            marked: with the sign of an overridden value.
            hint: the tooltip, if it is not the whole text.
            tone: `danger`, `warning` or `text` for another colour.
        """
        if (words, marked, tone) != (self._text, self._marked, self._tone):
            self._text, self._marked, self._tone = words, marked, tone
            self.setAccessibleName(short(words, 200))
            self.update()
        self.setToolTip(tip(words if hint is None else hint))

    def sizeHint(self) -> QSize:
        """Return the size of one line; it expands to the available width."""
        return QSize(8 * self._hub.theme.metrics.font_body, self.fontMetrics().height() + 2)

    def minimumSizeHint(self) -> QSize:
        """Return the least room."""
        return QSize(2 * self._hub.theme.metrics.font_body, self.fontMetrics().height() + 2)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Emit `clicked`; show the whole text if it is cut, where fingers have no tooltip."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self.clicked.emit()
        if self.fontMetrics().horizontalAdvance(self._text) > self.width():
            QToolTip.showText(event.globalPosition().toPoint(), self.toolTip(), self)

    def changeEvent(self, event: QEvent) -> None:
        """Update the size after a change of font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the sign and as much text as fits."""
        colours = self._hub.theme.colours
        painter = QPainter(self)
        room = self.rect()
        if self._marked:
            side = self.fontMetrics().height() * 0.5
            top = (room.height() - side) / 2
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.accent_text))
            # The same corner as on paper.
            painter.drawPolygon(QPolygonF([QPointF(0, top), QPointF(side, top), QPointF(side, top + side)]))
            room = QRect(round(side * 1.6), 0, room.width() - round(side * 1.6), room.height())
        tones = {"danger": colours.danger, "warning": colours.warning, "text": colours.text}
        painter.setPen(QColor(tones.get(self._tone, colours.text if self._marked else colours.muted)))
        words = drawable(short(self._text, _LONGEST))
        cut = self.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), cut)
