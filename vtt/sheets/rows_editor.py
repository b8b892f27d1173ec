"""Rows with columns, edited like a small spreadsheet: the last row is always empty and waits for something new."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetrics, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QTableView, QWidget

from engine.sheets.description import Boxes, Cell, Choice, Dice, Flag, Level, Number, Rows, Text
from engine.sheets.sheet import Sheet
from vtt.panels.parts import button, column
from vtt.sheets.editors import Editor, told
from vtt.sheets.rows_cells import CellDelegate
from vtt.sheets.rows_model import RowsModel
from vtt.widgets.theme import ThemeHub

_NAME = 9
"""How many letters wide the first column is, in which rows have their names, where a table scrolls anyway."""
_MOST_SHOWN = 40
"""A longer table scrolls by itself."""
_LEAST: dict[type[Cell], float] = {Flag: 2.6, Number: 3.0, Dice: 4.0, Level: 3.0, Boxes: 3.0, Choice: 6.0, Text: 5.0}
"""How many letters a column wants at least, by its kind."""


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
        if event.key() == Qt.Key.Key_Escape and isinstance(model, RowsModel) and model.kept(index):
            model.give_back(index)
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
        self.view.setItemDelegate(CellDelegate(hub, self.view))
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
        self.model.unread.connect(self.unread)
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

    def refused(self, sheet: Sheet) -> None:
        """Keep in its cell what was written, and Escape for what the sheet says."""
        self.model.keep()

    def forget(self) -> None:
        """Leave the cell in which somebody was, and let go of what was not taken."""
        self.model.forget()
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

    def _values_wide(self, cell: Cell, metrics: QFontMetrics) -> float:
        """Return how wide the dots of a level are, or the longest number that may stand in a column."""
        letter = self.hub.theme.metrics.font_body
        match cell:
            case Level(names=()) if cell.least >= 0:
                return cell.most * letter
            case Number(most=float(most)):
                digits = f"{most:.{cell.places}f}{cell.unit}"
                return metrics.horizontalAdvance(digits) + 2 * letter
            case _:
                return 0.0

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
            max(
                wide,
                self._values_wide(cell, metrics),
                metrics.horizontalAdvance(cell.label) * 1.08 + 3 * self.hub.theme.metrics.pad_s,
            )
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
