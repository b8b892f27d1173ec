"""Layouts that lose nothing in a small window: tiles that wrap, and a frame that scrolls when it must."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayoutItem, QSizePolicy, QWidget

from vtt.widgets.flow import FlowLayout
from vtt.widgets.scroll import PageScroll

_GROWING = (QSizePolicy.Policy.Expanding, QSizePolicy.Policy.MinimumExpanding)


class TileFlow(FlowLayout):
    """Rows of tiles: one that grows higher when it is narrow may do so, and the tiles of a row are equally high."""

    _measured: tuple[int, list[QLayoutItem], list[QSize]] | None = None

    def minimumSize(self) -> QSize:
        """Return the height of the largest item; the width is as small as it must be."""
        size = super().minimumSize()
        return QSize(min(size.width(), 60), size.height())

    def sizeHint(self) -> QSize:
        """Return the room for all items in one row."""
        hints = [item.sizeHint() for item in self.items if not item.isEmpty()]
        wide = sum(h.width() for h in hints) + self.spacing() * max(0, len(hints) - 1)
        return QSize(wide, max((h.height() for h in hints), default=0))

    def invalidate(self) -> None:
        """Measure anew what a tile has changed."""
        self._measured = None
        super().invalidate()

    def _measure(self, width: int) -> tuple[list[QLayoutItem], list[QSize]]:
        """Return the tiles with their sizes; what asks for the height is soon asked to lay them."""
        found = self._measured
        if found is None or found[0] != width:
            items = [item for item in self.items if not item.isEmpty()]
            found = self._measured = width, items, [_fitting(item, width) for item in items]
        return found[1], found[2]

    def lay(self, rect: QRect, *, place: bool) -> int:
        """Fill rows with tiles; those of a row are equally high."""
        items, sizes = self._measure(rect.width())
        rows, high = in_rows(sizes, rect.width(), self.spacing())
        if place:
            for first, end, top, height in rows:
                x = rect.x()
                for item, size in zip(items[first:end], sizes[first:end], strict=True):
                    _settle(item, QPoint(x, rect.y() + top), size, height)
                    x += size.width() + self.spacing()
        return high


def in_rows(sizes: Sequence[QSize], width: int, spacing: int) -> tuple[list[tuple[int, int, int, int]], int]:
    """Return the rows that tiles make, and how high they are together.

    Each row is told by its first tile, by the one after its last, by its top and by its height.
    """
    rows: list[tuple[int, int, int, int]] = []
    first = x = y = high = 0
    for number, size in enumerate(sizes):
        if number > first and x + size.width() > width:
            rows.append((first, number, y, high))
            first, x, y, high = number, 0, y + high + spacing, 0
        x += size.width() + spacing
        high = max(high, size.height())
    rows.append((first, len(sizes), y, high))
    return rows, y + high


def _fitting(item: QLayoutItem, width: int) -> QSize:
    hint = item.sizeHint().boundedTo(item.maximumSize())
    wide = min(hint.width(), max(1, width))
    high = item.heightForWidth(wide) if item.hasHeightForWidth() else hint.height()
    return QSize(wide, max(high, item.minimumSize().height()))


def _settle(item: QLayoutItem, at: QPoint, size: QSize, height: int) -> None:
    widget = item.widget()
    if widget is not None and widget.sizePolicy().verticalPolicy() in _GROWING:
        item.setGeometry(QRect(at, QSize(size.width(), height)))
    else:
        item.setGeometry(QRect(QPoint(at.x(), at.y() + (height - size.height()) // 2), size))


class FitScroll(PageScroll):
    """As high as its content where there is room; where there is not, it scrolls and nothing is lost.

    Args:
        content: what it holds.
        least: the least height in pixels.
        parent: the Qt parent.
    """

    def __init__(self, content: QWidget, *, least: int = 40, parent: QWidget | None = None) -> None:
        self._least = least
        self._content = content
        super().__init__(content, parent)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # it follows the focus of what it holds
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        content.installEventFilter(self)

    def set_least(self, least: int) -> None:
        """Set the least height in pixels."""
        self._least = least
        self.updateGeometry()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Ask for another height when the content does."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)

    def hasHeightForWidth(self) -> bool:
        """Say that a narrow frame needs more height."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height at which nothing need be scrolled."""
        content = self._content
        high = content.heightForWidth(width) if content.hasHeightForWidth() else content.sizeHint().height()
        return max(high, content.minimumSizeHint().height())

    def sizeHint(self) -> QSize:
        """Return the size of the content."""
        return QSize(self._content.sizeHint().width(), self.heightForWidth(max(self.width(), 200)))

    def minimumSizeHint(self) -> QSize:
        """Return the least size at which scrolling is no torment."""
        return QSize(80, min(self._least, self.heightForWidth(max(self.width(), 200))))
