"""What can be done with a whole character besides writing on its sheet: paper, files, comparing, templates."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from engine.play.moves import SetList
from engine.play.words import Message
from engine.sheets.changes import Change, compare
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
from engine.table.seats import Actor, Role
from vtt.panels.panel import acting_seat
from vtt.panels.parts import button
from vtt.save.records import Picture
from vtt.session import Lens, Session
from vtt.sheets.changes_view import told
from vtt.sheets.character_form import may_read
from vtt.sheets.errands import Errands
from vtt.sheets.joining import offer_to_join
from vtt.sheets.taking_over import TakingOver
from vtt.widgets.dialogue import Choice, Dialogue, ask
from vtt.widgets.text import button_text, short
from vtt.widgets.theme import ThemeHub
from vtt.widgets.work import Job, Progress

if TYPE_CHECKING:
    from vtt.sheets.comparing import Other
    from vtt.sheets.exchange import Arrival, Filled
    from vtt.sheets.paper_back import PaperBack

# The halves of this that are slow to come are imported where they are wanted: the room opens without them.
_T = TypeVar("_T")
_PATIENCE: Final = 400
"""Milliseconds after which work is said to be under way."""
_NOTHING: Final = "refused.nothing_to_write"
_NO_FILE_NAME: Final = re.compile(r"[^\w .,()'-]+")


class CharacterActions(QObject):
    """Does all that with the character that a room shows.

    Args:
        session: the game.
        viewer: tells whose eyes the room has.
        hub: the theme.
        room: the widget that the dialogs belong to.
        current: tells which character is shown; an empty string for none.

    Signals:
        join_wanted: an offer by which a new character comes into the story; whoever asks for the rest then calls
            `joined` with the new id.
    """

    join_wanted = Signal(object)

    def __init__(
        self, session: Session, viewer: Callable[[], str], hub: ThemeHub, room: QWidget, current: Callable[[], str]
    ) -> None:
        super().__init__(room)
        self._session = session
        self._viewer = viewer
        self._hub = hub
        self._room = room
        self._current = current
        self._arriving: Arrival | None = None
        self._errands = Errands(hub, room, self._open)
        self._taking = TakingOver(session, viewer, hub, room)
        self.dialog: Dialogue | PaperBack | None = None
        self.menu: QMenu | None = None

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
        match self.dialog:
            case Dialogue() as dialogue:
                dialogue.reject()
            case None:
                pass
            case paper:
                paper.abandon()
        self._errands.cancel()

    def _fill(self, menu: QMenu) -> None:
        menu.clear()
        actor = self._actor()
        can_write = actor is not None and self._may_write(actor)
        lists = self._lens.view.lists
        lines: tuple[tuple[str, Callable[[], object], bool] | None, ...] = (
            ("fillable", self.ask_fillable, actor is not None),
            ("read_filled", self.ask_filled, can_write),
            ("from_paper", self.read_paper, can_write),
            None,
            ("compare", self.compare, can_write),
            ("export", self.ask_export, actor is not None),
            ("import", self.ask_import, can_write),
            ("import_new", self.ask_import_new, True),
            None,
            ("template", self.keep_template, actor is not None and self._is_gm()),
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

    # Fillable PDF ----------------------------------------------------------------------------------------

    def ask_fillable(self) -> None:
        """Ask where the fillable PDF goes."""
        self._errands.ask_new_file("fillable", "pdf", self._name(), self.write_fillable)

    def write_fillable(self, path: Path) -> Job | None:
        """Write the character's sheet as a PDF to fill in."""
        from vtt.sheets.job import PrintJob, WholeSheet
        from vtt.sheets.stock import form_of_actor

        actor, view = self._actor(), self._lens.view
        form = form_of_actor(view, actor) if actor is not None else None
        if form is None or actor is None:
            return None
        pictures = {}
        for key in picture_keys(form.description):
            found = self._session.picture(plain_text(actor.sheet.get(key)))
            if found is not None:
                pictures[found.id] = found.content
        job = PrintJob(
            title=f"{actor.name} – {form.description.title}", parts=[WholeSheet(form=form)], pictures=pictures
        )

        def task(progress: Progress) -> int:
            from vtt.sheets.fillable import write_fillable

            return write_fillable(job, path, progress)

        def done(_count: int) -> None:
            self._errands.say("fillable_title", told("fillable_done", file=path.name))

        return self._errands.work(task, done)

    def ask_filled(self) -> None:
        """Ask which filled PDF is read back."""
        self._errands.ask_file("filled", "pdf", self.read_filled)

    def read_filled(self, path: Path) -> Job | None:
        """Read a filled PDF back."""
        from vtt.sheets.exchange import read_filled
        from vtt.sheets.stock import form_of_actor

        actor, view = self._actor(), self._lens.view
        form = form_of_actor(view, actor) if actor is not None else None
        if form is None or actor is None:
            return None

        def done(filled: Filled) -> None:
            sentences = []
            if not filled.told:
                sentences.append(told("form_untold"))
            elif not filled.own:
                sentences.append(told("form_of_other", other=short(filled.name, 60), name=short(actor.name, 60)))
            self._preview(actor.id, told("filled_title", name=short(actor.name, 60)), sentences, filled.found)

        return self._errands.work(lambda progress: read_filled(path, form, progress), done)

    # Paper -----------------------------------------------------------------------------------------------

    def read_paper(self) -> Job | None:
        """Read the sheet back from paper."""
        from vtt.sheets.paper_back import PaperBack, Station, stations_of
        from vtt.sheets.stock import form_of_actor

        found, view = self._actor(), self._lens.view
        form = form_of_actor(view, found) if found is not None else None
        if form is None or found is None:
            return None
        actor, title = found.id, told("paper.title", name=short(found.name, 60))

        def task(_progress: Progress) -> tuple[Station, ...]:
            sheet = form.source()
            assert isinstance(sheet, Sheet)
            return stations_of(sheet)

        def show(stations: tuple[Station, ...]) -> None:
            sheet = sheet_of(self._lens.view, actor) if actor in self._lens.view.actors else None
            if sheet is not None and stations:
                self._open(PaperBack(self._hub, sheet, stations, done, self._room.window()))

        def done(changes: tuple[Change, ...]) -> None:
            self._preview(actor, title, (), ReadBack(changes=changes))

        return self._errands.work(task, show)

    # Files -----------------------------------------------------------------------------------------------

    def ask_export(self) -> None:
        """Ask where the character's file goes."""
        self._errands.ask_new_file("export", "json", self._name(), self.export)

    def export(self, path: Path) -> Job | None:
        """Write the character into a file."""
        from vtt.sheets.exchange import export

        sheet, actor = self._sheet(), self._actor()
        if sheet is None or actor is None:
            return None
        keys = picture_keys(sheet.description)
        picture = self._session.picture(plain_text(actor.sheet.get(keys[0]))) if keys else None
        content = picture.content if picture is not None else None
        portable = portable_of(sheet.description, self._lens.view.ruleset, sheet.record, content)

        def done(_nothing: None) -> None:
            self._errands.say("export_title", told("export_done", name=short(actor.name, 60), file=path.name))

        return self._errands.work(lambda _progress: export(portable, path), done)

    def ask_import(self) -> None:
        """Ask which file is taken over."""
        self._errands.ask_file("import", "json", self.take_in)

    def take_in(self, path: Path) -> Job | None:
        """Show what a file would make of the character."""
        from vtt.sheets.exchange import arrival

        actor = self._actor()
        if actor is None:
            return None
        return self._errands.work(lambda _progress: arrival(path), partial(self._arrived, actor.id))

    def ask_import_new(self) -> None:
        """Ask from which file a new character comes."""
        self._errands.ask_file("import", "json", self.take_in_new)

    def take_in_new(self, path: Path) -> Job | None:
        """Ask what a character from a file is called and who leads it."""
        from vtt.sheets.exchange import arrival

        return self._errands.work(lambda _progress: arrival(path), self._join)

    def joined(self, actor: str) -> None:
        """Write on a new character what a file says of it and no new character has."""
        came, self._arriving = self._arriving, None
        view = self._lens.view
        sheet = sheet_of(view, actor) if came is not None and actor in view.actors else None
        if came is None or sheet is None:
            return
        wanted = self._record_from(came, sheet)
        changes = compare(sheet.description, sheet.record, replace(wanted, name=sheet.record.name))
        self._taking.write(actor, self._taking.possible(sheet, ReadBack(changes=changes)).changes, came.picture)

    def _arrived(self, actor: str, came: Arrival) -> None:
        view = self._lens.view
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
        self._preview(actor, title, sentences, ReadBack(changes=changes), came.picture)

    def _fits(self, came: Arrival, sheet: Sheet) -> bool:
        """Say whether a file is of the sheet that a character follows; if not, tell it. Raises NotPortable."""
        view = self._lens.view
        wanted = sheet_for(view.ruleset, came.portable, view.lists)
        if wanted.id == sheet.description.id:
            return True
        self._errands.fail(NotPortable("other_sheet", sheet=wanted.title, wanted=sheet.description.title))
        return False

    def _record_from(self, came: Arrival, sheet: Sheet) -> Record:
        picture = came.picture.id if came.picture is not None else None
        return record_from(came.portable, sheet.description, sheet.record, picture)

    def _join(self, came: Arrival) -> None:
        view = self._lens.view
        description = sheet_for(view.ruleset, came.portable, view.lists)
        self._arriving = came
        fields = fields_of(view.ruleset, description, came.portable)
        label = Message(key="sheets.exchange.new_title", params={"name": short(came.portable.name, 60)})
        self.join_wanted.emit(offer_to_join(view, label, name=came.portable.name, sheet=fields))

    # Comparing -------------------------------------------------------------------------------------------

    def compare(self) -> None:
        """Compare the character with what it was, with another one, or with a file."""
        sheet = self._sheet()
        if sheet is not None:
            self._compare(sheet, [])

    def compare_with_file(self, path: Path) -> Job | None:
        """Compare the character with one in a file."""
        from vtt.sheets.comparing import Other
        from vtt.sheets.exchange import arrival

        actor = self._actor()
        if actor is None:
            return None

        def show(came: Arrival) -> None:
            view = self._lens.view
            sheet = sheet_of(view, actor.id) if actor.id in view.actors else None
            if sheet is not None and self._fits(came, sheet):
                record = record_from(came.portable, sheet.description, sheet.record)
                self._compare(sheet, [Other(short(path.name, 60), lambda: record)])

        return self._errands.work(lambda _progress: arrival(path), show)

    def _compare(self, sheet: Sheet, first: list[Other]) -> None:
        from vtt.sheets.comparing import CompareDialog, others_of

        actor = sheet.record.actor
        others = [*first, *others_of(self._lens, actor)]
        dialog = CompareDialog(self._hub, sheet, others, partial(self._taking.write, actor), self._room.window())
        dialog.file_wanted.connect(dialog.reject)
        dialog.file_wanted.connect(lambda: self._errands.ask_file("import", "json", self.compare_with_file))
        self._open(dialog)

    # Templates -------------------------------------------------------------------------------------------

    def keep_template(self) -> None:
        """Keep the character as a template of the campaign, under its name."""
        sheet, actor, view = self._sheet(), self._actor(), self._lens.view
        if sheet is None or actor is None:
            return
        name = short(actor.name, 60)
        if actor.secret:
            self._errands.say("template_title", told("template_secret", name=name))
            return
        if name in templates_of(view.lists):
            choices = (Choice("keep", told("template_replace"), "primary"), Choice("", told("cancel")))
            sentences = (told("template_there", name=name),)
            then = partial(self._kept, sheet, name)
            self._open(ask(self._hub, self._room.window(), told("template_title"), sentences, choices, then))
            return
        self._kept(sheet, name, "keep")

    def _kept(self, sheet: Sheet, name: str, key: str) -> None:
        if key != "keep":
            return
        view = self._lens.view
        rows = with_template(view.lists, name, portable_of(sheet.description, view.ruleset, sheet.record))
        if len(rows) > MOST:
            self._errands.say("template_title", told("template_many", most=MOST))
            return
        command = SetList(seat=acting_seat(view), list=TEMPLATES, rows=rows)
        refused = self._session.refusal(command)
        if refused is not None:
            self._errands.say("template_title", refused.text)
        elif self._lens.submit(command, self):
            self._errands.say("template_title", told("template_done", name=name))

    def new_from_template(self, name: str) -> None:
        """Ask what a new character from a template is called and who leads it."""
        view = self._lens.view
        try:
            portable = template(view.lists, name)
            description = sheet_for(view.ruleset, portable, view.lists)
        except NotPortable as error:
            self._errands.fail(error)
            return
        self._arriving = None
        label = Message(key="sheets.exchange.new_title", params={"name": short(name, 60)})
        fields = fields_of(view.ruleset, description, portable)
        self.join_wanted.emit(offer_to_join(view, label, sheet=fields))

    # What they all share ---------------------------------------------------------------------------------

    @property
    def _lens(self) -> Lens:
        return self._session.lens(self._viewer())

    @property
    def busy(self) -> bool:
        """Whether work is under way beside the window."""
        return self._errands.busy

    def _name(self) -> str:
        actor = self._actor()
        return actor.name if actor is not None else ""

    def _actor(self) -> Actor | None:
        view = self._lens.view
        found = view.actors.get(self._current())
        return found if found is not None and may_read(view, found) else None

    def _sheet(self) -> Sheet | None:
        actor = self._actor()
        return None if actor is None else sheet_of(self._lens.view, actor.id)

    def _may_write(self, actor: Actor) -> bool:
        return acting_seat(self._lens.view) == actor.seat or self._is_gm()

    def _is_gm(self) -> bool:
        view = self._lens.view
        seat = view.seats.get(acting_seat(view))
        return seat is not None and seat.role is Role.GM

    def _preview(
        self, actor: str, title: str, sentences: Sequence[str], found: ReadBack, picture: Picture | None = None
    ) -> None:
        dialog = self._taking.preview(actor, title, sentences, found, picture)
        if dialog is not None:
            self._open(dialog)

    def _open(self, dialog: Dialogue | PaperBack) -> None:
        self.dialog = dialog
        dialog.finished.connect(partial(self._closed, dialog))
        if not dialog.isVisible():
            dialog.open()

    def _closed(self, dialog: object, _result: int) -> None:
        if self.dialog is dialog:
            self.dialog = None
