"""An open campaign in the window: the rail, the rooms, and whose eyes they are seen with."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from engine.play.offers import Offer
from vtt.panels.offer_tile import offer_words
from vtt.session import SHARED, Change, Pending, Session
from vtt.shell.actions import Actions
from vtt.shell.bars import ROOMS, Rail
from vtt.shell.notices import Banner
from vtt.shell.table_room import TableRoom
from vtt.shell.words import told
from vtt.table.faces import Faces
from vtt.widgets.theme import ThemeHub

if TYPE_CHECKING:
    from vtt.panels.dice import DiceBox
    from vtt.panels.palette import Palette
    from vtt.sheets.characters import CharactersRoom


class CampaignPage(QWidget):
    """The rooms of one campaign. The table is there after `furnish`, the others when somebody first goes there.

    Signals:
        said: a sentence with the IDs of its rules; it stands already where it happened.
        announced: a sentence with the IDs of its rules, to be said over the window.
        banner_wanted: the name of an action, from a button on the banner.
        room_changed: the room that is shown now.
        print_wanted: something shall be printed, most likely the sheet of the character with this id.
        hand_print_wanted: the hand of this seat shall be printed; the curtain is drawn for it.
        viewer_changed: the rooms have other eyes now.
        undo_to: a moment of the history to which somebody wants to go, back or forth.
    """

    said = Signal(str, object)
    announced = Signal(str, object)
    banner_wanted = Signal(str)
    room_changed = Signal(str)
    print_wanted = Signal(str)
    hand_print_wanted = Signal(str)
    viewer_changed = Signal(str)
    undo_to = Signal(int)

    def __init__(
        self, session: Session, hub: ThemeHub, faces: Faces, actions: Actions, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.session = session
        self._hub = hub
        self._viewer = SHARED
        self.rail = Rail(hub, actions, self, self.rooms)
        self.banner = Banner(hub, (("save_copy", "file"),), self)
        self.banner.wanted.connect(self.banner_wanted)
        self._stack = QStackedWidget(self)
        self.table_room = TableRoom(session, SHARED, hub, faces, self._stack)
        self.table_room.said.connect(self.said)
        self.table_room.undo_to.connect(self.undo_to)
        self.table_room.actor_wanted.connect(self.show_actor)
        self.table_room.newcomer_wanted.connect(self.ask_newcomer)
        self._rooms: dict[str, QWidget] = {"table": self.table_room}
        self._makers: dict[str, Callable[[], QWidget]] = {
            "characters": self._make_characters,
            "prep": self._make_prep,
            "story": self._make_story,
            "options": self._make_options,
        }
        self._room = "table"
        self._palette: Palette | None = None
        self._dice: DiceBox | None = None
        self._by_name: Offer | None = None  # found by its name, and nothing has been done since
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.rail)
        row.addWidget(self._stack, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.banner)
        column.addLayout(row, 1)
        session.failed.connect(self.banner.say)
        session.asked.connect(self._ask_to_tell)
        session.changed.connect(self._tell_if_silent)
        hub.changed.connect(self._fit_rail)

    def furnish(self) -> Iterator[None]:
        """Make the table's room, in steps."""
        yield from self.table_room.furnish()
        self.table_room.table.hand_print_wanted.connect(self.hand_print_wanted)
        self.table_room.slate_actions.wanted.connect(lambda: self.show_room("table"))
        self._stack.addWidget(self.table_room)

    @property
    def rooms(self) -> tuple[str, ...]:
        """The rooms that this game has: only what has a workshop is prepared."""
        return tuple(room for room in ROOMS if room != "prep" or hasattr(self.session.game.ruleset, "workshop"))

    @property
    def viewer(self) -> str:
        """Whose eyes the rooms have."""
        return self._viewer

    @property
    def room(self) -> str:
        """The room that is shown."""
        return self._room

    def set_viewer(self, viewer: str) -> None:
        """See every room with other eyes."""
        if viewer == self._viewer:
            return
        self._viewer = viewer
        for room in (*self._rooms.values(), self._palette, self._dice):
            if room is not None:
                room.set_viewer(viewer)  # type: ignore[attr-defined]
        self.viewer_changed.emit(viewer)

    def show_room(self, name: str) -> QWidget:
        """Go to a room, which is made the first time."""
        room = self._rooms.get(name)
        if room is None:
            room = self._rooms[name] = self._makers[name]()
            self._stack.addWidget(room)
        self._stack.setCurrentWidget(room)
        if name != self._room:
            self._room = name
            self.room_changed.emit(name)
        (self.table_room.table if name == "table" else room).setFocus()
        return room

    def show_actor(self, actor: str) -> None:
        """Go to a character's record."""
        self.show_room("characters")
        self._characters().show_actor(actor)

    def ask_newcomer(self, seat: str) -> None:
        """Ask who comes into the story, most likely led by a seat."""
        self.show_room("characters")
        self._characters().ask_new_for(seat)

    def open_palette(self, window: QWidget, actions: Sequence[QAction]) -> None:
        """Show the field in which everything can be found by name."""
        palette = self._palette
        if palette is None:
            from vtt.panels.palette import Palette

            palette = self._palette = Palette(self.session, self._viewer, self._hub, self)
            palette.offer_chosen.connect(self._take_by_name)
            palette.ran.connect(lambda sentence: self.announced.emit(sentence, ()))
            palette.seat_chosen.connect(self._show_seat)
            palette.actor_chosen.connect(self.show_actor)
            palette.card_chosen.connect(self._show_card)
            palette.dice_wanted.connect(lambda: self.open_dice(window))
        self._by_name = None
        palette.set_viewer(self._viewer)
        palette.set_actions((*actions, *self.table_room.slate_actions.actions))
        palette.open_over(window)

    def open_dice(self, window: QWidget) -> None:
        """Show the dice."""
        if self._dice is None:
            from vtt.panels.dice import DiceBox

            self._dice = DiceBox(self.session, self._viewer, self._hub, self)
        self._dice.set_viewer(self._viewer)
        self._dice.open_over(window, self.table_room.offers.seat)

    @Slot(object)
    def _ask_to_tell(self, pending: Pending) -> None:
        """Ask what real dice and cards tell before a gesture is done."""
        from vtt.panels.telling import TellingDialog

        above = QApplication.activeModalWidget() or self.window()
        TellingDialog(self.session, pending, self._viewer, self._hub, above).open()

    def _take_by_name(self, offer: Offer) -> None:
        """Take an offer that was found by its name."""
        self._by_name = offer
        self.table_room.offers.take(offer, found_by_name=True)

    @Slot(object)
    def _tell_if_silent(self, change: Change) -> None:
        """Say that an offer found by its name was done, where no line of the log says so to whoever looks."""
        offer, position = self._by_name, self.session.position
        if change.entry is None or offer is None:
            return
        self._by_name = None
        if not any(line.entry == position for line in self.session.lens(self._viewer).log(position - 1)):
            self.announced.emit(told("said.done", what=offer_words(offer).rstrip("…")), ())

    def _show_seat(self, seat: str) -> None:
        self.show_room("table")
        self.table_room.offers.choose_seat(seat)
        self.table_room.table.stand_at_hand(seat)

    def _show_card(self, zone: str, index: int) -> None:
        self.show_room("table")
        table = self.table_room.table
        if not any(stop.ref == zone and stop.index == index for stop in table.stops()):
            table.open_pile(zone)
        table.stand_at(next((stop for stop in table.stops() if stop.ref == zone and stop.index == index), None))

    # These rooms are imported after the start (`App.settle_later`): the table comes up a tenth of a second sooner.

    def _characters(self) -> CharactersRoom:
        room: Any = self._rooms["characters"]
        return room  # type: ignore[no-any-return]

    def _make_characters(self) -> QWidget:
        from vtt.sheets.characters import CharactersRoom

        room = CharactersRoom(self.session, self._viewer, self._hub)
        room.print_wanted.connect(self.print_wanted)
        return room

    def _make_options(self) -> QWidget:
        from vtt.panels.options import OptionsPage

        return OptionsPage(self.session, self._viewer, self._hub)

    def _make_prep(self) -> QWidget:
        from vtt.prep.room import PrepRoom

        room = PrepRoom(self.session, self._viewer, self._hub)
        room.said.connect(self.announced)
        room.table_wanted.connect(lambda: self.show_room("table"))
        return room

    def _make_story(self) -> QWidget:
        from vtt.panels.story import StoryRoom

        room = StoryRoom(self.session, self._viewer, self._hub)
        room.undo_to.connect(self.undo_to)
        return room

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Choose between a rail with names and one without."""
        super().resizeEvent(event)
        self._fit_rail()

    def _fit_rail(self) -> None:
        self.rail.set_short(not self.rail.fitting(self.size()))
