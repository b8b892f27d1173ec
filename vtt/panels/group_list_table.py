"""One of the group's own lists as a table: rows are added, taken away and written on, and each is one step of undo."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QAbstractItemModel, QAbstractTableModel, QModelIndex, QObject, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHeaderView,
    QLineEdit,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from engine.messages.message import Message
from engine.messages.texts import key_in_game, say, template_of
from engine.model.frozen import Json
from engine.sheets.model.field_values import UnreadableText, parse_number
from vtt.shared.campaign_panel import text
from vtt.shared.screen_names import word_for
from vtt.widgets.basic_widgets import button, column, prose, row, set_prose
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.model_index import Index
from vtt.widgets.plain_text import label, short, tip

Row = Mapping[str, Json]
FIRST = "name"


def columns_of(rows: Sequence[Row], template: Row) -> tuple[str, ...]:
    """Return the columns of a list: the name first, then those of a new row, and what any row has."""
    return tuple(dict.fromkeys((FIRST, *template, *(key for row in rows for key in row))))


class GroupListModel(QAbstractTableModel):
    """The rows of a list. What a person writes goes to `write`, which says why it may not be, or nothing.

    A cell whose value has a text of the game, as a class of weapons has, is shown as that text.

    Args:
        write: writes all rows.
        parent: the Qt parent.
        ruleset: the game.
        template: the game's values for a new row, without its name; None if it has none.

    Signals:
        refused: why something was not taken.
    """

    refused = Signal(str)

    def __init__(
        self,
        write: Callable[[tuple[Row, ...]], str],
        parent: QObject | None = None,
        *,
        ruleset: str = "",
        template: Row | None = None,
    ) -> None:
        super().__init__(parent)
        self._write = write
        self._ruleset = ruleset
        self._template: Row = template or {}
        self._rows: tuple[Row, ...] = ()
        self._columns = columns_of((), self._template)

    @property
    def rows(self) -> tuple[Row, ...]:
        """The current rows."""
        return self._rows

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns by their keys."""
        return self._columns

    def set_rows(self, rows: tuple[Row, ...]) -> None:
        """Show other rows; the columns of a list that has run empty stay."""
        if rows == self._rows:
            return
        columns = columns_of(rows, self._template) if rows else self._columns
        if len(rows) == len(self._rows) and columns == self._columns:
            self._rows = rows
            self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, len(columns) - 1))
            return
        self.beginResetModel()
        self._rows, self._columns = rows, columns
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Return how many rows there are."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Return how many columns there are."""
        return 0 if parent.isValid() else len(self._columns)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = int(Qt.ItemDataRole.DisplayRole)
    ) -> object:
        """Return what a column is called."""
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self._title(section)
        return None

    def _title(self, column: int) -> str:
        return word_for(self._columns[column], "column", ruleset=self._ruleset)

    def words(self, column: int, value: Json) -> str:
        """Return the text of the game for a value of a column; empty if it has none."""
        if not isinstance(value, str) or not value:
            return ""
        key = key_in_game(self._ruleset, f"choice.{self._columns[column]}.{value}")
        return say(Message(key=key)) if template_of(key) is not None else ""

    def choices(self, column: int) -> Mapping[str, str]:
        """Return the values of a column by their texts; empty if it has a value without a text."""
        values = dict.fromkeys(row.get(self._columns[column]) for row in self._rows)
        texts = {self.words(column, value): value for value in values if isinstance(value, str) and value}
        return texts if "" not in texts else {}

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        """Return a cell."""
        value = self._rows[index.row()].get(self._columns[index.column()])
        if isinstance(value, bool):
            if role == Qt.ItemDataRole.CheckStateRole:
                return Qt.CheckState.Checked if value else Qt.CheckState.Unchecked
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return short(self.words(index.column(), value) or shown(value), 200)
            case Qt.ItemDataRole.EditRole:
                return value if isinstance(value, int) else shown(value)
            case Qt.ItemDataRole.ToolTipRole:
                return tip(self.words(index.column(), value) or shown(value))
            case _:
                return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Say that a cell can be written on, or ticked."""
        ticked = isinstance(self._rows[index.row()].get(self._columns[index.column()]), bool)
        more = Qt.ItemFlag.ItemIsUserCheckable if ticked else Qt.ItemFlag.ItemIsEditable
        return Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEnabled | more

    def setData(self, index: Index, value: object, role: int = int(Qt.ItemDataRole.EditRole)) -> bool:
        """Write a cell; one that held a number takes a number."""
        key = self._columns[index.column()]
        old = self._rows[index.row()].get(key)
        new: Json
        if role == Qt.ItemDataRole.CheckStateRole:
            new = Qt.CheckState(value) is Qt.CheckState.Checked
        elif role == Qt.ItemDataRole.EditRole:
            new = self._read(key, old, value)
            if new is None and str(value).strip():
                column = self._title(index.column())
                self.refused.emit(text("lists.number", column=column, value=short(str(value), 30)))
                return False
        else:
            return False
        if new == old:
            return False
        rows = [dict(row) for row in self._rows]
        if new is None:
            rows[index.row()].pop(key, None)
        else:
            rows[index.row()][key] = new
        return self.write_rows(tuple(rows))

    def add(self, name: str) -> bool:
        """Add a row with the values of the game for a new one, or else like the last one, under a name of its own."""
        like = self._rows[-1] if self._rows else {}
        new_row: dict[str, Json] = {FIRST: name}
        for key in self._columns[1:]:
            sample = like.get(key)
            empty: Json = False if isinstance(sample, bool) else 0 if isinstance(sample, int) else ""
            new_row[key] = self._template.get(key, empty)
        return self.write_rows((*self._rows, new_row))

    def remove(self, number: int) -> bool:
        """Take a row away."""
        return self.write_rows(self._rows[:number] + self._rows[number + 1 :])

    def write_rows(self, rows: tuple[Row, ...]) -> bool:
        """Write the whole list; say why not if it is refused."""
        why = self._write(rows)
        self.refused.emit(why)
        return not why

    def _read(self, key: str, old: Json, value: object) -> Json:
        """Return what was written as the column holds it; None where it does not fit."""
        if isinstance(value, int):
            return value
        words = str(value).strip()
        rows = (*self._rows, self._template)
        numeric = isinstance(old, int) or any(isinstance(row.get(key), int) for row in rows)
        if not numeric or key == FIRST:
            if isinstance(old, (list, tuple)):
                return [part.strip() for part in words.split(",") if part.strip()]
            return words
        try:
            return parse_number(words)
        except UnreadableText:
            return None


def shown(value: Json) -> str:
    """Return a cell in words."""
    if value is None:
        return ""
    if isinstance(value, (list, tuple)):
        return ", ".join(str(v) for v in value)
    return str(value)


class GroupListDelegate(QStyledItemDelegate):
    """Offers the values of a column to choose from, if all of them have texts."""

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        """Return a box of choices, or the usual field."""
        model = index.model()
        assert isinstance(model, GroupListModel)
        if not (choices := model.choices(index.column())):
            return super().createEditor(parent, option, index)
        box = QComboBox(parent)
        for words, value in choices.items():
            box.addItem(short(words, 60), value)
        return box

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Show the value."""
        if isinstance(editor, QComboBox):
            editor.setCurrentIndex(editor.findData(index.data(Qt.ItemDataRole.EditRole)))
        else:
            super().setEditorData(editor, index)

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        """Write the chosen value."""
        if isinstance(editor, QComboBox):
            model.setData(index, editor.currentData())
        else:
            super().setModelData(editor, model, index)


class GroupListTable(QWidget):
    """A list with its table, a field for a new row and a button to take one away."""

    def __init__(
        self,
        title: str,
        hub: ThemeHub,
        write: Callable[[tuple[Row, ...]], str],
        parent: QWidget | None = None,
        *,
        ruleset: str = "",
        template: Row | None = None,
    ) -> None:
        super().__init__(parent)
        lengths = hub.theme.metrics
        self._hub = hub
        self.model = GroupListModel(write, self, ruleset=ruleset, template=template)
        lay = column(self, gap=lengths.pad_s)
        lay.addWidget(label(title, "heading", wrap=True, parent=self))
        self.table = QTableView(self)
        self.table.setModel(self.model)
        self.table.setItemDelegate(GroupListDelegate(self.table))
        self.table.setAccessibleName(title)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setAlternatingRowColors(True)
        self.table.setShowGrid(False)
        self.table.setTabKeyNavigation(False)
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setDefaultSectionSize(lengths.control)
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.table.horizontalHeader().setStretchLastSection(True)
        self.table.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        lay.addWidget(self.table)
        self.new = QLineEdit()
        self.new.setPlaceholderText(text("lists.new"))
        self.new.setAccessibleName(text("lists.new_in", list=title))
        self.add = button(text("lists.add"))
        self.away = button(text("lists.remove"))
        foot = row(gap=lengths.pad_s)
        foot.addWidget(self.new, 1)
        foot.addWidget(self.add)
        foot.addWidget(self.away)
        lay.addLayout(foot)
        self.trouble = prose("", "danger")
        self.trouble.hide()
        lay.addWidget(self.trouble)
        self.add.clicked.connect(self._add)
        self.new.returnPressed.connect(self._add)
        self.away.clicked.connect(self._remove)
        self.model.refused.connect(self._complain)
        self.model.modelReset.connect(self._fit)
        self.table.selectionModel().selectionChanged.connect(self._mind)
        self._fit()
        self._mind()

    def set_rows(self, rows: tuple[Row, ...]) -> None:
        """Show new rows."""
        self.model.set_rows(rows)
        self._mind()

    def _add(self) -> None:
        name = self.new.text().strip()
        if name and self.model.add(name):
            self.new.clear()
            self.table.selectRow(self.model.rowCount() - 1)

    def _remove(self) -> None:
        number = self.table.currentIndex().row()
        if number >= 0 and self.model.remove(number):
            self.table.selectRow(min(number, self.model.rowCount() - 1))

    def _complain(self, why: str) -> None:
        set_prose(self.trouble, why)
        self.trouble.setVisible(bool(why))

    def _mind(self) -> None:
        self.away.setEnabled(self.table.selectionModel().hasSelection())

    def _fit(self) -> None:
        """As high as its rows, up to a dozen; then it scrolls."""
        lengths = self._hub.theme.metrics
        rows = min(12, max(2, self.model.rowCount()))
        self.table.setMinimumHeight((rows + 1) * (lengths.control + 2) + lengths.pad_m)
        self.table.setMaximumHeight((rows + 1) * (lengths.control + 2) + lengths.pad_m)
