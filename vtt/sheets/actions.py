"""What can be done with a whole character besides writing on its sheet: paper, files, comparing, templates."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from engine.play.moves import SetList
from engine.play.words import Message
from engine.sheets.changes import compare
from engine.sheets.entering import ReadBack
from engine.sheets.portable import NotPortable, picture_keys, portable_of, record_from
from engine.sheets.record import Record
from engine.sheets.sheet import Sheet
from engine.sheets.shelf import sheet_of
from engine.sheets.templates import (
    MOST,
    TEMPLATES,
    fields_of,
    sheet_for,
    template,
    templates_of,
    with_template,
)
from engine.sheets.values import plain_text
from engine.table.frozen import replace
from vtt.panels.panel import acting_seat
from vtt.panels.parts import button
from vtt.session import Session
from vtt.sheets.at_hand import AtHand
from vtt.sheets.changes_view import told
from vtt.sheets.joining import offer_to_join
from vtt.sheets.on_paper import OnPaper
from vtt.widgets.dialogue import Choice, Dialogue, ask
from vtt.widgets.text import button_text, short
from vtt.widgets.theme import ThemeHub
from vtt.widgets.work import Job

if TYPE_CHECKING:
    from vtt.sheets.comparing import Other
    from vtt.sheets.exchange import Arrival
    from vtt.sheets.paper_back import PaperBack

# The halves of this that are slow to come are imported where they are wanted: the room opens without them.


class CharacterActions(QObject):
    """Does all that with the character that a room shows.

    Args:
        session: the game.
        viewer: tells whose eyes the room has.
        hub: the theme.
        room: the widget that the dialogs belong to.
        current: tells which character is shown; an empty string for none.

    Attributes:
        at: which character that is, and the dialog that is open about it.
        paper: what is done with it on paper.
        menu: the menu of it all, once there is a button.

    Signals:
        join_wanted: an offer by which a new character comes into the story; whoever asks for the rest then calls
            `joined` with the new id.
    """

    join_wanted = Signal(object)

    def __init__(
        self, session: Session, viewer: Callable[[], str], hub: ThemeHub, room: QWidget, current: Callable[[], str]
    ) -> None:
        super().__init__(room)
        self.at = AtHand(session, viewer, hub, room, current)
        self.paper = OnPaper(self.at)
        self.menu: QMenu | None = None
        self._arriving: Arrival | None = None

    # How it is reached -----------------------------------------------------------------------------------

    def button(self, parent: QWidget | None = None) -> QPushButton:
        """Return a button with the menu of it all."""
        made = button(told("menu"), parent=parent)
        menu = self.menu = QMenu(made)

        def show() -> None:
            self._fill(menu)
            # It is not waited for, as a button would wait for a menu of its own: the table goes on meanwhile.
            menu.popup(made.mapToGlobal(QPoint(0, -menu.sizeHint().height())))

        made.clicked.connect(show)
        return made

    def leave(self) -> None:
        """Put away what is open: other eyes come."""
        self._arriving = None
        if self.menu is not None:
            self.menu.close()
        self.at.leave()

    @property
    def busy(self) -> bool:
        """Whether work is under way beside the window."""
        return self.at.errands.busy

    @property
    def dialog(self) -> Dialogue | PaperBack | None:
        """The dialog that is open about the character, if any."""
        return self.at.dialog

    def _fill(self, menu: QMenu) -> None:
        menu.clear()
        actor = self.at.actor
        can_write = actor is not None and self.at.may_write(actor)
        lists = self.at.lens.view.lists
        lines: tuple[tuple[str, Callable[[], object], bool] | None, ...] = (
            ("fillable", self.paper.ask_fillable, actor is not None),
            ("read_filled", self.paper.ask_filled, can_write),
            ("from_paper", self.paper.read_paper, can_write),
            None,
            ("compare", self.compare, can_write),
            ("export", self.ask_export, actor is not None),
            ("import", self.ask_import, can_write),
            ("import_new", self.ask_import_new, True),
            None,
            ("template", self.keep_template, actor is not None and self.at.is_gm),
        )
        for line in lines:
            if line is None:
                menu.addSeparator()
                continue
            key, do, enabled = line
            action = menu.addAction(button_text(told(f"menu_{key}")))
            action.setEnabled(enabled)
            action.triggered.connect(do)
        names = templates_of(lists)
        fresh = menu.addMenu(button_text(told("menu_from_template")))
        fresh.setEnabled(bool(names))
        for name in names[:MOST]:
            fresh.addAction(button_text(short(name, 60))).triggered.connect(partial(self.new_from_template, name))

    # Files -----------------------------------------------------------------------------------------------

    def ask_export(self) -> None:
        """Ask where the character's file goes."""
        self.at.errands.ask_new_file("export", "json", self.at.name, self.export)

    def export(self, path: Path) -> Job | None:
        """Write the character into a file."""
        from vtt.sheets.exchange import export

        sheet, actor = self.at.sheet, self.at.actor
        if sheet is None or actor is None:
            return None
        keys = picture_keys(sheet.description)
        picture = self.at.session.picture(plain_text(actor.sheet.get(keys[0]))) if keys else None
        content = picture.content if picture is not None else None
        portable = portable_of(sheet.description, self.at.lens.view.ruleset, sheet.record, content)

        def done(_nothing: None) -> None:
            self.at.errands.say("export_title", told("export_done", name=short(actor.name, 60), file=path.name))

        return self.at.errands.work(lambda _progress: export(portable, path), done)

    def ask_import(self) -> None:
        """Ask which file is taken over."""
        self.at.errands.ask_file("import", "json", self.take_in)

    def take_in(self, path: Path) -> Job | None:
        """Show what a file would make of the character."""
        from vtt.sheets.exchange import arrival

        actor = self.at.actor
        if actor is None:
            return None
        return self.at.errands.work(lambda _progress: arrival(path), partial(self._arrived, actor.id))

    def ask_import_new(self) -> None:
        """Ask from which file a new character comes."""
        self.at.errands.ask_file("import", "json", self.take_in_new)

    def take_in_new(self, path: Path) -> Job | None:
        """Ask what a character from a file is called and who leads it."""
        from vtt.sheets.exchange import arrival

        return self.at.errands.work(lambda _progress: arrival(path), self._join)

    def joined(self, actor: str) -> None:
        """Write on a new character what a file says of it and no new character has."""
        came, self._arriving = self._arriving, None
        view = self.at.lens.view
        sheet = sheet_of(view, actor) if came is not None and actor in view.actors else None
        if came is None or sheet is None:
            return
        wanted = self._record_from(came, sheet)
        changes = compare(sheet.description, sheet.record, replace(wanted, name=sheet.record.name))
        self.at.taking.write(actor, self.at.taking.possible(sheet, ReadBack(changes=changes)).changes, came.picture)

    def _arrived(self, actor: str, came: Arrival) -> None:
        view = self.at.lens.view
        sheet = sheet_of(view, actor) if actor in view.actors else None
        if sheet is None:
            return
        if not self._fits(came, sheet):
            return
        changes = compare(sheet.description, sheet.record, self._record_from(came, sheet))
        title = told("import_title", name=short(sheet.record.name, 60))
        sentences = [told("import_says", other=short(came.portable.name, 60))]
        if came.note:
            sentences.append(came.note)
        self.at.preview(actor, title, sentences, ReadBack(changes=changes), came.picture)

    def _fits(self, came: Arrival, sheet: Sheet) -> bool:
        """Say whether a file is of the sheet that a character follows; if not, tell it. Raises NotPortable."""
        view = self.at.lens.view
        wanted = sheet_for(view.ruleset, came.portable, view.lists)
        if wanted.id == sheet.description.id:
            return True
        self.at.errands.fail(NotPortable("other_sheet", sheet=wanted.title, wanted=sheet.description.title))
        return False

    def _record_from(self, came: Arrival, sheet: Sheet) -> Record:
        picture = came.picture.id if came.picture is not None else None
        return record_from(came.portable, sheet.description, sheet.record, picture)

    def _join(self, came: Arrival) -> None:
        view = self.at.lens.view
        description = sheet_for(view.ruleset, came.portable, view.lists)
        self._arriving = came
        fields = fields_of(view.ruleset, description, came.portable)
        label = Message(key="sheets.exchange.new_title", params={"name": short(came.portable.name, 60)})
        self.join_wanted.emit(offer_to_join(view, label, name=came.portable.name, sheet=fields))

    # Comparing -------------------------------------------------------------------------------------------

    def compare(self) -> None:
        """Compare the character with what it was, with another one, or with a file."""
        sheet = self.at.sheet
        if sheet is not None:
            self._compare(sheet, [])

    def compare_with_file(self, path: Path) -> Job | None:
        """Compare the character with one in a file."""
        from vtt.sheets.comparing import Other
        from vtt.sheets.exchange import arrival

        actor = self.at.actor
        if actor is None:
            return None

        def show(came: Arrival) -> None:
            view = self.at.lens.view
            sheet = sheet_of(view, actor.id) if actor.id in view.actors else None
            if sheet is not None and self._fits(came, sheet):
                record = record_from(came.portable, sheet.description, sheet.record)
                self._compare(sheet, [Other(short(path.name, 60), lambda: record)])

        return self.at.errands.work(lambda _progress: arrival(path), show)

    def _compare(self, sheet: Sheet, first: list[Other]) -> None:
        from vtt.sheets.comparing import CompareDialog, others_of

        actor = sheet.record.actor
        others = [*first, *others_of(self.at.lens, actor)]
        dialog = CompareDialog(self.at.hub, sheet, others, partial(self.at.taking.write, actor), self.at.room.window())
        dialog.file_wanted.connect(dialog.reject)
        dialog.file_wanted.connect(lambda: self.at.errands.ask_file("import", "json", self.compare_with_file))
        self.at.open(dialog)

    # Templates -------------------------------------------------------------------------------------------

    def keep_template(self) -> None:
        """Keep the character as a template of the campaign, under its name."""
        sheet, actor, view = self.at.sheet, self.at.actor, self.at.lens.view
        if sheet is None or actor is None:
            return
        name = short(actor.name, 60)
        if actor.secret:
            self.at.errands.say("template_title", told("template_secret", name=name))
            return
        if name in templates_of(view.lists):
            choices = (Choice("keep", told("template_replace"), "primary"), Choice("", told("cancel")))
            sentences = (told("template_there", name=name),)
            then = partial(self._kept, sheet, name)
            self.at.open(ask(self.at.hub, self.at.room.window(), told("template_title"), sentences, choices, then))
            return
        self._kept(sheet, name, "keep")

    def _kept(self, sheet: Sheet, name: str, key: str) -> None:
        if key != "keep":
            return
        view = self.at.lens.view
        rows = with_template(view.lists, name, portable_of(sheet.description, view.ruleset, sheet.record))
        if len(rows) > MOST:
            self.at.errands.say("template_title", told("template_many", most=MOST))
            return
        command = SetList(seat=acting_seat(view), list=TEMPLATES, rows=rows)
        refused = self.at.session.refusal(command)
        if refused is not None:
            self.at.errands.say("template_title", refused.text)
        elif self.at.lens.submit(command, self):
            self.at.errands.say("template_title", told("template_done", name=name))

    def new_from_template(self, name: str) -> None:
        """Ask what a new character from a template is called and who leads it."""
        view = self.at.lens.view
        try:
            portable = template(view.lists, name)
            description = sheet_for(view.ruleset, portable, view.lists)
        except NotPortable as error:
            self.at.errands.fail(error)
            return
        self._arriving = None
        label = Message(key="sheets.exchange.new_title", params={"name": short(name, 60)})
        fields = fields_of(view.ruleset, description, portable)
        self.join_wanted.emit(offer_to_join(view, label, sheet=fields))
