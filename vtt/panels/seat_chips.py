"""The people above the offers: whose offers are shown, who is waited for, and how long."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSize, Signal, Slot
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QButtonGroup, QPushButton, QWidget

from engine.play.sight import View
from engine.table.seats import Role, Seat
from vtt.panels.fit import TileFlow
from vtt.panels.panel import text
from vtt.panels.parts import empty
from vtt.widgets.text import button_text, short, tip
from vtt.widgets.theme import ThemeHub


class SeatChips(QWidget):
    """A button for each person; hidden where there is but one.

    Signals:
        chosen: a seat whose offers somebody wants to see.
    """

    chosen = Signal(str)

    def __init__(self, hub: ThemeHub, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hub = hub
        self._known: object = None
        self._chips: dict[str, QPushButton] = {}
        self._marked: dict[str, tuple[bool, bool, int]] = {}
        self._left: Mapping[str, int] = {}
        self._flow = TileFlow(self)
        self._group = QButtonGroup(self)
        self._group.idClicked.connect(self._clicked)

    @property
    def buttons(self) -> Sequence[QPushButton]:
        """The buttons, in the order of the people."""
        return tuple(self._chips.values())

    @property
    def checked(self) -> QPushButton | None:
        """The button of whose offers are shown."""
        return next((chip for chip in self.buttons if chip.isChecked()), None)

    def height_at(self, width: int) -> int:
        """Return how high it is at a width."""
        return self._flow.heightForWidth(width)

    def show_people(self, view: View, seats: Sequence[str], chosen: str, waiting: Sequence[str]) -> bool:
        """Show these people and how they are marked; say whether they are others than before."""
        known = (self._hub.theme, tuple(view.seats[seat] for seat in seats))
        others = known != self._known
        if others:
            self._known = known
            self._flow.setSpacing(self._hub.theme.metrics.pad_xs)
            for old in self._group.buttons():
                self._group.removeButton(old)
            empty(self._flow)
            self._chips = {seat: self._chip(seat, number) for number, seat in enumerate(seats)}
            self._marked.clear()
            self.setVisible(len(seats) > 1)
        self._mark_all(view, chosen, waiting)
        return others

    def show_left(self, left: Mapping[str, int], view: View, chosen: str, waiting: Sequence[str]) -> None:
        """Show beside each of these people how many seconds they have left to answer."""
        self._left = left
        if all(seat in view.seats for seat in self._chips):  # else it is about to be told of other people
            self._mark_all(view, chosen, waiting)

    def _mark_all(self, view: View, chosen: str, waiting: Sequence[str]) -> None:
        for seat, chip in self._chips.items():
            marks = (seat == chosen, seat in waiting, self._left.get(seat, 0))
            if self._marked.get(seat) != marks:
                self._marked[seat] = marks
                self._mark(chip, view.seats[seat], chosen=marks[0], waited=marks[1], left=marks[2])

    def _chip(self, seat: str, number: int) -> QPushButton:
        size = self._hub.theme.metrics.icon_s
        chip = QPushButton(self)
        chip.setCheckable(True)
        chip.setAutoDefault(False)
        chip.setObjectName(f"seat_{seat}")
        chip.setIconSize(QSize(size, size))
        self._group.addButton(chip, number)
        self._flow.addWidget(chip)
        chip.show()  # a layout shows it later, and till then it counts for nothing
        return chip

    def _mark(self, chip: QPushButton, person: Seat, *, chosen: bool, waited: bool, left: int) -> None:
        """Say by name and sign whether a person is waited for, how long, or is the one whose offers are shown."""
        name = text("offers.seat_waited", name=person.name) if waited else person.name
        icon = "hourglass" if waited else "crown" if person.role is Role.GM else ""
        role = "on_selection" if chosen else "accent_text" if waited else "text"
        words = button_text(short(person.name, 24))
        if left:
            # Each number is as wide as the one before, or the people beside would move every second.
            words = text("offers.seat_left", name=words, seconds=f"{left:\u2007>2}")
        chip.setChecked(chosen)
        chip.setText(f" {words}" if icon else words)
        chip.setAccessibleName(short(name, 200))
        chip.setToolTip(tip(name))
        chip.setIcon(self._hub.icon(icon, role=role, size=self._hub.theme.metrics.icon_s) if icon else QIcon())

    @Slot(int)
    def _clicked(self, number: int) -> None:
        self.chosen.emit(list(self._chips)[number])
