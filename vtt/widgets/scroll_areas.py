"""Frames that scroll up and down when their page is longer; the background shows through."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QWidget


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


def bring_into_sight(part: QWidget, first: QWidget, margin: int) -> None:
    """Scroll the frame around a part until all of it is visible; if it is too high, at least its first field.

    Args:
        part: a widget in a scroll area; without one nothing happens.
        first: a widget in it that must be visible.
        margin: the room around it, in pixels.
    """
    around = part.parentWidget()
    while around is not None and not isinstance(around, QScrollArea):
        around = around.parentWidget()
    if isinstance(around, QScrollArea):
        around.ensureWidgetVisible(part, 0, margin)
        around.ensureWidgetVisible(first, 0, margin)
