"""The rows of one field as a Qt model: cells, an empty row for new text, and refused text."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from engine.model.frozen import Json
from engine.sheets.formulas.exact_numbers import exact
from engine.sheets.model.compiled_sheet import formula_of
from engine.sheets.model.field_paths import format_path
from engine.sheets.model.field_values import LONGEST, UnreadableText, display_text, plain_text
from engine.sheets.model.filled_sheet import FilledSheet
from engine.sheets.model.sheet_description import BoxesField, ColumnField, FlagField, LevelField, NumberField, RowsField
from vtt.sheets.editor.field_editors import form_text
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import short, tip

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_LONGEST_SHOWN = 200
"""The letters of a cell that are shown while its row is not open."""
_LONGEST_OPEN = 2000


class RowTableModel(QAbstractTableModel):
    """The rows of one field.

    Signals:
        written: the path and the new value.
        unreadable: the path and why the text is invalid.
        unread: the path, the text and why it is invalid.
    """

    written = Signal(str, object)
    unreadable = Signal(str, str)
    unread = Signal(str, str, str)

    def __init__(self, field: RowsField, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(parent)
        self.field = field
        self._hub = hub
        self._by_hand = parent.font()
        self._by_hand.setBold(True)
        self.sheet: FilledSheet | None = None
        self._rows: tuple[tuple[str, ...], ...] = ()
        self._held: Json = None
        self._troubles: dict[str, str] = {}
        self._sent: tuple[int, str, str] | None = None
        self._kept: dict[tuple[int, str], str] = {}
        self._open: set[int] = set()

    def show_sheet(self, sheet: FilledSheet, troubles: dict[str, str]) -> None:
        """Show the values of a sheet; the view is notified of differences only."""
        self.sheet = sheet
        held = sheet.whole(self.field.key)
        count = len(held) if isinstance(held, list | tuple) else 0
        same = held is self._held and len(self._rows) == count  # then only calculated cells can have changed
        rows = tuple(
            tuple(
                self._rows[at][column] if same and not formula_of(cell) else sheet.shown(self._path(at, cell))
                for column, cell in enumerate(self.field.columns)
            )
            for at in range(count)
        )
        self._held = held
        before, after = self.rowCount(), self.rowCount() + len(rows) - len(self._rows)
        changed = rows != self._rows or troubles != self._troubles
        if self._kept and rows != self._rows:
            self._follow(rows)
        # Rows are inserted at the end: the empty row that was filled keeps its place.
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

    def keep(self) -> None:
        """Keep the text that was sent last, because it was refused."""
        if self._sent is not None:
            row, key, words = self._sent
            self._kept[row, key] = words
            self._changed(row)

    def kept(self, index: Index) -> bool:
        """Say whether a cell holds refused text."""
        return index.isValid() and (index.row(), self.field.columns[index.column()].key) in self._kept

    def give_back(self, index: Index) -> None:
        """Restore a cell to the value of the sheet."""
        cell = self.field.columns[index.column()]
        if self._kept.pop((index.row(), cell.key), None) is not None:
            self.unreadable.emit(self._path(index.row(), cell), "")
            self._changed(index.row())

    def forget(self) -> None:
        """Discard all refused text."""
        self._sent = None
        self._kept.clear()

    def _changed(self, row: int) -> None:
        self.dataChanged.emit(self.index(row, 0), self.index(row, len(self.field.columns) - 1))

    def _follow(self, rows: tuple[tuple[str, ...], ...]) -> None:
        """Keep refused text with its row when rows above are added or removed; it goes with a removed row."""
        added_rows = len(rows) - len(self._rows)
        pairs = enumerate(zip(self._rows, rows, strict=False))
        first = next((at for at, (old, new) in pairs if old != new), min(len(rows), len(self._rows)))
        if not added_rows or first == len(self._rows):  # the empty row was filled: nothing moves
            return
        moved = {
            (row + added_rows, key): words
            for (row, key), words in self._kept.items()
            if row >= first - min(0, added_rows)
        }
        self._kept = {place: words for place, words in self._kept.items() if place[0] < first} | moved

    def rows(self) -> int:
        """Return how many rows are written."""
        return len(self._rows)

    def shown(self, row: int, at: int) -> str:
        """Return the text of a cell as it is shown; none for ticks and marks, and for the empty row."""
        cell = self.field.columns[at]
        if (row, cell.key) in self._kept:
            return short(self._kept[row, cell.key], self._most_letters(row))
        if row >= len(self._rows) or isinstance(cell, FlagField) or self._marks(row, cell) is not None:
            return ""
        return short(self._rows[row][at], self._most_letters(row))

    def _most_letters(self, row: int) -> int:
        return _LONGEST_OPEN if row in self._open else _LONGEST_SHOWN

    def is_open(self, row: int) -> bool:
        """Say whether a row shows all of its texts."""
        return row in self._open

    def open_row(self, row: int) -> None:
        """Let a row show all of its texts."""
        self._open.add(row)
        self._changed(row)

    def close_rows(self, current: int) -> None:
        """Let no row but the current one, if it is written, show more than the beginning of long texts."""
        self._open = {current} & set(range(len(self._rows)))
        self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, len(self.field.columns) - 1))

    def column(self, at: int) -> ColumnField:
        """Return the field of a column."""
        return self.field.columns[at]

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        """Return the rows, and one more to write in."""
        if parent.isValid():
            return 0
        return len(self._rows) + (0 if self.field.fixed else 1)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        """Return the columns."""
        return 0 if parent.isValid() else len(self.field.columns)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the label of a column."""
        if orientation is not Qt.Orientation.Horizontal:
            return None
        cell = self.field.columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return short(cell.label, 40)
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip(cell.help or cell.label)
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the content of a cell."""
        cell, at = self.field.columns[index.column()], index.row()
        there = at < len(self._rows)
        kept = self._kept.get((at, cell.key))
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.EditRole if kept is not None:
                return short(kept, self._most_letters(at)) if role == Qt.ItemDataRole.DisplayRole else kept
            case Qt.ItemDataRole.ForegroundRole if kept is not None:
                return QColor(self._hub.theme.colours.danger)
            case Qt.ItemDataRole.ToolTipRole if kept is not None:
                return tip(f"{form_text('not_taken')}\n{kept}")
            case Qt.ItemDataRole.DisplayRole:
                is_text = there and not isinstance(cell, FlagField)
                return short(self._rows[at][index.column()], self._most_letters(at)) if is_text else None
            case Qt.ItemDataRole.EditRole:
                return self._editable(at, cell) if there else ""
            case Qt.ItemDataRole.UserRole:
                return self._marks(at, cell)
            case Qt.ItemDataRole.CheckStateRole if isinstance(cell, FlagField):
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
                there and self.sheet is not None and self.sheet.is_overridden(self._path(at, cell))
            ):
                return self._by_hand
            case Qt.ItemDataRole.TextAlignmentRole if isinstance(cell, NumberField):
                return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            case _:
                return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Every cell is editable; a calculated value can be overridden."""
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        if isinstance(self.field.columns[index.column()], FlagField):
            return flags | Qt.ItemFlag.ItemIsUserCheckable
        return flags | Qt.ItemFlag.ItemIsEditable

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Send edited text; the table shows it once the sheet has it."""
        cell = self.field.columns[index.column()]
        path = self._path(index.row(), cell)
        if role == Qt.ItemDataRole.CheckStateRole and isinstance(cell, FlagField):
            on = Qt.CheckState(value) is Qt.CheckState.Checked
            self._sent = None
            self.written.emit(path, on or None)
            return True
        if role != Qt.ItemDataRole.EditRole:
            return False
        words = str(value)[:LONGEST]
        before = self._editable(index.row(), cell) if index.row() < len(self._rows) else ""
        self.give_back(index)
        if words == before:
            return False
        assert self.sheet is not None
        self._sent = (index.row(), cell.key, words)
        try:
            new_value: Json = self.sheet.read(path, words)
        except UnreadableText as error:
            new_value = words.strip()
            self.unread.emit(path, new_value, error.text)
        self.written.emit(path, new_value)
        return True

    def choose(self, index: Index, number: int) -> None:
        """Send how many marks of a cell are to be filled."""
        cell = self.field.columns[index.column()]
        number = max(cell.least, number) if isinstance(cell, LevelField) else number
        self._sent = None
        self.written.emit(self._path(index.row(), cell), number)

    def _marks(self, at: int, cell: ColumnField) -> tuple[int, int] | None:
        """Return how many marks a cell has and how many are filled; None if it is shown as text."""
        if not isinstance(cell, LevelField | BoxesField) or cell.names:  # most cells: a form asks for each of them
            return None
        path = self._path(at, cell)
        if self.sheet is None or (at, cell.key) in self._kept or path in self._troubles:
            return None
        if isinstance(cell, BoxesField):
            count = self.sheet.count(cell, path)
        elif cell.least >= 0:
            count = cell.most
        else:
            return None
        value = self.sheet.value(path) if at < len(self._rows) else None
        filled = 0 if value is None else value
        return (count, filled) if isinstance(filled, int) and 0 <= filled <= count else None

    def take_away(self, at: int) -> None:
        """Send that a row is removed."""
        if at < len(self._rows):
            self._sent = None
            self.written.emit(format_path(self.field.key, row=at), None)

    def _editable(self, at: int, cell: ColumnField) -> str:
        assert self.sheet is not None
        value = self.sheet.value(self._path(at, cell))
        if isinstance(cell, NumberField) and exact(value) is not None:
            return display_text(cell, value).removesuffix(cell.unit).rstrip()
        return plain_text(value)

    def _hint(self, at: int, cell: ColumnField) -> str:
        path = self._path(at, cell)
        if at >= len(self._rows) or self.sheet is None:
            return ""
        calculation = self.sheet.calculation(path)
        parts = [self._troubles.get(path, ""), calculation.text if calculation else ""]
        if self.sheet.is_overridden(path):
            parts.append(form_text("ruled"))
        full = self._rows[at][self.field.columns.index(cell)]
        return "\n".join(part for part in (*parts, full if len(full) > 8 else "") if part)

    def _path(self, at: int, cell: ColumnField) -> str:
        return format_path(self.field.key, row=at, part=cell.key)
