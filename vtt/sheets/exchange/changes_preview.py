"""The changes to a record, line by line, each to accept or leave; and the entries that cannot be imported."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QPlainTextEdit, QTableView, QWidget

from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import Json
from engine.sheets.editing.record_changes import FieldChange, shown_change
from engine.sheets.forms.form_entries import UnreadEntry
from engine.sheets.forms.form_import import FormChanges
from engine.sheets.model.sheet_description import PictureField, SheetDescription
from vtt.widgets.basic_widgets import button, column, row
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.message_dialog import DialogButton, MessageDialog
from vtt.widgets.plain_text import button_text, label, short, tip

_Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_MOST_LINES: Final = 11
_MOST_LINES_UNREAD: Final = 7
TAKE: Final = "take"
WIDE: Final = 860


def exchange_text(key: str, **params: Json) -> str:
    """Return a sentence of this room: `sheets.exchange.<key>` in the language file."""
    return say(Message(key=f"sheets.exchange.{key}", params=params))


@dataclass(slots=True)
class ChangeLine:
    """One change as it is shown."""

    change: FieldChange
    before: str
    after: str
    on: bool
    note: str = ""


def lines_of(
    description: SheetDescription, changes: Iterable[FieldChange], *, on: bool = True, note: str = ""
) -> list[ChangeLine]:
    """Return changes as they are shown."""
    found = []
    for change in changes:
        before, after = shown_change(description, change)
        if isinstance(description.field(change.path), PictureField):  # an id means nothing to people
            before, after = (exchange_text("picture") if value else "" for value in (change.before, change.after))
        found.append(ChangeLine(change, before, after, on, note))
    return found


class ChangesModel(QAbstractTableModel):
    """A table of place, old value and new value; the place has a tick box.

    Signals:
        ticked: the new number of ticked lines.
    """

    ticked = Signal(int)

    def __init__(self, heads: tuple[str, str, str]) -> None:
        super().__init__()
        self._heads = heads
        self._lines: list[ChangeLine] = []

    @property
    def lines(self) -> Sequence[ChangeLine]:
        """The lines that are shown."""
        return self._lines

    @property
    def chosen(self) -> tuple[FieldChange, ...]:
        """The changes that are taken."""
        return tuple(line.change for line in self._lines if line.on)

    def show_lines(self, lines: list[ChangeLine]) -> None:
        """Show other changes."""
        self.beginResetModel()
        self._lines = lines
        self.endResetModel()
        self.ticked.emit(len(self.chosen))

    def tick_all(self, on: bool) -> None:
        """Tick all, or none."""
        for line in self._lines:
            line.on = on
        if self._lines:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._lines) - 1, 2))
        self.ticked.emit(len(self.chosen))

    def rowCount(self, parent: _Index = _NOWHERE) -> int:
        """Return how many changes there are."""
        return 0 if parent.isValid() else len(self._lines)

    def columnCount(self, parent: _Index = _NOWHERE) -> int:
        """Return the three columns."""
        return 0 if parent.isValid() else len(self._heads)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the label of a column."""
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self._heads[section]
        return None

    def flags(self, index: _Index) -> Qt.ItemFlag:
        """Return that lines can be ticked, not written."""
        found = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return found | Qt.ItemFlag.ItemIsUserCheckable if index.column() == 0 else found

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the content of a cell."""
        line = self._lines[index.row()]
        words = (line.change.label, line.before or exchange_text("nothing"), line.after or exchange_text("nothing"))[
            index.column()
        ]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return short(words, 200)
            case Qt.ItemDataRole.ToolTipRole:
                return tip(f"{words}\n{line.note}" if line.note else words)
            case Qt.ItemDataRole.CheckStateRole if index.column() == 0:
                return Qt.CheckState.Checked if line.on else Qt.CheckState.Unchecked
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{short(words, 200)} {line.note}".strip()
            case _:
                return None

    def setData(self, index: _Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Tick or untick a line."""
        if role != Qt.ItemDataRole.CheckStateRole:
            return False
        self._lines[index.row()].on = Qt.CheckState(value) is Qt.CheckState.Checked
        self.dataChanged.emit(index, index)
        self.ticked.emit(len(self.chosen))
        return True


class ChangesTable(QTableView):
    """The lines; Space ticks or unticks the current one."""

    def __init__(self, hub: ThemeHub, heads: tuple[str, str, str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hub = hub
        self.lines = ChangesModel(heads)
        self.setModel(self.lines)
        self.setAccessibleName(exchange_text("changes"))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTabKeyNavigation(False)
        self.setWordWrap(True)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().hide()
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.lines.modelReset.connect(self._fit)
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Tick or untick the current line with Space, in any column."""
        if event.key() == Qt.Key.Key_Space and self.currentIndex().isValid():
            place = self.lines.index(self.currentIndex().row(), 0)
            on = Qt.CheckState(place.data(Qt.ItemDataRole.CheckStateRole)) is Qt.CheckState.Checked
            state = Qt.CheckState.Unchecked if on else Qt.CheckState.Checked
            self.lines.setData(place, state, Qt.ItemDataRole.CheckStateRole)
            return
        super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the width."""
        super().resizeEvent(event)
        room = self.viewport().width()
        for at, share in enumerate((0.34, 0.33, 0.33)):
            self.setColumnWidth(at, int(room * share))
        for at in range(min(self.lines.rowCount(), 400)):
            wanted = max(self.sizeHintForRow(at), self._line)
            self.setRowHeight(at, min(wanted, 3 * self._line))

    @property
    def _line(self) -> int:
        return round(self._hub.theme.metrics.control * 0.9)

    def _fit(self) -> None:
        rows = min(max(3, self.lines.rowCount()), _MOST_LINES)
        self.verticalHeader().setDefaultSectionSize(self._line)
        high = self.horizontalHeader().sizeHint().height() + rows * self._line + 2 * self.frameWidth() + 4
        self.setMinimumHeight(high)


class ChangesList(QWidget):
    """The table with its two buttons, and below it the entries that cannot be imported."""

    def __init__(self, hub: ThemeHub, heads: tuple[str, str, str], unread: Sequence[UnreadEntry] = ()) -> None:
        super().__init__()
        lengths = hub.theme.metrics
        lay = column(self, gap=lengths.pad_s)
        self.table = ChangesTable(hub, heads, self)
        self.every = button(exchange_text("all"), "quiet", parent=self)
        self.none = button(exchange_text("none"), "quiet", parent=self)
        self.every.clicked.connect(lambda: self.table.lines.tick_all(True))
        self.none.clicked.connect(lambda: self.table.lines.tick_all(False))
        self.head = row(gap=lengths.pad_s)
        self.head.addStretch(1)
        self.head.addWidget(self.every)
        self.head.addWidget(self.none)
        lay.addLayout(self.head)
        lay.addWidget(self.table, 1)
        self.unread = UnreadList(hub, unread, self)
        if unread:
            lay.addWidget(label(exchange_text("unread_title", count=len(unread)), "heading", parent=self))
        self.unread.setVisible(bool(unread))
        lay.addWidget(self.unread)


class UnreadList(QPlainTextEdit):
    """All entries that cannot be imported, one a line; the list scrolls, and can be copied."""

    def __init__(self, hub: ThemeHub, unread: Sequence[UnreadEntry], parent: QWidget) -> None:
        super().__init__("\n".join(map(_said, unread)), parent)
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setAccessibleName(exchange_text("unread_title", count=len(unread)))
        lines = min(max(2, len(unread)), _MOST_LINES_UNREAD)
        self.setFixedHeight(round(lines * 1.5 * hub.theme.metrics.font_body) + 4 * hub.theme.metrics.pad_s)

    def text(self) -> str:
        """Return all lines."""
        return self.toPlainText()


class ChangesDialog(MessageDialog):
    """The preview of changes from any source.

    Args:
        hub: the theme.
        title: the heading.
        sentences: the text above the changes.
        description: the sheet.
        found: the changes.
        then: called with the accepted changes.
        parent: the window it belongs to.
    """

    def __init__(
        self,
        hub: ThemeHub,
        title: str,
        sentences: Sequence[str],
        description: SheetDescription,
        found: FormChanges,
        then: Callable[[tuple[FieldChange, ...]], object],
        parent: QWidget | None = None,
    ) -> None:
        heads = (exchange_text("place"), exchange_text("before"), exchange_text("after"))
        self.list = ChangesList(hub, heads, found.unread)
        if found.stale:
            sentences = (*sentences, exchange_text("stale", count=len(found.stale)))
        if not found.changes and not found.stale:
            sentences = (*sentences, exchange_text("no_change"))
        choices = (
            DialogButton(TAKE, exchange_text("write_none"), "primary"),
            DialogButton("", exchange_text("cancel")),
        )
        super().__init__(hub, title, sentences, choices, parent, icon="note", content=self.list, wide=WIDE)
        self._then = then
        self.list.table.lines.ticked.connect(self._count)
        lines = lines_of(description, found.changes)
        lines += lines_of(description, found.stale, on=False, note=exchange_text("stale_note"))
        self.list.table.lines.show_lines(lines)
        for widget in (self.list.table, self.list.every, self.list.none):
            widget.setVisible(bool(lines))
        self.chosen.connect(self._answered)

    def _count(self, count: int) -> None:
        take = self.buttons[TAKE]
        words = exchange_text("write", count=count) if count else exchange_text("write_none")
        take.setText(button_text(words))
        take.setAccessibleName(words)
        take.setEnabled(count > 0)

    def _answered(self, key: str) -> None:
        if key == TAKE:
            self._then(self.list.table.lines.chosen)


def _said(one: UnreadEntry) -> str:
    text = short(one.text, 80)
    return (
        exchange_text("unread_line", place=short(one.label, 80), text=text, why=one.why)
        if text
        else f"{one.label}: {one.why}"
    )
