"""One page of paper on the screen, as large as wanted; it can be scrolled, and turned at its ends."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QImage,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.theme_binding import follow_theme

DOTS: Final = 96.0
"""Dots to the inch at 100 %."""
_NOTCH: Final = 120
"""The wheel's angle in one click."""
_KEYS: Final = {
    Qt.Key.Key_PageDown: 1,
    Qt.Key.Key_PageUp: -1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Left: -1,
}


class PageView(QAbstractScrollArea):
    """Shows the image of a page.

    Args:
        hub: the theme.
        parent: the Qt parent.

    Signals:
        turned: the number of pages to go on, or back.
        went: to the first page (0) or the last (-1).
        zoomed: a step nearer (1) or farther (-1).
        resized: the available size changed.
    """

    turned = Signal(int)
    went = Signal(int)
    zoomed = Signal(int)
    resized = Signal()

    def __init__(self, hub: ThemeHub, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hub = hub
        self._image = QImage()
        self._size = QSize()
        self._sentence = ""
        self._turn = 0
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        follow_theme(hub, self._apply_theme)

    @property
    def image(self) -> QImage:
        """The picture of the page."""
        return self._image

    @property
    def room(self) -> QSize:
        """The greatest size of a page that is visible completely."""
        gap = 2 * self._hub.theme.metrics.pad_m
        most = self.maximumViewportSize()
        return QSize(max(40, most.width() - gap), max(40, most.height() - gap))

    def show_page(self, image: QImage, size: QSize, *, anew: bool) -> None:
        """Show the image of a page in a size in pixels of the window; with `anew` from its beginning."""
        self._image = image
        self._sentence = ""
        self.set_page_size(size)
        if anew:
            bar = self.verticalScrollBar()
            bar.setValue(bar.maximum() if self._turn < 0 else 0)
            self._turn = 0
        self.viewport().update()

    def show_sentence(self, sentence: str) -> None:
        """Show a sentence instead of a page."""
        self._image = QImage()
        self._sentence = sentence
        self.set_page_size(QSize())
        self.viewport().update()

    def set_page_size(self, size: QSize) -> None:
        """Resize the page; the middle stays in place."""
        self._size = size
        gap = 2 * self._hub.theme.metrics.pad_m
        for bar, needed, there in (
            (self.horizontalScrollBar(), size.width() + gap, self.viewport().width()),
            (self.verticalScrollBar(), size.height() + gap, self.viewport().height()),
        ):
            middle = (bar.value() + bar.pageStep() / 2) / max(1, bar.maximum() + bar.pageStep())
            bar.setPageStep(there)
            bar.setSingleStep(max(1, there // 12))
            bar.setRange(0, max(0, needed - there) if not size.isEmpty() else 0)
            bar.setValue(round(middle * max(needed, there) - there / 2))
        self.viewport().update()

    def page_rect(self) -> QRectF:
        """Return the place of the page in the viewport."""
        gap = self._hub.theme.metrics.pad_m
        port = self.viewport().size()
        x = max(gap, (port.width() - self._size.width()) // 2) - self.horizontalScrollBar().value()
        y = max(gap, (port.height() - self._size.height()) // 2) - self.verticalScrollBar().value()
        return QRectF(x, y, self._size.width(), self._size.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the page on the ground."""
        theme = self._hub.theme
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), QColor(theme.colours.sunken))
        if self._image.isNull():
            painter.setPen(QColor(theme.colours.text))
            gap = theme.metrics.pad_xl
            flags = int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap)
            painter.drawText(self.viewport().rect().adjusted(gap, gap, -gap, -gap), flags, self._sentence)
        else:
            rect = self.page_rect()
            shadow = QColor(0, 0, 0, 60)
            painter.fillRect(rect.translated(theme.metrics.pad_xs, theme.metrics.pad_xs), shadow)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(rect, self._image)
            painter.setPen(QPen(QColor(theme.colours.outline), theme.metrics.hair))
            painter.drawRect(rect)
        if self.hasFocus():
            ring = theme.metrics.ring
            painter.setPen(QPen(QColor(theme.colours.focus), ring))
            half = ring / 2
            painter.drawRect(QRectF(self.viewport().rect()).adjusted(half, half, -half, -half))
        painter.end()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Follow the bars."""
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Emit `resized`."""
        super().resizeEvent(event)
        self.set_page_size(self._size)
        self.resized.emit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll; with Ctrl zoom; at the end of a page turn it."""
        angle = event.angleDelta().y()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            if angle:
                self.zoomed.emit(1 if angle > 0 else -1)
            event.accept()
            return
        bar = self.verticalScrollBar()
        at_end = bar.value() >= bar.maximum() if angle < 0 else bar.value() <= bar.minimum()
        if angle and at_end and not event.modifiers():
            if abs(angle) >= _NOTCH:  # the fine steps of a touch pad would turn many pages
                self._turn_page(-1 if angle > 0 else 1)
            event.accept()
            return
        super().wheelEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Scroll, turn pages, zoom."""
        key = Qt.Key(event.key())
        bar = self.verticalScrollBar()
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            step = bar.singleStep() if key == Qt.Key.Key_Down else -bar.singleStep()
            bar.setValue(bar.value() + step)
        elif key == Qt.Key.Key_Space:
            if bar.value() >= bar.maximum():
                self._turn_page(1)
            else:
                bar.setValue(bar.value() + bar.pageStep() * 9 // 10)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and self.horizontalScrollBar().maximum():
            across = self.horizontalScrollBar()
            across.setValue(across.value() + (1 if key == Qt.Key.Key_Right else -1) * across.singleStep())
        elif key in _KEYS:
            self.turned.emit(_KEYS[key])
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self.went.emit(0 if key == Qt.Key.Key_Home else -1)
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal, Qt.Key.Key_Minus):
            self.zoomed.emit(-1 if key == Qt.Key.Key_Minus else 1)
        else:
            super().keyPressEvent(event)
            return
        event.accept()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the ring."""
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide the focus ring."""
        super().focusOutEvent(event)
        self.viewport().update()

    def _turn_page(self, step: int) -> None:
        self._turn = step
        self.turned.emit(step)

    def _apply_theme(self, theme: Theme) -> None:
        palette = self.viewport().palette()
        palette.setColor(QPalette.ColorRole.Window, QColor(theme.colours.sunken))
        self.viewport().setPalette(palette)
        self.viewport().update()
