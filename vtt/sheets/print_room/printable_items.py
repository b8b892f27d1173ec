"""The items that can be printed: the sheets that a viewer may print, the game's forms, and its decks of cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from engine.core.fault_isolation import isolated
from engine.kit.encounters.printable_encounters import PrintableEncounter, printable_encounters
from engine.kit.handouts.handout_records import handouts_in
from engine.kit.notes.note_links import readable_text
from engine.kit.notes.note_records import notes_in
from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import Json
from engine.model.seats import Actor
from engine.model.table import Table
from engine.model.zones import hand_of
from engine.presentation.card_faces import CardFace, FaceDeck, PrintsCardFaces, QuickReference
from engine.presentation.visibility import VisibleTable
from engine.rulesets.loader import game_of, printer_of, ruleset_ids
from engine.sheets.catalogue.game_metadata import game_name
from engine.sheets.catalogue.game_rows import rows_of_game
from engine.sheets.catalogue.rules_reference import rules_reference_of
from engine.sheets.catalogue.sheet_customisation import changes_list_name, customised_sheet
from engine.sheets.catalogue.sheet_library import description_of, sheets_of
from engine.sheets.model.character_record import Record, record_of
from engine.sheets.model.field_values import Lists
from engine.sheets.model.filled_sheet import ACTOR
from engine.sheets.model.sheet_description import PictureField, SheetDescription
from engine.sheets.printing.printed_labels import paper_text
from engine.sheets.printing.printed_texts import PrintedText
from vtt.shared.table_queries import stations_of
from vtt.sheets.print.print_job import PrintableForm

Rows = Sequence[Mapping[str, Json]]


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintableDeck:
    """Cards that belong together, as filled forms, or with faces from the game.

    Attributes:
        name: its name.
        forms: its cards as forms.
        faces: its cards with faces.
        personal: it is a player's own; that it was printed is not remembered.
    """

    name: str
    forms: tuple[PrintableForm, ...] = ()
    faces: tuple[CardFace, ...] = ()
    personal: bool = False

    @property
    def count(self) -> int:
        """The number of its cards."""
        return len(self.forms) + len(self.faces)


@dataclass(frozen=True, slots=True, kw_only=True)
class PreparedEncounters:
    """The encounters that the GM has prepared, and what their characters are made from.

    Attributes:
        table: a table with the GM's seat, and the group's lists, options and scene.
        encounters: the encounters, by kind and id.
    """

    table: Table
    encounters: Mapping[str, PrintableEncounter]


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintableItems:
    """All that can be printed of one campaign, or of a game without one.

    Attributes:
        ruleset: the game.
        title: the name of the campaign, or else of the game.
        people: the filled sheets.
        blanks: the empty ones, the game's first one first.
        decks: the cards.
        reference: the player's reference, if the game has one.
        prepared: the encounters, for the GM alone; None for anybody else.
        handouts: the handouts by id, for the GM alone; without what only the GM reads of them.
        notes: the notes that the viewer can read, by id.
        pictures: the contents of the pictures, by their ids.
        author: the name of the viewer's seat, else of the GM's.
    """

    ruleset: str
    title: str
    people: tuple[PrintableForm, ...] = ()
    blanks: tuple[PrintableForm, ...] = ()
    decks: tuple[PrintableDeck, ...] = ()
    reference: QuickReference | None = None
    prepared: PreparedEncounters | None = None
    handouts: Mapping[str, PrintedText] = field(default_factory=dict)
    notes: Mapping[str, PrintedText] = field(default_factory=dict)
    pictures: Mapping[str, bytes] = field(default_factory=dict)
    author: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to print: no sheet, no card, no encounter, and no text."""
        return not (self.blanks or self.decks or self.prepared or self.handouts or self.notes)

    @property
    def portraits(self) -> tuple[str, ...]:
        """The ids of the pictures on the filled sheets."""
        pictures: dict[str, None] = {}
        for form in self.people:
            for section in form.description.sections:
                for f in section.fields:
                    value = (
                        form.record.sheet.get(f.key)
                        if form.record is not None and isinstance(f, PictureField)
                        else None
                    )
                    if isinstance(value, str) and value:
                        pictures[value] = None
        return tuple(pictures)


def items_of_game(ruleset: str) -> PrintableItems:
    """Return what can be printed of a game without a campaign."""
    descriptions = tuple(sheets_of(ruleset).values())
    blanks = tuple(PrintableForm(ruleset=ruleset, description=description) for description in descriptions)
    game = printer_of(ruleset)
    decks = _face_decks(game.face_decks({}, {}, (), foes=True)) if game else _decks(ruleset, descriptions, None, {})
    return PrintableItems(
        ruleset=ruleset,
        title=game_name(ruleset),
        blanks=blanks,
        decks=decks,
        reference=_reference(ruleset, game, {}, {}),
    )


def _reference(
    ruleset: str, game: PrintsCardFaces | None, lists: Lists, options: Mapping[str, Json]
) -> QuickReference | None:
    """Return the reference that a game makes from the group's choices, else the one in its folder."""
    made = game.reference(lists, options) if game is not None else None
    return made if made is not None else rules_reference_of(ruleset)


def items_of_view(view: VisibleTable, title: str, also: str = "") -> PrintableItems:
    """Return what a viewer may print of a campaign; the caller adds the pictures.

    Args:
        view: what the viewer may know.
        title: the name of the campaign.
        also: a character that is included even if archived.
    """
    people = tuple(form for actor in party(view, also) if (form := form_of_actor(view, actor)) is not None)
    descriptions = tuple(
        customised_sheet(description, view.lists.get(changes_list_name(description.id), ()))
        for description in sheets_of(view.ruleset).values()
    )
    options = options_of(view)
    blanks = tuple(
        PrintableForm(ruleset=view.ruleset, description=d, options=options, lists=view.lists) for d in descriptions
    )
    game = printer_of(view.ruleset)
    decks = _decks_of_view(game, view) if game else _decks(view.ruleset, descriptions, options, view.lists)
    return PrintableItems(
        ruleset=view.ruleset,
        title=title,
        people=people,
        blanks=blanks,
        decks=decks,
        reference=_reference(view.ruleset, game, view.lists, options),
        prepared=prepared_encounters(view),
        handouts=handouts_of(view),
        notes=notes_of(view),
        author=author_of(view),
    )


def author_of(view: VisibleTable) -> str:
    """Return the name of the viewer's seat, or of the GM's for a viewer without one."""
    seat = view.seats.get(view.viewer) or next((seat for seat in view.seats.values() if seat.is_gm), None)
    return seat.name if seat is not None else ""


def handouts_of(view: VisibleTable) -> Mapping[str, PrintedText]:
    """Return the handouts by id, for the GM alone, as the players get them: without the GM's notes about them."""
    if not _is_gm(view):
        return {}
    return {h.id: PrintedText(title=h.name, text=h.text, picture=h.picture) for h in handouts_in(view.lists)}


def notes_of(view: VisibleTable) -> Mapping[str, PrintedText]:
    """Return the notes that a viewer can read, by id."""
    said = paper_text("note_shared") if _is_gm(view) else ""
    return {
        note.id: PrintedText(
            title=note.name, text=readable_text(note.text), note=said if note.shared else "", picture=note.picture
        )
        for note in notes_in(view.lists)
    }


def prepared_encounters(view: VisibleTable) -> PreparedEncounters | None:
    """Return the encounters that a GM can print; None for another viewer, and where there are none."""
    if not _is_gm(view) or view.ruleset not in ruleset_ids():
        return None
    table = Table(ruleset=view.ruleset, seats=view.seats, lists=view.lists, options=view.options, scene=view.scene)
    none: tuple[PrintableEncounter, ...] = ()
    found = isolated(lambda: printable_encounters(game_of(view.ruleset), table), none)
    named = {encounter_key(encounter.kind, encounter.id): encounter for encounter in found}
    return PreparedEncounters(table=table, encounters=named) if named else None


def encounter_key(kind: str, id_: str) -> str:
    """Return the key of an encounter among those that can be printed."""
    return f"{kind}/{id_}"


def items_of_hands(view: VisibleTable) -> PrintableItems:
    """Return what a player may print while the curtain hides the table: the player's own hands."""
    game = printer_of(view.ruleset)
    decks = _face_decks(tuple(_hands(game, view))) if game is not None else ()
    seat = view.seats.get(view.viewer)
    return PrintableItems(ruleset=view.ruleset, title=_hand_called(seat.name if seat is not None else ""), decks=decks)


def decks_of_forms(view: VisibleTable) -> tuple[PrintableDeck, ...]:
    """Return the decks of a game as forms to fill in, even if the game has faces for its cards."""
    descriptions = tuple(sheets_of(view.ruleset).values())
    return _decks(view.ruleset, descriptions, options_of(view), view.lists)


def _decks_of_view(game: PrintsCardFaces, view: VisibleTable) -> tuple[PrintableDeck, ...]:
    """Return the decks that a viewer may print; those of the GM's characters and of foes are for the GM alone."""
    decks = game.face_decks(view.lists, options_of(view), party(view), foes=_is_gm(view))
    return _face_decks([*decks, *_hands(game, view)])


def _hands(game: PrintsCardFaces, view: VisibleTable) -> Iterator[FaceDeck]:
    """Yield the viewer's own hands; a viewer without a seat, such as the shared screen, has none."""
    seat = view.seats.get(view.viewer)
    if seat is None:
        return
    named = {hand_of(seat.id): seat.name}
    mine = (station for station in stations_of(view) if station.seat == seat.id and station.actor in view.actors)
    named |= {station.hand: view.actors[station.actor].name for station in mine}
    for zone, name in named.items():
        lying = view.zones.get(zone)
        cards = lying.cards if lying is not None else ()
        faces = [game.card_face(card, view.lists, options_of(view)) if card is not None else None for card in cards]
        known = tuple(face for face in faces if face is not None)
        if known and len(known) == len(cards):
            yield FaceDeck(name=_hand_called(name), faces=known, personal=True)


def _hand_called(name: str) -> str:
    return say(Message(key="printing.hand_of", params={"name": name}))


def _face_decks(decks: Sequence[FaceDeck]) -> tuple[PrintableDeck, ...]:
    """Return decks of cards, each with a name of its own."""
    named: dict[str, PrintableDeck] = {}
    for deck in decks:
        name, number = deck.name, 1
        while name in named:
            number += 1
            name = f"{deck.name} ({number})"
        named[name] = PrintableDeck(name=name, faces=deck.faces, personal=deck.personal)
    return tuple(named.values())


def party(view: VisibleTable, also: str = "") -> list[Actor]:
    """Return the characters whose records a viewer can print: all that players play and that are not archived.

    The GM can also print the GM's own characters, such as foes. `also` is always included. All must be readable.
    """
    is_gm = _is_gm(view)
    masters = {seat.id for seat in view.seats.values() if seat.is_gm}
    return [
        actor
        for actor in view.actors.values()
        if actor.id == also or (not actor.archived and (is_gm or actor.seat not in masters))
        if readable(view, actor)
    ]


def readable(view: VisibleTable, actor: Actor) -> bool:
    """Say whether a viewer may read a character's record."""
    return not actor.secret or _is_gm(view) or (actor.seat == view.viewer and view.viewer in view.seats)


def _is_gm(view: VisibleTable) -> bool:
    seat = view.seats.get(view.viewer)
    return seat is not None and seat.is_gm


def options_of(view: VisibleTable) -> Mapping[str, Json]:
    """Return the group's choices, and those of the scene."""
    return {**view.options, **view.scene}


def form_of_actor(view: VisibleTable, actor: Actor) -> PrintableForm | None:
    """Return a character's filled sheet; None in a game without sheets."""
    record = record_of(view, actor.id)
    description = description_of(view.ruleset, record, view.lists)
    if description is None:
        return None
    return PrintableForm(
        ruleset=view.ruleset, description=description, record=record, options=options_of(view), lists=view.lists
    )


def forms_of_rows(
    ruleset: str, description: SheetDescription, rows: Rows, options: Mapping[str, Json] | None, lists: Lists
) -> tuple[PrintableForm, ...]:
    """Return a filled form for each row of a list, such as each card."""
    return tuple(
        PrintableForm(
            ruleset=ruleset,
            description=description,
            record=Record(name=str(row.get("name", "")), sheet=row),
            options=options or {},
            lists=lists,
        )
        for row in rows
    )


def _decks(
    ruleset: str, descriptions: Sequence[SheetDescription], options: Mapping[str, Json] | None, lists: Lists
) -> tuple[PrintableDeck, ...]:
    """Return the decks of a game: one for each word of the column `lists`, in order of appearance.

    The group's own list of a subject replaces the game's. A deck with the title of a description is printed with that
    description, all others with the first one of their subject.
    """
    decks: list[PrintableDeck] = []
    for subject in dict.fromkeys(d.subject for d in descriptions if d.subject != ACTOR):
        of_subject = [d for d in descriptions if d.subject == subject]
        sorted_rows: dict[str, list[Mapping[str, Json]]] = {}
        for row in lists.get(subject) or rows_of_game(ruleset, subject):
            for name in _names(row.get("lists")) or (of_subject[0].title,):
                sorted_rows.setdefault(name, []).append(row)
        by_title = {d.title: d for d in of_subject}
        usual = next((d for d in of_subject if d.title not in sorted_rows), of_subject[0])
        decks += (
            PrintableDeck(name=name, forms=forms_of_rows(ruleset, by_title.get(name, usual), rows, options, lists))
            for name, rows in sorted_rows.items()
        )
    return tuple(decks)


def _names(value: Json) -> tuple[str, ...]:
    return tuple(str(name) for name in value) if isinstance(value, (list, tuple)) else ()
