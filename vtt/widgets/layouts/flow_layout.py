"""A layout that fills rows from left to right and wraps, as words do."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from vtt.widgets.layouts.height_for_width_layout import HeightForWidthLayout


class FlowLayout(HeightForWidthLayout):
    """Lays widgets side by side, at the size that they hint, and breaks the row where it is full."""

    def __init__(self, parent: QWidget | None = None, *, spacing: int = 8) -> None:
        super().__init__(spacing)
        if parent is not None:
            parent.setLayout(self)

    def hold(self, widgets: Sequence[QWidget]) -> None:
        """Set the widgets, in this order."""
        self.hold_widgets(widgets)

    def sizeHint(self) -> QSize:
        """Return the least size, for a flow fits any width."""
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        """Return the size of the largest item."""
        size = QSize()
        for item in self.items:
            size = size.expandedTo(item.minimumSize())
        return size

    def lay(self, rect: QRect, *, place: bool) -> int:
        """Fill rows from left to right."""
        x, y, row = rect.x(), rect.y(), 0
        for item in self.items:
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
