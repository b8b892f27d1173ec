"""Dots and boxes that are ticked by mouse or by keys: a level, a track of boxes, the wounds of an area."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.plain_text import tip
from vtt.widgets.theme_binding import follow_theme

_MOST_DRAWN = 60
_UP = (Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Plus)
_DOWN = (Qt.Key.Key_Left, Qt.Key.Key_Down, Qt.Key.Key_Minus)


class MarkBoxes(QWidget):
    """A row of marks; the first ones are filled.

    A click on the last filled one clears it; arrow keys and digits set the number too.

    Signals:
        chosen: the new number of filled marks.
    """

    chosen = Signal(int)

    def __init__(self, hub: ThemeHub, name: str, parent: QWidget, *, square: bool = True, per_row: int = 12) -> None:
        super().__init__(parent)
        self._hub = hub
        self._square = square
        self._per_row = max(1, per_row)
        self._name = name
        self._count = 0
        self._filled = 0
        self._names: Sequence[str] = ()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        follow_theme(hub, self._apply_theme)

    @property
    def filled(self) -> int:
        """The number of filled marks."""
        return self._filled

    def show_marks(self, count: int, filled: int, names: Sequence[str] = ()) -> None:
        """Show `count` marks, the first `filled` of them filled; `names` are the names of the numbers."""
        count = max(0, min(_MOST_DRAWN, count))
        if (count, filled, tuple(names)) == (self._count, self._filled, tuple(self._names)):
            return
        changed = count != self._count
        self._count, self._filled, self._names = count, filled, tuple(names)
        called = names[filled - 1] if 0 < filled <= len(names) else ""
        self.setAccessibleName(self._name)
        self.setAccessibleDescription(f"{filled} / {count} {called}".strip())
        self.setToolTip(tip(called))
        if changed:
            self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size of the marks in their rows."""
        wide = max(1, min(self._count, self._per_row)) * self._side() + 2
        return QSize(wide, self.heightForWidth(wide))

    def minimumSizeHint(self) -> QSize:
        """Return the size of two marks; more marks wrap to the next rows."""
        side = self._side()
        return QSize(2 * side + 2, side + 2)

    def heightForWidth(self, width: int) -> int:
        """Return the height of all rows; in a narrow place there are more of them."""
        return max(1, -(-self._count // self._in_row(width))) * self._side() + 2

    def _in_row(self, width: int) -> int:
        return max(1, min(self._per_row, (width - 2) // self._side()))

    def _side(self) -> int:
        return round(self._hub.theme.metrics.font_body * 1.7)

    def _apply_theme(self, _theme: Theme) -> None:
        self.updateGeometry()
        self.update()

    def _rect(self, number: int) -> QRectF:
        side, in_row = self._side(), self._in_row(self.width())
        inset = side * 0.14
        return QRectF(1 + number % in_row * side, 1 + number // in_row * side, side, side).adjusted(
            inset, inset, -inset, -inset
        )

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the marks; a filled one has a shape of its own as well as a colour."""
        colours, lengths = self._hub.theme.colours, self._hub.theme.metrics
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for number in range(self._count):
            draw_mark(painter, self._rect(number), self._hub, square=self._square, filled=number < self._filled)
        if self.hasFocus():
            painter.setPen(QPen(QColor(colours.focus), lengths.ring))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            wide = min(self._count, self._in_row(self.width())) * self._side() + 2
            ring = QRectF(0, 0, min(wide, self.width()), self.height()).adjusted(1, 1, -1, -1)
            painter.drawRoundedRect(ring, 3, 3)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Fill up to the mark that is clicked."""
        number = self._at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and number is not None:
            self._choose(number if number + 1 == self._filled else number + 1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Fill one more or one less; a digit says how many."""
        if event.key() in _UP:
            self._choose(self._filled + 1)
        elif event.key() in _DOWN:
            self._choose(self._filled - 1)
        elif event.text().isdecimal():
            self._choose(int(event.text()))
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the ring."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide the focus ring."""
        super().focusOutEvent(event)
        self.update()

    def _at(self, place: QPointF) -> int | None:
        side, in_row = self._side(), self._in_row(self.width())
        column, line = int((place.x() - 1) // side), int((place.y() - 1) // side)
        number = line * in_row + column
        return number if 0 <= column < in_row and 0 <= number < self._count else None

    def _choose(self, number: int) -> None:
        number = max(0, min(self._count, number))
        if number != self._filled:
            self.chosen.emit(number)


def draw_mark(painter: QPainter, rect: QRectF, hub: ThemeHub, *, square: bool, filled: bool) -> None:
    """Draw a box or a dot."""
    colours, lengths = hub.theme.colours, hub.theme.metrics
    painter.setPen(QPen(QColor(colours.outline), max(1.0, lengths.hair * 1.4)))
    painter.setBrush(QColor(colours.field))
    (painter.drawRect if square else painter.drawEllipse)(rect)
    if not filled:
        return
    inset = rect.width() * 0.22
    inner = rect.adjusted(inset, inset, -inset, -inset)
    if square:
        painter.setPen(QPen(QColor(colours.accent_text), max(2.0, lengths.ring * 1.3)))
        painter.drawLine(inner.topLeft(), inner.bottomRight())
        painter.drawLine(inner.topRight(), inner.bottomLeft())
    else:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.accent_text))
        painter.drawEllipse(inner)
