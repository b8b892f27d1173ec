"""The interface of the table that mouse and keyboard input need."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QPointF

from vtt.shared.hand_peek import HandPeek
from vtt.table.accessibility.focus_targets import FocusTarget
from vtt.table.input.drag import DragController
from vtt.table.input.hand_input import HandInput
from vtt.table.input.selection_marks import SelectionMarks
from vtt.table.questions.question_input import QuestionInput
from vtt.table.scene.table_scene import TableScene


class InputSurface(Protocol):
    """The table widget as mouse and keyboard input see it."""

    @property
    def table_scene(self) -> TableScene:
        """The scene."""
        ...

    @property
    def drag_controller(self) -> DragController:
        """The drag controller."""
        ...

    @property
    def selection_marks(self) -> SelectionMarks:
        """The focus ring and the selection band."""
        ...

    @property
    def hand_peek(self) -> HandPeek:
        """The look at a hidden hand."""
        ...

    @property
    def hand_input(self) -> HandInput:
        """The handler of hands: their order, and the natural play of cards."""
        ...

    @property
    def question_input(self) -> QuestionInput:
        """The questions that are asked on the table."""
        ...

    @property
    def active_seat(self) -> str:
        """The active seat of the window."""
        ...

    @property
    def free_hand(self) -> bool:
        """True if every drop is a manual move, also without Alt."""
        ...

    @property
    def opened(self) -> str:
        """The pile that is spread out."""
        ...

    def open_pile(self, zone: str) -> None:
        """Spread a pile, or close it with an empty string."""
        ...

    def enter_zone(self, zone: str) -> None:
        """Handle a click on a place."""
        ...

    def choose_seat(self, seat: str) -> None:
        """Make a seat the active one."""
        ...

    def say_release(self) -> None:
        """Say what a release of the eye on a card does."""
        ...

    def say_missed(self, where: QPointF) -> None:
        """Say that a release of the eye beside the cards chooses nothing."""
        ...

    def open_actor(self, actor: str) -> None:
        """Bring a character's summary to the front, or show its record if it is there already."""
        ...

    def choose_character(self, seat: str, where: QPointF) -> None:
        """Let the person choose among all characters of a seat."""
        ...

    def edit_element(self, names: tuple[str, ...], where: QPointF) -> None:
        """Set a number or a location by hand. `names` is the character, its kind, its name and the new value."""
        ...

    def enter_region(self, names: tuple[str, ...]) -> None:
        """Handle a click on a hit location. `names` is the character, its kind and its name."""
        ...

    def enter_body(self, names: tuple[str, ...], where: QPointF) -> bool:
        """Handle a click on a body at a station. `names` is the body and its owner."""
        ...

    def confirm(self, where: QPointF) -> bool:
        """Submit the chosen bodies. Return whether any are chosen."""
        ...

    def confirm_by_key(self, body: str) -> bool:
        """Submit the chosen bodies, unless a body that is not chosen yet has the focus. Return whether any are."""
        ...

    def answer(self, kind: str, names: tuple[str, ...]) -> bool:
        """Answer an open question with a body or a region. Return whether it was an answer."""
        ...

    def forget_chosen(self) -> bool:
        """Undo the choice of bodies. Return whether any were chosen."""
        ...

    def open_clock(self, where: QPointF) -> None:
        """Let the person set the clock forward or back."""
        ...

    def explain(self, where: QPointF) -> None:
        """Show where the numbers at a point come from."""
        ...

    def throw_waiting_dice(self, side: str) -> bool:
        """Throw the dice of a side that wait for that, if it is the one next step. Return whether it is."""
        ...

    def take_primary_offer(self, zone: str, where: QPointF) -> None:
        """Take the one primary offer that starts at a place."""
        ...

    def read_card(self) -> bool:
        """Show the focused card large, or hide it."""
        ...

    def stop_reading(self) -> bool:
        """Hide the large card. Return whether there was one."""
        ...

    def look_closer(self) -> None:
        """Show the surroundings of the focus larger, or what is usually seen."""
        ...

    def focus_targets(self) -> tuple[FocusTarget, ...]:
        """Return every target of the keyboard focus."""
        ...

    def set_focus_target(self, target: FocusTarget | None) -> None:
        """Move the keyboard focus to a target."""
        ...
