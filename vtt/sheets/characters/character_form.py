"""The record of one character: its player, its conditions and tracks, its offers, and its sheet."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QLabel, QWidget

from engine.core.commands import Command
from engine.core.manual_moves import EditActor, EditCondition, LayCondition, LiftCondition, RemoveActor, SetTrack
from engine.model.conditions import Condition
from engine.model.frozen import Json
from engine.model.seats import Actor
from engine.presentation.offers import Offer, make_offer
from engine.presentation.visibility import VisibleTable
from engine.sheets.catalogue.listed_entries import Entry, PickerField, is_picker, same_name
from engine.sheets.catalogue.sheet_library import description_of, sheet_of_actor, sheets_of
from engine.sheets.editing.list_entry_moves import KeepListEntry
from engine.sheets.editing.list_fill import entry_from_row, entry_of_field, fill_from_list
from engine.sheets.editing.record_changes import FieldChange, change_at, command_for
from engine.sheets.editing.record_moves import WriteRecord
from engine.sheets.model.binding import CONDITIONS, NAME, TRACK, UnwritableField
from engine.sheets.model.character_record import RESERVED, SHEET, SHEET_VERSION, plain_lines, record_of
from engine.sheets.model.condition_names import condition_label
from engine.sheets.model.filled_sheet import FilledSheet
from engine.sheets.model.record_migration import new_fields
from engine.sheets.model.sheet_description import Field, FigureField, PictureField
from vtt.campaign.open_campaign import OpenCampaign
from vtt.shared.campaign_panel import CampaignPanel, acting_seat, gm_seat, may_open_library, text
from vtt.shared.list_entry_item import list_entry_item
from vtt.shared.offers.offer_taker import OfferTaker
from vtt.shared.screen_names import condition_texts
from vtt.shared.table_queries import may_read_record, reachable_seats
from vtt.sheets.characters.character_header import CharacterHeader
from vtt.sheets.characters.character_offer_tiles import CharacterOfferTiles, offers_about
from vtt.sheets.characters.character_statistics import CharacterStatistics
from vtt.sheets.characters.condition_and_track_editors import (
    ConditionsEditor,
    ConditionsFieldEditor,
    TracksEditor,
    known_conditions,
)
from vtt.sheets.characters.guided_advancement import may_advance
from vtt.sheets.editor.composite_field_editors import FigureEditor
from vtt.sheets.editor.field_editors import FieldEditor, form_text
from vtt.sheets.editor.portrait_editor import PortraitEditor
from vtt.sheets.editor.sheet_form import SheetForm
from vtt.widgets.basic_widgets import clear_layout, column, prose, row, set_prose
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.message_dialog import DialogButton, ask
from vtt.widgets.plain_text import label, short
from vtt.widgets.tasks.task_runner import TaskRunner

_NOTHING = "refused.nothing_to_write"
"""The refusal of a command that changes nothing; it is not shown."""


class CharacterForm(CampaignPanel):
    """The form of one character. Each change is one command; a refusal is shown beside the field.

    Signals:
        advanced: the id of a character to advance.
        windowed: the id of a character to show in a window of its own.
        copied: the id of a character to copy.
        tailored: the id of a sheet that the group wants to customise.
        library_wanted: a LibraryItem, to be saved to the library.

    Attributes:
        library: returns the entries of the open libraries for a list; None without libraries.
    """

    advanced = Signal(str)
    windowed = Signal(str)
    copied = Signal(str)
    tailored = Signal(str)
    library_wanted = Signal(object)

    def __init__(
        self,
        campaign: OpenCampaign,
        viewer: str,
        theme_hub: ThemeHub,
        parent: QWidget | None = None,
        *,
        alone: bool = False,
    ) -> None:
        """Make the form without a character; one that is `alone` already has a window of its own."""
        super().__init__(campaign, viewer, theme_hub, parent)
        self._actor = ""
        self._alone = alone
        self._shape: object = None
        self._removing = ""
        self.library: Callable[[str], tuple[Entry, ...]] | None = None
        self.offers: CharacterOfferTiles | None = None
        self.taker = OfferTaker(self)
        self._task_runner = TaskRunner(self)
        # Not a bound method of this object: at that time only its children still exist.
        self.destroyed.connect(self._task_runner.close)
        self._lay = column(self)
        self._top = QWidget(self)
        self._top_lay = column(self._top)
        self._portrait = QWidget(self)
        column(self._portrait)
        self._portrait.hide()
        self._head_place = QWidget(self)
        self._head_lay = column(self._head_place)
        self._above = row()
        self._above.addWidget(self._portrait, 0, Qt.AlignmentFlag.AlignTop)
        self._above.addWidget(self._head_place, 1, Qt.AlignmentFlag.AlignTop)
        self._lay.addLayout(self._above)
        self._lay.addWidget(self._top)
        self.sheet = SheetForm(theme_hub, self._make_editor, self._stands_above, self, self._portrait)
        self.sheet.hide()
        self.sheet.written.connect(self._write)
        self.sheet.replace_wanted.connect(self._replace)
        self.sheet.keep_wanted.connect(self._keep_row)
        self.sheet.save_wanted.connect(self._save_row)
        self.sheet.more_entries = self._library_entries
        self._lay.addWidget(self.sheet)
        self.numbers = CharacterStatistics(theme_hub, campaign.game, self)
        self._lay.addWidget(self.numbers)
        self._lay.addStretch(1)
        self.head: CharacterHeader | None = None
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
        return next(
            box.editor.conditions for box in self.sheet.boxes.values() if isinstance(box.editor, ConditionsFieldEditor)
        )

    def show_actor(self, actor: str) -> None:
        """Show another character."""
        if actor != self._actor:
            self.flush()
            self._actor = actor
            self.sheet.forget()
            self.refresh()

    def set_viewer(self, viewer: str) -> None:
        """Show the record as another viewer may know it; unsent text is sent for the old viewer first."""
        if viewer != self.viewer:
            self.flush()
        super().set_viewer(viewer)

    def flush(self) -> None:
        """Send unsent text."""
        self.sheet.flush()

    def refresh(self) -> None:
        """Show the character's present state."""
        view = self.view
        actor = view.actors.get(self._actor)
        readable = actor is not None and may_read_record(view, actor)
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
            self._show_offers(())  # the rest is updated when the form is shown again

    def showEvent(self, event: QShowEvent) -> None:
        """Update the form, which does not follow changes while it is hidden."""
        super().showEvent(event)
        self.refresh()

    def restyle(self) -> None:
        """Build the form again with the lengths of the new theme."""
        lengths = self.theme.metrics
        self._lay.setContentsMargins(lengths.pad_l, lengths.pad_m, lengths.pad_l, lengths.pad_l)
        self._lay.setSpacing(lengths.pad_m)
        self._top_lay.setSpacing(lengths.pad_m)
        self._above.setSpacing(lengths.pad_l)
        self._shape = None
        self.sheet.clear()
        self.refresh()

    def viewer_changed(self) -> None:
        """Discard everything, then show what the new viewer may know."""
        self.taker.close()
        self._shape = None
        self.sheet.clear()
        self.numbers.clear()
        self.refresh()

    # building

    def _sheet(self, view: VisibleTable) -> FilledSheet | None:
        """Return the character's sheet; unchanged parts of the shown sheet are not calculated again."""
        record = record_of(view, self._actor)
        old = self.sheet.sheet
        description = description_of(view.ruleset, record, view.lists)
        if old is not None and old.description is description and old.record.actor == self._actor:
            return old.with_record(record, {**view.options, **view.scene}, view.lists)
        return sheet_of_actor(view, self._actor)

    def _stands_above(self, field: Field) -> bool:
        """Say whether the head of the form already shows a field."""
        return field.bind == NAME

    def _make_editor(self, field: Field, parent: QWidget) -> FieldEditor | None:
        if isinstance(field, PictureField):
            return PortraitEditor(field, self.hub, parent, self.campaign, self._task_runner)
        if field.bind == CONDITIONS:
            states = ConditionsFieldEditor(field, self.hub, parent)
            self._hear_states(states.conditions)
            self._show_states(states.conditions)
            return states
        if isinstance(field, FigureField):
            figure = FigureEditor(field, self.hub, parent)
            self._show_picture(figure)
            return figure
        return None

    def _show_picture(self, figure: FigureEditor) -> None:
        """Show the body as a drawing too, with the game's annotations."""
        view = self.view
        actor = view.actors.get(self._actor)
        if actor is not None and isinstance(figure.field, FigureField) and figure.field.bind == "body":
            figure.picture.show_body(actor.body, self.viewer_campaign.body_annotations(actor.id), view.clock)

    def _hear_states(self, conditions: ConditionsEditor) -> None:
        conditions.laid.connect(self._lay_condition)
        conditions.lifted.connect(self._lift)
        conditions.changed.connect(self._change_condition)

    def _build(self, actor: Actor | None, readable: bool) -> None:
        clear_layout(self._head_lay)
        clear_layout(self._top_lay)
        self.offers, self.head, self._loose_states = None, None, None
        if actor is None:
            self._top_lay.addWidget(label(text("characters.none_chosen"), "muted", wrap=True, parent=self._top))
        elif not readable:
            self._top_lay.addWidget(prose(short(actor.name, 80), "title", parent=self._top))
            self._top_lay.addWidget(label(text("characters.kept_secret"), "muted", wrap=True, parent=self._top))
        else:
            self._build_head()
            self._build_state()

    def _build_head(self) -> None:
        head = CharacterHeader(self.hub, self._head_place, alone=self._alone)
        head.renamed.connect(lambda name: self._edit(name=name))
        head.led.connect(lambda seat: self._edit(leader=seat))
        head.kept_secret.connect(lambda on: self._edit(secret=on))
        head.archived.connect(lambda on: self._edit(archived=on))
        head.removed.connect(self._ask_remove)
        head.followed.connect(self._follow_sheet)
        head.advanced.connect(self._wants_advanced)
        head.windowed.connect(lambda: self.windowed.emit(self._actor))
        head.copied.connect(lambda: self.copied.emit(self._actor))
        head.tailored.connect(self._wants_tailored)
        self.head = head
        self._head_lay.addWidget(head)

    def _build_state(self) -> None:
        self.offers = CharacterOfferTiles(self.hub, self._top)
        self.offers.taken.connect(self._take)
        self.offers.listed.connect(self.taker.list)
        self._top_lay.addWidget(self.offers)
        self._tracks_title: QLabel = label(text("characters.tracks"), "heading", parent=self._top)
        self.tracks = TracksEditor(self.hub)
        self.tracks.chosen.connect(self._set_track)
        self._top_lay.addWidget(self._tracks_title)
        self._top_lay.addWidget(self.tracks)
        self.raw_record = prose("", parent=self._top)
        self.raw_record.hide()
        self._top_lay.addWidget(self.raw_record)

    def _show(self, view: VisibleTable, actor: Actor, sheet: FilledSheet | None) -> None:
        assert self.head is not None
        states = (*condition_texts(actor, view.ruleset), *((text("characters.archived"),) if actor.archived else ()))
        self.head.show_actor(view, actor, states, self._sheets(view), self._has_gm(view))
        self.head.advance.setVisible(not self.campaign.view_only and may_advance(view, actor.id))
        self._show_offers(offers_about(view, actor, self.viewer_campaign.offers))
        bound = {field.bind for section in sheet.description.sections for field in section.fields} if sheet else set()
        tracks = {name: track for name, track in actor.tracks.items() if f"{TRACK}{name}" not in bound}
        self.tracks.show_tracks(tracks)
        self.tracks.setVisible(bool(tracks))
        self._tracks_title.setVisible(bool(tracks))
        self._show_raw_record(view, actor, sheet)
        self._place_states(on_sheet=CONDITIONS in bound)
        if sheet is not None:
            self.sheet.setVisible(True)
            self.sheet.let_keep(
                in_list=self._has_gm(view) and not self.campaign.view_only,
                in_library=self.library is not None and may_open_library(view),
            )
            self.sheet.show_sheet(sheet)
            self.numbers.show_actor(view, actor)
            self.head.complain(elsewhere=self.sheet.elsewhere)
        for box in self.sheet.boxes.values():
            if isinstance(box.editor, ConditionsFieldEditor):
                self._show_states(box.editor.conditions)
            elif isinstance(box.editor, FigureEditor):
                self._show_picture(box.editor)
        if self._loose_states is not None:
            self._show_states(self._loose_states)

    def _show_raw_record(self, view: VisibleTable, actor: Actor, sheet: FilledSheet | None) -> None:
        """Show the GM the values of a record whose game, and sheet, is missing.

        Nobody else: only the sheet says which of them are for people to see.
        """
        seat = view.seats.get(self.viewer)
        shown = self.campaign.view_only and sheet is None and seat is not None and seat.is_gm
        lines = plain_lines(actor.sheet) if shown else []
        self.raw_record.setVisible(bool(lines))
        set_prose(self.raw_record, "\n".join((text("characters.raw_record"), *lines)) if lines else "")

    def _place_states(self, *, on_sheet: bool) -> None:
        """Have a place for wounds and conditions above the sheet if it has none."""
        if on_sheet is (self._loose_states is None):
            return
        if on_sheet:
            self._shape = None  # another sheet is followed: build the head again, without conditions
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
        asked = self.viewer_campaign.conditions(actor.id)
        proposed = known_conditions(view.ruleset, asked, view.actors.values())
        plain = frozenset(name for name, asks in asked.items() if all(ask.field != "level" for ask in asks))
        shown.show_conditions(actor.conditions, proposed, frozenset(asked), plain)

    def _has_gm(self, view: VisibleTable) -> bool:
        """Say whether GM commands can be sent from here."""
        return gm_seat(view) in reachable_seats(view)

    def _sheets(self, view: VisibleTable) -> Mapping[str, str]:
        """Return the sheets that a character can follow, by their ids."""
        return {s.id: s.title for s in sheets_of(view.ruleset).values() if s.subject == "actor"}

    def _show_offers(self, offers: tuple[Offer, ...]) -> None:
        if self.offers is not None:
            self.offers.show_offers(offers)

    # commands

    @Slot(object)
    def _take(self, offer: Offer) -> None:
        """Take an offer; a question for a character is answered with this one."""
        asked = any(ask.field == "actor" for ask in offer.questions)
        self.taker.take(offer, {"actor": self._actor} if asked else None)

    def _do(self, command: Command) -> str:
        """Do it; return why not, or nothing."""
        refused = self.campaign.refusal(command)
        if refused is not None:
            if refused.message.key == _NOTHING:
                return ""
            return self.theme.with_rules(refused.text, refused.rules)
        self.viewer_campaign.submit(command, self)
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
        fill = fill_from_list(sheet, path, value) or fill_from_list(
            sheet, path, value, self._library_entry(path, value)
        )
        changes = (change_at(sheet.description, record, path, value),) if fill is None else fill.changes
        if all(change.before == change.after and type(change.before) is type(change.after) for change in changes):
            self.sheet.tell_fill(path, fill)
            return
        try:
            command = command_for(sheet.description, acting_seat(view), record, changes)
        except UnwritableField as error:
            self.sheet.refuse(path, error.why or form_text("nowhere"))
            return
        why = self._do(command)
        if why:
            self.sheet.refuse(path, why)
        else:
            self.sheet.tell_fill(path, fill)

    @Slot(object)
    def _replace(self, changes: tuple[FieldChange, ...]) -> None:
        """Replace what was typed by the values of a list, where it is still as it was."""
        view, sheet = self.view, self.sheet.sheet
        if sheet is None or self._actor not in view.actors or not changes:
            return
        record = record_of(view, self._actor)
        now = (change_at(sheet.description, record, change.path, change.after) for change in changes)
        still = tuple(new for new, old in zip(now, changes, strict=True) if new.before == old.before)
        self.sheet.tell_fill(changes[0].path, None)
        if still:
            self._try(command_for(sheet.description, acting_seat(view), record, still))

    def _library_entries(self, list_name: str) -> tuple[Entry, ...]:
        """Return the entries of the libraries for a list, for viewers who may see the library."""
        return self.library(list_name) if self.library is not None and may_open_library(self.view) else ()

    def _library_entry(self, path: str, name: Json) -> Entry | None:
        """Return the entry of the libraries with a name that is written at a place."""
        sheet, wanted = self.sheet.sheet, same_name(name)
        field = sheet.field_at(path) if sheet is not None and wanted else None
        if not isinstance(field, PickerField) or not is_picker(field):
            return None
        return next((e for e in self._library_entries(field.list) if same_name(e.get("name")) == wanted), None)

    def _entry(self, key: str, row: int) -> tuple[str, Entry] | None:
        sheet = self.sheet.sheet
        if sheet is None:
            return None
        return entry_from_row(sheet, key, row) if row >= 0 else entry_of_field(sheet, key)

    @Slot(str, int)
    def _save_row(self, key: str, row: int) -> None:
        """Save a row of a table, or what fields are filled in with, to the library."""
        kept = self._entry(key, row)
        if kept is not None:
            self.library_wanted.emit(list_entry_item(self.view.ruleset, *kept))

    @Slot(str, int)
    def _keep_row(self, key: str, row: int) -> None:
        """Keep a row of a table, or what fields are filled in with, in the list of the group."""
        kept = self._entry(key, row)
        if kept is not None:
            self._try(KeepListEntry(seat=gm_seat(self.view), list=kept[0], entry=kept[1]))

    @Slot(str)
    def _follow_sheet(self, sheet: str) -> None:
        """Follow another sheet; every field stays on the record, shown or not."""
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
    def _wants_advanced(self) -> None:
        self.flush()
        self.advanced.emit(self._actor)

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
            DialogButton("remove", text("characters.remove_yes"), "danger"),
            DialogButton("", text("characters.remove_no"), "primary"),
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
        asks = self.viewer_campaign.conditions(self._actor).get(name, ())
        if asks:
            self.taker.take(make_offer("lay_condition", command, questions=asks, condition=condition_label(name)))
        else:
            self._try(command)

    @Slot(str)
    def _lift(self, condition: str) -> None:
        self._try(LiftCondition(seat=acting_seat(self.view), actor=self._actor, condition=condition))

    @Slot(object, int, str)
    def _change_condition(self, old: Condition, level: int, note: str) -> None:
        seat = acting_seat(self.view)
        self._try(EditCondition(seat=seat, actor=self._actor, condition=old.id, level=level, note=note))
