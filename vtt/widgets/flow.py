"""A layout that fills rows from left to right and goes on below, as words do."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Lays widgets side by side, at the size that they hint, and breaks the row where it is full."""

    def __init__(self, parent: QWidget | None = None, *, spacing: int = 8) -> None:
        super().__init__()
        self._items: list[QLayoutItem] = []
        self._heights: dict[int, int] = {}
        self.setSpacing(spacing)
        self.setContentsMargins(0, 0, 0, 0)
        if parent is not None:
            # Set last: a layout is asked for its size the moment that a widget takes it.
            parent.setLayout(self)

    def addItem(self, item: QLayoutItem) -> None:
        """Take an item at the end."""
        self._items.append(item)

    def count(self) -> int:
        """Return how many items there are."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """Return an item, or None past the end."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Let go of an item."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def hold(self, widgets: Sequence[QWidget]) -> None:
        """Lay just these widgets, in this order; the items of those that stay still know what they have measured."""
        held = {item.widget(): item for item in self._items}
        self._items = []
        for widget in widgets:
            if widget in held:
                self._items.append(held[widget])
            else:
                self.addWidget(widget)
        self.invalidate()  # what is only laid in another order tells nobody
        self.update()

    def expandingDirections(self) -> Qt.Orientation:
        """Want no more room than asked for."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """Say that fewer columns need more rows."""
        return True

    def invalidate(self) -> None:
        """Measure anew what an item has changed."""
        self._heights.clear()
        super().invalidate()

    def heightForWidth(self, width: int) -> int:
        """Return the height of all rows at a width; Qt asks for it again and again."""
        high = self._heights.get(width)
        if high is None:
            high = self._heights[width] = self._lay(QRect(0, 0, width, 0), place=False)
        return high

    def setGeometry(self, rect: QRect) -> None:
        """Place the items."""
        super().setGeometry(rect)
        self._lay(rect, place=True)

    def sizeHint(self) -> QSize:
        """Return the least size, for a flow fits any width."""
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        """Return the size of the largest item."""
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        return size

    def _lay(self, rect: QRect, *, place: bool) -> int:
        x, y, row = rect.x(), rect.y(), 0
        for item in self._items:
            if item.isEmpty():
                continue
            hint = item.sizeHint()
            width = min(hint.width(), rect.width())
            if x > rect.x() and x + width > rect.right() + 1:
                x, y, row = rect.x(), y + row + self.spacing(), 0
            if place:
                item.setGeometry(QRect(x, y, width, hint.height()))
            x += width + self.spacing()
            row = max(row, hint.height())
        return y + row - rect.y()


class FlowRow(QWidget):
    """A row of widgets that takes as many lines as it needs, and asks for so much height."""

    def __init__(self, parent: QWidget | None = None, *, spacing: int = 8) -> None:
        super().__init__(parent)
        self.flow = FlowLayout(self, spacing=spacing)

    def fit(self) -> None:
        """Ask for the height that the widgets need now."""
        self.setMinimumHeight(self.flow.heightForWidth(self.width()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Ask for another height at another width."""
        super().resizeEvent(event)
        self.fit()
