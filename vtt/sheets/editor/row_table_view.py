"""The view of a table on a form: keys as in a spreadsheet."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QTableView, QWidget

from vtt.sheets.editor.row_table_model import RowTableModel


class RowTableView(QTableView):
    """A table, or some of its columns: as high as its rows; Delete empties cells, Tab leaves at the end.

    Signals:
        resized: the width changed.
        entered: Tab goes to a column, which another part of the table may show.
    """

    resized = Signal()
    entered = Signal(int)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete clears a cell; with Ctrl it removes the row."""
        if self.state() is QAbstractItemView.State.EditingState:
            super().keyPressEvent(event)  # the cell's editor ignored this key
            return
        model, index = self.model(), self.currentIndex()
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and index.isValid():
            assert isinstance(model, RowTableModel)
            if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                model.take_away(index.row())
            else:
                model.setData(index, "")
            return
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and index.isValid():
            self.edit(index)
            return
        if event.key() == Qt.Key.Key_Escape and isinstance(model, RowTableModel) and model.kept(index):
            model.give_back(index)
            return
        super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Start at the first cell, or coming from behind at the last."""
        super().focusInEvent(event)
        model = self.model()
        if not self.currentIndex().isValid() and model.rowCount():
            last = event.reason() is Qt.FocusReason.BacktabFocusReason
            at = (model.rowCount() - 1, model.columnCount() - 1) if last else (0, 0)
            self.setCurrentIndex(model.index(*at))

    def focusNextPrevChild(self, next: bool) -> bool:  # noqa: A002 - Qt's own name
        """Tab moves through the cells, and from the last one to the next field."""
        model, index = self.model(), self.currentIndex()
        last = model.rowCount() * model.columnCount() - 1
        at = index.row() * model.columnCount() + index.column() + (1 if next else -1)
        if not index.isValid() or not 0 <= at <= last:
            self.setCurrentIndex(QModelIndex())
            return QWidget.focusNextPrevChild(self, next)
        self.setCurrentIndex(model.index(at // model.columnCount(), at % model.columnCount()))
        self.entered.emit(at % model.columnCount())
        return True

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Emit `resized`."""
        super().resizeEvent(event)
        self.resized.emit()
