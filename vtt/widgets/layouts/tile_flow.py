"""A layout for tiles: rows that wrap, with all tiles of a row at the same height."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

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

    _laid: _LaidTiles | None = None
    """The tiles in rows; None after a change, until somebody asks."""

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
        """Forget the rows, because a tile has changed."""
        self._laid = None
        super().invalidate()

    def lay(self, rect: QRect, *, place: bool) -> int:
        """Fill rows with tiles and return the total height; with `place` also move the tiles."""
        laid = self._laid
        if laid is None:
            laid = self._laid = _LaidTiles([item for item in self.items if not item.isEmpty()], self.spacing())
        rows = laid.rows_at(rect.width())
        if place:
            for item, place_in_row, row_height in rows.places:
                _place_in_row(item, place_in_row.translated(rect.topLeft()), row_height)
        return rows.height


class _Rows(NamedTuple):
    """Tiles in rows: each with its place, from the top left corner, and the height of its row; and the total height."""

    places: list[tuple[QLayoutItem, QRect, int]]
    height: int


class _LaidTiles:
    """The visible tiles of a layout in rows, found once for each width that Qt asks for until a tile changes.

    Args:
        items: the tiles.
        spacing: pixels between them.
    """

    def __init__(self, items: list[QLayoutItem], spacing: int) -> None:
        self._items, self._spacing = items, spacing
        wanted = [_wanted_sizes(item) for item in items]
        self._sizes, self._lines = [size for size, _ in wanted], [line for _, line in wanted]
        widths = [max(size.width(), line) for size, line in wanted]
        self._whole_width = sum(widths) + spacing * max(0, len(widths) - 1)
        self._rows: dict[int, _Rows] = {}

    def rows_at(self, width: int) -> _Rows:
        """Return the rows at a width: the same wherever all words in one line have room in one row."""
        key = min(width, self._whole_width)
        rows = self._rows.get(key)
        if rows is None:
            rows = self._rows[key] = self._rows_in(key)
        return rows

    def _rows_in(self, width: int) -> _Rows:
        room = max(1, width)
        sizes = [
            size if size.width() <= room else _size_at(item, size, room)
            for item, size in zip(self._items, self._sizes, strict=True)
        ]
        if any(line > size.width() for line, size in zip(self._lines, sizes, strict=True)):
            self._widen(sizes, width)
        rows, total_height = divide_into_rows(sizes, width, self._spacing)
        places = []
        for start, end, top, row_height in rows:
            x = 0
            for item, size in zip(self._items[start:end], sizes[start:end], strict=True):
                places.append((item, QRect(QPoint(x, top), size), row_height))
                x += size.width() + self._spacing
        return _Rows(places, total_height)

    def _widen(self, sizes: list[QSize], width: int) -> None:
        """Let tiles take the free width of their row, in place; no tile changes its row by that."""
        for start, end, *_ in divide_into_rows(sizes, width, self._spacing)[0]:
            free = width - sum(size.width() for size in sizes[start:end]) - self._spacing * (end - start - 1)
            for at in range(start, end):
                if 0 < (more := self._lines[at] - sizes[at].width()) <= free:
                    sizes[at] = _size_at(self._items[at], sizes[at], self._lines[at])
                    free -= more


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


def _place_in_row(item: QLayoutItem, place: QRect, row_height: int) -> None:
    widget = item.widget()
    if widget is not None and widget.sizePolicy().verticalPolicy() in _GROWING_POLICIES:
        item.setGeometry(QRect(place.topLeft(), QSize(place.width(), row_height)))
    else:
        item.setGeometry(place.translated(0, (row_height - place.height()) // 2))
