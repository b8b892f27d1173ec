"""The record of one character: who leads it, what has befallen it, what can be done with it, and its sheet."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QLabel, QWidget

from engine.play.commands import Command
from engine.play.moves import EditActor, EditCondition, LayCondition, LiftCondition, RemoveActor, SetTrack, WriteRecord
from engine.play.offers import Offer, offered
from engine.play.sight import View
from engine.sheets.changes import change_at, command_for
from engine.sheets.condition_names import called
from engine.sheets.description import Field, Figure, Picture
from engine.sheets.holding import CONDITIONS, NAME, TRACK, Unwritable
from engine.sheets.migrating import new_fields
from engine.sheets.record import RESERVED, SHEET, SHEET_VERSION, record_of
from engine.sheets.sheet import Sheet
from engine.sheets.shelf import description_of, sheet_of, sheets_of
from engine.table.conditions import Condition
from engine.table.frozen import Json
from engine.table.seats import Actor
from vtt.panels.panel import Panel, acting_seat, gm_seat, text
from vtt.panels.parts import column, empty, prose
from vtt.panels.taking import OfferTaker
from vtt.session import Session
from vtt.sheets.character_head import CharacterHead
from vtt.sheets.character_numbers import CharacterNumbers
from vtt.sheets.character_offers import CharacterOffers, offers_about
from vtt.sheets.character_state import ConditionsEditor, StatesEditor, TracksEditor, known_conditions
from vtt.sheets.editors import Editor, told
from vtt.sheets.form import SheetForm
from vtt.sheets.part_editors import FigureEditor
from vtt.sheets.portrait import PortraitEditor
from vtt.table.naming import may_read, states_of
from vtt.table.places import reachable_seats
from vtt.widgets.dialogue import Choice, ask
from vtt.widgets.text import label, short
from vtt.widgets.theme import ThemeHub
from vtt.widgets.work import Workshop

_NOTHING = "refused.nothing_to_write"
"""Why a record is not written that says so already: nobody need hear of it."""


class CharacterForm(Panel):
    """The form of one character. Each change is one gesture, refused ones are said beside the field.

    Signals:
        windowed: a character whose form is wanted in a window of its own.
        copied: a character of whom another one is wanted.
        tailored: the id of the sheet that the group wants otherwise.
    """

    windowed = Signal(str)
    copied = Signal(str)
    tailored = Signal(str)

    def __init__(
        self, session: Session, viewer: str, theme_hub: ThemeHub, parent: QWidget | None = None, *, alone: bool = False
    ) -> None:
        """Make the form of nobody; one that is `alone` has a window of its own already."""
        super().__init__(session, viewer, theme_hub, parent)
        self._actor = ""
        self._alone = alone
        self._shape: object = None
        self._removing = ""
        self.doing: CharacterOffers | None = None
        self.taker = OfferTaker(self)
        self._workshop = Workshop(self)
        # Not a bound method of this: by then there is no more of it than its children.
        self.destroyed.connect(self._workshop.close)
        self._lay = column(self)
        self._top = QWidget(self)
        self._top_lay = column(self._top)
        self._lay.addWidget(self._top)
        self.sheet = SheetForm(theme_hub, self._make_editor, self._stands_above, self)
        self.sheet.hide()
        self.sheet.written.connect(self._write)
        self._lay.addWidget(self.sheet)
        self.numbers = CharacterNumbers(theme_hub, session.game.ruleset, self)
        self._lay.addWidget(self.numbers)
        self._lay.addStretch(1)
        self.head: CharacterHead | None = None
        self._loose_states: ConditionsEditor | None = None
        self.restyle()

    @property
    def actor(self) -> str:
        """The character that is shown."""
        return self._actor

    @property
    def conditions(self) -> ConditionsEditor:
        """The wounds and conditions: on the sheet if it has a place for them, else above it."""
        if self._loose_states is not None:
            return self._loose_states
        self.sheet.finish()
        return next(box.editor.conditions for box in self.sheet.boxes.values() if isinstance(box.editor, StatesEditor))

    def show_actor(self, actor: str) -> None:
        """Show another character."""
        if actor != self._actor:
            self.flush()
            self._actor = actor
            self.sheet.forget()
            self.refresh()

    def set_viewer(self, viewer: str) -> None:
        """Show the record as somebody else may know it; what was written until now was written by who was here."""
        if viewer != self.viewer:
            self.flush()
        super().set_viewer(viewer)

    def flush(self) -> None:
        """Send what was written but not yet sent."""
        self.sheet.flush()

    def refresh(self) -> None:
        """Show how the character stands now."""
        view = self.view
        actor = view.actors.get(self._actor)
        readable = actor is not None and may_read(view, actor)
        sheet = self._sheet(view) if readable else None
        shape = (self._actor if actor is not None else "", readable, self.viewer, self.theme, sheet is None)
        if shape != self._shape:
            self._shape = shape
            self._build(actor, readable)
        if sheet is None:
            self.sheet.hide()
            self.sheet.clear()
            self.numbers.clear()
        if actor is None or not readable:
            return
        if self.isVisible():
            self._show(view, actor, sheet)
        else:
            self._show_offers(())  # what is readable stays as it was until somebody comes back

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what happened meanwhile."""
        super().showEvent(event)
        self.refresh()

    def restyle(self) -> None:
        """Build the form anew in other lengths."""
        lengths = self.theme.metrics
        self._lay.setContentsMargins(lengths.pad_l, lengths.pad_m, lengths.pad_l, lengths.pad_l)
        self._lay.setSpacing(lengths.pad_m)
        self._top_lay.setSpacing(lengths.pad_m)
        self._shape = None
        self.sheet.clear()
        self.refresh()

    def viewer_changed(self) -> None:
        """Forget everything, then show what the new viewer may know."""
        self.taker.close()
        self._shape = None
        self.sheet.clear()
        self.numbers.clear()
        self.refresh()

    # what is there

    def _sheet(self, view: View) -> Sheet | None:
        """Return the character's sheet; what has not changed of the one that is shown is not reckoned again."""
        record = record_of(view, self._actor)
        old = self.sheet.sheet
        description = description_of(view.ruleset, record, view.lists)
        if old is not None and old.description is description and old.record.actor == self._actor:
            return old.with_record(record, {**view.options, **view.scene}, view.lists)
        return sheet_of(view, self._actor)

    def _stands_above(self, field: Field) -> bool:
        """Say whether a field stands at the head of the form already."""
        return field.bind == NAME

    def _make_editor(self, field: Field, parent: QWidget) -> Editor | None:
        if isinstance(field, Picture):
            return PortraitEditor(field, self.hub, parent, self.session, self._workshop)
        if field.bind == CONDITIONS:
            states = StatesEditor(field, self.hub, parent)
            self._hear_states(states.conditions)
            self._show_states(states.conditions)
            return states
        if isinstance(field, Figure):
            figure = FigureEditor(field, self.hub, parent)
            self._show_picture(figure)
            return figure
        return None

    def _show_picture(self, figure: FigureEditor) -> None:
        """Show the body as a drawing too, with what the game tells of it."""
        view = self.view
        actor = view.actors.get(self._actor)
        if actor is not None and isinstance(figure.field, Figure) and figure.field.bind == "body":
            figure.picture.show_body(actor.body, self.lens.figure_notes(actor.id), view.clock)

    def _hear_states(self, conditions: ConditionsEditor) -> None:
        conditions.laid.connect(self._lay_condition)
        conditions.lifted.connect(self._lift)
        conditions.changed.connect(self._change_condition)

    def _build(self, actor: Actor | None, readable: bool) -> None:
        empty(self._top_lay)
        self.doing, self.head, self._loose_states = None, None, None
        if actor is None:
            self._top_lay.addWidget(label(text("characters.none_chosen"), "muted", wrap=True, parent=self._top))
        elif not readable:
            self._top_lay.addWidget(prose(short(actor.name, 80), "title", parent=self._top))
            self._top_lay.addWidget(label(text("characters.kept_secret"), "muted", wrap=True, parent=self._top))
        else:
            self._build_head()
            self._build_state()

    def _build_head(self) -> None:
        head = CharacterHead(self.hub, self._top, alone=self._alone)
        head.renamed.connect(lambda name: self._edit(name=name))
        head.led.connect(lambda seat: self._edit(leader=seat))
        head.kept_secret.connect(lambda on: self._edit(secret=on))
        head.archived.connect(lambda on: self._edit(archived=on))
        head.removed.connect(self._ask_remove)
        head.followed.connect(self._follow_sheet)
        head.windowed.connect(lambda: self.windowed.emit(self._actor))
        head.copied.connect(lambda: self.copied.emit(self._actor))
        head.tailored.connect(self._wants_tailored)
        self.head = head
        self._top_lay.addWidget(head)

    def _build_state(self) -> None:
        self.doing = CharacterOffers(self.hub, self._top)
        self.doing.taken.connect(self._take)
        self.doing.listed.connect(self.taker.list)
        self._top_lay.addWidget(self.doing)
        self._tracks_title: QLabel = label(text("characters.tracks"), "heading", parent=self._top)
        self.tracks = TracksEditor(self.hub)
        self.tracks.chosen.connect(self._set_track)
        self._top_lay.addWidget(self._tracks_title)
        self._top_lay.addWidget(self.tracks)

    def _show(self, view: View, actor: Actor, sheet: Sheet | None) -> None:
        assert self.head is not None
        states = (*states_of(actor), *((text("characters.archived"),) if actor.archived else ()))
        self.head.show_actor(view, actor, states, self._sheets(view), self._has_gm(view))
        self._show_offers(offers_about(view, actor, self.lens.offers))
        bound = {field.bind for section in sheet.description.sections for field in section.fields} if sheet else set()
        tracks = {name: track for name, track in actor.tracks.items() if f"{TRACK}{name}" not in bound}
        self.tracks.show_tracks(tracks)
        self.tracks.setVisible(bool(tracks))
        self._tracks_title.setVisible(bool(tracks))
        self._place_states(on_sheet=CONDITIONS in bound)
        if sheet is not None:
            self.sheet.setVisible(True)
            self.sheet.show_sheet(sheet)
            self.numbers.show_actor(view, actor)
            self.head.complain(elsewhere=self.sheet.elsewhere)
        for box in self.sheet.boxes.values():
            if isinstance(box.editor, StatesEditor):
                self._show_states(box.editor.conditions)
            elif isinstance(box.editor, FigureEditor):
                self._show_picture(box.editor)
        if self._loose_states is not None:
            self._show_states(self._loose_states)

    def _place_states(self, *, on_sheet: bool) -> None:
        """Have a place for wounds and conditions above the sheet if it has none."""
        if on_sheet is (self._loose_states is None):
            return
        if on_sheet:
            self._shape = None  # another sheet is followed now: the head is built anew, without them
            self.refresh()
            return
        title = label(text("characters.conditions"), "heading", parent=self._top)
        self._loose_states = ConditionsEditor(self.hub)
        self._hear_states(self._loose_states)
        self._top_lay.addWidget(title)
        self._top_lay.addWidget(self._loose_states)

    def _show_states(self, shown: ConditionsEditor) -> None:
        view = self.view
        actor = view.actors.get(self._actor)
        if actor is None:
            return
        asked = self.lens.conditions(actor.id)
        proposed = known_conditions(view.ruleset, asked, view.actors.values())
        plain = frozenset(name for name, asks in asked.items() if all(ask.field != "level" for ask in asks))
        shown.show_conditions(actor.conditions, proposed, frozenset(asked), plain)

    def _has_gm(self, view: View) -> bool:
        """Say whether the GM's gestures can be made from here."""
        return gm_seat(view) in reachable_seats(view)

    def _sheets(self, view: View) -> Mapping[str, str]:
        """Return the sheets that a character can follow, by their ids."""
        return {s.id: s.title for s in sheets_of(view.ruleset).values() if s.subject == "actor"}

    def _show_offers(self, offers: tuple[Offer, ...]) -> None:
        if self.doing is not None:
            self.doing.show_offers(offers)

    # what is done

    @Slot(object)
    def _take(self, offer: Offer) -> None:
        """Do an offer; where it asks which character, it is this one."""
        asked = any(ask.field == "actor" for ask in offer.asks)
        self.taker.take(offer, {"actor": self._actor} if asked else None)

    def _do(self, command: Command) -> str:
        """Do it; return why not, or nothing."""
        refused = self.session.refusal(command)
        if refused is not None:
            if refused.message.key == _NOTHING:
                return ""
            return self.theme.with_rules(refused.text, refused.rules)
        self.lens.submit(command, self)
        return ""

    def _try(self, command: Command) -> bool:
        """Do it, and say at the head of the form why not."""
        why = self._do(command)
        if self.head is not None:
            self.head.complain(why)
        if why:
            self.refresh()
        return not why

    def _edit(
        self,
        *,
        name: str | None = None,
        leader: str | None = None,
        secret: bool | None = None,
        archived: bool | None = None,
    ) -> None:
        seat = acting_seat(self.view)
        self._try(EditActor(seat=seat, actor=self._actor, name=name, leader=leader, secret=secret, archived=archived))

    @Slot(str, object)
    def _write(self, path: str, value: Json) -> None:
        """Write at one place of the sheet."""
        view, sheet = self.view, self.sheet.sheet
        if sheet is None or self._actor not in view.actors:
            return
        record = record_of(view, self._actor)
        change = change_at(sheet.description, record, path, value)
        if change.before == change.after and type(change.before) is type(change.after):
            return
        try:
            command = command_for(sheet.description, acting_seat(view), record, (change,))
        except Unwritable as error:
            self.sheet.refuse(path, error.why or told("nowhere"))
            return
        why = self._do(command)
        if why:
            self.sheet.refuse(path, why)

    @Slot(str)
    def _follow_sheet(self, sheet: str) -> None:
        """Follow another sheet; every field stays on the record, whether that sheet shows it or not."""
        view = self.view
        description = sheets_of(view.ruleset).get(sheet)
        if description is None or self._actor not in view.actors:
            return
        self.flush()
        first = next(iter(self._sheets(view))) == sheet
        new = new_fields(description, first=first)
        held = view.actors[self._actor].sheet
        fields = {key: new.get(key) for key in RESERVED if held.get(key) != new.get(key)}
        assert set(new) <= {SHEET, SHEET_VERSION}
        self._try(WriteRecord(seat=acting_seat(view), actor=self._actor, fields=fields))

    @Slot()
    def _wants_tailored(self) -> None:
        if self.sheet.sheet is not None:
            self.tailored.emit(self.sheet.sheet.description.id)

    @Slot()
    def _ask_remove(self) -> None:
        actor = self.view.actors.get(self._actor)
        if actor is None:
            return
        choices = (
            Choice("remove", text("characters.remove_yes"), "danger"),
            Choice("", text("characters.remove_no"), "primary"),
        )
        title = text("characters.remove_title", name=short(actor.name, 60))
        sentences = (text("characters.remove_asks"),)
        self._removing = actor.id
        ask(self.hub, self.window(), title, sentences, choices, self._removal, icon="warning")

    @Slot(str)
    def _removal(self, key: str) -> None:
        if key == "remove":
            self._try(RemoveActor(seat=gm_seat(self.view), actor=self._removing))

    @Slot(str, int)
    def _set_track(self, track: str, value: int) -> None:
        self._try(SetTrack(seat=acting_seat(self.view), actor=self._actor, track=track, value=value))

    @Slot(str, int, str)
    def _lay_condition(self, name: str, level: int, note: str) -> None:
        seat = acting_seat(self.view)
        command = LayCondition(seat=seat, actor=self._actor, condition=name, level=level, note=note)
        asks = self.lens.conditions(self._actor).get(name, ())
        if asks:
            self.taker.take(offered("lay_condition", command, asks=asks, condition=called(name)))
        else:
            self._try(command)

    @Slot(str)
    def _lift(self, condition: str) -> None:
        self._try(LiftCondition(seat=acting_seat(self.view), actor=self._actor, condition=condition))

    @Slot(object, int, str)
    def _change_condition(self, old: Condition, level: int, note: str) -> None:
        seat = acting_seat(self.view)
        self._try(EditCondition(seat=seat, actor=self._actor, condition=old.id, level=level, note=note))
