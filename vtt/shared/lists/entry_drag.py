"""Dragging the marked entry of a list to another room.

What is dragged carries neither name nor content: other people may see it on its way across the screens, and other
programs may read it. The room of the list knows the entry, and the page that takes it asks that room.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QMimeData, QObject, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QDrag, QDragEnterEvent, QDragMoveEvent, QDropEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget

from vtt.shared.lists.search_list import SearchList
from vtt.widgets.look.theme import ThemeHub

ENTRY_FORM: Final = "application/x-kitchen-table-entry"
"""The form of an entry of Prep."""
LIBRARY_FORM: Final = "application/x-kitchen-table-library-entry"
"""The form of an entry of the library."""
_HOVER: Final = 600
"""Milliseconds over a target before it opens what is behind it."""


class EntryDragSource(QObject):
    """Lets the user drag the marked entry of a list.

    Args:
        hub: the theme.
        entries: the list.
        may_drag: says whether the marked entry can be dragged.
        form: the form of the entries.
    """

    def __init__(
        self, hub: ThemeHub, entries: SearchList, may_drag: Callable[[], bool], form: str = ENTRY_FORM
    ) -> None:
        super().__init__(entries)
        self._hub, self._list, self._may_drag, self._form = hub, entries.list, may_drag, form
        self._pressed: QPointF | None = None
        self._list.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Begin to drag when the mouse moves with its left button pressed."""
        if isinstance(event, QMouseEvent):
            match event.type():
                case QEvent.Type.MouseButtonPress:
                    is_left = event.button() is Qt.MouseButton.LeftButton
                    on_entry = self._list.indexAt(event.position().toPoint()).isValid()
                    self._pressed = event.position() if is_left and on_entry else None
                case QEvent.Type.MouseButtonRelease:
                    self._pressed = None
                case QEvent.Type.MouseMove if self._pressed is not None and event.buttons() & Qt.MouseButton.LeftButton:
                    way = (event.position() - self._pressed).manhattanLength()
                    if way >= QApplication.startDragDistance() and self._may_drag():
                        self._pressed = None
                        self._drag()
                    return True  # else the mark would move along
                case _:
                    pass
        return super().eventFilter(watched, event)

    def _drag(self) -> None:
        drag = QDrag(self._list)
        content = QMimeData()
        content.setData(self._form, b"entry")
        drag.setMimeData(content)
        size = self._hub.theme.metrics.icon * 2
        drag.setPixmap(self._hub.pixmap("prep", size, role="accent_text", dpr=self._list.devicePixelRatioF()))
        drag.exec(Qt.DropAction.CopyAction)


class EntryDropTarget(QObject):
    """Takes an entry that is dropped on a widget.

    Args:
        widget: the widget.
        accepts: says whether an entry can be dropped there now.
        form: the form of the entries.

    Signals:
        hovered: an entry is held over the widget for a moment.
        dropped: an entry was dropped.
    """

    hovered = Signal()
    dropped = Signal()

    def __init__(self, widget: QWidget, accepts: Callable[[], bool], form: str = ENTRY_FORM) -> None:
        super().__init__(widget)
        self._accepts, self._form = accepts, form
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_HOVER)
        self._timer.timeout.connect(self.hovered)
        widget.setAcceptDrops(True)
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take what is dragged over the widget, if it is an entry."""
        match event:
            case QDropEvent() if event.mimeData().hasFormat(self._form) and self._accepts():
                event.acceptProposedAction()
                if isinstance(event, QDragEnterEvent):
                    self._timer.start()
                elif not isinstance(event, QDragMoveEvent):
                    self._timer.stop()
                    QTimer.singleShot(0, self, self.dropped.emit)  # dragging ends first: a question can follow
                return True
            case _ if event.type() is QEvent.Type.DragLeave:
                self._timer.stop()
            case _:
                pass
        return super().eventFilter(watched, event)
