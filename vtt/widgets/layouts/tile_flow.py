"""A layout for tiles: rows that wrap, with all tiles of a row at the same height."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtWidgets import QLayoutItem, QPushButton, QSizePolicy

from vtt.widgets.layouts.flow_layout import FlowLayout

_GROWING_POLICIES = (QSizePolicy.Policy.Expanding, QSizePolicy.Policy.MinimumExpanding)
"""The vertical policies of tiles that fill the height of their row; others are centred in it."""


class LineTile(QPushButton):
    """A button whose size hint lets long words wrap, and that can say how wide it is with its words in one line.

    Its hint is as high as the words are at that width.
    """

    def line_width(self) -> int:
        """Return the width at which no words wrap, in pixels."""
        return self.sizeHint().width()


class TileFlow(FlowLayout):
    """Lays tiles in rows. A tile whose text wraps may be higher; the row is as high as its highest tile.

    Where a row has free width, a `LineTile` in it takes what it needs to have its words in one line.
    """

    _measured: list[tuple[QLayoutItem, QSize, int]] | None = None
    """The visible items with the sizes that they would like to have, and their widths with the words in one line."""

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
            measured = self._measured = [(item, *_wanted_sizes(item)) for item in self.items if not item.isEmpty()]
        room = max(1, width)
        items = [item for item, *_ in measured]
        sizes = [size if size.width() <= room else _size_at(item, size, room) for item, size, _ in measured]
        if any(line > size.width() for (*_, line), size in zip(measured, sizes, strict=True)):
            self._widen(items, sizes, [line for *_, line in measured], width)
        return items, sizes

    def _widen(self, items: list[QLayoutItem], sizes: list[QSize], lines: list[int], width: int) -> None:
        """Let tiles take the free width of their row, in place; no tile changes its row by that."""
        for start, end, *_ in divide_into_rows(sizes, width, self.spacing())[0]:
            free = width - sum(size.width() for size in sizes[start:end]) - self.spacing() * (end - start - 1)
            for at in range(start, end):
                if 0 < (more := lines[at] - sizes[at].width()) <= free:
                    sizes[at] = _size_at(items[at], sizes[at], lines[at])
                    free -= more

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


def _wanted_sizes(item: QLayoutItem) -> tuple[QSize, int]:
    """Return the size of a tile where its words have all the room that they want, and its width with them in one line.

    The width is 0 for a tile of another kind.
    """
    widget = item.widget()
    if isinstance(widget, LineTile):  # asked itself, for its item would ask it four times
        return widget.sizeHint(), widget.line_width()
    hint = item.sizeHint().boundedTo(item.maximumSize())
    return _size_at(item, hint, hint.width()), 0


def _size_at(item: QLayoutItem, hint: QSize, width: int) -> QSize:
    height = item.heightForWidth(width) if item.hasHeightForWidth() else hint.height()
    return QSize(width, max(height, item.minimumSize().height()))


def _place_in_row(item: QLayoutItem, position: QPoint, size: QSize, row_height: int) -> None:
    widget = item.widget()
    if widget is not None and widget.sizePolicy().verticalPolicy() in _GROWING_POLICIES:
        item.setGeometry(QRect(position, QSize(size.width(), row_height)))
    else:
        item.setGeometry(QRect(QPoint(position.x(), position.y() + (row_height - size.height()) // 2), size))
