"""Muted text: a label, a calculation or a message. It wraps; a click shows all of an endless text.

A sheet has a hundred of them, so each is a single widget that paints itself.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPolygonF, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from vtt.widgets.look.missing_glyphs import drawable
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import short, tip

_LONGEST = 400
_MOST_LINES = 12
_UNUSABLE = 40
"""A narrower line has not got its width yet."""


class NoteLine(QWidget):
    """A line of muted text, or a few. There are more lines than the reserved ones only where the text needs them.

    Signals:
        clicked: the line was clicked.
    """

    clicked = Signal()

    def __init__(self, hub: ThemeHub, parent: QWidget, words: str = "", lines: int = 1) -> None:
        super().__init__(parent)
        self._hub = hub
        self._reserved = lines
        self._lines = lines
        self._text = ""
        self._marked = False
        self._tone = ""
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.set_text(words)

    @property
    def text(self) -> str:
        """The whole text."""
        return self._text

    @property
    def marked(self) -> bool:
        """Whether it has the sign of an overridden value."""
        return self._marked

    @property
    def is_cut(self) -> bool:
        """Whether some of the text has no room."""
        broken = self._broken(self._text, self._room(self.width()), self._lines)
        return " ".join(broken) != self._text or self.heightForWidth(self.width()) > self.height() + 2

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
            self._fit()
            self.update()
        self.setToolTip(tip(words if hint is None else hint))

    def sizeHint(self) -> QSize:
        """Return the size of its lines; it expands to the available width."""
        return QSize(8 * self._hub.theme.metrics.font_body, self._lines * self.fontMetrics().height() + 2)

    def minimumSizeHint(self) -> QSize:
        """Return the least room."""
        return QSize(2 * self._hub.theme.metrics.font_body, self._lines * self.fontMetrics().height() + 2)

    def heightForWidth(self, width: int) -> int:
        """Return the height in pixels at which nothing is cut."""
        return self._lines_at(width) * self.fontMetrics().height() + 2

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the text for the new width."""
        super().resizeEvent(event)
        self._fit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Emit `clicked`; show the whole text if it is cut, where fingers have no tooltip."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self.clicked.emit()
        if self.is_cut:
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
            room.setLeft(room.width() - self._room(room.width()))
        tones = {"danger": colours.danger, "warning": colours.warning, "text": colours.text}
        painter.setPen(QColor(tones.get(self._tone, colours.text if self._marked else colours.muted)))
        words = drawable(short(self._text, _LONGEST))
        upright = Qt.AlignmentFlag.AlignVCenter if self._lines == 1 else Qt.AlignmentFlag.AlignTop
        text = "\n".join(self._broken(words, room.width(), self._lines))
        painter.drawText(room, int(upright | Qt.AlignmentFlag.AlignLeft), text)

    def _room(self, width: int) -> int:
        """Return the width of the text: the sign has its place before it."""
        return width - round(self.fontMetrics().height() * 0.8) if self._marked else width

    def _fit(self) -> None:
        lines = self._lines_at(self.width())
        if lines != self._lines:
            self._lines = lines
            self.updateGeometry()

    def _lines_at(self, width: int) -> int:
        """Return the number of lines at a width: the reserved ones, or more if the text needs them."""
        room = self._room(width)
        if room < _UNUSABLE or len(self._text) < 2:
            return self._reserved
        return max(self._reserved, len(self._broken(short(self._text, _LONGEST), room, _MOST_LINES)))

    def _broken(self, words: str, width: int, most: int) -> list[str]:
        """Return the lines of a text; the last one is elided if there are more."""
        lines: list[str] = []
        metrics, rest = self.fontMetrics(), words
        while len(lines) < most - 1 and metrics.horizontalAdvance(rest) > width:
            line = ""
            for word in rest.split(" "):
                longer = f"{line} {word}" if line else word
                if line and metrics.horizontalAdvance(longer) > width:
                    break
                line = longer
            lines.append(line)
            rest = rest[len(line) + 1 :]
        return [*lines, metrics.elidedText(rest, Qt.TextElideMode.ElideRight, width)]
