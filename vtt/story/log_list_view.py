"""The list of the log: only what is on the screen is measured, so that ten thousand lines cost no more than ten."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from PySide6.QtCore import (
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    Qt,
    QTimer,
    Signal,
    Slot,
)
from PySide6.QtGui import (
    QContextMenuEvent,
    QCursor,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QRegion,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyleOptionViewItem, QWidget

from vtt.shared.campaign_panel import text
from vtt.story.log_line_delegate import LogLineDelegate
from vtt.story.log_model import BRIEF, OPEN_ROLE, LogModel
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.model_index import Index

_SHUT_LINES: Final = 5
_LEAST_BRIEF: Final = 60
_AFTER_FRAME_MS: Final = 1
"""Without a delay Qt would call at once, before the window is painted."""


class _DrawnLine(NamedTuple):
    """A line as it is drawn: its row, its place, its state, and all else that decides what it looks like."""

    row: int
    top: int
    height: int
    state: QStyle.StateFlag
    look: tuple[object, ...]

    def is_like(self, other: _DrawnLine | None) -> bool:
        """Say whether another line looks like this one, wherever they are."""
        return other is not None and (self.look, self.state, self.height) == (other.look, other.state, other.height)


class LogListView(QAbstractItemView):
    """The list. It follows new lines, unless the user has scrolled away from the end.

    It scrolls by lines, so it never measures those out of sight. (Qt's own lists measure them all.)

    Signals:
        menu_wanted: a row and a position on the screen.
        redo_wanted: an undone row; it and all undone rows before it are to be redone.
    """

    menu_wanted = Signal(int, QPoint)
    redo_wanted = Signal(int)

    def __init__(self, hub: ThemeHub, model: LogModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hub, self._log = hub, model
        self._at_end = True
        self._redone = False  # the button of the mouse is still down after a double click that redid something
        self._heights: dict[int, int] = {}
        self._drawn: dict[int, _DrawnLine] = {}  # by their tops
        self._is_changed = False
        self._is_unmeasured = False
        self._held_from: int | None = None  # the entry whose lines, and all later ones, are held back
        self._shown_present = QPersistentModelIndex()
        self._delegate = LogLineDelegate(hub, self)
        self.setModel(model)
        self.setItemDelegate(self._delegate)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(text("log.name"))
        self.setMinimumHeight(60)
        self.verticalScrollBar().valueChanged.connect(self._scrolled)
        model.rowsInserted.connect(self._changed_from)
        model.rowsRemoved.connect(self._changed_from)
        model.modelReset.connect(self._reset)
        model.dataChanged.connect(self._measure)

    def to_end(self) -> None:
        """Show the newest line."""
        self._at_end = True
        self.updateGeometries()

    @Slot(bool)
    def hold_news(self, hold: bool) -> None:
        """Leave the lines that came last blank, while the dice that they tell of still move; or draw them again."""
        if hold != (self._held_from is not None):
            self._held_from = self._log.position if hold else None
            self._change()

    def _is_held(self, row: int) -> bool:
        line = self._log.line(row)
        return self._held_from is not None and line is not None and line.entry >= self._held_from

    def show_present(self) -> None:
        """Scroll to the last line that is not undone."""
        row = self._log.present()
        if row < 0:
            return
        index = self._log.index(row)
        self.setCurrentIndex(index)
        self.scrollTo(index)
        self._shown_present = QPersistentModelIndex(index)

    def leave_present(self) -> None:
        """Mark the line of `show_present` no longer, unless somebody has chosen another or reads on by keyboard."""
        shown, self._shown_present = self._shown_present, QPersistentModelIndex()
        if shown.isValid() and shown == self.currentIndex() and not self.hasFocus():
            self.setCurrentIndex(QModelIndex())

    def measure_anew(self) -> None:
        """Forget how high lines are: the width or the size of the type is another one."""
        self._heights.clear()
        self._log.brief = max(_LEAST_BRIEF, min(BRIEF, _SHUT_LINES * self._delegate.letters()))
        self.updateGeometries()

    def visualRect(self, index: Index) -> QRect:
        """Return where a line is drawn; an empty rectangle if it is out of sight."""
        for row, top, height in self._from_edge():
            if row == index.row():
                return QRect(0, top, self.viewport().width(), height)
        return QRect()

    def indexAt(self, point: QPoint) -> QModelIndex:
        """Return the line at a point."""
        for row, top, height in self._on_screen():
            if top <= point.y() < top + height:
                return self._log.index(row)
        return QModelIndex()

    def scrollTo(
        self, index: Index, hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible
    ) -> None:
        """Scroll until a line is wholly in sight."""
        if self._is_unmeasured:
            self.updateGeometries()  # the line may have just come
        shown = {row: (top, height) for row, top, height in self._on_screen()}
        row, bar = index.row(), self.verticalScrollBar()
        if row in shown and shown[row][0] >= 0 and sum(shown[row]) <= self.viewport().height():
            return
        if row <= bar.value() or (row in shown and shown[row][0] < 0):
            bar.setValue(row)
            return
        room = self.viewport().height()
        first = row
        room -= self._height(row)
        while first > 0 and room >= self._height(first - 1):
            first -= 1
            room -= self._height(first)
        bar.setValue(first)

    def updateGeometries(self) -> None:
        """Find out how far the list can be scrolled."""
        if not self.testAttribute(Qt.WidgetAttribute.WA_Resized):
            return  # lines are measured once it is known how wide they are
        self._is_unmeasured = False
        count, room = self._log.rowCount(), self.viewport().height()
        fits = 0
        while fits < count and room >= self._height(count - 1 - fits):
            room -= self._height(count - 1 - fits)
            fits += 1
        bar = self.verticalScrollBar()
        at_end = self._at_end
        bar.setPageStep(max(1, fits))
        bar.setRange(0, max(0, count - max(1, fits)))
        if at_end:
            bar.setValue(bar.maximum())
        self._at_end = at_end
        super().updateGeometries()
        self._change()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw what is on the screen, as far as it is to be drawn anew."""
        painter = QPainter(self.viewport())
        option = QStyleOptionViewItem()
        self.initViewItemOption(option)
        if self._is_changed:
            # What is painted now is as it will be. The rest looks as before, and can still be moved from there.
            self._drawn = {line.top: line for line in self._drawn.values() if not self._is_in(event.region(), line)}
        for line in self._lines() if self._is_changed else self._drawn.values() or self._lines():
            option.rect = QRect(0, line.top, self.viewport().width(), line.height)
            option.state = line.state
            if self._is_in(event.region(), line):
                self._delegate.paint(painter, option, self._log.index(line.row))
        painter.end()

    def _is_in(self, region: QRegion, line: _DrawnLine) -> bool:
        return region.intersects(QRect(0, line.top, self.viewport().width(), line.height))

    def _lines(self) -> Iterator[_DrawnLine]:
        """Yield the visible lines as they are to be drawn."""
        viewport, theme = self.viewport(), self._hub.theme
        mouse = viewport.mapFromGlobal(QCursor.pos()) if viewport.underMouse() else QPoint(-1, -1)
        chosen = self.selectionModel()
        for row, top, height in self._on_screen():
            if self._is_held(row):
                return
            state = QStyle.StateFlag.State_Enabled
            if chosen.isRowSelected(row):
                state |= QStyle.StateFlag.State_Selected
            if QRect(0, top, viewport.width(), height).contains(mouse):
                state |= QStyle.StateFlag.State_MouseOver
            yield _DrawnLine(row, top, height, state, (*self._log.look(row), viewport.width(), theme))

    def _change(self) -> None:
        """Draw what changes, once all has changed: a gesture takes lines away and brings others.

        The table and the offers are drawn first, because they are what a gesture is made for.
        """
        if not self._is_changed:
            self._is_changed = True
            QTimer.singleShot(_AFTER_FRAME_MS, self, self._draw_changes)

    @Slot()
    def _draw_changes(self) -> None:
        """Draw the lines that have changed; those that only move are moved as they are, because drawing takes long."""
        if self._is_unmeasured:
            self.updateGeometries()
        self._is_changed = False
        before, self._drawn = self._drawn, {line.top: line for line in self._lines()}
        lines, viewport, place = self._drawn.values(), self.viewport(), self.viewport().rect()
        ways = (line.top - old.top for line in lines for old in before.values() if line.is_like(old))
        way = next(ways, None)
        if way is None or not self.devicePixelRatioF().is_integer():
            viewport.update()
            return
        changed = QRegion(place)
        for line in lines:
            if line.is_like(before.get(line.top - way)):
                changed -= QRegion(0, line.top, place.width(), line.height)
        if way:
            corner = self._hub.theme.metrics.radius
            between = place.adjusted(0, corner, 0, -corner)  # the corners are round, and stay where they are
            viewport.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)  # Qt moves nothing that shines through
            viewport.scroll(0, way, between)
            viewport.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent, on=False)
            changed += QRegion(place) - QRegion(between)
        viewport.update(changed)

    def selectionChanged(self, _chosen: QItemSelection, _former: QItemSelection) -> None:
        """Draw what is chosen now and what was, together with all else that changes: Qt would do so before."""
        self._change()

    def currentChanged(self, current: Index, previous: Index) -> None:
        """Scroll to the present line, which is drawn with all else that changes."""
        if not self.isVisible():
            super().currentChanged(current, previous)  # it scrolls there when it is shown
        elif current.isValid():
            self.scrollTo(current)
        self._change()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Nothing is moved by the scroll bar itself, which counts lines."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space and Enter open and shut a line, the arrows to the sides as well; Enter redoes a step that is undone."""
        row = self.currentIndex().row()
        match event.key():
            case Qt.Key.Key_Return | Qt.Key.Key_Enter if self._log.redoes(row) is not None and not self._log.opens(row):
                self.redo_wanted.emit(row)
            case Qt.Key.Key_Space | Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self._toggle(row)
            case Qt.Key.Key_Right | Qt.Key.Key_Left:
                if bool(self.currentIndex().data(OPEN_ROLE)) != (event.key() == Qt.Key.Key_Right):
                    self._toggle(row)
            case _:
                super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click on a line opens or shuts it."""
        super().mouseReleaseEvent(event)
        if self._redone:
            self._redone = False
            return
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index.isValid():
            self._toggle(index.row())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """A double click on a step that is undone brings it back."""
        super().mouseDoubleClickEvent(event)
        row = self.indexAt(event.position().toPoint()).row()
        if self._log.redoes(row) is not None and not self._log.opens(row):
            self._redone = True
            self.redo_wanted.emit(row)

    def _toggle(self, row: int) -> None:
        if self._log.redoes(row) is not None:
            self._at_end = False  # what unfolds below the heading is read from its beginning
        self._log.toggle(row)
        self.setCurrentIndex(self._log.index(row))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Light the line under the mouse."""
        super().mouseMoveEvent(event)
        self._change()

    def viewportEvent(self, event: QEvent) -> bool:
        """Light the line to which the mouse comes, and none once it has left."""
        if event.type() in (QEvent.Type.Enter, QEvent.Type.Leave):
            self._change()
        return super().viewportEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu of the line."""
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if by_key else self.indexAt(event.pos())
        if index.isValid():
            self.setCurrentIndex(index)
            place = self.visualRect(index).center() if by_key else event.pos()
            self.menu_wanted.emit(index.row(), self.viewport().mapToGlobal(place))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width breaks lines elsewhere."""
        super().resizeEvent(event)
        self.measure_anew()

    def changeEvent(self, event: QEvent) -> None:
        """Another size of type as well."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.StyleChange, QEvent.Type.FontChange):
            self.measure_anew()

    def moveCursor(self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        """Return the line to which a key leads."""
        last = self._log.rowCount() - 1
        row = self.currentIndex().row()
        page = max(1, self.verticalScrollBar().pageStep() - 1)
        moves = QAbstractItemView.CursorAction
        match action:
            case moves.MoveUp | moves.MovePrevious:
                row = row - 1 if row >= 0 else last
            case moves.MoveDown | moves.MoveNext:
                row = row + 1 if row >= 0 else last
            case moves.MoveHome:
                row = 0
            case moves.MoveEnd:
                row = last
            case moves.MovePageUp:
                row -= page
            case moves.MovePageDown:
                row += page
            case _:
                pass
        return self._log.index(max(0, min(last, row))) if last >= 0 else QModelIndex()

    def horizontalOffset(self) -> int:
        """Return 0: the list never scrolls sideways."""
        return 0

    def verticalOffset(self) -> int:
        """Lines are drawn where they are; nothing is moved."""
        return 0

    def isIndexHidden(self, index: Index) -> bool:
        """No line is hidden."""
        return False

    def setSelection(self, rect: QRect, command: QItemSelectionModel.SelectionFlag) -> None:
        """Choose the line under the mouse."""
        index = self.indexAt(rect.center())
        self.selectionModel().select(index, command)

    def visualRegionForSelection(self, selection: QItemSelection) -> QRegion:
        """Return where the chosen line is drawn."""
        region = QRegion()
        for index in selection.indexes():
            region = region.united(QRegion(self.visualRect(index)))
        return region

    def _height(self, row: int) -> int:
        height = self._heights.get(row)
        if height is None:
            height = self._heights[row] = max(1, self._delegate.height(self._log.index(row)))
        return height

    def _on_screen(self) -> list[tuple[int, int, int]]:
        """Return the visible rows with top and height, from above to below."""
        return sorted(self._from_edge())

    def _from_edge(self) -> Iterator[tuple[int, int, int]]:
        """Yield the visible rows with top and height: at the end of the log the last line is at the bottom, and first.

        An undo asks a dozen times for the place of one of the last lines.
        """
        count, room, bar = self._log.rowCount(), self.viewport().height(), self.verticalScrollBar()
        if count and bar.maximum() > 0 and bar.value() == bar.maximum():
            row, bottom = count - 1, room
            while row >= 0 and bottom > 0:
                bottom -= self._height(row)
                yield row, bottom, self._height(row)
                row -= 1
            return
        row, top = max(0, min(bar.value(), count - 1)), 0
        while row < count and top < room:
            yield row, top, self._height(row)
            top += self._height(row)
            row += 1

    def _scrolled(self, value: int) -> None:
        self._at_end = value >= self.verticalScrollBar().maximum()
        self._change()

    def _changed_from(self, _parent: QModelIndex, first: int, _last: int) -> None:
        if any(row >= first for row in self._heights):
            self._heights = {row: high for row, high in self._heights.items() if row < first}
        self._is_unmeasured = True
        self._change()

    def _reset(self) -> None:
        self._heights.clear()
        self._drawn = {}
        self.to_end()
        self.viewport().update()  # at once: no frame shows another viewer what the viewer before could read

    def _measure(self, first: QModelIndex, _last: QModelIndex) -> None:
        self._heights.pop(first.row(), None)
        self.updateGeometries()
