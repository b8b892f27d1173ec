"""Rows with columns, edited like a small spreadsheet: the last row is always empty and waits for something new."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFocusEvent, QFontMetrics, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QLineEdit,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from engine.sheets.description import Boxes, Cell, Choice, Dice, Flag, Level, Number, Rows, Text
from engine.sheets.numbers import exact
from engine.sheets.paths import format_path
from engine.sheets.sheet import Sheet
from engine.sheets.values import LONGEST, Unreadable, choices_of, plain_text, read, shown
from engine.table.frozen import Json
from vtt.panels.parts import button, column
from vtt.sheets.editors import Editor, propose, told
from vtt.widgets.text import short, tip
from vtt.widgets.theme import ThemeHub

_Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_NAME = 9
"""How many letters wide the first column is, in which rows have their names, where a table scrolls anyway."""
_MOST_SHOWN = 40
"""A longer table scrolls by itself."""
_LEAST: dict[type[Cell], float] = {Flag: 2.6, Number: 3.0, Dice: 4.0, Level: 3.0, Boxes: 3.0, Choice: 6.0, Text: 5.0}
"""How many letters a column wants at least, by its kind."""


class RowsModel(QAbstractTableModel):
    """The rows of one field.

    Signals:
        written: the path and what is to stand there.
        unreadable: the path and why what was written cannot be read as what it should be.
    """

    written = Signal(str, object)
    unreadable = Signal(str, str)

    def __init__(self, field: Rows, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(parent)
        self.field = field
        self._hub = hub
        self._by_hand = parent.font()
        self._by_hand.setBold(True)
        self.sheet: Sheet | None = None
        self._rows: tuple[tuple[str, ...], ...] = ()
        self._troubles: dict[str, str] = {}

    def show_sheet(self, sheet: Sheet, troubles: dict[str, str]) -> None:
        """Show what a sheet says; only what differs is told to the view."""
        self.sheet = sheet
        held = sheet.whole(self.field.key)
        count = len(held) if isinstance(held, list | tuple) else 0
        rows = tuple(tuple(sheet.shown(self._path(at, cell)) for cell in self.field.columns) for at in range(count))
        before, after = self.rowCount(), self.rowCount() + len(rows) - len(self._rows)
        changed = rows != self._rows or troubles != self._troubles
        # At the end: the empty row into which something was written is the one that holds it now.
        if after > before:
            self.beginInsertRows(_NOWHERE, before, after - 1)
        elif after < before:
            self.beginRemoveRows(_NOWHERE, after, before - 1)
        self._rows, self._troubles = rows, troubles
        if after > before:
            self.endInsertRows()
        elif after < before:
            self.endRemoveRows()
        if changed:
            self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, len(self.field.columns) - 1))

    def rows(self) -> int:
        """Return how many rows are written."""
        return len(self._rows)

    def column(self, at: int) -> Cell:
        """Return what a column is."""
        return self.field.columns[at]

    def rowCount(self, parent: _Index = _NOWHERE) -> int:
        """Return the rows, and one more to write in."""
        if parent.isValid():
            return 0
        return len(self._rows) + (0 if self.field.fixed else 1)

    def columnCount(self, parent: _Index = _NOWHERE) -> int:
        """Return the columns."""
        return 0 if parent.isValid() else len(self.field.columns)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what a column is called."""
        if orientation is not Qt.Orientation.Horizontal:
            return None
        cell = self.field.columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return short(cell.label, 40)
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip(cell.help or cell.label)
        return None

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what stands in a cell."""
        cell, at = self.field.columns[index.column()], index.row()
        there = at < len(self._rows)
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return None if isinstance(cell, Flag) or not there else short(self._rows[at][index.column()], 200)
            case Qt.ItemDataRole.EditRole:
                return self._editable(at, cell) if there else ""
            case Qt.ItemDataRole.CheckStateRole if isinstance(cell, Flag):
                on = there and self.sheet is not None and self.sheet.value(self._path(at, cell)) is True
                return Qt.CheckState.Checked if on else Qt.CheckState.Unchecked
            case Qt.ItemDataRole.ToolTipRole:
                return tip(self._hint(at, cell))
            case Qt.ItemDataRole.AccessibleTextRole:
                words = self._rows[at][index.column()] if there else ""
                return f"{cell.label}, {at + 1}: {short(words, 200)}"
            case Qt.ItemDataRole.ForegroundRole if self._path(at, cell) in self._troubles:
                return QColor(self._hub.theme.colours.danger)
            case Qt.ItemDataRole.FontRole if (
                there and self.sheet is not None and self.sheet.ruled(self._path(at, cell))
            ):
                return self._by_hand
            case Qt.ItemDataRole.TextAlignmentRole if isinstance(cell, Number):
                return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            case _:
                return None

    def flags(self, index: _Index) -> Qt.ItemFlag:
        """Every cell can be written; what is reckoned can be written over."""
        found = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        if isinstance(self.field.columns[index.column()], Flag):
            return found | Qt.ItemFlag.ItemIsUserCheckable
        return found | Qt.ItemFlag.ItemIsEditable

    def setData(self, index: _Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Send what was written; the table shows it when the sheet says it."""
        cell = self.field.columns[index.column()]
        path = self._path(index.row(), cell)
        if role == Qt.ItemDataRole.CheckStateRole and isinstance(cell, Flag):
            on = Qt.CheckState(value) is Qt.CheckState.Checked
            self.written.emit(path, on or None)
            return True
        if role != Qt.ItemDataRole.EditRole:
            return False
        words = str(value)[:LONGEST]
        before = self._editable(index.row(), cell) if index.row() < len(self._rows) else ""
        if words == before:
            return False
        assert self.sheet is not None
        try:
            found: Json = read(cell, words, self.sheet.lists)
        except Unreadable as error:
            self.unreadable.emit(path, error.text)
            found = words.strip()
        self.written.emit(path, found)
        return True

    def take_away(self, at: int) -> None:
        """Send that a row goes."""
        if at < len(self._rows):
            self.written.emit(format_path(self.field.key, row=at), None)

    def _editable(self, at: int, cell: Cell) -> str:
        assert self.sheet is not None
        value = self.sheet.value(self._path(at, cell))
        if isinstance(cell, Number) and exact(value) is not None:
            return shown(cell, value).removesuffix(cell.unit).rstrip()
        return plain_text(value)

    def _hint(self, at: int, cell: Cell) -> str:
        path = self._path(at, cell)
        if at >= len(self._rows) or self.sheet is None:
            return ""
        reckoning = self.sheet.reckoning(path)
        parts = [self._troubles.get(path, ""), reckoning.text if reckoning else ""]
        if self.sheet.ruled(path):
            parts.append(told("ruled"))
        full = self._rows[at][self.field.columns.index(cell)]
        return "\n".join(part for part in (*parts, full if len(full) > 20 else "") if part)

    def _path(self, at: int, cell: Cell) -> str:
        return format_path(self.field.key, row=at, part=cell.key)


class CellDelegate(QStyledItemDelegate):
    """Gives a cell the control of its kind."""

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: _Index) -> QWidget:
        """Return a box of choices, or a line that may propose names."""
        model = index.model()
        assert isinstance(model, RowsModel)
        assert model.sheet is not None
        cell = model.column(index.column())
        if isinstance(cell, Choice):
            combo = QComboBox(parent)
            combo.setEditable(cell.other)
            combo.addItem("", "")
            for name in choices_of(cell, model.sheet.lists):
                combo.addItem(short(name, 60), name)
            return combo
        line = QLineEdit(parent)
        line.setMaxLength(LONGEST)
        if isinstance(cell, Text) and cell.list:
            propose(line, choices_of(cell, model.sheet.lists))
        return line

    def setEditorData(self, editor: QWidget, index: _Index) -> None:
        """Show what stands there."""
        words = str(index.data(Qt.ItemDataRole.EditRole) or "")
        if isinstance(editor, QComboBox):
            editor.setCurrentIndex(max(0, editor.findData(words)))
            if editor.isEditable():
                editor.setEditText(words)
        elif isinstance(editor, QLineEdit):
            editor.setText(words)

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: _Index) -> None:
        """Send what was written."""
        assert isinstance(index, QModelIndex)
        if isinstance(editor, QComboBox):
            words = editor.currentText() if editor.isEditable() else str(editor.currentData() or "")
            model.setData(index, words)
        elif isinstance(editor, QLineEdit):
            model.setData(index, editor.text())


class RowsView(QTableView):
    """The table: as high as its rows, up to a bound; Delete empties cells, Tab leaves at the end.

    Signals:
        resized: there is another width to share.
    """

    resized = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete clears a cell; with Ctrl the row goes."""
        if self.state() is QAbstractItemView.State.EditingState:
            super().keyPressEvent(event)  # a key that the cell's own control has let pass
            return
        model, index = self.model(), self.currentIndex()
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and index.isValid():
            assert isinstance(model, RowsModel)
            if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                model.take_away(index.row())
            else:
                model.setData(index, "")
            return
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and index.isValid():
            self.edit(index)
            return
        super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Come in at the first cell, or from behind at the last."""
        super().focusInEvent(event)
        model = self.model()
        if not self.currentIndex().isValid() and model.rowCount():
            last = event.reason() is Qt.FocusReason.BacktabFocusReason
            at = (model.rowCount() - 1, model.columnCount() - 1) if last else (0, 0)
            self.setCurrentIndex(model.index(*at))

    def focusNextPrevChild(self, next: bool) -> bool:  # noqa: A002 - Qt's own name
        """Tab walks the cells, and goes on to the next field from the last one."""
        model, index = self.model(), self.currentIndex()
        last = model.rowCount() * model.columnCount() - 1
        at = index.row() * model.columnCount() + index.column() + (1 if next else -1)
        if not index.isValid() or not 0 <= at <= last:
            self.setCurrentIndex(QModelIndex())
            return QWidget.focusNextPrevChild(self, next)
        self.setCurrentIndex(model.index(at // model.columnCount(), at % model.columnCount()))
        return True

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Tell."""
        super().resizeEvent(event)
        self.resized.emit()


class RowsEditor(Editor):
    """A field of rows."""

    def __init__(self, field: Rows, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(field, hub, parent)
        lengths = hub.theme.metrics
        self.model = RowsModel(field, hub, self)
        self.view = RowsView(self)
        self.view.setModel(self.model)
        self.view.setItemDelegate(CellDelegate(self.view))
        self.view.setAccessibleName(field.label)
        self.view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        # Not SelectedClicked: while Qt waits for the second click, what is typed would be lost.
        self.view.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.AnyKeyPressed
            | QAbstractItemView.EditTrigger.EditKeyPressed
        )
        self.view.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.view.setWordWrap(False)
        self.view.verticalHeader().hide()
        self.view.verticalHeader().setDefaultSectionSize(round(max(lengths.control * 0.9, lengths.font_body * 1.9)))
        header = self.view.horizontalHeader()
        header.setMinimumSectionSize(round(lengths.font_body * min(_LEAST.values())))
        header.setTextElideMode(Qt.TextElideMode.ElideRight)
        header.setHighlightSections(False)
        header.setStretchLastSection(True)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        column(self).addWidget(self.view)
        if not field.fixed:
            self.tools = button(told("remove_row"), "quiet", parent=parent)
            policy = self.tools.sizePolicy()
            policy.setRetainSizeWhenHidden(True)
            self.tools.setSizePolicy(policy)
            self.tools.hide()
            self.tools.clicked.connect(lambda: self.model.take_away(self.view.currentIndex().row()))
        self.setFocusProxy(self.view)
        self.model.written.connect(self.written)
        self.model.unreadable.connect(self.unreadable)
        self.view.selectionModel().currentChanged.connect(self._moved)
        self.model.rowsInserted.connect(self._fit)
        self.model.rowsRemoved.connect(self._fit)
        self.view.resized.connect(self._share)
        self._shared = -1
        self._fit()

    def show_sheet(self, sheet: Sheet) -> None:
        """Show the rows."""
        self.show_rows(sheet, {})

    def show_rows(self, sheet: Sheet, troubles: dict[str, str]) -> None:
        """Show the rows, and by their paths what is wrong in them."""
        self.model.show_sheet(sheet, troubles)
        self._moved(self.view.currentIndex())

    def forget(self) -> None:
        """Leave the cell in which somebody was."""
        self.view.setCurrentIndex(QModelIndex())

    def needs(self) -> int:
        """Return the width of its narrowest columns."""
        return sum(self._least()) + 4 * self.hub.theme.metrics.pad_m

    def _moved(self, current: QModelIndex, _before: QModelIndex | None = None) -> None:
        if self.tools is not None:
            self.tools.setVisible(current.isValid() and current.row() < self.model.rows())

    def _fit(self) -> None:
        header, line = self.view.horizontalHeader().sizeHint().height(), self.view.verticalHeader().defaultSectionSize()
        rows = min(max(1, self.model.rowCount()), _MOST_SHOWN)
        bar = self.view.horizontalScrollBar().sizeHint().height() if self._scrolls() else 0
        high = header + rows * line + 2 * self.view.frameWidth() + 2 + bar
        if self.view.height() != high or self.view.minimumHeight() != high:
            self.view.setFixedHeight(high)

    def _scrolls(self) -> bool:
        return sum(self._least()) > self.view.viewport().width() > 100

    def _least(self) -> list[int]:
        assert isinstance(self.field, Rows)
        letter = self.hub.theme.metrics.font_body
        return [round(_LEAST[type(cell)] * letter) for cell in self.field.columns]

    def _share(self) -> None:
        """Share the width: every column what it needs, then what its label needs, the rest among words as on paper."""
        assert isinstance(self.field, Rows)
        room = self.view.viewport().width()
        if room == self._shared:
            return
        self._shared = room
        columns = self.field.columns
        metrics = QFontMetrics(self.view.font())
        widths = [float(wide) for wide in self._least()]
        wishes = [
            max(wide, metrics.horizontalAdvance(cell.label) * 1.08 + 3 * self.hub.theme.metrics.pad_s)
            for wide, cell in zip(widths, columns, strict=True)
        ]
        spare, wished = room - sum(widths), sum(wishes) - sum(widths)
        if self._scrolls():
            widths = [max(wishes[0], _NAME * self.hub.theme.metrics.font_body), *wishes[1:]]  # no need to be narrow
        elif spare > 0 and wished > 0:
            part = min(1.0, spare / wished)
            widths = [wide + (wish - wide) * part for wide, wish in zip(widths, wishes, strict=True)]
        # What is left goes to words: a number or a tick is no better for more room.
        shares = [cell.width if isinstance(cell, Text | Choice | Dice) else 0 for cell in columns]
        shares = shares if any(shares) else [cell.width for cell in columns]
        spare = room - sum(widths)
        for at, (wide, share) in enumerate(zip(widths, shares, strict=True)):
            self.view.setColumnWidth(at, int(wide + max(0.0, spare) * share / sum(shares)))
        self._fit()

    def sizeHint(self) -> QSize:
        """Return the room that it would like to have."""
        return QSize(30 * self.hub.theme.metrics.font_body, super().sizeHint().height())
