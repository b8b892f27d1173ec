"""Muted text: a label, a calculation or a message. It wraps; a click shows all of an endless text.

A sheet has a hundred of them, so each is a single widget that paints itself.
"""

from __future__ import annotations

from bisect import bisect_right

from PySide6.QtCore import QEvent, QPointF, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QHideEvent, QMouseEvent, QPainter, QPaintEvent, QPolygonF, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from vtt.sheets.editor.note_overlay import NoteOverlay, page_of, works_on
from vtt.widgets.look.missing_glyphs import drawable
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import short, tip

_LONGEST = 400
_MOST_LINES = 12
_UNUSABLE = 40
"""A narrower line has not got its width yet."""


class NoteLine(QWidget):
    """A line of muted text, or a few. There are more lines than the reserved ones only where the text needs them.

    While somebody works on its page, it keeps its height, and the rest of a new text overlays what is around it.

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
        self._overlay: NoteOverlay | None = None
        self._loses_room = False
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
        if self._overlay is not None and self._overlay.isVisible():
            return False
        broken = self._broken(self._text, self._room(self.width()), self._lines)
        return (
            "".join("".join(broken).split()) != "".join(self._text.split())
            or self.heightForWidth(self.width()) > self.height() + 2
        )

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
            self._fit_new_text()
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
        keeps = self._overlay is not None or self._loses_room
        return (self._lines if keeps else self._lines_at(width)) * self.fontMetrics().height() + 2

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the text for the new width."""
        super().resizeEvent(event)
        if event.size().width() == event.oldSize().width():
            return
        if self._loses_room:
            self._loses_room = False
            self._fit_new_text()
        else:
            self._fit()

    def lose_room(self) -> None:
        """Keep the height at the next width too while somebody works: a button beside it appears or goes."""
        self._loses_room = self.isVisible() and works_on(page_of(self))

    def hideEvent(self, event: QHideEvent) -> None:
        """Take the rest of the text away with it."""
        super().hideEvent(event)
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
            self._fit()
            self.updateGeometry()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the sign and as much text as fits."""
        self._paint(QPainter(self), self.rect(), self._lines)

    def _paint(self, painter: QPainter, room: QRect, lines: int) -> None:
        colours = self._hub.theme.colours
        painter.setFont(self.font())
        if self._marked:
            side = self.fontMetrics().height() * 0.5
            top = (room.height() / lines - side) / 2
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.accent_text))
            # The same corner as on paper.
            painter.drawPolygon(QPolygonF([QPointF(0, top), QPointF(side, top), QPointF(side, top + side)]))
            room.setLeft(room.width() - self._room(room.width()))
        tones = {"danger": colours.danger, "warning": colours.warning, "text": colours.text}
        painter.setPen(QColor(tones.get(self._tone, colours.text if self._marked else colours.muted)))
        words = drawable(short(self._text, _LONGEST))
        upright = Qt.AlignmentFlag.AlignVCenter if lines == 1 else Qt.AlignmentFlag.AlignTop
        text = "\n".join(self._broken(words, room.width(), lines))
        painter.drawText(room, int(upright | Qt.AlignmentFlag.AlignLeft), text)

    def _room(self, width: int) -> int:
        """Return the width of the text: the sign has its place before it."""
        return width - round(self.fontMetrics().height() * 0.8) if self._marked else width

    def _fit_new_text(self) -> None:
        """Take the lines that the text needs, or let the rest overlay while somebody works on the page."""
        lines = self._lines_at(self.width())
        if self._overlay is None:
            if lines == self._lines or not (self.isVisible() and works_on(page_of(self))):
                self._fit()
                return
            self._overlay = NoteOverlay(self._hub, self, self._paint_whole)
            self._overlay.released.connect(self._fit)
        self._overlay.show_whole(lines * self.fontMetrics().height() + 2 if lines > self._lines else 0)

    def _paint_whole(self, painter: QPainter, room: QRect) -> None:
        self._paint(painter, room, self._lines_at(self.width()))

    @Slot()
    def _fit(self) -> None:
        """Take the lines that the text needs."""
        overlay, self._overlay = self._overlay, None
        if overlay is not None:
            overlay.remove()
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
        metrics, rest = self.fontMetrics(), " ".join(words.split())
        while len(lines) < most - 1 and metrics.horizontalAdvance(rest) > width:
            line = ""
            for word in rest.split(" "):
                longer = f"{line} {word}" if line else word
                if line and metrics.horizontalAdvance(longer) > width:
                    break
                line = longer
            if metrics.horizontalAdvance(line) > width:  # one word, which has no room in any line
                letters = range(1, len(line))
                line = line[: max(1, bisect_right(letters, width, key=lambda n: metrics.horizontalAdvance(line[:n])))]
            lines.append(line)
            rest = rest[len(line) :].lstrip()
        if metrics.horizontalAdvance(rest) > width:  # Qt shortens also what is too long by a part of a pixel
            rest = metrics.elidedText(rest, Qt.TextElideMode.ElideRight, width)
        return [*lines, rest]
