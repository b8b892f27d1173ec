"""Fields in rows of twelve columns, as wide as their kind needs; where there is little room, each has a row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget

COLUMNS: Final = 12


class PartsLayout(QLayout):
    """Lays fields side by side.

    Args:
        parent: whose layout it is.
        gap: pixels between fields.
        letter: pixels of one letter: what is wide and what is narrow is measured in letters.
    """

    def __init__(self, parent: QWidget, *, gap: int, letter: int) -> None:
        super().__init__()
        self._items: list[QLayoutItem] = []
        self._spans: dict[QWidget, int] = {}
        self._letter = letter
        self._heights: dict[int, int] = {}
        self.setSpacing(gap)
        self.setContentsMargins(0, 0, 0, 0)
        parent.setLayout(self)

    def hold(self, parts: Sequence[tuple[QWidget, int]]) -> None:
        """Lay just these widgets, each with the columns that it likes, in this order."""
        held = {item.widget(): item for item in self._items}
        wanted = [widget for widget, _ in parts]
        self._spans = dict(parts)
        if [item.widget() for item in self._items] == wanted:
            return
        self._items = []
        for widget in wanted:
            if widget in held:
                self._items.append(held[widget])
            else:
                self.addWidget(widget)
        self.invalidate()
        self.update()

    def addItem(self, item: QLayoutItem) -> None:
        """Take an item at the end."""
        self._items.append(item)

    def count(self) -> int:
        """Return how many fields there are."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """Return an item, or None past the end."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Let go of an item."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """Want no more height than asked for."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """Say that a narrow form is a long one."""
        return True

    def invalidate(self) -> None:
        """Measure anew."""
        self._heights.clear()
        super().invalidate()

    def heightForWidth(self, width: int) -> int:
        """Return the height of all rows; Qt asks for it again and again."""
        high = self._heights.get(width)
        if high is None:
            high = self._heights[width] = self._lay(QRect(0, 0, width, 0), place=False)
        return high

    def setGeometry(self, rect: QRect) -> None:
        """Place the fields."""
        super().setGeometry(rect)
        self._lay(rect, place=True)

    def sizeHint(self) -> QSize:
        """Return a modest size; the height follows from the width."""
        wide = 30 * self._letter
        return QSize(wide, self.heightForWidth(wide))

    def minimumSize(self) -> QSize:
        """Return the least size."""
        return QSize(8 * self._letter, 0)

    def _span(self, widget: QWidget | None, width: int) -> int:
        span = self._spans.get(widget, COLUMNS) if widget is not None else COLUMNS
        letters = width / max(1, self._letter)
        for wide in (span, 4, 6, COLUMNS):
            # A field of a few letters makes do with eight, one of words wants more.
            if wide >= span and letters * wide / COLUMNS >= (7.5 if span <= 3 else 13):
                return wide
        return COLUMNS

    def _lay(self, rect: QRect, *, place: bool) -> int:
        gap = self.spacing()
        unit = (rect.width() + gap) / COLUMNS
        top, at = rect.y(), 0
        row: list[tuple[QLayoutItem, int, int, int]] = []
        for item in self._items:
            if item.isEmpty():
                continue
            span = self._span(item.widget(), rect.width())
            if at + span > COLUMNS:
                top, at, row = top + _settle(row, rect.x(), top, place=place) + gap, 0, []
            wide = max(1, round(span * unit) - gap)
            row.append((item, round(at * unit), wide, _height(item, wide)))
            at += span
        return top + _settle(row, rect.x(), top, place=place) - rect.y()


def _settle(row: Sequence[tuple[QLayoutItem, int, int, int]], left: int, top: int, *, place: bool) -> int:
    if place:
        for item, x, wide, high in row:
            item.setGeometry(QRect(left + x, top, wide, high))
    return max((high for _, _, _, high in row), default=0)


def _height(item: QLayoutItem, width: int) -> int:
    high = item.heightForWidth(width) if item.hasHeightForWidth() else item.sizeHint().height()
    return max(high, item.minimumSize().height())
