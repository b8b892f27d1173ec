"""Rows with columns, edited like a small spreadsheet: the last row is always empty and waits for something new."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetrics, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QPushButton, QStyle, QTableView, QWidget

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
from vtt.widgets.basic_widgets import button, column, row
from vtt.widgets.look.theme import ThemeHub

_NAME = 9
"""The width in letters of the first column, with the rows' names, in a table that scrolls anyway."""
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
"""The most lines of a cell; the tooltip has the rest of a longer text."""
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


class RowTableView(QTableView):
    """The table: as high as its rows, up to a limit; Delete empties cells, Tab leaves at the end.

    Signals:
        resized: the width changed.
    """

    resized = Signal()

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
        return True

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Emit `resized`."""
        super().resizeEvent(event)
        self.resized.emit()


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
        self.view = RowTableView(self)
        self.view.setModel(self.model)
        self.view.setItemDelegate(RowCellDelegate(hub, self.view, self._library_entries))
        self.view.setAccessibleName(field.label)
        self.view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        # Not SelectedClicked: keys typed while Qt waits for the second click would be lost.
        self.view.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.AnyKeyPressed
            | QAbstractItemView.EditTrigger.EditKeyPressed
        )
        self.view.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.view.setWordWrap(True)
        self.view.verticalHeader().hide()
        self.view.verticalHeader().setDefaultSectionSize(round(max(lengths.control * 0.9, lengths.font_body * 1.9)))
        header = self.view.horizontalHeader()
        header.setMinimumSectionSize(round(lengths.font_body * min(_LEAST.values())))
        header.setTextElideMode(Qt.TextElideMode.ElideNone)  # the labels wrap instead
        header.setHighlightSections(False)
        header.setStretchLastSection(True)
        header.setDefaultAlignment(
            Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap
        )
        column(self).addWidget(self.view)
        self.remove: QPushButton | None = None
        self._make_tools(field, parent)
        self.setFocusProxy(self.view)
        self.model.written.connect(self.written)
        self.model.unreadable.connect(self.unreadable)
        self.model.unread.connect(self.unread)
        self.view.selectionModel().currentChanged.connect(self._moved)
        self.model.rowsInserted.connect(self._fit)
        self.model.rowsRemoved.connect(self._fit)
        self.model.dataChanged.connect(self._values_changed)
        self.view.resized.connect(self._share)
        self._shared = -1
        self._longest_words: tuple[int, ...] = ()
        self._fit()

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

    def _is_named(self, at: int) -> bool:
        """Say whether a row has a name under which its list can keep it."""
        sheet = self.model.sheet
        return sheet is not None and entry_from_row(sheet, self.field.key, at) is not None

    def _fit(self) -> None:
        header, lines = self._fit_header(), self._fit_lines()
        rows = sum(lines[:_MOST_SHOWN]) or self.view.verticalHeader().defaultSectionSize()
        bar = self.view.horizontalScrollBar().sizeHint().height() if self._scrolls() else 0
        high = header + rows + 2 * self.view.frameWidth() + 2 + bar
        if self.view.height() != high or self.view.minimumHeight() != high:
            self.view.setFixedHeight(high)

    def _fit_lines(self) -> list[int]:
        """Give the rows as many lines as their texts need; return the heights in pixels."""
        usual, metrics = self.view.verticalHeader().defaultSectionSize(), QFontMetrics(self.view.font())
        if self.view.viewport().width() <= _UNUSABLE:
            return [usual] * self.model.rowCount()
        columns = range(self.model.columnCount())
        rooms = [self.view.columnWidth(at) - self._padding() for at in columns]
        heights = []
        for number in range(self.model.rowCount()):
            lines = max((self._lines(metrics, number, at, rooms[at]) for at in columns), default=1)
            heights.append(usual + (lines - 1) * metrics.lineSpacing())
            if self.view.rowHeight(number) != heights[-1]:
                self.view.setRowHeight(number, heights[-1])
        return heights

    def _lines(self, metrics: QFontMetrics, number: int, at: int, room: int) -> int:
        """Return how many lines a cell needs."""
        words = self.model.shown(number, at)
        if not words or room <= 0 or metrics.horizontalAdvance(words) <= room:
            return 1
        high = metrics.boundingRect(0, 0, room, _ANY_HEIGHT, Qt.TextFlag.TextWordWrap, words).height()
        return min(_MOST_LINES, max(1, round(high / metrics.lineSpacing())))

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

    def _fit_header(self) -> int:
        """Give the labels a second line if one of them needs it; return the height in pixels."""
        assert isinstance(self.field, RowsField)
        header, metrics = self.view.horizontalHeader(), QFontMetrics(self.view.font())
        is_laid_out = self.view.viewport().width() > _UNUSABLE
        wraps = is_laid_out and any(
            self._title_wide(cell) > self.view.columnWidth(at) + 1 and " " in cell.label
            for at, cell in enumerate(self.field.columns)
        )
        header.setMinimumHeight(0)
        header.setMaximumHeight(_ANY_HEIGHT)
        high = header.sizeHint().height() + (metrics.height() if wraps else 0)
        header.setFixedHeight(high)
        return high

    def _scrolls(self) -> bool:
        return sum(self._least()) > self.view.viewport().width() > _UNUSABLE

    def _least(self) -> list[int]:
        assert isinstance(self.field, RowsField)
        letter = self.hub.theme.metrics.font_body
        least = [
            max(round(_LEAST[type(cell)] * letter), round(max(map(self._word_wide, cell.label.split()), default=0.0)))
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
        """Share the width: first what each column needs, then its words, then its label; text columns get the rest."""
        assert isinstance(self.field, RowsField)
        room = self.view.viewport().width()
        if room == self._shared:
            return
        self._shared = room
        columns = self.field.columns
        metrics = QFontMetrics(self.view.font())
        widths = [float(wide) for wide in self._least()]
        longest = self._longest_words or (0,) * len(columns)
        words = [max(wide, word + self._padding()) for wide, word in zip(widths, longest, strict=True)]
        wishes = [
            max(wide, self._values_wide(cell, metrics), self._title_wide(cell))
            for wide, cell in zip(words, columns, strict=True)
        ]
        if self._scrolls():
            widths = [max(wishes[0], _NAME * self.hub.theme.metrics.font_body), *wishes[1:]]  # it scrolls anyway
        else:
            for wished in (words, wishes):  # a label can wrap, a word cannot
                spare, more = room - sum(widths), sum(wished) - sum(widths)
                if spare > 0 and more > 0:
                    part = min(1.0, spare / more)
                    widths = [wide + (wish - wide) * part for wide, wish in zip(widths, wished, strict=True)]
        # Text columns get the rest: a number or a tick has no use for more room.
        shares = [cell.width if isinstance(cell, TextField | ChoiceField | DiceField) else 0 for cell in columns]
        shares = shares if any(shares) else [cell.width for cell in columns]
        spare = room - sum(widths)
        for at, (wide, share) in enumerate(zip(widths, shares, strict=True)):
            self.view.setColumnWidth(at, int(wide + max(0.0, spare) * share / sum(shares)))
        self._fit()

    def sizeHint(self) -> QSize:
        """Return the room that it would like to have."""
        return QSize(30 * self.hub.theme.metrics.font_body, super().sizeHint().height())
