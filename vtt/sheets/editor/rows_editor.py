"""Rows with columns, edited like a small spreadsheet: the last row is always empty and waits for something new.

Columns that have no room beside the others are in a second part below, with the names of the rows again.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QAbstractItemView, QPushButton, QStyle, QWidget

from engine.sheets.catalogue.listed_entries import Entry, is_picker
from engine.sheets.editing.list_fill import entry_from_row
from engine.sheets.model.field_values import plain_text
from engine.sheets.model.filled_sheet import FilledSheet
from engine.sheets.model.sheet_description import (
    BoxesField,
    ChoiceField,
    ColumnField,
    DiceField,
    FlagField,
    LevelField,
    NumberField,
    RowsField,
    TextField,
)
from vtt.sheets.editor.field_editors import FieldEditor, form_text
from vtt.sheets.editor.keep_button import KeepButton
from vtt.sheets.editor.row_cell_delegate import RowCellDelegate
from vtt.sheets.editor.row_table_model import RowTableModel
from vtt.sheets.editor.row_table_view import RowTableView
from vtt.widgets.basic_widgets import button, column, row
from vtt.widgets.look.theme import ThemeHub

_NAME = 9
"""The width in letters of the first column, with the rows' names, in a table of several parts."""
_BOLD = 1.08
"""The width of a bold letter of a label, as a share of a plain one."""
_LONGEST_NAME = 24
"""Letters of the name of a fixed row that are always visible."""
_ANY_HEIGHT = 10_000
_UNUSABLE = 100
"""A narrower table has not got its width yet."""
_GRID = 2
"""The width in pixels of a line of the grid, and of what is lost by rounding."""
_MOST_LINES = 6
"""The most lines of a cell in a row that nobody has visited."""
_MOST_OPEN = 60
"""The most lines of a cell in a row that is open."""
_MOST_SHOWN = 40
"""A longer table scrolls by itself."""
_LEAST: dict[type[ColumnField], float] = {
    FlagField: 2.6,
    NumberField: 3.0,
    DiceField: 4.0,
    LevelField: 3.0,
    BoxesField: 3.0,
    ChoiceField: 6.0,
    TextField: 5.0,
}
"""The least width of a column in letters, by its kind."""


class RowsEditor(FieldEditor):
    """A field of rows.

    Signals:
        keep_wanted: the number of a row to keep in its list.
        save_wanted: the number of a row to save to the library.
    """

    keep_wanted = Signal(int)
    save_wanted = Signal(int)

    def __init__(self, field: RowsField, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(field, hub, parent)
        lengths = hub.theme.metrics
        self.model = RowTableModel(field, hub, self)
        self._lay = column(self, gap=lengths.pad_s)
        self.view = self._make_view(field.label)
        self.views: tuple[RowTableView, ...] = (self.view,)
        self.remove: QPushButton | None = None
        self._make_tools(field, parent)
        self.setFocusProxy(self.view)
        self.model.written.connect(self.written)
        self.model.unreadable.connect(self.unreadable)
        self.model.unread.connect(self.unread)
        self.view.selectionModel().currentChanged.connect(self._moved)
        self.model.rowsInserted.connect(self._fit)
        self.model.rowsRemoved.connect(self._close_rows)
        self.model.dataChanged.connect(self._values_changed)
        self.view.resized.connect(self._share)
        self._shared = -1
        self._longest_words: tuple[int, ...] = ()
        self._fit()

    def _make_view(self, name: str) -> RowTableView:
        """Make a view of the table, and add it below the others."""
        lengths = self.hub.theme.metrics
        view = RowTableView(self)
        view.setModel(self.model)
        view.setItemDelegate(RowCellDelegate(self.hub, view, self._library_entries))
        view.setAccessibleName(name)
        view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        # Not SelectedClicked: keys typed while Qt waits for the second click would be lost.
        view.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.AnyKeyPressed
            | QAbstractItemView.EditTrigger.EditKeyPressed
        )
        view.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        view.setWordWrap(True)
        view.verticalHeader().hide()
        view.verticalHeader().setDefaultSectionSize(round(max(lengths.control * 0.9, lengths.font_body * 1.9)))
        header = view.horizontalHeader()
        header.setMinimumSectionSize(round(lengths.font_body * min(_LEAST.values())))
        header.setTextElideMode(Qt.TextElideMode.ElideNone)  # the labels wrap instead
        header.setHighlightSections(False)
        header.setStretchLastSection(True)
        header.setDefaultAlignment(
            Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap
        )
        view.entered.connect(self._enter_column)
        self._lay.addWidget(view)
        return view

    def _make_parts(self, count: int) -> None:
        """Have so many parts of the table; they share the current cell."""
        for view in self.views[count:]:
            self._lay.removeWidget(view)
            view.hide()
            view.deleteLater()
        self.views = self.views[:count]
        while len(self.views) < count:
            view = self._make_view(form_text("more_columns", field=self.field.label))
            own = view.selectionModel()
            view.setSelectionModel(self.view.selectionModel())
            own.deleteLater()
            view.verticalScrollBar().valueChanged.connect(self.view.verticalScrollBar().setValue)
            self.view.verticalScrollBar().valueChanged.connect(view.verticalScrollBar().setValue)
            view.resized.connect(self._fit)  # its last column takes the rest of its width
            QWidget.setTabOrder(self.views[-1], view)
            self.views = (*self.views, view)
            view.show()

    def view_of(self, at: int) -> RowTableView:
        """Return the part of the table with a column."""
        return next((view for view in self.views if not view.isColumnHidden(at)), self.view)

    def _enter_column(self, at: int) -> None:
        view = self.view_of(at)
        if not view.hasFocus():
            view.setFocus(Qt.FocusReason.OtherFocusReason)

    def stops(self) -> tuple[QWidget, ...]:
        """Return the parts of the table."""
        return self.views

    def show_sheet(self, sheet: FilledSheet) -> None:
        """Show the rows."""
        self.show_rows(sheet, {})

    def show_rows(self, sheet: FilledSheet, troubles: dict[str, str]) -> None:
        """Show the rows, and their problems by path."""
        self.model.show_sheet(sheet, troubles)
        self._moved(self.view.currentIndex())

    def refused(self, sheet: FilledSheet) -> None:
        """Keep the refused text in its cell; Escape restores the value of the sheet."""
        self.model.keep()

    def forget(self) -> None:
        """Leave the current cell, and discard refused text."""
        self.model.forget()
        self.view.setCurrentIndex(QModelIndex())
        self._close_rows()

    def needs(self) -> int:
        """Return the width at which its columns are not too narrow and no label is cut."""
        assert isinstance(self.field, RowsField)
        titles = map(self._title_wide, self.field.columns)
        wide = sum(map(max, self._least(), titles))
        return round(wide) + 4 * self.hub.theme.metrics.pad_m

    def _make_tools(self, field: RowsField, parent: QWidget) -> None:
        """Make the buttons for the current row. They keep their place while they are hidden."""
        picks = any(is_picker(cell) for cell in field.columns)
        if field.fixed and not picks:
            return
        self.tools = QWidget(parent)
        lay = row(self.tools, gap=self.hub.theme.metrics.pad_s)
        if picks:
            self.keep = KeepButton(self.tools, form_text("keep_row_help"))
            self.keep.keep_wanted.connect(lambda: self.keep_wanted.emit(self.view.currentIndex().row()))
            self.keep.save_wanted.connect(lambda: self.save_wanted.emit(self.view.currentIndex().row()))
            lay.addWidget(self.keep)
        if not field.fixed:
            self.remove = button(form_text("remove_row"), "quiet", parent=self.tools)
            self.remove.clicked.connect(lambda: self.model.take_away(self.view.currentIndex().row()))
            lay.addWidget(self.remove)
            policy = self.remove.sizePolicy()
            policy.setRetainSizeWhenHidden(True)
            self.remove.setSizePolicy(policy)
            self.remove.hide()

    def _library_entries(self, name: str) -> tuple[Entry, ...]:
        return self.more_entries(name)

    def _moved(self, current: QModelIndex, _before: QModelIndex | None = None) -> None:
        written = current.isValid() and current.row() < self.model.rows()
        if self.remove is not None:
            self.remove.setVisible(written)
        if self.keep is not None:
            self.keep.offer(written and self._is_named(current.row()))
        if written and not self.model.is_open(current.row()):
            self.model.open_row(current.row())  # it stays open: rows below must not move back under the pointer

    def _close_rows(self) -> None:
        """Let the cells be short again, apart from those of the current row."""
        current = self.view.currentIndex()
        self.model.close_rows(current.row())
        self._moved(current)

    def _is_named(self, at: int) -> bool:
        """Say whether a row has a name under which its list can keep it."""
        sheet = self.model.sheet
        return sheet is not None and entry_from_row(sheet, self.field.key, at) is not None

    def _fit(self) -> None:
        for view in self.views:
            header, lines = self._fit_header(view), self._fit_lines(view)
            rows = sum(lines[:_MOST_SHOWN]) or view.verticalHeader().defaultSectionSize()
            bar = view.horizontalScrollBar().sizeHint().height() if self._scrolls(view) else 0
            high = header + rows + 2 * view.frameWidth() + 2 + bar
            if view.height() != high or view.minimumHeight() != high:
                view.setFixedHeight(high)

    def _fit_lines(self, view: RowTableView) -> list[int]:
        """Give the rows as many lines as their texts need; return the heights in pixels."""
        usual, metrics = view.verticalHeader().defaultSectionSize(), QFontMetrics(view.font())
        if view.viewport().width() <= _UNUSABLE:
            return [usual] * self.model.rowCount()
        rooms = {at: view.columnWidth(at) - self._padding() for at in self._columns_of(view)}
        heights = []
        for number in range(self.model.rowCount()):
            most = _MOST_OPEN if self.model.is_open(number) else _MOST_LINES
            lines = max((self._lines(metrics, number, at, room) for at, room in rooms.items()), default=1)
            heights.append(usual + (min(most, lines) - 1) * metrics.lineSpacing())
            if view.rowHeight(number) != heights[-1]:
                view.setRowHeight(number, heights[-1])
        return heights

    def _columns_of(self, view: RowTableView) -> tuple[int, ...]:
        return tuple(at for at in range(self.model.columnCount()) if not view.isColumnHidden(at))

    def _lines(self, metrics: QFontMetrics, number: int, at: int, room: int) -> int:
        """Return how many lines a cell needs."""
        words = self.model.shown(number, at)
        if not words or room <= 0 or metrics.horizontalAdvance(words) <= room:
            return 1
        high = metrics.boundingRect(0, 0, room, _ANY_HEIGHT, Qt.TextFlag.TextWordWrap, words).height()
        return max(1, round(high / metrics.lineSpacing()))

    def _padding(self) -> int:
        """Return the width in pixels of a cell beside its text."""
        lengths = self.hub.theme.metrics
        frame = self.view.style().pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin, None, self.view) + 1
        return 2 * (lengths.pad_s + lengths.ring + frame) + _GRID

    def _values_changed(self) -> None:
        """Make room for the longest words of the columns, and for the lines of the rows."""
        metrics = QFontMetrics(self.view.font())
        words = tuple(self._longest_word(metrics, at) for at in range(self.model.columnCount()))
        if words != self._longest_words:
            self._longest_words = words
            self._shared = -1
            self._share()
        else:
            self._fit()

    def _longest_word(self, metrics: QFontMetrics, at: int) -> int:
        """Return the width in pixels of the longest word in a column, up to the length of a name."""
        texts = {self.model.shown(number, at) for number in range(self.model.rows())}
        words = {word[:_LONGEST_NAME] for text in texts for word in text.split()}
        return max(map(metrics.horizontalAdvance, words), default=0)

    def _fit_header(self, view: RowTableView) -> int:
        """Give the labels a second line if one of them needs it; return the height in pixels."""
        assert isinstance(self.field, RowsField)
        header, metrics = view.horizontalHeader(), QFontMetrics(view.font())
        is_laid_out = view.viewport().width() > _UNUSABLE
        cells = {at: self.field.columns[at] for at in self._columns_of(view)}
        wraps = is_laid_out and any(
            self._title_wide(cell) > view.columnWidth(at) + 1 and " " in cell.label for at, cell in cells.items()
        )
        header.setMinimumHeight(0)
        header.setMaximumHeight(_ANY_HEIGHT)
        high = header.sizeHint().height() + (metrics.height() if wraps else 0)
        header.setFixedHeight(high)
        return high

    def _scrolls(self, view: RowTableView) -> bool:
        least = self._least()
        return sum(least[at] for at in self._columns_of(view)) > view.viewport().width() > _UNUSABLE

    def _least(self) -> list[int]:
        assert isinstance(self.field, RowsField)
        letter = self.hub.theme.metrics.font_body
        least = [
            max(round(_least_letters(cell) * letter), round(max(map(self._word_wide, cell.label.split()), default=0.0)))
            for cell in self.field.columns
        ]
        if self.field.fixed:  # the names of its rows are whole
            key, metrics = self.field.columns[0].key, QFontMetrics(self.view.font())
            names = (plain_text(row.get(key))[:_LONGEST_NAME] for row in self.field.start)
            widest = max(map(metrics.horizontalAdvance, names), default=0)
            frame = self.view.style().pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin, None, self.view) + 1
            least[0] = max(least[0], widest + 2 * (self.hub.theme.metrics.pad_m + frame))
        return least

    def _title_wide(self, cell: ColumnField) -> float:
        """Return the width at which the label of a column is whole."""
        return self._word_wide(cell.label)

    def _word_wide(self, words: str) -> float:
        return QFontMetrics(self.view.font()).horizontalAdvance(words) * _BOLD + 3 * self.hub.theme.metrics.pad_s

    def _values_wide(self, cell: ColumnField, metrics: QFontMetrics) -> float:
        """Return the width of a level's dots, or of the longest number that a column can hold."""
        letter = self.hub.theme.metrics.font_body
        match cell:
            case LevelField(names=()) if cell.least >= 0:
                return cell.most * letter
            case NumberField(most=float(most)):
                digits = f"{most:.{cell.places}f}{cell.unit}"
                return metrics.horizontalAdvance(digits) + 2 * letter
            case _:
                return 0.0

    def _share(self) -> None:
        """Share the columns among as many parts as the width needs, and the width of each among its columns."""
        room = self.view.viewport().width()
        if room == self._shared:
            return
        self._shared = room
        parts = self._split(room)
        self._make_parts(len(parts))
        for view, columns in zip(self.views, parts, strict=True):
            for at in range(self.model.columnCount()):
                if view.isColumnHidden(at) != (at not in columns):
                    view.setColumnHidden(at, at not in columns)
            for at, wide in zip(columns, self._widths(columns, room, is_whole=len(parts) == 1), strict=True):
                view.setColumnWidth(at, wide)
        self._fit()

    def _words(self) -> list[int]:
        """Return the width in pixels of each column at which no word is broken."""
        assert isinstance(self.field, RowsField)
        longest = self._longest_words or (0,) * len(self.field.columns)
        return [max(wide, word + self._padding()) for wide, word in zip(self._least(), longest, strict=True)]

    def _name_wide(self) -> int:
        """Return the width in pixels of the first column in a table of several parts."""
        assert isinstance(self.field, RowsField)
        title = self._title_wide(self.field.columns[0])
        return round(max(self._words()[0], _NAME * self.hub.theme.metrics.font_body, title))

    def _split(self, room: int) -> list[list[int]]:
        """Return the columns of each part: all in one, if they have room; otherwise each part begins with the names."""
        assert isinstance(self.field, RowsField)
        count = len(self.field.columns)
        if room <= _UNUSABLE or sum(self._least()) <= room:
            return [list(range(count))]
        parts, words, used = [[0]], self._words(), self._name_wide()
        for at in range(1, count):
            if used + words[at] > room and len(parts[-1]) > 1:
                parts.append([0])
                used = self._name_wide()
            parts[-1].append(at)
            used += words[at]
        return parts

    def _widths(self, columns: Sequence[int], room: int, *, is_whole: bool) -> list[int]:
        """Return the widths of some columns: what each needs, then its words, then its label; texts get the rest."""
        assert isinstance(self.field, RowsField)
        cells = [self.field.columns[at] for at in columns]
        metrics = QFontMetrics(self.view.font())
        least, all_words = self._least(), self._words()
        widths, words = [float(least[at]) for at in columns], [float(all_words[at]) for at in columns]
        if not is_whole:
            widths[0] = words[0] = float(self._name_wide())  # the same in each part
        wishes = [
            max(wide, self._values_wide(cell, metrics), self._title_wide(cell))
            for wide, cell in zip(words, cells, strict=True)
        ]
        for wished in (words, wishes):  # a label can wrap, a word cannot
            spare, more = room - sum(widths), sum(wished) - sum(widths)
            if spare > 0 and more > 0:
                part = min(1.0, spare / more)
                widths = [wide + (wish - wide) * part for wide, wish in zip(widths, wished, strict=True)]
        # Text columns get the rest: a number or a tick has no use for more room.
        shares = [cell.width if isinstance(cell, TextField | ChoiceField | DiceField) else 0 for cell in cells]
        if not is_whole:
            shares[0] = 0
        shares = shares if any(shares) else [cell.width for cell in cells]
        spare = max(0.0, room - sum(widths))
        return [int(wide + spare * share / sum(shares)) for wide, share in zip(widths, shares, strict=True)]

    def sizeHint(self) -> QSize:
        """Return the room that it would like to have."""
        return QSize(30 * self.hub.theme.metrics.font_body, super().sizeHint().height())


def _least_letters(cell: ColumnField) -> float:
    """Return the least width of a column in letters; a text that has little room on paper is short."""
    least = _LEAST[type(cell)]
    return min(least, float(cell.width)) if isinstance(cell, TextField) else least
