"""Muted text: a label of one line, or a calculation. It is elided if there is no room; the tooltip has the whole text.

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
    """A line of muted text, or a few: their number never changes.

    Signals:
        clicked: the line was clicked.
    """

    clicked = Signal()

    def __init__(self, hub: ThemeHub, parent: QWidget, words: str = "", lines: int = 1) -> None:
        super().__init__(parent)
        self._hub = hub
        self._lines = lines
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
        """Return the size of its lines; it expands to the available width."""
        return QSize(8 * self._hub.theme.metrics.font_body, self._lines * self.fontMetrics().height() + 2)

    def minimumSizeHint(self) -> QSize:
        """Return the least room."""
        return QSize(2 * self._hub.theme.metrics.font_body, self._lines * self.fontMetrics().height() + 2)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Emit `clicked`; show the whole text if it is cut, where fingers have no tooltip."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self.clicked.emit()
        if self._broken(self._text, self.width())[-1].endswith("…"):
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
            top = (room.height() / self._lines - side) / 2
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.accent_text))
            # The same corner as on paper.
            painter.drawPolygon(QPolygonF([QPointF(0, top), QPointF(side, top), QPointF(side, top + side)]))
            room = QRect(round(side * 1.6), 0, room.width() - round(side * 1.6), room.height())
        tones = {"danger": colours.danger, "warning": colours.warning, "text": colours.text}
        painter.setPen(QColor(tones.get(self._tone, colours.text if self._marked else colours.muted)))
        words = drawable(short(self._text, _LONGEST))
        upright = Qt.AlignmentFlag.AlignVCenter if self._lines == 1 else Qt.AlignmentFlag.AlignTop
        text = "\n".join(self._broken(words, room.width()))
        painter.drawText(room, int(upright | Qt.AlignmentFlag.AlignLeft), text)

    def _broken(self, words: str, width: int) -> list[str]:
        """Return the lines of a text; the last one is elided if there are more."""
        lines: list[str] = []
        metrics, rest = self.fontMetrics(), words
        while len(lines) < self._lines - 1 and metrics.horizontalAdvance(rest) > width:
            line = ""
            for word in rest.split(" "):
                longer = f"{line} {word}" if line else word
                if line and metrics.horizontalAdvance(longer) > width:
                    break
                line = longer
            lines.append(line)
            rest = rest[len(line) + 1 :]
        return [*lines, metrics.elidedText(rest, Qt.TextElideMode.ElideRight, width)]
