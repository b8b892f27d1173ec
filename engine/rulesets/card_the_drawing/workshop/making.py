"""The workshop of Card: the Drawing, as a window asks for it; the rooms beside this one say everything."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.play.commands import Command
from engine.play.moves import EditSheet
from engine.play.refusal import Refused
from engine.play.sight import View
from engine.rulesets.card_the_drawing import faces, people
from engine.rulesets.card_the_drawing.building import cards_on, rows_for
from engine.rulesets.card_the_drawing.library import (
    CARDS,
    DECKS,
    ENCOUNTERS,
    GM_DECKS,
    SECRET,
    TAGS,
    Library,
    Record,
    lists_of,
    original,
    row_of,
)
from engine.rulesets.card_the_drawing.records import Card, Deck
from engine.rulesets.card_the_drawing.workshop import edits, exchange, listing, trying
from engine.rulesets.card_the_drawing.workshop.desks import ASIDE, desk_of, read_record
from engine.rulesets.card_the_drawing.workshop.fields import KINDS, SHAPES
from engine.rulesets.card_the_drawing.workshop.moving import settled
from engine.rulesets.card_the_drawing.workshop.notes import of_deck
from engine.rulesets.card_the_drawing.workshop.owners import option, whose_owner
from engine.rulesets.card_the_drawing.workshop.telling import tell, without_place
from engine.rulesets.card_the_drawing.workshop.writing import KeepRecords, form_fault, held_in, keeping
from engine.rulesets.card_the_drawing.zones import field_of
from engine.sheets.shelf import sheet_of
from engine.table.frozen import Json, replace
from engine.table.seats import Actor
from engine.workshop import bench, telling
from engine.workshop.bench import (
    Desk,
    Drawer,
    Entry,
    Facet,
    Holder,
    Incoming,
    Lists,
    Note,
    Options,
    Trial,
    Unworkable,
    Way,
)
from engine.workshop.row_edits import RowEdits
from engine.workshop.telling import clipped


class CardWorkshop(RowEdits):
    """A `bench.Workshop`; each member is told there."""

    @property
    def gm_lists(self) -> frozenset[str]:
        """Foes, their decks and encounters: whom the players have not met yet."""
        return SECRET

    def for_gm(self, kind: str, record: bench.Record) -> bool:
        """Say whether only the GM may know a record."""
        return kind in SECRET or (kind == DECKS and record.get("secret") is True)

    def drawers(self) -> tuple[Drawer, ...]:
        """Return the six kinds, in the order in which a group needs them."""
        return tuple(
            Drawer(
                kind=kind,
                title=tell(f"drawer.{kind}"),
                one=tell(f"one.{kind}"),
                lists=lists_of(kind),
                help=tell(f"drawer_help.{kind}"),
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
        return listing.facets(faces.library_in(lists, options), options, kind)

    def entries(self, lists: Lists, options: Options, kind: str) -> tuple[Entry, ...]:
        """Return what there is."""
        return listing.entries(faces.library_in(lists, options), options, kind)

    def record(self, lists: Lists, options: Options, kind: str, id_: str) -> bench.Record | None:
        """Return a record as it is in force."""
        found = listing.records(faces.library_in(lists, options), kind).get(id_)
        return None if found is None else row_of(found)

    def blank(self, lists: Lists, options: Options, kind: str) -> bench.Record:
        """Return a record to begin with."""
        return edits.blank(_known(kind), faces.library_in(lists, options))

    def duplicate(self, lists: Lists, options: Options, kind: str, record: bench.Record) -> bench.Record:
        """Return a copy under another name."""
        return edits.duplicate(_known(kind), record)

    def desk(self, lists: Lists, options: Options, kind: str, record: bench.Record) -> Desk:
        """Return all that an editor shows."""
        return desk_of(_known(kind), record, faces.library_in(lists, options), options)

    # -- edits

    def with_value(self, kind: str, record: bench.Record, path: str, value: Json) -> bench.Record:
        """Return a record with something else in a field."""
        return edits.with_value(kind, record, path, value)

    def has_rows(self, kind: str, path: str) -> bool:
        """Say whether a path is that of a part with rows, or of one of them."""
        return SHAPES.has_rows(kind, path)

    def new_row(self, kind: str, record: bench.Record, path: str) -> bench.Record:
        """Return a row such as mostly goes with the rest of the record."""
        return edits.new_row(kind, record, path)

    # -- commands

    def saving(self, seat: str, lists: Lists, options: Options, kind: str, record: bench.Record) -> tuple[str, Command]:
        """Return the id and the command; a card with problems is put aside, one whose last is mended comes back."""
        library = faces.library_in(lists, options)
        found, misfits = read_record(_known(kind), record, library)
        if misfits:
            raise Unworkable(telling.tell("misfit_at", place=misfits[0].place, why=misfits[0].text))
        if kind == TAGS and not found.id.strip():
            raise Unworkable(tell("unnamed_tag"))
        if isinstance(found, Card):
            found = _set_aside(found, library)
        renamed: Mapping[str, str] = {}
        if isinstance(found, Deck):
            found, renamed = settled(found, lists, library, new=not record.get("id"))
        fault = form_fault(kind, row_of(found))
        if fault:
            raise Unworkable(tell("not_kept", why=fault))
        command = _keeping(seat, lists, (kind, found))
        if renamed:
            left = DECKS if isinstance(found, Deck) and found.secret else GM_DECKS
            command = replace(command, drop={**command.drop, left: tuple(renamed)}, renamed=renamed)
        return found.id, command

    def setting_aside(self, seat: str, lists: Lists, options: Options, kind: str, id_: str, aside: bool) -> Command:
        """Return the command that puts a card aside, or takes it up again if nothing is wrong with it."""
        library = faces.library_in(lists, options)
        found = listing.records(library, kind).get(id_)
        if kind not in ASIDE or not isinstance(found, Card):
            raise Unworkable(tell("no_aside"))
        wrong = listing.problems(found, library)
        if not aside and wrong:
            raise Unworkable(without_place(wrong[0]))
        return _keeping(seat, lists, (kind, replace(found, disabled=aside)))

    def removing(self, seat: str, lists: Lists, kind: str, id_: str) -> Command:
        """Return the command that takes away what the group has written."""
        held = held_in(lists, _known(kind), id_)
        if not held:
            raise Unworkable(tell("printed_stays" if original(kind, id_) is not None else "nothing_there"))
        return KeepRecords(seat=seat, drop={held[-1]: (id_,)})  # of two decks of one id the GM's, which is the one seen

    # -- trying out

    def try_out(
        self,
        lists: Lists,
        options: Options,
        kind: str,
        record: bench.Record,
        *,
        situation: str = "",
        answers: Sequence[str] = (),
    ) -> Trial:
        """Return what happens when a card is played against dummies."""
        library = faces.library_in(lists, options)
        found, misfits = read_record(_known(kind), record, library)
        if not isinstance(found, Card):
            return Trial(wrong=tell("no_trial"))
        desk = desk_of(kind, record, library, options)
        wrong = next((problem for problem in desk.problems if not problem.warning), None)
        if wrong is not None or misfits:
            problem = wrong or misfits[0]
            return Trial(wrong=tell("wrong", place=problem.place, why=problem.text))
        return trying.try_card(found, library, lists, options, situation, answers)

    def situations(self, lists: Lists, options: Options, kind: str, record: bench.Record) -> tuple[Way, ...]:
        """Return the situations in which a card can be tried."""
        library = faces.library_in(lists, options)
        found, _ = read_record(_known(kind), record, library)
        return trying.situations(found, library) if isinstance(found, Card) else ()

    # -- files

    def exported(self, lists: Lists, options: Options, chosen: Sequence[tuple[str, str]], form: str = "toml") -> str:
        """Return a file with some records."""
        return exchange.exported(faces.library_in(lists, options), chosen, form)

    def needed(self, lists: Lists, options: Options, chosen: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
        """Return what of the group's own the chosen records speak of."""
        return exchange.needed(faces.library_in(lists, options), chosen)

    def read(self, lists: Lists, options: Options, data: bytes | str) -> Incoming:
        """Return what a file holds."""
        return exchange.read(data, lists, use_proposed=bool(option(options, faces.PROPOSED)))

    def taken_over(self, seat: str, lists: Lists, incoming: Incoming, chosen: Sequence[int]) -> Command:
        """Return the command that takes over some records of a file."""
        found = keeping(seat, lists, exchange.to_keep(incoming, chosen))
        if found is None:
            raise Unworkable(telling.tell("file.nothing"))
        return found

    # -- decks and characters

    def holders(self, view: View) -> tuple[Holder, ...]:
        """Return the characters with a deck on their sheets; during a battle theirs are locked (CD-DECK-4)."""
        known = (actor for actor in view.actors.values() if not actor.archived and _readable(view, actor))
        return tuple(Holder(actor=actor.id, name=actor.name, why_not=_locked(view, actor.id)) for actor in known)

    def dealing(self, seat: str, view: View, record: bench.Record, actor: str) -> Command:
        """Return the command that writes a deck on a sheet; it is refused while the character fights (CD-DECK-4)."""
        found, misfits = read_record(DECKS, record, _library(view))
        if misfits or not isinstance(found, Deck):
            raise Unworkable(misfits[0].text)
        fields: dict[str, Json] = {"deck": list(rows_for(found, _library(view)))}
        sheet = sheet_of(view, actor)
        if sheet is not None and sheet.plan.field("deck_name") is not None:
            fields["deck_name"] = found.name
        return EditSheet(seat=seat, actor=actor, fields=fields)

    def deck_of(self, view: View, actor: str) -> bench.Record:
        """Return the deck on a sheet as a record."""
        found = view.actors.get(actor)
        if found is None or not _readable(view, found):
            return {"name": ""}
        sheet = sheet_of(view, actor)
        library = _library(view)
        held = sheet.value("deck") if sheet is not None else None
        rows = [row for row in held if isinstance(row, Mapping)] if isinstance(held, list | tuple) else []
        cards, _ = cards_on(rows, library)
        archetype = library.archetype_named(str((sheet.value("archetype") if sheet is not None else "") or ""))
        called = sheet.value("deck_name") if sheet is not None else None
        name = called if isinstance(called, str) and called.strip() else found.name
        record: dict[str, Json] = {"name": clipped(name), "cards": dict(cards)}
        if found.secret:
            record["secret"] = True
        return record if archetype is None else {**record, "archetype": archetype.id}

    def notes_on(self, view: View, actor: str) -> tuple[Note, ...]:
        """Return the statistics of the deck on a sheet."""
        found = view.actors.get(actor)
        if found is None or not _readable(view, found):
            return ()
        library = _library(view)
        person = people.person_on(found, library, view.lists)
        owner = people.owner_from(person, len(people.minions(found)))
        whose = whose_owner(owner, {**view.options, **view.scene}, found.name)
        return of_deck(person.deck, whose, library)


def _known(kind: str) -> str:
    if kind not in KINDS:
        raise Unworkable(telling.tell("no_drawer", kind=kind[:60]))
    return kind


def _keeping(seat: str, lists: Lists, one: tuple[str, Record]) -> KeepRecords:
    """Return the command that keeps a record. Raises Unworkable if it is as printed, and nothing else was kept."""
    found = keeping(seat, lists, (one,))
    if found is None:
        raise Unworkable(tell("printed_stays"))
    return found


def _set_aside(card: Card, library: Library) -> Card:
    """Return a card as it is saved: put aside while something is wrong; back when nothing is any more."""
    if listing.problems(card, library):
        return replace(card, disabled=True)
    before = library.cards.get(card.id)
    was_draft = before is not None and before.disabled and bool(listing.problems(before, library))
    return replace(card, disabled=False) if was_draft else card


def _library(view: View) -> Library:
    return faces.library_in(view.lists, {**view.options, **view.scene})


def _readable(view: View, actor: Actor) -> bool:
    """Say whether the viewer may read a character's sheet: of a secret one he knows only that it is there."""
    seat = view.seats.get(view.viewer)
    return not actor.secret or actor.seat == view.viewer or (seat is not None and seat.is_gm)


def _locked(view: View, actor: str) -> str:
    return Refused("drawing_deck_locked", "CD-DECK-4").text if field_of(actor) in view.zones else ""
