"""A layout for tiles: rows that wrap, with all tiles of a row at the same height."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtWidgets import QLayoutItem, QSizePolicy

from vtt.widgets.layouts.flow_layout import FlowLayout

_GROWING_POLICIES = (QSizePolicy.Policy.Expanding, QSizePolicy.Policy.MinimumExpanding)
"""The vertical policies of tiles that fill the height of their row; others are centred in it."""


class TileFlow(FlowLayout):
    """Lays tiles in rows. A tile whose text wraps may be higher; the row is as high as its highest tile."""

    _measured: list[tuple[QLayoutItem, QSize]] | None = None
    """The visible items with the sizes that they would like to have."""

    def minimumSize(self) -> QSize:
        """Return the height of the highest item, and at most a small fixed width, because every tile can wrap."""
        size = super().minimumSize()
        return QSize(min(size.width(), 60), size.height())

    def sizeHint(self) -> QSize:
        """Return the size of all items in one row."""
        hints = [item.sizeHint() for item in self.items if not item.isEmpty()]
        width = sum(hint.width() for hint in hints) + self.spacing() * max(0, len(hints) - 1)
        return QSize(width, max((hint.height() for hint in hints), default=0))

    def invalidate(self) -> None:
        """Forget the measured sizes, because a tile has changed."""
        self._measured = None
        super().invalidate()

    def _measure(self, width: int) -> tuple[list[QLayoutItem], list[QSize]]:
        """Return the visible tiles with their sizes.

        The sizes of tiles are kept, because Qt asks for the height at several widths before it lays out.
        """
        measured = self._measured
        if measured is None:
            measured = self._measured = [(item, _full_size(item)) for item in self.items if not item.isEmpty()]
        room = max(1, width)
        return (
            [item for item, _ in measured],
            [size if size.width() <= room else _size_at(item, size, room) for item, size in measured],
        )

    def lay(self, rect: QRect, *, place: bool) -> int:
        """Fill rows with tiles and return the total height; with `place` also move the tiles."""
        items, sizes = self._measure(rect.width())
        rows, total_height = divide_into_rows(sizes, rect.width(), self.spacing())
        if place:
            for start, end, top, row_height in rows:
                x = rect.x()
                for item, size in zip(items[start:end], sizes[start:end], strict=True):
                    _place_in_row(item, QPoint(x, rect.y() + top), size, row_height)
                    x += size.width() + self.spacing()
        return total_height


def divide_into_rows(sizes: Sequence[QSize], width: int, spacing: int) -> tuple[list[tuple[int, int, int, int]], int]:
    """Return the rows that tiles fill, and their total height.

    Each row is a tuple: the index of its first tile, the index after its last tile, its top, its height.
    """
    rows: list[tuple[int, int, int, int]] = []
    start = x = top = row_height = 0
    for index, size in enumerate(sizes):
        if index > start and x + size.width() > width:
            rows.append((start, index, top, row_height))
            start, x, top, row_height = index, 0, top + row_height + spacing, 0
        x += size.width() + spacing
        row_height = max(row_height, size.height())
    rows.append((start, len(sizes), top, row_height))
    return rows, top + row_height


def _full_size(item: QLayoutItem) -> QSize:
    """Return the size of a tile where its words have all the room that they want."""
    hint = item.sizeHint().boundedTo(item.maximumSize())
    return _size_at(item, hint, hint.width())


def _size_at(item: QLayoutItem, hint: QSize, width: int) -> QSize:
    height = item.heightForWidth(width) if item.hasHeightForWidth() else hint.height()
    return QSize(width, max(height, item.minimumSize().height()))


def _place_in_row(item: QLayoutItem, position: QPoint, size: QSize, row_height: int) -> None:
    widget = item.widget()
    if widget is not None and widget.sizePolicy().verticalPolicy() in _GROWING_POLICIES:
        item.setGeometry(QRect(position, QSize(size.width(), row_height)))
    else:
        item.setGeometry(QRect(QPoint(position.x(), position.y() + (row_height - size.height()) // 2), size))
