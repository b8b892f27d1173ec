"""The page of an open campaign in the window: the rail and the rooms, for one viewer."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QApplication, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from engine.core.commands import Command
from engine.kit.notes.note_links import NoteLink
from engine.messages.texts import say
from engine.model.seats import SHARED
from engine.presentation.offers import Offer
from vtt.campaign.campaign_changes import CampaignChange, PendingInput
from vtt.campaign.campaign_records import WHAT_IF
from vtt.campaign.open_campaign import OpenCampaign
from vtt.library.open_libraries import OpenLibraries
from vtt.panels.offers_bar import KEYS
from vtt.panels.what_if_strip import WhatIfBanner
from vtt.shared.campaign_panel import CampaignPanel
from vtt.shared.card_faces.card_face_cache import CardFaceCache
from vtt.shared.handouts.handout_display import HandoutDisplay
from vtt.shared.lists.entry_drag import LIBRARY_FORM, EntryDropTarget
from vtt.shared.notes.note_targets import CHARACTERS, NoteTarget
from vtt.shared.offers.offer_tile import offer_words
from vtt.shared.questions.question_form import fields_read_ahead
from vtt.shared.screen_names import name_of_seat
from vtt.shell.window.notices import Banner
from vtt.shell.window.room_rail import ROOMS, RoomRail
from vtt.shell.window.table_room import TableRoom
from vtt.shell.window.top_bar import usual_bar_height
from vtt.shell.window.window_actions import WindowActions
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.tasks.gradual_deletion import delete_in_parts
from vtt.widgets.tasks.gradual_task import GradualTask
from vtt.widgets.tasks.task_runner import TaskRunner
from vtt.widgets.ui_texts import ui_text

if TYPE_CHECKING:
    from vtt.help.current_page import CurrentMoment
    from vtt.panels.command_palette import CommandPalette
    from vtt.panels.dice_roller import DiceRoller
    from vtt.panels.quick_note import QuickNoteField
    from vtt.prep.prep_room import PrepRoom
    from vtt.shared.notes.note_link_actions import NoteLinkActions
    from vtt.sheets.characters.characters_room import CharactersRoom


def keep_offer_keys(room: QWidget) -> None:
    """Let the keys of the offers bar do nothing in a room without it: a field would take in the digit, unnoticed.

    On a Mac the Option key types letters with them, which somebody may want.
    """
    for key in KEYS if sys.platform != "darwin" else ():
        QShortcut(QKeySequence(key), room, context=Qt.ShortcutContext.WidgetWithChildrenShortcut)


class CampaignPage(QWidget):
    """The rooms of one campaign. The table is there after `furnish`, each other room after its first visit.

    Signals:
        said: a sentence with the IDs of its rules; it is shown already where it happened.
        announced: a sentence with the IDs of its rules, to be shown over the window.
        banner_wanted: the name of an action, from a button on the banner.
        room_changed: the room that is shown now.
        print_wanted: a request to print, with the id of the character whose sheet is likely.
        hand_print_wanted: a request to print the hand of this seat; the curtain is drawn for it.
        encounter_print_wanted: a request to print the encounter of this kind and id.
        viewer_changed: the rooms have another viewer now.
        closed_page_wanted: a person has come to a page that only the GM screen shows.
        seat_wanted: a person chooses this seat, or holds its hand up; before that is shown.
        undo_to: the position of the history to go to, back or forth.
        what_if_from: a position of the history from which the GM wants to try something.
        library_wanted: a LibraryItem, to be saved to the library.
    """

    said = Signal(str, object)
    announced = Signal(str, object)
    banner_wanted = Signal(str)
    room_changed = Signal(str)
    print_wanted = Signal(str)
    hand_print_wanted = Signal(str)
    encounter_print_wanted = Signal(str, str)
    viewer_changed = Signal(str)
    closed_page_wanted = Signal()
    seat_wanted = Signal(str)
    undo_to = Signal(int)
    what_if_from = Signal(int)
    library_wanted = Signal(object)

    def __init__(
        self,
        campaign: OpenCampaign,
        hub: ThemeHub,
        faces: CardFaceCache,
        actions: WindowActions,
        libraries: OpenLibraries,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.campaign = campaign
        self._hub = hub
        self._libraries = libraries
        self._viewer = SHARED
        self.handouts = HandoutDisplay(campaign, hub, self)
        self.rail = RoomRail(hub, actions, self, self.rooms)
        self.banner = Banner(hub, (("save_copy", "file"),), self)
        self.banner.wanted.connect(self.banner_wanted)
        self.what_if: WhatIfBanner | None = None
        if campaign.setting(WHAT_IF) is not None:
            self.what_if = WhatIfBanner(campaign, hub, self)
            self.what_if.more_wanted.connect(lambda: self.banner_wanted.emit("what_if"))
        self._stack = QStackedWidget(self)
        self.table_room = TableRoom(campaign, SHARED, hub, faces, self._stack)
        self.table_room.said.connect(self.said)
        self.table_room.undo_to.connect(self.undo_to)
        self.table_room.what_if_from.connect(self.what_if_from)
        self.table_room.seat_wanted.connect(self.seat_wanted)
        self.table_room.actor_wanted.connect(self.show_actor)
        self.table_room.newcomer_wanted.connect(self.ask_newcomer)
        self.table_room.link_wanted.connect(self._follow_link)
        self._rooms: dict[str, QWidget] = {"table": self.table_room}
        self._makers: dict[str, Callable[[], QWidget]] = {
            "characters": self._make_characters,
            "prep": self._make_prep,
            "library": self._make_library,
            "story": self._make_story,
            "options": self._make_options,
        }
        self._room = "table"
        self._task_runner = TaskRunner(self)
        self.destroyed.connect(self._task_runner.close)
        self._palette: CommandPalette | None = None
        self._dice: DiceRoller | None = None
        self._quick_note: QuickNoteField | None = None
        self.page_links: NoteLinkActions | None = None
        self._by_name: Offer | None = None  # found by its name for this viewer; nothing has been done or left since
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.rail)
        row.addWidget(self._stack, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        if self.what_if is not None:
            column.addWidget(self.what_if)
        column.addWidget(self.banner)
        column.addLayout(row, 1)
        campaign.failed.connect(self.banner.say)
        campaign.asked.connect(self._ask_to_tell)
        campaign.changed.connect(self._tell_if_silent)
        hub.changed.connect(self._fit_rail)
        self.banner.resized.connect(self._fit_rail)

    def furnish(self) -> Iterator[None]:
        """Make the table's room, in steps."""
        yield from self.table_room.furnish()
        self.table_room.table.hand_print_wanted.connect(self.hand_print_wanted)
        taker = self.table_room.offers.taker
        taker.left.connect(self._forget_by_name)
        taker.led_elsewhere.connect(self._forget_by_name)
        self.table_room.status_page_actions.wanted.connect(lambda: self.show_room("table"))
        self._stack.addWidget(self.table_room)
        table_button = EntryDropTarget(self.rail.room_buttons["table"], self._may_take_entry)
        table_button.hovered.connect(lambda: self.show_room("table"))
        for target in (table_button, EntryDropTarget(self.table_room.table.viewport(), self._may_take_entry)):
            target.dropped.connect(self._use_entry)
        EntryDropTarget(self.rail.room_buttons["library"], self._may_save_entry).dropped.connect(self._save_entry)
        for room in ("table", "characters", "prep"):
            if room in self.rail.room_buttons:
                button = EntryDropTarget(self.rail.room_buttons[room], self._may_add_entry, LIBRARY_FORM)
                button.dropped.connect(self._add_entry)

    def read_ahead(self) -> None:
        """Read in steps what the first offer of each kind would have to wait for."""
        GradualTask(fields_read_ahead(self.campaign.game), self)

    @property
    def rooms(self) -> tuple[str, ...]:
        """The rooms of the campaign: nothing is prepared for a game that is missing."""
        from engine.kit.stand_in_game import StandInGame

        is_missing = isinstance(self.campaign.game, StandInGame)
        return tuple(room for room in ROOMS if room != "prep" or not is_missing)

    @property
    def viewer(self) -> str:
        """The viewer of the rooms."""
        return self._viewer

    @property
    def room(self) -> str:
        """The room that is shown."""
        return self._room

    @property
    def is_closed(self) -> bool:
        """Whether the room that is shown is closed to the viewer, because it is the GM's."""
        room = self._rooms[self._room]
        return isinstance(room, CampaignPanel) and room.is_closed

    def set_viewer(self, viewer: str) -> None:
        """Show every room for another viewer."""
        if viewer == self._viewer:
            return
        self._forget_by_name()
        self._viewer = viewer
        for room in (*self._rooms.values(), self._palette, self._dice, self._quick_note):
            if room is not None:
                room.set_viewer(viewer)  # type: ignore[attr-defined]
        self.viewer_changed.emit(viewer)

    def show_room(self, name: str) -> QWidget:
        """Go to a room, which is made the first time."""
        room = self._rooms.get(name)
        if room is None:
            room = self._rooms[name] = self._makers[name]()
            self._stack.addWidget(room)
            keep_offer_keys(room)
            if isinstance(room, CampaignPanel):
                room.gm_screen_wanted.connect(self.closed_page_wanted)
        self._stack.setCurrentWidget(room)
        if name != self._room:
            self._room = name
            self.room_changed.emit(name)
        (self.table_room.table if name == "table" else room).setFocus()
        return room

    def leave(self) -> None:
        """Hide, and go when the next page is on the screen: the rooms beside the table first, one by one."""
        delete_in_parts(self, [self._rooms.pop(name) for name in tuple(self._rooms) if name != "table"])

    def current_moment(self) -> CurrentMoment:
        """Return what the help tells of this moment: the room, and what the chosen seat can do."""
        from vtt.help.current_page import CurrentMoment

        game = self.campaign.game.ruleset.id
        viewer_campaign, seat = self.campaign.viewer_campaign(self._viewer), self.table_room.offers.seat
        offers = tuple(viewer_campaign.offers(seat)) if seat else ()
        person = name_of_seat(viewer_campaign.view, seat) if seat else ""
        return CurrentMoment(room=self._room, person=person, offers=offers, game=game)

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
            from vtt.panels.command_palette import CommandPalette

            palette = self._palette = CommandPalette(self.campaign, self._viewer, self._hub, self)
            palette.offer_chosen.connect(self._take_by_name)
            palette.ran.connect(lambda sentence: self.announced.emit(sentence, ()))
            palette.seat_chosen.connect(self._show_seat)
            palette.actor_chosen.connect(self.show_actor)
            palette.card_chosen.connect(self._show_card)
            palette.handout_chosen.connect(self._show_handout)
            palette.note_chosen.connect(self.open_note)
        self._forget_by_name()
        palette.set_viewer(self._viewer)
        palette.set_actions((*actions, *self.table_room.status_page_actions.actions))
        palette.open_over(window, self.table_room.offers.seat)

    def open_dice(self, window: QWidget) -> None:
        """Show the dice."""
        if self._dice is None:
            from vtt.panels.dice_roller import DiceRoller

            self._dice = DiceRoller(self.campaign, self._viewer, self._hub, self)
        self._dice.set_viewer(self._viewer)
        self._dice.open_over(window, self.table_room.offers.seat)

    def open_session(self, window: QWidget) -> None:
        """Show the steps at the start and at the end of a session. Another viewer closes them."""
        from vtt.story.session_dialog import SessionDialog

        dialog = SessionDialog(self.campaign, self._viewer, self._hub, window)
        self.viewer_changed.connect(dialog.reject)
        dialog.open()

    def open_simulation(self, window: QWidget) -> None:
        """Simulate the open encounter of Prep, or else the combat in progress from now on, for the GM.

        Another viewer closes the dialog.
        """
        from vtt.shared.simulation.combat_simulation_dialog import CombatSimulationDialog

        if self._room == "prep" and self._prep().record_actions.can_simulate():
            self._prep().record_actions.simulate()
            return
        viewer_campaign = self.campaign.viewer_campaign(self._viewer)
        simulation = viewer_campaign.combat_simulation()
        if simulation is None:
            self.announced.emit(ui_text("simulation", "gm_only"), ())
            return
        title, sentence = ui_text("simulation", "of_combat"), ui_text("simulation", "from_now")
        dialog = CombatSimulationDialog(
            self._hub, title, sentence, simulation, viewer_campaign.view, self._task_runner, window
        )
        self.viewer_changed.connect(dialog.reject)
        dialog.open()

    @Slot()
    def put_dice_away(self) -> None:
        """Close the dice roller, so that it does not cover the dice on the table."""
        if self._dice is not None and self._room == "table":
            self._dice.put_away()

    @Slot(object)
    def _ask_to_tell(self, pending: PendingInput) -> None:
        """Ask what real dice and cards tell before a gesture is done."""
        from vtt.panels.physical_input_dialog import PhysicalInputDialog

        above = QApplication.activeModalWidget() or self.window()
        dialog = PhysicalInputDialog(self.campaign, pending, self._viewer, self._hub, above)
        dialog.chosen.connect(lambda key: None if key else self._forget_by_name())
        dialog.open()

    def _take_by_name(self, offer: Offer) -> None:
        """Take an offer that was found by its name."""
        self._by_name = offer
        self.table_room.offers.take(offer, found_by_name=True)

    @Slot()
    def _forget_by_name(self) -> None:
        """Announce nothing later: the offer was left, or another viewer looks, who may not know that it exists."""
        self._by_name = None

    @Slot(object)
    def _tell_if_silent(self, change: CampaignChange) -> None:
        """Announce that an offer from the palette was done, or its log line in a room where the log is not in sight."""
        offer = self._by_name
        if change.entry is None or offer is None:
            return
        self._forget_by_name()
        if not _is_of(offer, change.entry.command):
            return
        lines = self.campaign.viewer_campaign(self._viewer).latest_lines()
        if lines and self._room not in ("table", "story"):
            self.announced.emit(say(lines[-1].message), ())
        elif not lines:
            self.announced.emit(ui_text("shell", "said.done", what=offer_words(offer).rstrip("…")), ())

    def _show_seat(self, seat: str) -> None:
        self.show_room("table")
        self.seat_wanted.emit(seat)
        self.table_room.offers.choose_seat(seat)
        self.table_room.table.focus_hand(seat)

    def _show_card(self, zone: str, index: int) -> None:
        self.show_room("table")
        table = self.table_room.table
        if not any(stop.ref == zone and stop.index == index for stop in table.focus_targets()):
            table.open_pile(zone)
        table.set_focus_target(
            next((stop for stop in table.focus_targets() if stop.ref == zone and stop.index == index), None)
        )

    def _show_handout(self, handout: str) -> None:
        self.campaign.viewer_campaign(self._viewer).show_handout(handout)

    # These rooms are imported after the start (`App.settle_later`): the table comes up a tenth of a second sooner.

    def _characters(self) -> CharactersRoom:
        room: Any = self._rooms["characters"]
        return room  # type: ignore[no-any-return]

    def _make_characters(self) -> QWidget:
        from vtt.library.library_list_entries import LibraryListEntries
        from vtt.sheets.characters.characters_room import CharactersRoom

        room = CharactersRoom(self.campaign, self._viewer, self._hub)
        room.print_wanted.connect(self.print_wanted)
        room.character_actions.library_wanted.connect(self.library_wanted)
        room.form.library = LibraryListEntries(self._libraries, self.campaign.game.ruleset.id, room).of
        room.form.library_wanted.connect(self.library_wanted)
        return room

    def _make_options(self) -> QWidget:
        from vtt.panels.options_page import OptionsPage

        return OptionsPage(self.campaign, self._viewer, self._hub)

    def _make_prep(self) -> QWidget:
        from vtt.prep.prep_room import PrepRoom

        room = PrepRoom(self.campaign, self._viewer, self._hub)
        room.said.connect(self.announced)
        room.table_wanted.connect(lambda: self.show_room("table"))
        room.library_wanted.connect(self.library_wanted)
        room.actor_wanted.connect(self.show_actor)
        room.encounter_print_wanted.connect(self.encounter_print_wanted)
        return room

    def _may_take_entry(self) -> bool:
        """Say whether an entry of Prep can be dropped on the table: only while the GM looks at both."""
        prep: Any = self._rooms.get("prep")
        return prep is not None and not prep.is_closed and prep.record_actions.may_be_dragged()

    @Slot()
    def _use_entry(self) -> None:
        """Use the entry of Prep that was dropped on the table."""
        prep: Any = self._rooms.get("prep")
        if self._may_take_entry():
            prep.record_actions.use_at_table()

    def _may_save_entry(self) -> bool:
        """Say whether an entry of Prep can be dropped on the library."""
        prep: Any = self._rooms.get("prep")
        return prep is not None and not prep.is_closed and prep.record_actions.may_be_saved_to_library()

    @Slot()
    def _save_entry(self) -> None:
        """Save the entry of Prep that was dropped on the library."""
        prep: Any = self._rooms.get("prep")
        if self._may_save_entry():
            prep.record_actions.save_to_library()

    def _may_add_entry(self) -> bool:
        """Say whether an entry of the library can be dropped on the campaign: only while the GM looks at both."""
        library: Any = self._rooms.get("library")
        return library is not None and library.may_add()

    @Slot()
    def _add_entry(self) -> None:
        """Add the entry of the library that was dropped on the campaign."""
        library: Any = self._rooms.get("library")
        if library is not None:
            library.add_dropped()

    def _make_library(self) -> QWidget:
        from vtt.library.library_room import LibraryRoom

        room = LibraryRoom(self.campaign, self._viewer, self._hub, self._libraries)
        room.said.connect(self.announced)
        room.character_wanted.connect(self._add_character)
        room.character_update_wanted.connect(self._update_character)
        return room

    def _add_character(self, content: str) -> None:
        """Ask for the name and the player of a character from the library, in the room where it will be."""
        self.show_room("characters")
        self._characters().character_actions.take_in_new_content(content.encode())

    def _update_character(self, actor: str, content: str) -> None:
        """Show what a character from the library would change in one of the campaign."""
        self.show_actor(actor)
        self._characters().character_actions.take_in_content(content.encode())

    def _make_story(self) -> QWidget:
        from vtt.story.story_room import StoryRoom

        room = StoryRoom(self.campaign, self._viewer, self._hub)
        room.undo_to.connect(self.undo_to)
        room.what_if_from.connect(self.what_if_from)
        room.session_wanted.connect(lambda: self.open_session(self.window()))
        room.notes.said.connect(self.announced)
        room.notes.target_wanted.connect(self.open_target)
        room.notes.note_wanted.connect(self.write_note)
        return room

    @Slot(object)
    def open_target(self, target: NoteTarget) -> None:
        """Open what a link in a note leads to: a character's record, or an entry of Prep."""
        if target.kind == CHARACTERS:
            self.show_actor(target.id)
        elif "prep" in self.rooms:
            self._prep().show_entry(target.kind, target.id)

    @Slot(str)
    def write_note(self, title: str) -> None:
        """Begin a note in the Prep room."""
        if "prep" in self.rooms:
            self._prep().write_note(title)

    @Slot(object)
    def _follow_link(self, link: NoteLink) -> None:
        """Follow a link on a status page."""
        if self.page_links is None:
            from vtt.panels.page_links import page_link_actions

            self.page_links = page_link_actions(self.table_room.offers)
            self.page_links.target_wanted.connect(self.open_target)
            self.page_links.note_wanted.connect(self.write_note)
            self.page_links.said.connect(self.said)
            self.viewer_changed.connect(self.page_links.leave)
        self.page_links.follow(link)

    def open_note(self, id_: str) -> None:
        """Go to a note, to read it."""
        room: Any = self.show_room("story")
        room.open_note(id_)

    def open_quick_note(self, window: QWidget) -> None:
        """Show the field for a quick note."""
        if self.campaign.view_only or "prep" not in self.rooms:
            return
        if self._quick_note is None:
            from vtt.panels.quick_note import QuickNoteField

            self._quick_note = QuickNoteField(self.campaign, self._viewer, self._hub, self)
            self._quick_note.kept.connect(lambda sentence: self.announced.emit(sentence, ()))
        self._quick_note.set_viewer(self._viewer)
        self._quick_note.open_over(window)

    def _prep(self) -> PrepRoom:
        room: Any = self.show_room("prep")
        return room  # type: ignore[no-any-return]

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Choose between a rail with names and one without."""
        super().resizeEvent(event)
        self._fit_rail()

    def _fit_rail(self) -> None:
        self.rail.set_short(not self.rail.fitting(self.size()))
        self.rail.setMinimumWidth(self.rail.least_width(self.width()))
        window = self.window().size()
        page = QSize(window.width(), window.height() - usual_bar_height())
        strips = self.banner.heightForWidth(self.width()) if self.banner.isVisibleTo(self) else 0
        if self.what_if is not None:
            strips += self.what_if.sizeHint().height()
        page.setHeight(page.height() - round(strips / self._hub.theme.scale))
        self.table_room.set_usual_size(QSize(page.width() - self.rail.usual_width(page), page.height()))


def _is_of(offer: Offer, command: Command) -> bool:
    """Return whether a command is that of an offer, with whatever was answered."""
    return type(command) is type(offer.command) and command.seat == offer.command.seat
