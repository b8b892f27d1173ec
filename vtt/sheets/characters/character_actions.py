"""Actions on a whole character besides editing its sheet: PDF forms, files, comparison and templates."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from engine.core.manual_moves import SetList
from engine.core.manual_moves.list_moves import TEMPLATES
from engine.messages.message import Message
from engine.model.frozen import replace
from engine.model.seats import Actor
from engine.sheets.catalogue.sheet_library import sheet_of_actor
from engine.sheets.editing.record_changes import compare_records
from engine.sheets.exchange.character_file import (
    CharacterFileError,
    PortableCharacter,
    picture_keys,
    portable_character,
    record_from,
)
from engine.sheets.exchange.character_templates import (
    MOST_TEMPLATES,
    load_template,
    new_character_fields,
    sheet_for,
    templates_of,
    with_template,
)
from engine.sheets.forms.form_import import FormChanges
from engine.sheets.model.character_record import Record
from engine.sheets.model.field_values import plain_text
from engine.sheets.model.filled_sheet import FilledSheet
from vtt.campaign.open_campaign import OpenCampaign
from vtt.shared.campaign_panel import acting_seat, may_open_library
from vtt.sheets.characters.add_character import offer_to_join
from vtt.sheets.exchange.changes_preview import exchange_text
from vtt.sheets.exchange.character_pdf import CharacterPdf
from vtt.sheets.exchange.character_table_actions import CharacterTableActions
from vtt.sheets.exchange.current_character import CurrentCharacter
from vtt.widgets.basic_widgets import button
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.message_dialog import DialogButton, MessageDialog, ask
from vtt.widgets.plain_text import button_text, short
from vtt.widgets.tasks.task_runner import Task

if TYPE_CHECKING:
    from vtt.sheets.exchange.character_transfer import IncomingCharacter
    from vtt.sheets.exchange.compare_dialog import ComparableRecord
    from vtt.sheets.exchange.paper_entry import PaperEntryDialog

# Modules that are slow to import are imported where they are used, so that the room opens without them.


class CharacterActions(QObject):
    """The actions on the character that a room shows.

    Args:
        campaign: the open campaign.
        viewer: returns the viewer of the room.
        hub: the theme.
        room: the widget that the dialogs belong to.
        current: returns the id of the character that is shown; an empty string for none.

    Attributes:
        current: the current character and its open dialog.
        paper: the actions with PDF forms and paper.
        table: the actions with tables for spreadsheets.
        menu: the menu of all actions, once there is a button.

    Signals:
        join_wanted: an offer to add a new character; the receiver asks the questions and calls `joined` with the new
            id.
        library_wanted: a LibraryItem, to be saved to the library.
    """

    join_wanted = Signal(object)
    library_wanted = Signal(object)

    def __init__(
        self,
        campaign: OpenCampaign,
        viewer: Callable[[], str],
        hub: ThemeHub,
        room: QWidget,
        current: Callable[[], str],
    ) -> None:
        super().__init__(room)
        self.current = CurrentCharacter(campaign, viewer, hub, room, current)
        self.paper = CharacterPdf(self.current)
        self.table = CharacterTableActions(self.current)
        self.menu: QMenu | None = None
        self._arriving: IncomingCharacter | None = None

    # Menu ------------------------------------------------------------------------------------------------

    def button(self, parent: QWidget | None = None) -> QPushButton:
        """Return a button with the menu of it all."""
        made = button(exchange_text("menu"), parent=parent)
        menu = self.menu = QMenu(made)

        def show() -> None:
            self._fill(menu)
            # `popup` does not block, unlike a button's own menu: the table continues meanwhile.
            menu.popup(made.mapToGlobal(QPoint(0, -menu.sizeHint().height())))

        made.clicked.connect(show)
        return made

    def leave(self) -> None:
        """Close what is open, because the viewer changes."""
        self._arriving = None
        if self.menu is not None:
            self.menu.close()
        self.current.leave()

    @property
    def busy(self) -> bool:
        """Whether background work is running."""
        return self.current.tasks.busy

    @property
    def dialog(self) -> MessageDialog | PaperEntryDialog | None:
        """The dialog that is open about the character, if any."""
        return self.current.dialog

    def _fill(self, menu: QMenu) -> None:
        menu.clear()
        actor = self.current.actor
        can_write = actor is not None and self.current.may_write(actor)
        view = self.current.viewer_campaign.view
        lists = view.lists
        lines: tuple[tuple[str, Callable[[], object], bool] | None, ...] = (
            ("fillable", self.paper.ask_fillable, actor is not None),
            ("read_filled", self.paper.ask_filled, can_write),
            ("from_paper", self.paper.read_paper, can_write),
            None,
            ("compare", self.compare, can_write),
            ("export", self.ask_export, actor is not None),
            ("import", self.ask_import, can_write),
            ("import_new", self.ask_import_new, True),
            ("export_table", self.table.ask_export, actor is not None),
            ("import_table", self.table.ask_import, can_write),
            None,
            ("to_library", self.save_to_library, actor is not None and may_open_library(view)),
            ("template", self.keep_template, actor is not None and self.current.is_gm),
        )
        for line in lines:
            if line is None:
                menu.addSeparator()
                continue
            key, do, enabled = line
            action = menu.addAction(button_text(exchange_text(f"menu_{key}")))
            action.setEnabled(enabled)
            action.triggered.connect(do)
        names = templates_of(lists)
        fresh = menu.addMenu(button_text(exchange_text("menu_from_template")))
        fresh.setEnabled(bool(names))
        for name in names[:MOST_TEMPLATES]:
            fresh.addAction(button_text(short(name, 60))).triggered.connect(partial(self.new_from_template, name))

    # Files -----------------------------------------------------------------------------------------------

    def ask_export(self) -> None:
        """Ask for the name of the character's file."""
        self.current.tasks.ask_new_file("export", "json", self.current.name, self.export)

    def export(self, path: Path) -> Task | None:
        """Write the character into a file."""
        from vtt.sheets.exchange.character_transfer import write_character_file

        sheet, actor = self.current.sheet, self.current.actor
        if sheet is None or actor is None:
            return None
        portable = self._portable(sheet, actor)

        def done(_nothing: None) -> None:
            self.current.tasks.say(
                "export_title", exchange_text("export_done", name=short(actor.name, 60), file=path.name)
            )

        return self.current.tasks.work(lambda _progress: write_character_file(portable, path), done)

    def _portable(self, sheet: FilledSheet, actor: Actor) -> PortableCharacter:
        """Return the character with its portrait, as a file holds it."""
        keys = picture_keys(sheet.description)
        picture = self.current.campaign.picture(plain_text(actor.sheet.get(keys[0]))) if keys else None
        content = picture.content if picture is not None else None
        return portable_character(sheet.description, self.current.viewer_campaign.view.ruleset, sheet.record, content)

    def save_to_library(self) -> None:
        """Save a copy of the character to the library."""
        from vtt.sheets.exchange.character_library_item import character_library_item

        sheet, actor = self.current.sheet, self.current.actor
        if sheet is not None and actor is not None:
            self.library_wanted.emit(character_library_item(self._portable(sheet, actor), sheet))

    def take_in_new_content(self, content: bytes) -> Task | None:
        """Ask for the name and the player of a character from the content of a file."""
        from vtt.sheets.exchange.character_transfer import incoming_character

        return self.current.tasks.work(lambda _progress: incoming_character(content), self._join)

    def take_in_content(self, content: bytes) -> Task | None:
        """Preview the changes that the content of a file would make to the character."""
        from vtt.sheets.exchange.character_transfer import incoming_character

        actor = self.current.actor
        if actor is None:
            return None
        return self.current.tasks.work(lambda _progress: incoming_character(content), partial(self._arrived, actor.id))

    def ask_import(self) -> None:
        """Ask for the file to import."""
        self.current.tasks.ask_file("import", "json", self.take_in)

    def take_in(self, path: Path) -> Task | None:
        """Preview the changes that a file would make to the character."""
        from vtt.sheets.exchange.character_transfer import read_incoming

        actor = self.current.actor
        if actor is None:
            return None
        return self.current.tasks.work(lambda _progress: read_incoming(path), partial(self._arrived, actor.id))

    def ask_import_new(self) -> None:
        """Ask for the file of a new character."""
        self.current.tasks.ask_file("import", "json", self.take_in_new)

    def take_in_new(self, path: Path) -> Task | None:
        """Ask for the name and the player of a character from a file."""
        from vtt.sheets.exchange.character_transfer import read_incoming

        return self.current.tasks.work(lambda _progress: read_incoming(path), self._join)

    def joined(self, actor: str) -> None:
        """Write the values of the file on the new character, as far as it does not have them yet."""
        came, self._arriving = self._arriving, None
        view = self.current.viewer_campaign.view
        sheet = sheet_of_actor(view, actor) if came is not None and actor in view.actors else None
        if came is None or sheet is None:
            return
        wanted = self._record_from(came, sheet)
        changes = compare_records(sheet.description, sheet.record, replace(wanted, name=sheet.record.name))
        self.current.import_changes.write(
            actor, self.current.import_changes.possible(sheet, FormChanges(changes=changes)).changes, came.picture
        )

    def _arrived(self, actor: str, came: IncomingCharacter) -> None:
        view = self.current.viewer_campaign.view
        sheet = sheet_of_actor(view, actor) if actor in view.actors else None
        if sheet is None:
            return
        if not self._fits(came, sheet):
            return
        changes = compare_records(sheet.description, sheet.record, self._record_from(came, sheet))
        title = exchange_text("import_title", name=short(sheet.record.name, 60))
        sentences = [exchange_text("import_says", other=short(came.portable.name, 60))]
        if came.note:
            sentences.append(came.note)
        self.current.preview(actor, title, sentences, FormChanges(changes=changes), came.picture)

    def _fits(self, came: IncomingCharacter, sheet: FilledSheet) -> bool:
        """Say whether a file is for the sheet of a character; if not, show an error. Raises CharacterFileError."""
        view = self.current.viewer_campaign.view
        wanted = sheet_for(view.ruleset, came.portable, view.lists)
        if wanted.id == sheet.description.id:
            return True
        self.current.tasks.fail(CharacterFileError("other_sheet", sheet=wanted.title, wanted=sheet.description.title))
        return False

    def _record_from(self, came: IncomingCharacter, sheet: FilledSheet) -> Record:
        picture = came.picture.id if came.picture is not None else None
        return record_from(came.portable, sheet.description, sheet.record, picture)

    def _join(self, came: IncomingCharacter) -> None:
        view = self.current.viewer_campaign.view
        description = sheet_for(view.ruleset, came.portable, view.lists)
        self._arriving = came
        fields = new_character_fields(view.ruleset, description, came.portable)
        label = Message(key="sheets.exchange.new_title", params={"name": short(came.portable.name, 60)})
        self.join_wanted.emit(offer_to_join(view, label, name=came.portable.name, sheet=fields))

    # Comparing -------------------------------------------------------------------------------------------

    def compare(self) -> None:
        """Compare the character with an earlier state, with another character, or with a file."""
        sheet = self.current.sheet
        if sheet is not None:
            self._compare(sheet, [])

    def compare_with_file(self, path: Path) -> Task | None:
        """Compare the character with one in a file."""
        from vtt.sheets.exchange.character_transfer import read_incoming
        from vtt.sheets.exchange.compare_dialog import ComparableRecord

        actor = self.current.actor
        if actor is None:
            return None

        def show(came: IncomingCharacter) -> None:
            view = self.current.viewer_campaign.view
            sheet = sheet_of_actor(view, actor.id) if actor.id in view.actors else None
            if sheet is not None and self._fits(came, sheet):
                record = record_from(came.portable, sheet.description, sheet.record)
                self._compare(sheet, [ComparableRecord(short(path.name, 60), lambda: record)])

        return self.current.tasks.work(lambda _progress: read_incoming(path), show)

    def _compare(self, sheet: FilledSheet, first: list[ComparableRecord]) -> None:
        from vtt.sheets.exchange.compare_dialog import CompareDialog, comparable_records

        actor = sheet.record.actor
        others = [*first, *comparable_records(self.current.viewer_campaign, actor)]
        dialog = CompareDialog(
            self.current.hub,
            sheet,
            others,
            partial(self.current.import_changes.write, actor),
            self.current.room.window(),
        )
        dialog.file_wanted.connect(dialog.reject)
        dialog.file_wanted.connect(lambda: self.current.tasks.ask_file("import", "json", self.compare_with_file))
        self.current.open(dialog)

    # Templates -------------------------------------------------------------------------------------------

    def keep_template(self) -> None:
        """Save the character as a template of the campaign, under its name."""
        sheet, actor, view = self.current.sheet, self.current.actor, self.current.viewer_campaign.view
        if sheet is None or actor is None:
            return
        name = short(actor.name, 60)
        if actor.secret:
            self.current.tasks.say("template_title", exchange_text("template_secret", name=name))
            return
        if name in templates_of(view.lists):
            choices = (
                DialogButton("keep", exchange_text("template_replace"), "primary"),
                DialogButton("", exchange_text("cancel")),
            )
            sentences = (exchange_text("template_there", name=name),)
            then = partial(self._kept, sheet, name)
            self.current.open(
                ask(
                    self.current.hub,
                    self.current.room.window(),
                    exchange_text("template_title"),
                    sentences,
                    choices,
                    then,
                )
            )
            return
        self._kept(sheet, name, "keep")

    def _kept(self, sheet: FilledSheet, name: str, key: str) -> None:
        if key != "keep":
            return
        view = self.current.viewer_campaign.view
        rows = with_template(view.lists, name, portable_character(sheet.description, view.ruleset, sheet.record))
        if len(rows) > MOST_TEMPLATES:
            self.current.tasks.say("template_title", exchange_text("template_many", most=MOST_TEMPLATES))
            return
        command = SetList(seat=acting_seat(view), list=TEMPLATES, rows=rows)
        refused = self.current.campaign.refusal(command)
        if refused is not None:
            self.current.tasks.say("template_title", refused.text)
        elif self.current.viewer_campaign.submit(command, self):
            self.current.tasks.say("template_title", exchange_text("template_done", name=name))

    def new_from_template(self, name: str) -> None:
        """Ask for the name and the player of a new character from a template."""
        view = self.current.viewer_campaign.view
        try:
            portable = load_template(view.lists, name)
            description = sheet_for(view.ruleset, portable, view.lists)
        except CharacterFileError as error:
            self.current.tasks.fail(error)
            return
        self._arriving = None
        label = Message(key="sheets.exchange.new_title", params={"name": short(name, 60)})
        fields = new_character_fields(view.ruleset, description, portable)
        self.join_wanted.emit(offer_to_join(view, label, sheet=fields))
