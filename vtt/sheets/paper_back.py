"""After an evening on paper: through the sheet in the paper's own order, box by box, writing only what differs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import QApplication, QDialog, QListWidget, QListWidgetItem, QWidget

from engine.sheets.changes import Change, compare, label_at
from engine.sheets.description import Field, Picture, Reference
from engine.sheets.entering import ReadBack, Unread
from engine.sheets.geometry import A4, Paper
from engine.sheets.holding import Unwritable
from engine.sheets.layout import lay_out
from engine.sheets.paths import NoPath, parse_path
from engine.sheets.sheet import Sheet
from engine.sheets.values import plain_text
from engine.table.frozen import Json
from vtt.panels.parts import button, column, row
from vtt.sheets.changes_view import told
from vtt.sheets.form import SheetForm
from vtt.widgets.dialogue import Choice, ask
from vtt.widgets.scroll import PageScroll
from vtt.widgets.text import label, short
from vtt.widgets.theme import ThemeHub

_WIDE: Final = 72
_HIGH: Final = 46


class Station(NamedTuple):
    """One box of the paper: the page on which it stands, its title, and its fields."""

    page: int
    title: str
    keys: tuple[str, ...]


def stations_of(sheet: Sheet, paper: Paper = A4) -> tuple[Station, ...]:
    """Return the boxes of a sheet that can be written in, in the order of the paper. Slow: for a worker thread."""
    found = []
    for number, page in enumerate(lay_out(sheet, paper), 1):
        for box in page.boxes:
            keys = tuple(cell.field.key for cell in box.cells if _can_be_written(sheet, cell.field))
            if keys:
                found.append(Station(number, box.section.title, keys))
    return tuple(found)


def _can_be_written(sheet: Sheet, field: Field) -> bool:
    return not isinstance(field, Picture | Reference) and sheet.writable(field.key)


class BoxHost(QWidget):
    """Holds the form of one box; Tab past its end leads to the next box.

    Signals:
        passed: the box is done (1), or the one before is wanted again (-1).
    """

    passed = Signal(int)

    def __init__(self, form: SheetForm) -> None:
        super().__init__()
        self.form = form
        column(self).addWidget(form)

    def stops(self) -> list[QWidget]:
        """Return where Tab stops in the box."""
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


class PaperBack(QDialog):
    """Reads a sheet back from paper.

    Args:
        hub: the theme.
        sheet: the sheet as it stands on the table.
        stations: its boxes (`stations_of`).
        then: gets all that was written otherwise, and what could not be read.
        parent: the window it belongs to.
    """

    def __init__(
        self,
        hub: ThemeHub,
        sheet: Sheet,
        stations: tuple[Station, ...],
        then: Callable[[ReadBack], object],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._hub = hub
        self._first = sheet
        self._then = then
        self._sure = False
        self._unread: dict[str, Unread] = {}
        self.draft = sheet
        self.stations = stations
        self._at = -1
        self.setModal(True)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(told("paper.title", name=short(sheet.record.name, 60)))
        lengths = hub.theme.metrics
        outer = column(self, gap=lengths.pad_m, margin=lengths.pad_l)
        outer.addWidget(label(self.windowTitle(), "title", parent=self))
        outer.addWidget(label(told("paper.how"), "muted", wrap=True, parent=self))
        middle = row(gap=lengths.pad_m)
        outer.addLayout(middle, 1)
        self.list = QListWidget(self)
        self.list.setAccessibleName(told("paper.boxes"))
        self.list.setFixedWidth(18 * lengths.font_body)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        for station in self.stations:
            QListWidgetItem(told("paper.box", page=station.page, title=short(station.title, 40)), self.list)
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
        self.back = button(told("paper.back"), parent=self)
        self.next = button(told("paper.next"), "primary", parent=self)
        self.done_button = button(told("paper.done"), parent=self)
        self.leave = button(told("cancel"), "quiet", parent=self)
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
        for keys in ("Ctrl+Return", "Ctrl+Enter"):  # a key of the whole dialog: long texts would keep it to themselves
            QShortcut(QKeySequence(keys), self).activated.connect(self.finish)
        self.go_to(0)

    @property
    def changes(self) -> tuple[Change, ...]:
        """What was written otherwise until now."""
        return compare(self._first.description, self._first.record, self.draft.record)

    @property
    def found(self) -> ReadBack:
        """What was written otherwise until now, and what of it could not be read."""
        return ReadBack(changes=self.changes, unread=tuple(self._unread.values()))

    @property
    def at(self) -> int:
        """Which box is open, from 0."""
        return self._at

    def sizeHint(self) -> QSize:
        """Return as much room as a box of a sheet wants, as far as the screen goes."""
        letters = self._hub.theme.metrics.font_body
        room = self.screen().availableGeometry().size()
        return QSize(min(_WIDE * letters, room.width() - 40), min(_HIGH * letters, room.height() - 60))

    def showEvent(self, event: QShowEvent) -> None:
        """Begin in the first field."""
        super().showEvent(event)
        self.resize(self.sizeHint())  # by itself Qt takes no more than two thirds of the screen
        self._enter(first=True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Enter in a field be no answer to the dialog."""
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
        self.where.setText(told("paper.where", page=station.page, box=at + 1, boxes=len(self.stations)))
        self.back.setEnabled(at > 0)
        self.next.setEnabled(at < len(self.stations) - 1)
        self.form.show_sheet(self.draft)
        self.form.finish()
        self._area.verticalScrollBar().setValue(0)
        if self.isVisible():
            self._enter(first=first)

    def finish(self) -> None:
        """Show what would change; the paper is done."""
        self.form.flush()
        found = self.found
        self._sure = True
        self.accept()
        self._then(found)

    def reject(self) -> None:
        """Put it away; if something was written, only after a question."""
        self.form.flush()
        if self._sure or not (self.changes or self._unread):
            super().reject()
            return
        choices = (Choice("", told("paper.stay"), "primary"), Choice("lose", told("paper.lose"), "danger"))
        sentences = (told("paper.lose_asks", count=len(self.changes) + len(self._unread)),)
        ask(self._hub, self, told("paper.lose_title"), sentences, choices, self._lose, icon="warning")

    def abandon(self) -> None:
        """Put it away without a question."""
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
        """Keep what could not be read, to list it in the end; without words it is no longer there."""
        if why:
            place = label_at(self.draft.plan, self.draft.record, parse_path(path))
            self._unread[path] = Unread(label=place, text=words[:400], why=why)
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
        except (Unwritable, NoPath) as error:
            why = (error.why if isinstance(error, Unwritable) else "") or told("unread.not_there")
            self._note(path, plain_text(value), why)
            self.form.refuse(path, why)
            return
        self.form.show_sheet(self.draft)
        self._mark()

    def _mark(self) -> None:
        """Show in the list where something was written otherwise."""
        keys = {change.path.partition(".")[0].partition("[")[0] for change in self.changes}
        for at, station in enumerate(self.stations):
            item = self.list.item(at)
            words = told("paper.box", page=station.page, title=short(station.title, 40))
            item.setText(f"{words} •" if keys & set(station.keys) else words)
