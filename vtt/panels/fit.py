"""Layouts that lose nothing in a small window: tiles that wrap, and a frame that scrolls when it must."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayoutItem, QSizePolicy, QWidget

from vtt.widgets.flow import FlowLayout
from vtt.widgets.scroll import PageScroll

_GROWING = (QSizePolicy.Policy.Expanding, QSizePolicy.Policy.MinimumExpanding)


class TileFlow(FlowLayout):
    """Rows of tiles: one that grows higher when it is narrow may do so, and the tiles of a row are equally high."""

    def minimumSize(self) -> QSize:
        """Return the height of the largest item; the width is as small as it must be."""
        size = super().minimumSize()
        return QSize(min(size.width(), 60), size.height())

    def sizeHint(self) -> QSize:
        """Return the room for all items in one row."""
        hints = [item.sizeHint() for item in self._items if not item.isEmpty()]
        wide = sum(h.width() for h in hints) + self.spacing() * max(0, len(hints) - 1)
        return QSize(wide, max((h.height() for h in hints), default=0))

    def _lay(self, rect: QRect, *, place: bool) -> int:
        x, y, row_height = rect.x(), rect.y(), 0
        row: list[tuple[QLayoutItem, QPoint, QSize]] = []
        for item in self._items:
            if item.isEmpty():
                continue
            size = _fitting(item, rect.width())
            if row and x + size.width() > rect.x() + rect.width():
                _settle(row, row_height, place)
                x, y, row, row_height = rect.x(), y + row_height + self.spacing(), [], 0
            row.append((item, QPoint(x, y), size))
            x += size.width() + self.spacing()
            row_height = max(row_height, size.height())
        _settle(row, row_height, place)
        return y + row_height - rect.y()


def _fitting(item: QLayoutItem, width: int) -> QSize:
    hint = item.sizeHint().boundedTo(item.maximumSize())
    wide = min(hint.width(), max(1, width))
    high = item.heightForWidth(wide) if item.hasHeightForWidth() else hint.height()
    return QSize(wide, max(high, item.minimumSize().height()))


def _settle(row: list[tuple[QLayoutItem, QPoint, QSize]], height: int, place: bool) -> None:
    if not place:
        return
    for item, at, size in row:
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
