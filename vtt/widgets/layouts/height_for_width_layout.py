"""The base of layouts whose height depends on their width."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class HeightForWidthLayout(QLayout):
    """A layout whose height depends on its width; subclasses place their items in `lay`.

    Args:
        spacing: pixels between items.
    """

    def __init__(self, spacing: int) -> None:
        super().__init__()
        self.items: list[QLayoutItem] = []
        self._heights: dict[int, int] = {}
        self.setSpacing(spacing)
        self.setContentsMargins(0, 0, 0, 0)

    def lay(self, rect: QRect, *, place: bool) -> int:
        """Return how high everything is at the width of a rectangle, and place it there if that is wanted."""
        raise NotImplementedError

    def hold_widgets(self, widgets: Sequence[QWidget]) -> None:
        """Set the widgets, in this order; the items of those that stay keep their measured sizes."""
        items_by_widget = {item.widget(): item for item in self.items}
        self.items = []
        for widget in widgets:
            if widget in items_by_widget:
                self.items.append(items_by_widget[widget])
            else:
                self.addWidget(widget)
        self.invalidate()  # a change of order alone does not invalidate the layout
        self.update()

    @contextmanager
    def resting(self) -> Iterator[None]:
        """Delay the layout until the end of the block; otherwise each widget that is shown causes a full layout."""
        self.setEnabled(False)
        try:
            yield
        finally:
            self.setEnabled(True)
            self.invalidate()  # a change of order alone does not invalidate the layout
            self.update()
            self.activate()

    def addItem(self, item: QLayoutItem) -> None:
        """Take an item at the end."""
        self.items.append(item)

    def count(self) -> int:
        """Return how many items there are."""
        return len(self.items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """Return an item, or None past the end."""
        return self.items[index] if 0 <= index < len(self.items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Let go of an item."""
        return self.items.pop(index) if 0 <= index < len(self.items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """Want no more room than asked for."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """Say that what is narrow is long."""
        return True

    def invalidate(self) -> None:
        """Measure anew."""
        self._heights.clear()
        super().invalidate()

    def heightForWidth(self, width: int) -> int:
        """Return the height at a width; Qt asks for it again and again."""
        high = self._heights.get(width)
        if high is None:
            high = self._heights[width] = self.lay(QRect(0, 0, width, 0), place=False)
        return high

    def setGeometry(self, rect: QRect) -> None:
        """Place the items."""
        super().setGeometry(rect)
        self.lay(rect, place=True)


def height_at(item: QLayoutItem, width: int) -> int:
    """Return how high an item is at a width."""
    high = item.heightForWidth(width) if item.hasHeightForWidth() else item.sizeHint().height()
    return max(high, item.minimumSize().height())
