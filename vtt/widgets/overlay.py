"""An overlay over the window: the palette, a list to choose from, the dice.

It is not a window of its own, so that it is never lost behind one, and full screens, screenshots and screen readers see
it.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QRect, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid


class Overlay(QWidget):
    """Dims a window and shows something over it. Esc, or a click beside it, closes it.

    Args:
        host: the widget below, usually a whole window.
        content: the widget to show; it becomes a child of this.
        place: where in the host's rectangle the content goes.

    Signals:
        closed: the overlay was closed.
    """

    closed = Signal()

    def __init__(self, host: QWidget, content: QWidget, place: Callable[[QRect], QRect]) -> None:
        super().__init__(host)
        self._host = host
        self._content = content
        self._place = place
        self._before: QWidget | None = None
        content.setParent(self)
        host.installEventFilter(self)
        self.hide()

    @property
    def host(self) -> QWidget:
        """The widget below."""
        return self._host

    def open(self) -> None:
        """Show it on top of everything in the window."""
        self._before = self._host.window().focusWidget()
        self._fit()
        self._content.show()
        self.show()
        self.raise_()

    def dismiss(self) -> None:
        """Put it away and give the focus back."""
        if not self.isVisible():
            return
        self.hide()
        before, self._before = self._before, None
        if before is not None and isValid(before) and before.isVisible():
            before.setFocus(Qt.FocusReason.PopupFocusReason)
        self.closed.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Grow and shrink with the window."""
        if watched is self._host and event.type() == QEvent.Type.Resize and self.isVisible():
            self._fit()
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc puts it away; no other key reaches the window below."""
        if event.key() == Qt.Key.Key_Escape:
            self.dismiss()
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click beside the content puts it away."""
        if not self._content.geometry().contains(event.position().toPoint()):
            self.dismiss()
        event.accept()

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Keep Tab inside."""
        focused = QApplication.focusWidget()
        if focused is None or not self.isAncestorOf(focused):
            return super().focusNextPrevChild(forward)
        # Qt's own chain of focus is not walked: PySide takes each widget of it for a child of the one before,
        # and Python would lose the widgets outside together with this one.
        stops = [part for part in self.findChildren(QWidget) if part is focused or self._is_stop(part)]
        following = stops[(stops.index(focused) + (1 if forward else -1)) % len(stops)]
        following.setFocus(Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason)
        return True

    def _is_stop(self, part: QWidget) -> bool:
        tabbed = bool(part.focusPolicy() & Qt.FocusPolicy.TabFocus) and part.focusProxy() is None
        return tabbed and part.isEnabled() and part.isVisibleTo(self)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Dim the widget below."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(0, 0, 0, 96))
        painter.end()

    def _fit(self) -> None:
        self.setGeometry(self._host.rect())
        self._content.setGeometry(self._place(self.rect()))
