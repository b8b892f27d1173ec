"""What the mouse and the keys need from the table on which they work."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QPointF

from vtt.table.gestures import Gestures
from vtt.table.looking import Looker
from vtt.table.marks import Marks
from vtt.table.scene import TableScene
from vtt.table.stops import Stop


class Surface(Protocol):
    """The widget, as whoever answers mouse and keys sees it."""

    @property
    def table_scene(self) -> TableScene:
        """What is shown."""
        ...

    @property
    def gestures(self) -> Gestures:
        """What is in the hand."""
        ...

    @property
    def marks(self) -> Marks:
        """The ring of the keyboard, and the band of the mouse."""
        ...

    @property
    def looker(self) -> Looker:
        """Who looks at a hidden hand."""
        ...

    @property
    def active_seat(self) -> str:
        """The seat that the window speaks of."""
        ...

    @property
    def opened(self) -> str:
        """The pile that is spread out."""
        ...

    def open_pile(self, zone: str) -> None:
        """Spread a pile, or close it with an empty string."""
        ...

    def enter_zone(self, zone: str) -> None:
        """Do what a click on a place does."""
        ...

    def choose_seat(self, seat: str) -> None:
        """Make a seat the active one."""
        ...

    def open_actor(self, actor: str) -> None:
        """Bring a character's figure to the front, or where it is there already show its record."""
        ...

    def open_crowd(self, seat: str, where: QPointF) -> None:
        """Let somebody choose among all of a seat's characters."""
        ...

    def set_element(self, names: tuple[str, ...], where: QPointF) -> None:
        """Set a number or a location by hand: whose, its kind, its name, and what it becomes."""
        ...

    def enter_region(self, names: tuple[str, ...]) -> None:
        """Do what a click on a hit location does: whose, its kind, its name."""
        ...

    def enter_body(self, names: tuple[str, ...], where: QPointF) -> None:
        """Do what a click on a body of a station does: the body, and whose it is."""
        ...

    def confirm(self, where: QPointF) -> bool:
        """Do what is asked with the bodies that are chosen; say whether any are."""
        ...

    def forget_chosen(self) -> bool:
        """Let go of the bodies that are chosen; say whether any were."""
        ...

    def open_clock(self, where: QPointF) -> None:
        """Let somebody put the clock on or back."""
        ...

    def explain(self, where: QPointF) -> None:
        """Tell where the numbers at a point come from."""
        ...

    def do_main(self, zone: str, where: QPointF) -> None:
        """Take up the one main offer that begins at a place."""
        ...

    def read_card(self) -> bool:
        """Show the card large at which the keyboard stands, or put it away."""
        ...

    def stop_reading(self) -> bool:
        """Put the large card away; say whether there was one."""
        ...

    def stops(self) -> tuple[Stop, ...]:
        """Every stop of the keyboard."""
        ...

    def stand_at(self, stop: Stop | None) -> None:
        """Let the keyboard stand at a stop."""
        ...
