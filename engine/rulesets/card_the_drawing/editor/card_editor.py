"""The content editor of Card: the Drawing, as a window uses it; the modules beside this one do the work."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.core.commands import Command
from engine.kit.content_editor import shared_editor_texts, view_models
from engine.kit.content_editor.json_record_edits import RowEdits
from engine.kit.content_editor.shared_editor_texts import clipped
from engine.kit.content_editor.view_models import (
    Category,
    CategoryEntry,
    DeckRecipient,
    EditorChoice,
    EditorView,
    EditRefused,
    Facet,
    ImportedFile,
    Lists,
    Note,
    Options,
    Trial,
)
from engine.messages.refusal import Refused
from engine.model.frozen import Json, replace
from engine.model.seats import Actor
from engine.presentation.game import Game
from engine.presentation.visibility import VisibleTable
from engine.rulesets.card_the_drawing import actor_sheet, printed_card_faces
from engine.rulesets.card_the_drawing.battle.actor_zones import field_zone
from engine.rulesets.card_the_drawing.cards.card_library import (
    CARDS,
    DECKS,
    ENCOUNTERS,
    GM_DECKS,
    SECRET,
    TAGS,
    Library,
    Record,
    lists_of,
    row_of,
    shipped_record,
)
from engine.rulesets.card_the_drawing.cards.card_records import Card, CardDeck
from engine.rulesets.card_the_drawing.decks.deck_rules import cards_on, rows_for
from engine.rulesets.card_the_drawing.editor import record_edits, record_exchange, record_list, tryout
from engine.rulesets.card_the_drawing.editor.deck_identity import with_settled_id
from engine.rulesets.card_the_drawing.editor.deck_owner import constraints_for_owner, option
from engine.rulesets.card_the_drawing.editor.editor_text import editor_text, without_place
from engine.rulesets.card_the_drawing.editor.record_commands import KeepRecords, form_fault, keep_command, lists_holding
from engine.rulesets.card_the_drawing.editor.record_editor_view import ASIDE, read_draft, record_editor_view
from engine.rulesets.card_the_drawing.editor.record_fields import KINDS, SHAPES
from engine.rulesets.card_the_drawing.editor.record_statistics import deck_notes
from engine.sheets.catalogue.sheet_library import sheet_of_actor
from engine.sheets.editing.record_moves import EditSheet


class CardEditor(RowEdits):
    """The `ContentEditor` of this game, whose protocol documents its members; `game` plays the cards tried out."""

    def __init__(self, game: Game) -> None:
        self._game = game

    @property
    def gm_lists(self) -> frozenset[str]:
        """The lists that only the GM may know: foes, their decks and encounters."""
        return SECRET

    def for_gm(self, kind: str, record: view_models.Record) -> bool:
        """Return whether only the GM may know a record."""
        return kind in SECRET or (kind == DECKS and record.get("secret") is True)

    def categories(self) -> tuple[Category, ...]:
        """Return the six kinds, in the order in which a group needs them."""
        return tuple(
            Category(
                kind=kind,
                title=editor_text(f"drawer.{kind}"),
                one=editor_text(f"one.{kind}"),
                lists=lists_of(kind),
                help=editor_text(f"drawer_help.{kind}"),
                gm_only=kind in SECRET,
                tries=kind == CARDS,
                offers=("begin_encounter", "place_encounter") if kind == ENCOUNTERS else (),
                answers="encounter" if kind == ENCOUNTERS else "",
                fights=kind == ENCOUNTERS,
            )
            for kind in KINDS
        )

    def facets(self, lists: Lists, options: Options, kind: str) -> tuple[Facet, ...]:
        """Return what entries can be filtered by."""
        return record_list.facets(printed_card_faces.library_in(lists, options), options, kind)

    def entries(self, lists: Lists, options: Options, kind: str) -> tuple[CategoryEntry, ...]:
        """Return the entries."""
        return record_list.entries(printed_card_faces.library_in(lists, options), options, kind)

    def record(self, lists: Lists, options: Options, kind: str, id_: str) -> view_models.Record | None:
        """Return a record as it is in force."""
        record = record_list.records(printed_card_faces.library_in(lists, options), kind).get(id_)
        return None if record is None else row_of(record)

    def blank(self, lists: Lists, options: Options, kind: str) -> view_models.Record:
        """Return a record to begin with."""
        return record_edits.blank(_known(kind), printed_card_faces.library_in(lists, options))

    def duplicate(self, lists: Lists, options: Options, kind: str, record: view_models.Record) -> view_models.Record:
        """Return a copy under another name."""
        return record_edits.duplicate(_known(kind), record)

    def editor_view(self, lists: Lists, options: Options, kind: str, record: view_models.Record) -> EditorView:
        """Return all that an editor shows."""
        return record_editor_view(_known(kind), record, printed_card_faces.library_in(lists, options), options)

    # -- edits

    def with_value(self, kind: str, record: view_models.Record, path: str, value: Json) -> view_models.Record:
        """Return a record with another value in a field."""
        return record_edits.with_value(kind, record, path, value)

    def has_rows(self, kind: str, path: str) -> bool:
        """Return whether a path is that of a part with rows, or of one of them."""
        return SHAPES.has_rows(kind, path)

    def new_row(self, kind: str, record: view_models.Record, path: str) -> view_models.Record:
        """Return a likely row for this record."""
        return record_edits.new_row(kind, record, path)

    # -- commands

    def save_command(
        self, seat: str, lists: Lists, options: Options, kind: str, record: view_models.Record
    ) -> tuple[str, Command]:
        """Return the id and the command; a card with problems is disabled, and enabled again once it has none."""
        library = printed_card_faces.library_in(lists, options)
        known_record, misfits = read_draft(_known(kind), record, library)
        if misfits:
            raise EditRefused(shared_editor_texts.editor_text("misfit_at", place=misfits[0].place, why=misfits[0].text))
        if kind == TAGS and not known_record.id.strip():
            raise EditRefused(editor_text("unnamed_tag"))
        if isinstance(known_record, Card):
            known_record = _set_aside(known_record, library)
        renamed: Mapping[str, str] = {}
        if isinstance(known_record, CardDeck):
            known_record, renamed = with_settled_id(known_record, lists, library, new=not record.get("id"))
        fault = form_fault(kind, row_of(known_record))
        if fault:
            raise EditRefused(editor_text("not_kept", why=fault))
        command = _keeping(seat, lists, (kind, known_record))
        if renamed:
            left = DECKS if isinstance(known_record, CardDeck) and known_record.secret else GM_DECKS
            command = replace(command, drop={**command.drop, left: tuple(renamed)}, renamed=renamed)
        return known_record.id, command

    def disable_command(self, seat: str, lists: Lists, options: Options, kind: str, id_: str, aside: bool) -> Command:
        """Return the command that puts a card aside, or takes it up again if nothing is wrong with it."""
        library = printed_card_faces.library_in(lists, options)
        record = record_list.records(library, kind).get(id_)
        if kind not in ASIDE or not isinstance(record, Card):
            raise EditRefused(editor_text("no_aside"))
        wrong = record_list.problems(record, library)
        if not aside and wrong:
            raise EditRefused(without_place(wrong[0]))
        return _keeping(seat, lists, (kind, replace(record, disabled=aside)))

    def delete_command(self, seat: str, lists: Lists, kind: str, id_: str) -> Command:
        """Return the command that takes away what the group has written."""
        list_keys = lists_holding(lists, _known(kind), id_)
        if not list_keys:
            raise EditRefused(
                editor_text("printed_stays" if shipped_record(kind, id_) is not None else "nothing_there")
            )
        return KeepRecords(
            seat=seat, drop={list_keys[-1]: (id_,)}
        )  # of two decks with one id the GM's: that one is shown

    # -- trying out

    def try_out(
        self,
        lists: Lists,
        options: Options,
        kind: str,
        record: view_models.Record,
        *,
        situation: str = "",
        answers: Sequence[str] = (),
    ) -> Trial:
        """Return what happens when a card is played against dummies."""
        library = printed_card_faces.library_in(lists, options)
        known_record, misfits = read_draft(_known(kind), record, library)
        if not isinstance(known_record, Card):
            return Trial(wrong=editor_text("no_trial"))
        desk = record_editor_view(kind, record, library, options)
        wrong = next((problem for problem in desk.problems if not problem.warning), None)
        if wrong is not None or misfits:
            problem = wrong or misfits[0]
            return Trial(wrong=editor_text("wrong", place=problem.place, why=problem.text))
        return tryout.try_card(self._game, known_record, library, lists, options, situation, answers)

    def situations(
        self, lists: Lists, options: Options, kind: str, record: view_models.Record
    ) -> tuple[EditorChoice, ...]:
        """Return the situations in which a card can be tried."""
        library = printed_card_faces.library_in(lists, options)
        known_record, _ = read_draft(_known(kind), record, library)
        return tryout.situations(known_record, library) if isinstance(known_record, Card) else ()

    # -- files

    def export_file(self, lists: Lists, options: Options, chosen: Sequence[tuple[str, str]], form: str = "toml") -> str:
        """Return a file with some records."""
        return record_exchange.export_text(printed_card_faces.library_in(lists, options), chosen, form)

    def dependencies(
        self, lists: Lists, options: Options, chosen: Sequence[tuple[str, str]]
    ) -> tuple[tuple[str, str], ...]:
        """Return the group's own records that the chosen ones use."""
        return record_exchange.records_needed(printed_card_faces.library_in(lists, options), chosen)

    def read_file(self, lists: Lists, options: Options, data: bytes | str) -> ImportedFile:
        """Return what a file holds."""
        return record_exchange.read_file(data, lists, use_proposed=bool(option(options, printed_card_faces.PROPOSED)))

    def import_command(self, seat: str, lists: Lists, incoming: ImportedFile, chosen: Sequence[int]) -> Command:
        """Return the command that takes over some records of a file."""
        keep_records = keep_command(seat, lists, record_exchange.records_to_keep(incoming, chosen))
        if keep_records is None:
            raise EditRefused(shared_editor_texts.editor_text("file.nothing"))
        return keep_records

    # -- decks and characters

    def deck_owners(self, view: VisibleTable) -> tuple[DeckRecipient, ...]:
        """Return the characters with a deck on their sheets; during a battle theirs are locked (CD-DECK-4)."""
        known = (actor for actor in view.actors.values() if not actor.archived and _readable(view, actor))
        return tuple(DeckRecipient(actor=actor.id, name=actor.name, why_not=_locked(view, actor.id)) for actor in known)

    def assign_deck_command(self, seat: str, view: VisibleTable, record: view_models.Record, actor: str) -> Command:
        """Return the command that writes a deck on a sheet; it is refused while the character fights (CD-DECK-4)."""
        known_record, misfits = read_draft(DECKS, record, _library(view))
        if misfits or not isinstance(known_record, CardDeck):
            raise EditRefused(misfits[0].text)
        fields: dict[str, Json] = {"deck": list(rows_for(known_record, _library(view)))}
        sheet = sheet_of_actor(view, actor)
        if sheet is not None and sheet.plan.field("deck_name") is not None:
            fields["deck_name"] = known_record.name
        return EditSheet(seat=seat, actor=actor, fields=fields)

    def deck_of(self, view: VisibleTable, actor: str) -> view_models.Record:
        """Return the deck on a sheet as a record."""
        character = view.actors.get(actor)
        if character is None or not _readable(view, character):
            return {"name": ""}
        sheet = sheet_of_actor(view, actor)
        library = _library(view)
        sheet_deck = sheet.value("deck") if sheet is not None else None
        rows = [row for row in sheet_deck if isinstance(row, Mapping)] if isinstance(sheet_deck, list | tuple) else []
        cards, _ = cards_on(rows, library)
        archetype = library.archetype_named(str((sheet.value("archetype") if sheet is not None else "") or ""))
        called = sheet.value("deck_name") if sheet is not None else None
        name = called if isinstance(called, str) and called.strip() else character.name
        record: dict[str, Json] = {"name": clipped(name), "cards": dict(cards)}
        if character.secret:
            record["secret"] = True
        return record if archetype is None else {**record, "archetype": archetype.id}

    def deck_statistics(self, view: VisibleTable, actor: str) -> tuple[Note, ...]:
        """Return the statistics of the deck on a sheet."""
        character = view.actors.get(actor)
        if character is None or not _readable(view, character):
            return ()
        library = _library(view)
        person = actor_sheet.actor_sheet_from(character, library, view.lists)
        owner = actor_sheet.owner_profile_from(person, len(actor_sheet.minions(character)))
        whose = constraints_for_owner(owner, {**view.options, **view.scene}, character.name)
        return deck_notes(person.deck, whose, library)


def _known(kind: str) -> str:
    if kind not in KINDS:
        raise EditRefused(shared_editor_texts.editor_text("no_drawer", kind=kind[:60]))
    return kind


def _keeping(seat: str, lists: Lists, kind_and_record: tuple[str, Record]) -> KeepRecords:
    """Return the command that saves a record. Raises EditRefused if it is as printed, and nothing else was saved."""
    keep_records = keep_command(seat, lists, (kind_and_record,))
    if keep_records is None:
        raise EditRefused(editor_text("printed_stays"))
    return keep_records


def _set_aside(card: Card, library: Library) -> Card:
    """Return a card as it is saved: disabled while it has problems; enabled again once it has none."""
    if record_list.problems(card, library):
        return replace(card, disabled=True)
    before = library.cards.get(card.id)
    was_draft = before is not None and before.disabled and bool(record_list.problems(before, library))
    return replace(card, disabled=False) if was_draft else card


def _library(view: VisibleTable) -> Library:
    return printed_card_faces.library_in(view.lists, {**view.options, **view.scene})


def _readable(view: VisibleTable, actor: Actor) -> bool:
    """Return whether the viewer may read a character's sheet; a secret one is known only by name."""
    seat = view.seats.get(view.viewer)
    return not actor.secret or actor.seat == view.viewer or (seat is not None and seat.is_gm)


def _locked(view: VisibleTable, actor: str) -> str:
    return Refused("drawing_deck_locked", "CD-DECK-4").text if field_zone(actor) in view.zones else ""
