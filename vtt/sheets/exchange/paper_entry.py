"""Types in a sheet that was filled on paper, box by box in the paper's order; only differences are written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import QApplication, QListWidget, QListWidgetItem, QWidget

from engine.model.frozen import Json
from engine.sheets.editing.record_changes import FieldChange, compare_records, label_at
from engine.sheets.forms.form_entries import UnreadEntry
from engine.sheets.forms.form_import import FormChanges
from engine.sheets.layout.page_geometry import A4, Paper
from engine.sheets.layout.page_layout import lay_out
from engine.sheets.model.binding import UnwritableField
from engine.sheets.model.field_paths import InvalidFieldPath, parse_path
from engine.sheets.model.field_values import plain_text
from engine.sheets.model.filled_sheet import FilledSheet
from engine.sheets.model.sheet_description import Field, PictureField, ReferenceField
from vtt.sheets.editor.sheet_form import SheetForm
from vtt.sheets.exchange.changes_preview import exchange_text
from vtt.widgets.basic_widgets import button, column, row
from vtt.widgets.large_dialog import SizedDialog
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.message_dialog import DialogButton, ask
from vtt.widgets.plain_text import label, short
from vtt.widgets.scroll_areas import PageScroll

_WIDE: Final = 72
_HIGH: Final = 46


class PaperBox(NamedTuple):
    """One box of the paper sheet: its page, its title, and its fields."""

    page: int
    title: str
    keys: tuple[str, ...]


def paper_boxes(sheet: FilledSheet, paper: Paper = A4) -> tuple[PaperBox, ...]:
    """Return the boxes of a sheet that can be written in, in the order of the paper. Slow: for a worker thread."""
    found = []
    for number, page in enumerate(lay_out(sheet, paper), 1):
        for box in page.boxes:
            keys = tuple(cell.field.key for cell in box.cells if _can_be_written(sheet, cell.field))
            if keys:
                found.append(PaperBox(number, box.section.title, keys))
    return tuple(found)


def _can_be_written(sheet: FilledSheet, field: Field) -> bool:
    return not isinstance(field, PictureField | ReferenceField) and sheet.writable(field.key)


class BoxHost(QWidget):
    """Holds the form of one box; Tab past its end moves to the next box.

    Signals:
        passed: go to the next box (1), or to the previous one (-1).
    """

    passed = Signal(int)

    def __init__(self, form: SheetForm) -> None:
        super().__init__()
        self.form = form
        column(self).addWidget(form)

    def stops(self) -> list[QWidget]:
        """Return the Tab stops of the box."""
        return [stop for box in self.form.boxes.values() for stop in box.editor.stops() if stop.isEnabled()]

    def focusNextPrevChild(self, next: bool) -> bool:  # noqa: A002 - Qt's own name
        """Go to the next field, or out of the box."""
        stops = self.stops()
        at = QApplication.focusWidget()
        end = stops[-1 if next else 0] if stops else None
        if end is not None and at is not None and (at is end or end.isAncestorOf(at)):
            self.passed.emit(1 if next else -1)
            return True
        return super().focusNextPrevChild(next)


class PaperEntryDialog(SizedDialog):
    """A dialog for typing in a sheet that was filled on paper.

    Args:
        hub: the theme.
        sheet: the sheet at present.
        stations: its boxes (`paper_boxes`).
        then: called with all changes, and the entries that could not be read.
        parent: the window it belongs to.
    """

    def __init__(
        self,
        hub: ThemeHub,
        sheet: FilledSheet,
        stations: tuple[PaperBox, ...],
        then: Callable[[FormChanges], object],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._hub = hub
        self._first = sheet
        self._then = then
        self._sure = False
        self._unread: dict[str, UnreadEntry] = {}
        self.draft = sheet
        self.stations = stations
        self._at = -1
        self.setModal(True)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(exchange_text("paper.title", name=short(sheet.record.name, 60)))
        lengths = hub.theme.metrics
        outer = column(self, gap=lengths.pad_m, margin=lengths.pad_l)
        outer.addWidget(label(self.windowTitle(), "title", parent=self))
        outer.addWidget(label(exchange_text("paper.how"), "muted", wrap=True, parent=self))
        middle = row(gap=lengths.pad_m)
        outer.addLayout(middle, 1)
        self.list = QListWidget(self)
        self.list.setAccessibleName(exchange_text("paper.boxes"))
        self.list.setFixedWidth(18 * lengths.font_body)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        for station in self.stations:
            QListWidgetItem(exchange_text("paper.box", page=station.page, title=short(station.title, 40)), self.list)
        middle.addWidget(self.list)
        right = column(gap=lengths.pad_s)
        middle.addLayout(right, 1)
        self.where = label("", "muted", parent=self)
        right.addWidget(self.where)
        self.form = SheetForm(hub, without=self._not_here)
        self.host = BoxHost(self.form)
        self._area = PageScroll(self.host)
        right.addWidget(self._area, 1)
        foot = row(gap=lengths.pad_m)
        outer.addLayout(foot)
        self.back = button(exchange_text("paper.back"), parent=self)
        self.next = button(exchange_text("paper.next"), "primary", parent=self)
        self.done_button = button(exchange_text("paper.done"), parent=self)
        self.leave = button(exchange_text("cancel"), "quiet", parent=self)
        for widget in (self.back, self.next):
            foot.addWidget(widget)
        foot.addStretch(1)
        for widget in (self.done_button, self.leave):
            foot.addWidget(widget)
        self.form.written.connect(self._write)
        self.form.unread.connect(self._note)
        self.host.passed.connect(self.go)
        self.list.currentRowChanged.connect(self._jump)
        self.back.clicked.connect(lambda: self.go(-1))
        self.next.clicked.connect(lambda: self.go(1))
        self.done_button.clicked.connect(self.finish)
        self.leave.clicked.connect(self.reject)
        for keys in ("Ctrl+Return", "Ctrl+Enter"):  # for the whole dialog: long texts would consume it
            QShortcut(QKeySequence(keys), self).activated.connect(self.finish)
        self.go_to(0)

    @property
    def changes(self) -> tuple[FieldChange, ...]:
        """The changes so far."""
        return compare_records(self._first.description, self._first.record, self.draft.record)

    @property
    def found(self) -> FormChanges:
        """The changes so far, and the entries that could not be read."""
        return FormChanges(changes=self.changes, unread=tuple(self._unread.values()))

    @property
    def at(self) -> int:
        """The number of the open box, from 0."""
        return self._at

    def sizeHint(self) -> QSize:
        """Return a size for a box of a sheet, limited by the screen."""
        letters = self._hub.theme.metrics.font_body
        room = self.screen().availableGeometry().size()
        return QSize(min(_WIDE * letters, room.width() - 40), min(_HIGH * letters, room.height() - 60))

    def showEvent(self, event: QShowEvent) -> None:
        """Begin in the first field."""
        super().showEvent(event)
        self._enter(first=True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ignore Enter in fields, so that it does not close the dialog."""
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)

    def go(self, step: int) -> None:
        """Go to the next box, or the one before; past the last one it is done."""
        if self._at + step >= len(self.stations):
            self.done_button.setFocus(Qt.FocusReason.TabFocusReason)
            return
        self.go_to(max(0, self._at + step), first=step > 0)

    def go_to(self, at: int, *, first: bool = True) -> None:
        """Open a box."""
        if at == self._at or not 0 <= at < len(self.stations):
            return
        self.form.flush()
        self._at = at
        station = self.stations[at]
        self.list.blockSignals(True)
        self.list.setCurrentRow(at)
        self.list.blockSignals(False)
        self.where.setText(exchange_text("paper.where", page=station.page, box=at + 1, boxes=len(self.stations)))
        self.back.setEnabled(at > 0)
        self.next.setEnabled(at < len(self.stations) - 1)
        self.form.show_sheet(self.draft)
        self.form.finish()
        self._area.verticalScrollBar().setValue(0)
        if self.isVisible():
            self._enter(first=first)

    def finish(self) -> None:
        """Close the dialog and show a preview of all changes."""
        self.form.flush()
        found = self.found
        self._sure = True
        self.accept()
        self._then(found)

    def reject(self) -> None:
        """Close the dialog; with changes only after a question."""
        self.form.flush()
        if self._sure or not (self.changes or self._unread):
            super().reject()
            return
        choices = (
            DialogButton("", exchange_text("paper.stay"), "primary"),
            DialogButton("lose", exchange_text("paper.lose"), "danger"),
        )
        sentences = (exchange_text("paper.lose_asks", count=len(self.changes) + len(self._unread)),)
        ask(self._hub, self, exchange_text("paper.lose_title"), sentences, choices, self._lose, icon="warning")

    def abandon(self) -> None:
        """Close the dialog without a question."""
        self._sure = True
        self.reject()

    def _lose(self, key: str) -> None:
        if key == "lose":
            self.abandon()

    def _not_here(self, field: Field) -> bool:
        return not 0 <= self._at < len(self.stations) or field.key not in self.stations[self._at].keys

    def _jump(self, at: int) -> None:
        self.go_to(at)

    def _enter(self, *, first: bool) -> None:
        stops = self.host.stops()
        if stops:
            stops[0 if first else -1].setFocus(Qt.FocusReason.TabFocusReason)

    def _note(self, path: str, words: str, why: str) -> None:
        """Record an entry that could not be read, for the list at the end; without a reason the entry is removed."""
        if why:
            place = label_at(self.draft.plan, self.draft.record, parse_path(path))
            self._unread[path] = UnreadEntry(label=place, text=words[:400], why=why)
        else:
            self._unread.pop(path, None)

    def _write(self, path: str, value: Json) -> None:
        unread = self._unread.get(path)
        if unread is not None and unread.text == value:
            self.form.refuse(path, unread.why)
            return
        self._unread.pop(path, None)
        try:
            self.draft = self.draft.with_value(path, value)
        except (UnwritableField, InvalidFieldPath) as error:
            why = (error.why if isinstance(error, UnwritableField) else "") or exchange_text("unread.not_there")
            self._note(path, plain_text(value), why)
            self.form.refuse(path, why)
            return
        self.form.show_sheet(self.draft)
        self._mark()

    def _mark(self) -> None:
        """Mark the boxes with changes in the list."""
        keys = {change.path.partition(".")[0].partition("[")[0] for change in self.changes}
        for at, station in enumerate(self.stations):
            item = self.list.item(at)
            words = exchange_text("paper.box", page=station.page, title=short(station.title, 40))
            item.setText(f"{words} •" if keys & set(station.keys) else words)
