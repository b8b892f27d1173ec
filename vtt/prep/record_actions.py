"""Actions on records besides editing: files, characters, the table, and simulated combat."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QCursor
from PySide6.QtWidgets import QDialog, QMenu

from engine.core.commands import Command
from engine.kit.content_editor.view_models import (
    CategoryEntry,
    DeckRecipient,
    EditorFieldKind,
    EditorView,
    EditRefused,
)
from engine.kit.encounters.printable_encounters import printable_kinds
from engine.kit.handouts.handout_records import HANDOUTS, handout_in
from engine.kit.notes.note_records import NOTES, note_in
from engine.messages.texts import say
from engine.presentation.card_faces import CardFace
from engine.presentation.offers import Offer
from engine.simulate.simulation import HasBot
from vtt.campaign.combat_simulation import CombatSimulation, FightLimits
from vtt.campaign.library_protocol import LibraryItem
from vtt.campaign.shown_handout import ShownHandout, shown_card, shown_handout, shown_note
from vtt.prep.record_files import RecordFiles
from vtt.prep.record_header import HeaderButton
from vtt.prep.record_room import RecordRoom
from vtt.prep.unsaved_records import UnsavedRecord
from vtt.shared.file_tasks import FileTasks
from vtt.shared.questions.question_dialog import QuestionDialog
from vtt.shared.questions.question_form import OfferInput, filled
from vtt.shared.record_library_item import record_library_item
from vtt.shared.simulation.combat_simulation_dialog import LIMITS, CombatSimulationDialog
from vtt.widgets.message_dialog import DialogButton
from vtt.widgets.plain_text import button_text, short, tip
from vtt.widgets.ui_texts import ui_text


class RecordActions(QObject):
    """The actions on the open record of the Prep room.

    Attributes:
        files: export and import.
        dialog: the open dialog.
    """

    def __init__(self, room: RecordRoom) -> None:
        super().__init__(room)
        self._room = room
        self._tasks = FileTasks(self, lambda sentence: room.said.emit(sentence, ()))
        self.files = RecordFiles(room, self._tasks, self._do, self._show)
        self.dialog: QDialog | None = None
        self._last_use: tuple[str, str, str, bool] | None = None

    def leave(self) -> None:
        """Close the open dialog, because the viewer changes."""
        self._tasks.drop()
        self.files.leave()
        self._last_use = None
        dialog, self.dialog = self.dialog, None
        if dialog is not None:
            dialog.reject()

    # What is offered ------------------------------------------------------------------------------------

    def lines(self) -> tuple[QAction | None, ...]:
        """Return the lines of the menu below the list."""
        room = self._room
        editor_view, unsaved_record = room.editor_view, room.open_record
        saved = unsaved_record is not None and bool(unsaved_record.id)
        entry = next((e for e in self._entries() if unsaved_record is not None and e.id == unsaved_record.id), None)
        aside = entry is not None and entry.disabled
        is_own = editor_view is not None and saved and editor_view.origin in ("changed", "own")
        restores = editor_view is not None and editor_view.has_original
        lines: list[QAction | None] = [
            self._line("aside_back" if aside else "aside", partial(self.set_aside, not aside), self._can_disable()),
            self._line("restore" if restores else "delete", self.remove, is_own),
            None,
        ]
        if self._has_holders():
            lines += [self._line("from_sheet", self.ask_sheet, bool(self._holders())), None]
        lines += [
            self._line("to_library", self.save_to_library, saved and room.visible_records.may_open_library),
            self._line("export_one", self.files.export_one, saved),
            self._line("export_drawer", self.files.export_category, True),
            self._line("export_own", self.files.export_own, True),
            self._line("import", self.files.ask_import, True),
        ]
        return tuple(lines)

    def buttons(self) -> Mapping[str, HeaderButton]:
        """Return the further buttons for the open record."""
        buttons: dict[str, HeaderButton] = {}
        if self._is_handout():
            if not self._is_shown_as_it_is():
                buttons["show"] = HeaderButton(None, self.show_handout, ui_text("prep", "also.show_help"))
        elif self._card_face() is not None and not self._is_card_shown():
            buttons["show"] = HeaderButton(None, self.show_card, ui_text("prep", "also.show_card_help"))
        if (self._is_handout() or self._card_face() is not None) and self._room.campaign.handout is not None:
            buttons["hide"] = HeaderButton(None, self._room.campaign.hide_handout, ui_text("prep", "also.hide_help"))
        if self._has_holders() and self._holders():
            buttons["deal"] = HeaderButton(self._fill_holders)
        buttons |= self._use_buttons()
        if self.can_simulate():
            buttons["simulate"] = HeaderButton(None, self.simulate, ui_text("prep", "also.simulate_help"))
        record = self._room.open_record
        if record is not None and record.id and self._is_printable():
            buttons["print"] = HeaderButton(None, self.print_encounter, ui_text("prep", "also.print_help"))
        if self.may_be_saved_to_library():
            buttons["library"] = HeaderButton(None, self.save_to_library, ui_text("prep", "also.library_help"))
        return buttons

    def _use_buttons(self) -> Mapping[str, HeaderButton]:
        """Return the button that uses the open record at the table.

        It stays at its place, with the reason, while something is in progress that does not let it be used: else
        another button would come under the pointer.
        """
        record, category, under_way = self._room.open_record, self._room.category, self._room.view.under_way
        offers = self.offers()
        is_menu = len(offers) > 1
        name = ("roll" if category.shows_result else "table") if is_menu else "run" if category.runs else "table"
        if offers and record is not None:
            self._last_use = category.kind, record.id, name, is_menu
        if is_menu:
            return {name: HeaderButton(self._fill_offers)}
        if offers:
            (offer,) = offers
            why = say(offer.denial.message) if offer.denial is not None else ""
            only = partial(self.lay_on_table, offer)
            return {name: HeaderButton(self._fill_offers, only, why or _words_of(offer), can=not why)}
        if record is None or not record.id or not category.offers or not under_way or self._room.is_closed:
            return {}
        last = self._last_use
        if last is not None and last[:2] == (category.kind, record.id):
            *_, name, is_menu = last
        elif not self._is_gms:
            return {}
        why = ui_text("prep", "also.later", activity=short(say(under_way[-1].title), 80))
        return {name: HeaderButton(self._fill_offers, None if is_menu else lambda: None, why, can=False)}

    def can_simulate(self) -> bool:
        """Return whether the open record is an encounter whose fight bots can play."""
        room = self._room
        has_bot = isinstance(room.campaign.game.ruleset, HasBot)
        return has_bot and self._is_gms and room.open_record is not None and self._is_printable()

    @property
    def _is_gms(self) -> bool:
        """Whether the viewer is the GM."""
        seat = self._room.view.seats.get(self._room.viewer)
        return seat is not None and seat.is_gm

    def _fill_holders(self, menu: QMenu) -> None:
        for holder in self._holders():
            name = short(holder.name, 60)
            words = ui_text("prep", "deal.not", name=name, why=holder.why_not) if holder.why_not else name
            action = menu.addAction(button_text(words))
            action.setEnabled(not holder.why_not)
            action.triggered.connect(partial(self.deal, holder.actor))

    def _fill_offers(self, menu: QMenu) -> None:
        for offer in self.offers():
            action = menu.addAction(button_text(short(say(offer.label), 80)))
            action.setEnabled(offer.denial is None)
            action.setToolTip(tip(say(offer.denial.message) if offer.denial is not None else ""))
            action.triggered.connect(partial(self.lay_on_table, offer))

    # Handouts -------------------------------------------------------------------------------------------

    def _is_handout(self) -> bool:
        """Say whether the open record is a handout or a note, which can be shown; an unsaved one is saved first."""
        room = self._room
        is_kind = room.kind in (HANDOUTS, NOTES) and room.category.in_every_game
        return is_kind and room.open_record is not None and not room.is_closed

    def _card_face(self) -> CardFace | None:
        """Return the face of the open card as it is in the form; None for a record of another kind."""
        editor_view = self._room.editor_view
        return editor_view.face if editor_view is not None and not self._room.is_closed else None

    def _is_shown_as_it_is(self) -> bool:
        """Say whether the players see the open handout or note just as it stands in the form."""
        shown, record = self._room.campaign.handout, self._room.open_record
        if shown is None or record is None or record.dirty or shown.id != record.id:
            return False
        return shown == self._as_shown(record.id)

    def _as_shown(self, id_: str) -> ShownHandout | None:
        """Return what the players would see of a saved handout or note."""
        lists = self._room.lists
        if self._room.kind == NOTES:
            note = note_in(lists, id_)
            return None if note is None else shown_note(note)
        handout = handout_in(lists, id_)
        return None if handout is None else shown_handout(handout)

    def show_handout(self) -> None:
        """Show the open handout or note to everybody, saved first."""
        room, record = self._room, self._room.open_record
        if not self._is_handout() or record is None:
            return
        if (not record.dirty and record.id) or room.save():  # what is in the way is said
            campaign = room.viewer_campaign
            (campaign.show_note if room.kind == NOTES else campaign.show_handout)(record.id)

    def _is_card_shown(self) -> bool:
        """Say whether the players see the open card just as it is in the form."""
        face = self._card_face()
        return face is not None and self._room.campaign.handout == shown_card("", face)

    def show_card(self) -> None:
        """Show the open card to everybody as it is in the form. It need not be saved: it may be only an idea."""
        face = self._card_face()
        if face is not None:
            self._room.viewer_campaign.show_face(face)

    def turn_handout(self) -> None:
        """Hide the open handout or card if the players see it just as it is; else show it."""
        if self._is_card_shown() or (self._is_handout() and self._is_shown_as_it_is()):
            self._room.campaign.hide_handout()
        elif self._card_face() is not None:
            self.show_card()
        else:
            self.show_handout()

    # The record itself ----------------------------------------------------------------------------------

    def set_aside(self, aside: bool) -> None:
        """Put the open record aside, or take it up again."""
        unsaved_record = self._room.open_record
        if unsaved_record is not None and unsaved_record.id:
            self._do(lambda: self._disabling(unsaved_record, aside))

    def _disabling(self, unsaved_record: UnsavedRecord, aside: bool) -> Command:
        room = self._room
        return room.content_editor.disable_command(
            room.seat, room.lists, room.options, unsaved_record.kind, unsaved_record.id, aside
        )

    def _can_disable(self) -> bool:
        """Say whether the open record can be disabled: not every kind of record can."""
        unsaved_record = self._room.open_record
        if unsaved_record is None or not unsaved_record.id:
            return False
        try:
            self._disabling(unsaved_record, True)
        except EditRefused:
            return False
        return True

    def remove(self) -> None:
        """Delete the open record, or restore a shipped one that the group changed; asks first."""
        room, unsaved_record, editor_view = self._room, self._room.open_record, self._room.editor_view
        if unsaved_record is None or editor_view is None or not unsaved_record.id:
            return
        key = "restore" if editor_view.has_original else "delete"
        name = short(editor_view.name, 60)
        sentences = [ui_text("prep", f"{key}.sentence", name=name)]
        if editor_view.used_by and key == "delete":
            sentences.append(ui_text("prep", "used_by", what=list(editor_view.used_by)))

        def answer(chosen: str) -> None:
            if chosen != "yes" or unsaved_record is not room.open_record:
                return
            if self._do(
                lambda: room.content_editor.delete_command(
                    room.seat, room.lists, unsaved_record.kind, unsaved_record.id
                )
            ):
                room.removed(unsaved_record)

        choices = (
            DialogButton("yes", ui_text("prep", f"{key}.yes"), "danger"),
            DialogButton("", ui_text("prep", "cancel"), "primary"),
        )
        room.ask(ui_text("prep", f"{key}.title", name=name), tuple(sentences), choices, answer)

    # Characters and the table ---------------------------------------------------------------------------

    def deal(self, actor: str) -> None:
        """Write the open deck on a character's sheet."""
        room, unsaved_record, editor_view = self._room, self._room.open_record, self._room.editor_view
        decks = room.decks
        if unsaved_record is None or editor_view is None or decks is None:
            return
        name = next((holder.name for holder in self._holders() if holder.actor == actor), "")
        if self._do(lambda: decks.assign_deck_command(room.seat, room.view, unsaved_record.record, actor)):
            room.said.emit(ui_text("prep", "deal.done", what=short(editor_view.name, 60), name=short(name, 60)), ())

    def ask_sheet(self) -> None:
        """Ask for the character whose deck becomes a new record."""
        room = self._room
        choices = tuple(DialogButton(holder.actor, short(holder.name, 40)) for holder in self._holders())

        def answer(actor: str) -> None:
            if actor:
                self.take_sheet(actor)

        room.ask(
            ui_text("prep", "from_sheet.title"),
            (ui_text("prep", "from_sheet.sentence"),),
            (*choices, DialogButton("", ui_text("prep", "cancel"), "primary")),
            answer,
        )

    def take_sheet(self, actor: str) -> None:
        """Take the deck on a character's sheet up as a new one."""
        room, decks = self._room, self._room.decks
        if decks is not None:
            room.take_up_made(lambda: decks.deck_of(room.view, actor))

    def lay_on_table(self, offer: Offer) -> None:
        """Bring the open record to the table, saved first; asks the open questions of the offer."""
        room, unsaved_record = self._room, self._room.open_record
        if unsaved_record is None:
            return
        if unsaved_record.dirty:
            saved = room.save()  # what is in the way is said
            current_offer = next((candidate for candidate in self.offers() if candidate.name == offer.name), None)
            if not saved or current_offer is None:
                return
            offer = current_offer
        answers: Mapping[str, object] = {room.category.answers: unsaved_record.id}
        if all(ask.field in answers or ask.rare for ask in offer.questions):
            if room.submit(filled(offer.command, answers)):
                if room.category.shows_result:
                    self._tell_result()
                else:
                    room.table_wanted.emit()
            return
        asking = OfferInput(room.campaign, room.viewer, room.hub, offer, answers)
        dialog = QuestionDialog(asking, room.window())
        dialog.submitted.connect(room.table_wanted)
        self._show(dialog)

    def may_be_dragged(self) -> bool:
        """Say whether the open record can be dragged to the table, whatever the rules say to it there."""
        return bool(self.offers()) and not self._room.category.shows_result

    def may_be_saved_to_library(self) -> bool:
        """Say whether a copy of the open record can be saved to the library."""
        record = self._room.open_record
        return record is not None and bool(record.id) and self._room.visible_records.may_open_library

    def use_at_table(self) -> None:
        """Use the open record at the table as its button does; where there are several ways, a menu asks."""
        offers = self.offers()
        denial = offers[0].denial if len(offers) == 1 else None
        if denial is not None:
            self._room.said.emit(say(denial.message), denial.rules)
        elif len(offers) == 1:
            self.lay_on_table(offers[0])
        elif offers:
            menu = QMenu(self._room.window())
            menu.setToolTipsVisible(True)
            menu.aboutToHide.connect(menu.deleteLater)
            self._fill_offers(menu)
            menu.popup(QCursor.pos())

    def _is_printable(self) -> bool:
        """Say whether the open record is an encounter that can be printed."""
        return not self._room.is_closed and self._room.kind in printable_kinds(self._room.campaign.game)

    def print_encounter(self) -> None:
        """Ask for the print room with the open encounter, saved first."""
        room, record = self._room, self._room.open_record
        if record is not None and record.id and (not record.dirty or room.save()):  # what is in the way is said
            room.encounter_print_wanted.emit(record.kind, record.id)

    def _tell_result(self) -> None:
        """Say what the log says of the last command."""
        lines = self._room.viewer_campaign.log()
        if lines:
            self._room.said.emit(say(lines[-1].message), ())

    def simulation(self) -> CombatSimulation | None:
        """Return the simulation of the open encounter as it is in the form; None where there is none.

        Raises:
            EditRefused: the encounter cannot be saved as it is.
        """
        room, unsaved_record = self._room, self._room.open_record
        if unsaved_record is None or not self.can_simulate():
            return None
        id_, saving = unsaved_record.id, tuple[Command, ...]()
        if unsaved_record.dirty or not id_:
            id_, command = room.content_editor.save_command(
                room.seat, room.lists, room.options, unsaved_record.kind, unsaved_record.record
            )
            saving = (command,)
        return room.viewer_campaign.combat_simulation((unsaved_record.kind, id_), saving)

    def simulate(self, limits: FightLimits = LIMITS) -> CombatSimulationDialog | None:
        """Simulate the open encounter in a dialog; return None where that is not possible."""
        room, editor_view = self._room, self._room.editor_view
        try:
            simulation = self.simulation()
        except EditRefused as why:
            room.said.emit(why.text, ())
            return None
        if simulation is None or editor_view is None:
            return None
        dialog = CombatSimulationDialog(
            room.hub,
            ui_text("simulation", "of", name=short(editor_view.name, 60)),
            ui_text("simulation", "averages"),
            simulation,
            room.view,
            self._tasks.runner,
            room.window(),
            limits,
        )
        self._show(dialog)
        return dialog

    # Library --------------------------------------------------------------------------------------------

    def save_to_library(self) -> None:
        """Save a copy of the open record to the library; unsaved changes are saved first."""
        room, unsaved_record = self._room, self._room.open_record
        if unsaved_record is None or not unsaved_record.id or (unsaved_record.dirty and not room.save()):
            return
        editor_view = room.editor_view
        if editor_view is None:
            return
        try:
            item = self._library_item(unsaved_record.id, editor_view)
        except EditRefused as why:
            room.said.emit(why.text, ())
            return
        room.library_wanted.emit(item)

    def _library_item(self, id_: str, editor_view: EditorView) -> LibraryItem:
        room = self._room
        entries = room.visible_records.entries(room.kind)
        return record_library_item(
            room.content_editor,
            game=room.view.ruleset,
            lists=room.lists,
            options=room.options,
            category=room.category,
            listed=next((entry for entry in entries if entry.id == id_), CategoryEntry(id=id_, name=editor_view.name)),
            editor_view=editor_view,
            entry_id=uuid.uuid4().hex,
            picture=room.campaign.picture,
        )

    # How ------------------------------------------------------------------------------------------------

    def _line(self, key: str, do: Callable[[], object], enabled: bool) -> QAction:
        action = QAction(button_text(ui_text("prep", f"menu.{key}")), self._room.pane.menu)
        action.setEnabled(enabled)
        action.triggered.connect(lambda _=False: do())
        return action

    def _entries(self) -> tuple[CategoryEntry, ...]:
        room = self._room
        return room.visible_records.entries(room.kind)

    def _has_holders(self) -> bool:
        """Decks go to characters, and decks are what is counted."""
        editor_view = self._room.editor_view
        if self._room.decks is None or editor_view is None:
            return False
        return any(part.kind is EditorFieldKind.COUNTED for group in editor_view.groups for part in group.parts)

    def _holders(self) -> tuple[DeckRecipient, ...]:
        room = self._room
        return room.decks.deck_owners(room.view) if room.decks is not None else ()

    def offers(self) -> tuple[Offer, ...]:
        """Return the offers that bring the open record to the table, as far as this viewer may know them."""
        room, unsaved_record = self._room, self._room.open_record
        names = room.category.offers
        if unsaved_record is None or not unsaved_record.id or not names or room.is_closed:
            return ()
        offers = (o for o in room.viewer_campaign.offers(room.seat) if o.base_name in names)
        return tuple(offer for offer in offers if self._can_be(offer, unsaved_record.id))

    def _can_be(self, offer: Offer, id_: str) -> bool:
        field = self._room.category.answers
        asked = next((ask for ask in offer.questions if ask.field == field), None)
        return id_ in asked.choices if asked is not None else getattr(offer.command, field, None) == id_

    def _do(self, make: Callable[[], Command]) -> bool:
        try:
            command = make()
        except EditRefused as why:
            self._room.said.emit(why.text, ())
            return False
        return self._room.submit(command)

    def _show(self, dialog: QDialog) -> None:
        self.dialog = dialog

        def gone(_result: int) -> None:
            if self.dialog is dialog:
                self.dialog = None
            dialog.deleteLater()

        dialog.finished.connect(gone)
        dialog.open()


def _words_of(offer: Offer) -> str:
    """Return what a button says of the one offer that it makes: its name, and what it does."""
    label = say(offer.label).rstrip("…")
    return (
        ui_text("prep", "also.offer_help", label=label, explanation=say(offer.explanation))
        if offer.explanation
        else label
    )
