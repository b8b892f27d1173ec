"""The seats above the offers: whose offers are shown, for which seats the table waits, and how long."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSize, Signal, Slot
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QButtonGroup, QPushButton, QWidget

from engine.model.seats import Role, Seat
from engine.presentation.visibility import VisibleTable
from vtt.shared.campaign_panel import text
from vtt.widgets.basic_widgets import clear_layout
from vtt.widgets.layouts.tile_flow import TileFlow
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import button_text, short, tip


class SeatSwitcher(QWidget):
    """A button for each seat; hidden where there is only one.

    Signals:
        chosen: the seat whose offers to show.
    """

    chosen = Signal(str)

    def __init__(self, hub: ThemeHub, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hub = hub
        self._known: object = None
        self._seat_buttons: dict[str, QPushButton] = {}
        self._marked: dict[str, tuple[bool, bool, int]] = {}
        self._left: Mapping[str, int] = {}
        self._flow = TileFlow(self)
        self._group = QButtonGroup(self)
        self._group.idClicked.connect(self._clicked)

    @property
    def buttons(self) -> Sequence[QPushButton]:
        """The buttons, in the order of the people."""
        return tuple(self._seat_buttons.values())

    @property
    def checked(self) -> QPushButton | None:
        """The button of the seat whose offers are shown."""
        return next((button for button in self.buttons if button.isChecked()), None)

    def height_at(self, width: int) -> int:
        """Return how high it is at a width."""
        return self._flow.heightForWidth(width)

    def show_people(self, view: VisibleTable, seats: Sequence[str], chosen: str, waiting: Sequence[str]) -> bool:
        """Show these people and how they are marked; say whether they are others than before."""
        shown_state = (self._hub.theme, tuple(view.seats[seat] for seat in seats))
        has_changed = shown_state != self._known
        if has_changed:
            self._known = shown_state
            self._flow.setSpacing(self._hub.theme.metrics.pad_xs)
            for old in self._group.buttons():
                self._group.removeButton(old)
            clear_layout(self._flow)
            self._seat_buttons = {
                seat: self._seat_button(view.seats[seat], number) for number, seat in enumerate(seats)
            }
            self._marked.clear()
            self.setVisible(len(seats) > 1)
        self._mark_all(view, chosen, waiting)
        return has_changed

    def show_left(self, left: Mapping[str, int], view: VisibleTable, chosen: str, waiting: Sequence[str]) -> None:
        """Show beside each of these people how many seconds they have left to answer."""
        self._left = left
        if all(seat in view.seats for seat in self._seat_buttons):  # else it is about to be told of other people
            self._mark_all(view, chosen, waiting)

    def _mark_all(self, view: VisibleTable, chosen: str, waiting: Sequence[str]) -> None:
        for seat, button in self._seat_buttons.items():
            marks = (seat == chosen, seat in waiting, self._left.get(seat, 0))
            if self._marked.get(seat) != marks:
                self._marked[seat] = marks
                self._mark(button, view.seats[seat], chosen=marks[0], waited=marks[1], left=marks[2])

    def _seat_button(self, seat: Seat, number: int) -> QPushButton:
        size = self._hub.theme.metrics.icon_s
        button = QPushButton(self)
        button.setCheckable(True)
        button.setAutoDefault(False)
        button.setObjectName(f"seat_{seat.id}")
        button.setIconSize(QSize(size, size))
        self._group.addButton(button, number)
        self._flow.addWidget(button)
        button.show()  # a layout shows it later, and till then it counts for nothing
        # With or without a sign it is as wide, or the buttons beside it would move under the pointer.
        button.setText(f" {_words_of(seat)}")
        button.setIcon(self._hub.icon("hourglass", size=size))
        button.ensurePolished()
        button.setMinimumWidth(button.sizeHint().width())
        return button

    def _mark(self, button: QPushButton, person: Seat, *, chosen: bool, waited: bool, left: int) -> None:
        """Show by name and sign whether the table waits for a seat, how long, or whether its offers are shown."""
        name = text("offers.seat_waited", name=person.name) if waited else person.name
        icon = "hourglass" if waited else "crown" if person.role is Role.GM else ""
        role = "on_selection" if chosen else "accent_text" if waited else "text"
        words = _words_of(person)
        if left:
            # Each number is as wide as the one before, or the people beside would move every second.
            words = text("offers.seat_left", name=words, seconds=f"{left:\u2007>2}")
        button.setChecked(chosen)
        button.setText(f" {words}" if icon else words)
        button.setAccessibleName(short(name, 200))
        button.setToolTip(tip(name))
        button.setIcon(self._hub.icon(icon, role=role, size=self._hub.theme.metrics.icon_s) if icon else QIcon())

    @Slot(int)
    def _clicked(self, number: int) -> None:
        self.chosen.emit(list(self._seat_buttons)[number])


def _words_of(person: Seat) -> str:
    """Return the name on the button of a seat."""
    return button_text(short(person.name, 24))
