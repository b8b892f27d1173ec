"""What can be printed: whose sheets a viewer may print, which forms the game has, and which decks of cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from engine.play.faces import CardFace, FaceDeck, PrintsFaces, Reference
from engine.play.sight import View
from engine.play.words import Message, say
from engine.rulesets.registry import printer_of
from engine.sheets.description import Picture, SheetDescription
from engine.sheets.games import game_name
from engine.sheets.record import Record, record_of
from engine.sheets.shelf import ACTOR, description_of, rows_of_game, sheets_of
from engine.sheets.tailoring import list_of, tailored
from engine.sheets.values import Lists
from engine.table.frozen import Json
from engine.table.seats import Actor
from engine.table.zones import hand_of
from vtt.sheets.job import Form
from vtt.table.places import stations_of

Rows = Sequence[Mapping[str, Json]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Deck:
    """Cards that belong together, as filled forms, or with the faces that a game gives them.

    Attributes:
        name: what it is called.
        forms: its cards as forms.
        faces: its cards with faces.
        personal: it is somebody's, so that nobody remembers that it was printed.
    """

    name: str
    forms: tuple[Form, ...] = ()
    faces: tuple[CardFace, ...] = ()
    personal: bool = False

    @property
    def count(self) -> int:
        """How many cards it has."""
        return len(self.forms) + len(self.faces)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stock:
    """All that can be printed of one campaign, or of a game without one.

    Attributes:
        ruleset: the game.
        title: what the campaign, or else the game, is called.
        people: the filled sheets.
        blanks: the empty ones, the game's first one first.
        decks: the cards.
        reference: the player's reference, if the game has one.
        pictures: the contents of the portraits, by their ids.
    """

    ruleset: str
    title: str
    people: tuple[Form, ...] = ()
    blanks: tuple[Form, ...] = ()
    decks: tuple[Deck, ...] = ()
    reference: Reference | None = None
    pictures: Mapping[str, bytes] = field(default_factory=dict)

    @property
    def portraits(self) -> tuple[str, ...]:
        """The ids of the pictures that stand on the filled sheets."""
        found: dict[str, None] = {}
        for form in self.people:
            for section in form.description.sections:
                for f in section.fields:
                    value = form.record.sheet.get(f.key) if form.record is not None and isinstance(f, Picture) else None
                    if isinstance(value, str) and value:
                        found[value] = None
        return tuple(found)


def stock_of_game(ruleset: str) -> Stock:
    """Return what a game gives without a campaign."""
    descriptions = tuple(sheets_of(ruleset).values())
    blanks = tuple(Form(ruleset=ruleset, description=description) for description in descriptions)
    game = printer_of(ruleset)
    decks = _face_decks(game.face_decks({}, {}, (), foes=True)) if game else _decks(ruleset, descriptions, None, {})
    reference = game.reference({}, {}) if game is not None else None
    return Stock(ruleset=ruleset, title=game_name(ruleset), blanks=blanks, decks=decks, reference=reference)


def stock_of_view(view: View, title: str, also: str = "") -> Stock:
    """Return what a viewer may print of a campaign; its pictures are to be added.

    Args:
        view: what the viewer may know.
        title: what the campaign is called.
        also: a character who is there even if put away.
    """
    people = tuple(form for actor in party(view, also) if (form := form_of_actor(view, actor)) is not None)
    descriptions = tuple(
        tailored(description, view.lists.get(list_of(description.id), ()))
        for description in sheets_of(view.ruleset).values()
    )
    options = options_of(view)
    blanks = tuple(Form(ruleset=view.ruleset, description=d, options=options, lists=view.lists) for d in descriptions)
    game = printer_of(view.ruleset)
    decks = _decks_of_view(game, view) if game else _decks(view.ruleset, descriptions, options, view.lists)
    return Stock(
        ruleset=view.ruleset,
        title=title,
        people=people,
        blanks=blanks,
        decks=decks,
        reference=game.reference(view.lists, options) if game is not None else None,
    )


def stock_of_hands(view: View) -> Stock:
    """Return what a player may print of a campaign behind the curtain: the hands that are theirs."""
    game = printer_of(view.ruleset)
    decks = _face_decks(tuple(_hands(game, view))) if game is not None else ()
    seat = view.seats.get(view.viewer)
    return Stock(ruleset=view.ruleset, title=_hand_called(seat.name if seat is not None else ""), decks=decks)


def decks_of_forms(view: View) -> tuple[Deck, ...]:
    """Return the decks of a game as forms to fill in, also where it has faces for its cards."""
    descriptions = tuple(sheets_of(view.ruleset).values())
    return _decks(view.ruleset, descriptions, options_of(view), view.lists)


def _decks_of_view(game: PrintsFaces, view: View) -> tuple[Deck, ...]:
    """Return the decks that a viewer may print: whom the GM leads, and what foes play, only on the GM's own screen."""
    decks = game.face_decks(view.lists, options_of(view), party(view), foes=_is_gm(view))
    return _face_decks([*decks, *_hands(game, view)])


def _hands(game: PrintsFaces, view: View) -> Iterator[FaceDeck]:
    """Return the viewer's own hands; whoever is not a seat, such as the common screen, has none."""
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


def _face_decks(decks: Sequence[FaceDeck]) -> tuple[Deck, ...]:
    """Return decks of cards, each with a name of its own."""
    named: dict[str, Deck] = {}
    for deck in decks:
        name, number = deck.name, 1
        while name in named:
            number += 1
            name = f"{deck.name} ({number})"
        named[name] = Deck(name=name, faces=deck.faces, personal=deck.personal)
    return tuple(named.values())


def party(view: View, also: str = "") -> list[Actor]:
    """Return whose records a viewer is offered: all whom a player leads and who have not been put away.

    The GM is offered also those whom the GM leads, such as foes, and everybody has `also`, as far as they may read it.
    """
    is_gm = _is_gm(view)
    masters = {seat.id for seat in view.seats.values() if seat.is_gm}
    return [
        actor
        for actor in view.actors.values()
        if actor.id == also or (not actor.archived and (is_gm or actor.seat not in masters))
        if readable(view, actor)
    ]


def readable(view: View, actor: Actor) -> bool:
    """Say whether a viewer may read a character's record."""
    return not actor.secret or _is_gm(view) or (actor.seat == view.viewer and view.viewer in view.seats)


def _is_gm(view: View) -> bool:
    seat = view.seats.get(view.viewer)
    return seat is not None and seat.is_gm


def options_of(view: View) -> Mapping[str, Json]:
    """Return the group's choices, and those of the scene."""
    return {**view.options, **view.scene}


def form_of_actor(view: View, actor: Actor) -> Form | None:
    """Return a character's filled sheet; None in a game without sheets."""
    record = record_of(view, actor.id)
    description = description_of(view.ruleset, record, view.lists)
    if description is None:
        return None
    return Form(
        ruleset=view.ruleset, description=description, record=record, options=options_of(view), lists=view.lists
    )


def forms_of_rows(
    ruleset: str, description: SheetDescription, rows: Rows, options: Mapping[str, Json] | None, lists: Lists
) -> tuple[Form, ...]:
    """Return a filled form for each row of a list, such as each card."""
    return tuple(
        Form(
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
) -> tuple[Deck, ...]:
    """Return the decks of a game: one for each word of the column `lists`, in the order in which they come.

    The group's own list of a subject takes the place of the game's. A deck that is called like one of the descriptions
    is printed by that, all others by the first of its subject.
    """
    decks: list[Deck] = []
    for subject in dict.fromkeys(d.subject for d in descriptions if d.subject != ACTOR):
        of_subject = [d for d in descriptions if d.subject == subject]
        sorted_rows: dict[str, list[Mapping[str, Json]]] = {}
        for row in lists.get(subject) or rows_of_game(ruleset, subject):
            for name in _names(row.get("lists")) or (of_subject[0].title,):
                sorted_rows.setdefault(name, []).append(row)
        by_title = {d.title: d for d in of_subject}
        usual = next((d for d in of_subject if d.title not in sorted_rows), of_subject[0])
        decks += (
            Deck(name=name, forms=forms_of_rows(ruleset, by_title.get(name, usual), rows, options, lists))
            for name, rows in sorted_rows.items()
        )
    return tuple(decks)


def _names(value: Json) -> tuple[str, ...]:
    return tuple(str(name) for name in value) if isinstance(value, (list, tuple)) else ()
