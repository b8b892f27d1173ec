"""Who sits at the table: a list of names that grows, shrinks and changes its order."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QLineEdit, QPushButton, QRadioButton, QVBoxLayout, QWidget

from engine.table.seats import Role, Seat
from vtt.shell.words import told
from vtt.widgets.dressing import IconButton, dress
from vtt.widgets.text import button_text, short, tip
from vtt.widgets.theme import Theme, ThemeHub

LONGEST_NAME = 200
MOST_PEOPLE = 12


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at the table."""

    name: str
    gm: bool = False


def usual_people() -> tuple[Person, ...]:
    """Return a GM and three players whose names can be typed later."""
    players = (Person(told("new.player_name", number=n)) for n in range(1, 4))
    return (Person(told("new.gm_name"), gm=True), *players)


def seats_of(people: Iterable[Person]) -> tuple[Seat, ...]:
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


def problem_of(people: Sequence[Person]) -> str:
    """Return what is wrong with a list of people, in a sentence; nothing if it will do."""
    if any(not person.name for person in people):
        return told("new.empty_person")
    seen: set[str] = set()
    for person in people:
        if person.name.casefold() in seen:
            return told("new.same_person", name=short(person.name))
        seen.add(person.name.casefold())
    if len(people) < 2 or not any(person.gm for person in people):
        return told("new.no_people")
    return ""


class PersonRow(QWidget):
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

    def __init__(self, hub: ThemeHub, person: Person, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self.name = QLineEdit(person.name)
        self.name.setMaxLength(LONGEST_NAME)
        self.name.setPlaceholderText(told("new.person_hint"))
        self.name.setAccessibleName(told("new.person_hint"))
        self.name.textChanged.connect(self._named)
        self.name.returnPressed.connect(self.next_wanted)
        self.gm = QRadioButton(told("new.gm"))
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
        dress(hub, self._wear)

    @property
    def person(self) -> Person:
        """Who it is."""
        return Person(" ".join(self.name.text().split()), self.gm.isChecked())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Alt with the arrows moves the row; Enter goes on to the next and deals nothing yet."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()
            return
        if event.modifiers() & Qt.KeyboardModifier.AltModifier and event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.moved.emit(-1 if event.key() == Qt.Key.Key_Up else 1)
            return
        super().keyPressEvent(event)

    def _named(self, name: str) -> None:
        who = short(name, 40)
        for button, key in ((self.up, "up"), (self.down, "down"), (self.off, "remove_person"), (self.gm, "gm_tip")):
            words = told(f"new.{key}", name=who)
            button.setToolTip(tip(words))
            button.setAccessibleName(words)
        self.changed.emit()

    def _wear(self, theme: Theme) -> None:
        self._row.setSpacing(theme.metrics.pad_xs)


class PeopleList(QWidget):
    """The people in the order in which they sit.

    Signals:
        changed: somebody came, went, moved or got another name.
    """

    changed = Signal()

    def __init__(self, hub: ThemeHub, people: Sequence[Person], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hub = hub
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._group = QButtonGroup(self)
        self.rows: list[PersonRow] = []
        self.add_button = QPushButton(button_text(told("new.add_person")))
        self.add_button.setProperty("role", "quiet")
        self.add_button.setAutoDefault(False)
        self.add_button.clicked.connect(self._add_somebody)
        foot = QHBoxLayout()
        foot.addWidget(self.add_button)
        foot.addStretch(1)
        self._column.addLayout(foot)
        for person in people:
            self.add(person)
        dress(hub, self._wear)

    @property
    def people(self) -> tuple[Person, ...]:
        """Who sits there now."""
        return tuple(row.person for row in self.rows)

    def add(self, person: Person) -> PersonRow:
        """Let somebody sit down at the end."""
        row = PersonRow(self._hub, person)
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
        numbered = (told("new.player_name", number=number) for number in range(1, MOST_PEOPLE + 1))
        row = self.add(Person(next((name for name in numbered if name.casefold() not in taken), "")))
        row.name.setFocus()
        row.name.selectAll()

    def _move(self, row: PersonRow, by: int) -> None:
        here = self.rows.index(row)
        there = here + by
        if not 0 <= there < len(self.rows):
            return
        focus = row.focusWidget()
        self.rows.insert(there, self.rows.pop(here))
        self._column.removeWidget(row)
        self._column.insertWidget(there, row)
        self._settle()
        if focus is not None:
            focus.setFocus()

    def _remove(self, row: PersonRow) -> None:
        here = self.rows.index(row)
        self.rows.remove(row)
        self._group.removeButton(row.gm)
        self._column.removeWidget(row)
        row.hide()
        row.deleteLater()
        if row.gm.isChecked() and self.rows:
            self.rows[0].gm.setChecked(True)
        if self.rows:
            self.rows[min(here, len(self.rows) - 1)].name.setFocus()
        self._settle()

    def _next(self, row: PersonRow) -> None:
        here = self.rows.index(row)
        if here + 1 < len(self.rows):
            self.rows[here + 1].name.setFocus()
            self.rows[here + 1].name.selectAll()
        elif row.person.name and len(self.rows) < MOST_PEOPLE:
            self.add(Person("")).name.setFocus()

    def _settle(self) -> None:
        for at, row in enumerate(self.rows):
            row.up.setEnabled(at > 0)
            row.down.setEnabled(at < len(self.rows) - 1)
            row.off.setEnabled(len(self.rows) > 1)
        for before, after in zip(self.rows, self.rows[1:], strict=False):
            QWidget.setTabOrder(before.off, after.name)
        self.add_button.setEnabled(len(self.rows) < MOST_PEOPLE)
        self.changed.emit()

    def _wear(self, theme: Theme) -> None:
        self._column.setSpacing(theme.metrics.pad_xs)
