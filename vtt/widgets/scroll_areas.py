"""Frames that scroll up and down when their page is longer; the background shows through."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QWidget

_REMEMBERED: Final = 8
"""More heights than the layouts around a frame keep of it: each of them keeps one, and Qt's item three."""


class PageScroll(QScrollArea):
    """A frame without a border round a page, which is as wide as the frame.

    Args:
        page: what scrolls.
        parent: the Qt parent.
    """

    def __init__(self, page: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(page)
        self.viewport().setAutoFillBackground(False)
        page.setAutoFillBackground(False)


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
        self._told: dict[int, int] = {}  # the heights by width that somebody may reckon with
        self._told_width = -1
        super().__init__(content, parent)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # it scrolls to the focus of its content
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
        if event.type() == QEvent.Type.LayoutRequest and self._is_other_size():
            self.updateGeometry()
        return super().eventFilter(watched, event)

    def _is_other_size(self) -> bool:
        """Return whether the content wants another size than was told; if not, the window need not be laid out."""
        same = self._content.sizeHint().width() == self._told_width
        same = same and all(self._height(width) == high for width, high in self._told.items())
        if not same:
            self._told.clear()
        return not same

    def hasHeightForWidth(self) -> bool:
        """Say that a narrow frame needs more height."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height at which nothing need be scrolled."""
        self._told.pop(width, None)
        high = self._told[width] = self._height(width)
        if len(self._told) > _REMEMBERED:
            del self._told[next(iter(self._told))]
        return high

    def _height(self, width: int) -> int:
        content = self._content
        high = content.heightForWidth(width) if content.hasHeightForWidth() else content.sizeHint().height()
        return max(high, content.minimumSizeHint().height())

    def sizeHint(self) -> QSize:
        """Return the size of the content."""
        self._told_width = self._content.sizeHint().width()
        return QSize(self._told_width, self.heightForWidth(max(self.width(), 200)))

    def minimumSizeHint(self) -> QSize:
        """Return the least size at which scrolling is no torment."""
        return QSize(80, min(self._least, self.heightForWidth(max(self.width(), 200))))
