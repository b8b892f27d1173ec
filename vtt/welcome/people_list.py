"""The people at the table: a list of names that can be extended, shortened and reordered."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QShowEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QLineEdit, QPushButton, QRadioButton, QVBoxLayout, QWidget

from engine.model.seats import Role, Seat
from vtt.widgets.icon_button import IconButton
from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.plain_text import button_text, short, tip
from vtt.widgets.theme_binding import follow_theme
from vtt.widgets.ui_texts import ui_text

LONGEST_NAME = 200
MOST_PEOPLE = 12


@dataclass(frozen=True, slots=True)
class SeatEntry:
    """One person at the table."""

    name: str
    gm: bool = False


def default_people() -> tuple[SeatEntry, ...]:
    """Return a GM and three players whose names can be entered later."""
    players = (SeatEntry(ui_text("shell", "new.player_name", number=n)) for n in range(1, 4))
    return (SeatEntry(ui_text("shell", "new.gm_name"), gm=True), *players)


def seats_of(people: Iterable[SeatEntry]) -> tuple[Seat, ...]:
    """Return seats with ids made from the names: short, plain, each once."""
    taken = {"shared", "print", ""}
    seats: list[Seat] = []
    for person in people:
        plain = unicodedata.normalize("NFKD", person.name).encode("ascii", "ignore").decode().lower()
        stem = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:24].strip("-")
        wanted, number = stem or "seat", 2
        while wanted in taken:
            wanted, number = f"{stem or 'seat'}-{number}", number + 1
        taken.add(wanted)
        seats.append(Seat(id=wanted, name=person.name, role=Role.GM if person.gm else Role.PLAYER))
    return tuple(seats)


def problem_of(people: Sequence[SeatEntry]) -> str:
    """Return what is wrong with a list of people, in a sentence; nothing if it will do."""
    if any(not person.name for person in people):
        return ui_text("shell", "new.empty_person")
    seen: set[str] = set()
    for person in people:
        if person.name.casefold() in seen:
            return ui_text("shell", "new.same_person", name=short(person.name))
        seen.add(person.name.casefold())
    if len(people) < 2 or not any(person.gm for person in people):
        return ui_text("shell", "new.no_people")
    return ""


class ProposedNameField(QLineEdit):
    """A field with a proposed name: the first click selects it all, so that typing puts another name in its place."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self._is_first_click = False

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Note whether a click brings the focus."""
        super().focusInEvent(event)
        self._is_first_click = event.reason() is Qt.FocusReason.MouseFocusReason and not self.isModified()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Select the whole name after the first click, unless a part of it was selected with the mouse."""
        super().mouseReleaseEvent(event)
        if self._is_first_click and not self.hasSelectedText():
            self.selectAll()
        self._is_first_click = False


class SeatEntryRow(QWidget):
    """One person: name, whether the GM, and the buttons that move or take the row away.

    Signals:
        changed: name or part.
        moved: by how many rows.
        removed: the row shall go.
        next_wanted: Enter was pressed.
    """

    changed = Signal()
    moved = Signal(int)
    removed = Signal()
    next_wanted = Signal()

    def __init__(self, hub: ThemeHub, person: SeatEntry, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self.name = ProposedNameField(person.name)
        self.name.setMaxLength(LONGEST_NAME)
        self.name.setPlaceholderText(ui_text("shell", "new.person_hint"))
        self.name.setAccessibleName(ui_text("shell", "new.person_hint"))
        self.name.textChanged.connect(self._named)
        self.name.returnPressed.connect(self.next_wanted)
        self.gm = QRadioButton(ui_text("shell", "new.gm"))
        self.gm.setChecked(person.gm)
        self.gm.toggled.connect(lambda _on: self.changed.emit())
        self.up = IconButton(hub, "chevron-up", "", self)
        self.down = IconButton(hub, "chevron-down", "", self)
        self.off = IconButton(hub, "close", "", self)
        self.up.clicked.connect(lambda: self.moved.emit(-1))
        self.down.clicked.connect(lambda: self.moved.emit(1))
        self.off.clicked.connect(self.removed)
        self._row.addWidget(self.name, 1)
        for part in (self.gm, self.up, self.down, self.off):
            self._row.addWidget(part)
        self._named(person.name)
        follow_theme(hub, self._apply_theme)

    @property
    def person(self) -> SeatEntry:
        """The person of this row."""
        return SeatEntry(" ".join(self.name.text().split()), self.gm.isChecked())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the row with Alt and the arrows; Enter goes to the next row and does not start the campaign."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()
            return
        if event.modifiers() & Qt.KeyboardModifier.AltModifier and event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.moved.emit(-1 if event.key() == Qt.Key.Key_Up else 1)
            return
        super().keyPressEvent(event)

    def _named(self, name: str) -> None:
        short_name = short(name, 40)
        for button, key in ((self.up, "up"), (self.down, "down"), (self.off, "remove_person"), (self.gm, "gm_tip")):
            words = ui_text("shell", f"new.{key}", name=short_name)
            button.setToolTip(tip(words))
            button.setAccessibleName(words)
        self.changed.emit()

    def _apply_theme(self, theme: Theme) -> None:
        self._row.setSpacing(theme.metrics.pad_xs)


class PeopleList(QWidget):
    """The people in the order of their seats.

    Signals:
        changed: a person was added, removed, moved or renamed.
    """

    changed = Signal()

    def __init__(self, hub: ThemeHub, people: Sequence[SeatEntry], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hub = hub
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._group = QButtonGroup(self)
        self.rows: list[SeatEntryRow] = []
        self.add_button = QPushButton(button_text(ui_text("shell", "new.add_person")))
        self.add_button.setProperty("role", "quiet")
        self.add_button.setAutoDefault(False)
        self.add_button.clicked.connect(self._add_somebody)
        foot = QHBoxLayout()
        foot.addWidget(self.add_button)
        foot.addStretch(1)
        self._column.addLayout(foot)
        for person in people:
            self.add(person)
        follow_theme(hub, self._apply_theme)

    @property
    def people(self) -> tuple[SeatEntry, ...]:
        """The people now, without empty rows at the end: Enter behind the last name adds one."""
        people = [row.person for row in self.rows]
        while people and not people[-1].name and not people[-1].gm:
            people.pop()
        return tuple(people)

    def add(self, person: SeatEntry) -> SeatEntryRow:
        """Add a person at the end."""
        row = SeatEntryRow(self._hub, person)
        self._group.addButton(row.gm)
        row.changed.connect(self.changed)
        row.moved.connect(lambda by: self._move(row, by))
        row.removed.connect(lambda: self._remove(row))
        row.next_wanted.connect(lambda: self._next(row))
        self.rows.append(row)
        self._column.insertWidget(len(self.rows) - 1, row)
        self._settle()
        return row

    def _add_somebody(self) -> None:
        """Add a row that will do as it is; typing puts another name in its place."""
        taken = {row.person.name.casefold() for row in self.rows}
        numbered = (ui_text("shell", "new.player_name", number=number) for number in range(1, MOST_PEOPLE + 1))
        row = self.add(SeatEntry(next((name for name in numbered if name.casefold() not in taken), "")))
        row.name.setFocus()
        row.name.selectAll()

    def _move(self, row: SeatEntryRow, by: int) -> None:
        row_at = self.rows.index(row)
        new_at = row_at + by
        if not 0 <= new_at < len(self.rows):
            return
        focus = row.focusWidget()
        self.rows.insert(new_at, self.rows.pop(row_at))
        self._column.removeWidget(row)
        self._column.insertWidget(new_at, row)
        self._settle()
        if focus is not None:
            focus.setFocus()

    def _remove(self, row: SeatEntryRow) -> None:
        row_at = self.rows.index(row)
        self.rows.remove(row)
        self._group.removeButton(row.gm)
        self._column.removeWidget(row)
        row.hide()
        row.deleteLater()
        if row.gm.isChecked() and self.rows:
            self.rows[0].gm.setChecked(True)
        if self.rows:
            self.rows[min(row_at, len(self.rows) - 1)].name.setFocus()
        self._settle()

    def _next(self, row: SeatEntryRow) -> None:
        row_at = self.rows.index(row)
        if row_at + 1 < len(self.rows):
            self.rows[row_at + 1].name.setFocus()
            self.rows[row_at + 1].name.selectAll()
        elif row.person.name and len(self.rows) < MOST_PEOPLE:
            self.add(SeatEntry("")).name.setFocus()

    def _settle(self) -> None:
        for at, row in enumerate(self.rows):
            row.up.setEnabled(at > 0)
            row.down.setEnabled(at < len(self.rows) - 1)
            row.off.setEnabled(len(self.rows) > 1)
        self._chain()
        self.add_button.setEnabled(len(self.rows) < MOST_PEOPLE)
        self.changed.emit()

    def _chain(self) -> None:
        """Let Tab go through the rows from top to bottom, and then to the button below them."""
        chain = [part for row in self.rows for part in (row.name, row.gm, row.up, row.down, row.off)]
        for before, after in pairwise([self.add_button, *chain, self.add_button]):  # which is thus the last
            QWidget.setTabOrder(before, after)

    def showEvent(self, event: QShowEvent) -> None:
        """Put the order of Tab right, which another parent has changed."""
        super().showEvent(event)
        self._chain()

    def _apply_theme(self, theme: Theme) -> None:
        self._column.setSpacing(theme.metrics.pad_xs)
