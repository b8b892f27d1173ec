"""The whole text of a note, over what is around it: while somebody works on a page, its notes keep their height."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QWidget

from vtt.widgets.look.theme import ThemeHub

_UNTIL_RELEASED: Final = 50
"""Milliseconds until it looks again whether a mouse button is still down."""
_MOVED: Final = (QEvent.Type.Move, QEvent.Type.Resize)


class NoteOverlay(QWidget):
    """The text of a note below its first line, or above its last: the focus keeps its place and is never covered.

    Args:
        hub: the theme.
        note: the note, which keeps its height as long as this exists.
        paint: paints the whole text.

    Signals:
        released: nobody works on the page any more, and the note may take the height that it needs.
    """

    released = Signal()

    def __init__(self, hub: ThemeHub, note: QWidget, paint: Callable[[QPainter, QRect], None]) -> None:
        self._page = page_of(note)
        super().__init__(self._page)
        self.hide()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._hub = hub
        self._note = note
        self._paint = paint
        self._high = 0
        self._watched = tuple(_up_to(note, self._page))
        for widget in self._watched:
            widget.installEventFilter(self)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._follow)

    def show_whole(self, high: int) -> None:
        """Show a text that is `high` pixels high; nothing is shown if the note has the room for it."""
        self._high = high
        self._place()
        self.update()

    def remove(self) -> None:
        """Hide it at once, and delete it."""
        self.hide()
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.disconnect(self._follow)
        for widget in self._watched:
            widget.removeEventFilter(self)
        self.deleteLater()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the note when something moves it."""
        if event.type() in _MOVED:
            self._place()
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the text on a ground of its own."""
        colours, edge = self._hub.theme.colours, self._hub.theme.metrics.pad_xs
        painter = QPainter(self)
        painter.setPen(QColor(colours.outline))
        painter.setBrush(QColor(colours.raised))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.translate(edge, edge)  # where it is painted in the note
        self._paint(painter, QRect(0, 0, self.width() - 2 * edge, self.height() - 2 * edge))

    def _place(self) -> None:
        """Go below the first line of the note, or above its last if it would cover the focus or leave the page."""
        edge = self._hub.theme.metrics.pad_xs
        note = QRect(self._note.mapTo(self._page, QPoint()), self._note.size())
        whole = QRect(note.left(), note.top(), note.width(), self._high)
        below = whole.adjusted(-edge, -edge, edge, edge)
        above = below.translated(0, note.height() - self._high)
        focus = _focus_on(self._page)
        taken = QRect(focus.mapTo(self._page, QPoint()), focus.size()) if focus is not None else QRect()
        free = (
            place
            for place in (below, above)
            if self._high > note.height() and self._page.rect().contains(place) and not place.intersects(taken)
        )
        place = next(free, None)
        if place is not None:
            self.setGeometry(place)
            self.raise_()
        self.setVisible(place is not None)

    @Slot(QWidget, QWidget)
    def _follow(self, _old: QWidget | None, new: QWidget | None) -> None:
        if new is None:
            return  # another window is active
        if works_on(self._page):
            self._place()
        else:
            self._release()

    @Slot()
    def _release(self) -> None:
        if works_on(self._page):
            return
        if QApplication.mouseButtons() != Qt.MouseButton.NoButton:  # what is clicked does not move away
            QTimer.singleShot(_UNTIL_RELEASED, self, self._release)
        else:
            self.released.emit()


def page_of(widget: QWidget) -> QWidget:
    """Return what scrolls with a widget, or its window."""
    page, parent = widget, widget.parentWidget()
    while parent is not None and not page.isWindow() and not isinstance(parent.parentWidget(), QAbstractScrollArea):
        page, parent = parent, parent.parentWidget()
    return page


def works_on(page: QWidget) -> bool:
    """Say whether something on a page, or a list that opened there, has the focus."""
    focus = QApplication.focusWidget()
    return focus is not None and any(widget is page for widget in _up_to(focus, page))


def _focus_on(page: QWidget) -> QWidget | None:
    focus = QApplication.focusWidget()
    return focus if focus is not None and page.isAncestorOf(focus) else None


def _up_to(widget: QWidget, page: QWidget) -> Iterator[QWidget]:
    """Yield a widget and those that hold it, as far as the page."""
    holder: QWidget | None = widget
    while holder is not None:
        yield holder
        holder = holder.parentWidget() if holder is not page else None
