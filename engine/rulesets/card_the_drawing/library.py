"""Every card, tag, archetype, deck, foe and encounter that a group plays with: what is shipped, and its own over it.

A row of the group with the id of a shipped one stands in its place; taking the row away restores the original. What is
house-written can be left out (`use_proposed_cards`, section 4.3).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from types import MappingProxyType
from typing import TypeVar

import msgspec

from engine.play.words import Message
from engine.rulesets.card_the_drawing.records import Archetype, Card, Deck, Encounter, Foe, Tag
from engine.sheets.shelf import rows_of_game, tables_of
from engine.sheets.values import Lists
from engine.table.frozen import Json, plain, replace
from engine.workshop import keeping

RULESET = "card_the_drawing"
CARDS, TAGS, ARCHETYPES, DECKS, FOES, ENCOUNTERS = "cards", "tags", "archetypes", "decks", "foes", "encounters"
UNIVERSAL, ENVIRONMENT, AUTO, MINIONS = "Universal", "Environment", "Auto", "GM/Minion"
"""The lists with a meaning of their own; the others are called after archetypes."""

GM_DECKS = "gm_decks"
"""The list in which the group keeps the decks that only the GM may know (CD-GM-1); all others are in `decks`."""
SECRET = frozenset({FOES, ENCOUNTERS, GM_DECKS})
"""The lists that only the GM may know: whom the players have not met yet, what they hold, and what waits for them."""

Record = Card | Tag | Archetype | Deck | Foe | Encounter
_R = TypeVar("_R", Card, Tag, Archetype, Deck, Foe, Encounter)
FORMS: Mapping[str, type[Record]] = {
    CARDS: Card,
    TAGS: Tag,
    ARCHETYPES: Archetype,
    DECKS: Deck,
    FOES: Foe,
    ENCOUNTERS: Encounter,
}
LISTS: Mapping[str, type[Record]] = {**FORMS, GM_DECKS: Deck}
"""The lists of the group in which records are kept, each with what its rows are."""


class Origin(StrEnum):
    """Where a record comes from."""

    PRINTED = "printed"
    HOUSE = "house"
    CHANGED = "changed"
    OWN = "own"


@dataclass(frozen=True, slots=True)
class Library:
    """What a group plays with, each by its id.

    Attributes:
        own: which of the group's rows stand here, as (list, id).
        faults: what could not be read among the group's rows; they are passed over.
    """

    cards: Mapping[str, Card]
    tags: Mapping[str, Tag]
    archetypes: Mapping[str, Archetype]
    decks: Mapping[str, Deck]
    foes: Mapping[str, Foe]
    encounters: Mapping[str, Encounter]
    own: frozenset[tuple[str, str]] = frozenset()
    faults: tuple[Message, ...] = ()

    def card_named(self, name: str) -> Card | None:
        """Return a card by the name or the id that stands on a sheet; big and small letters do not matter."""
        wanted = name.strip().casefold()
        named = (card for card in self.cards.values() if card.name.casefold() == wanted)
        return self.cards.get(name) or next(named, None)

    def archetype_named(self, name: str) -> Archetype | None:
        """Return an archetype by the name or the id that stands on a sheet."""
        wanted = name.strip().casefold()
        named = (archetype for archetype in self.archetypes.values() if archetype.name.casefold() == wanted)
        return self.archetypes.get(name) or next(named, None)

    def deck_named(self, name: str, *, secret: bool) -> Deck | None:
        """Return a deck by its name, the group's own before a shipped one; the GM's alone only if `secret`."""
        wanted = name.strip().casefold()
        named = [deck for deck in self.decks.values() if deck.name.casefold() == wanted and (secret or not deck.secret)]
        return min(named, key=lambda deck: (DECKS, deck.id) not in self.own, default=None)

    def lists(self) -> tuple[str, ...]:
        """Return the lists that cards may stand on: those with a meaning, the archetypes, and what the cards say."""
        names = (archetype.name for archetype in self.archetypes.values())
        said = (name for card in self.cards.values() for name in card.lists)
        return tuple(dict.fromkeys((UNIVERSAL, *names, MINIONS, ENVIRONMENT, AUTO, *said)))

    def origin(self, kind: str, record: Record) -> Origin:
        """Return where a record of a list comes from."""
        if (kind, record.id) in self.own:
            return Origin.CHANGED if original(kind, record.id) is not None else Origin.OWN
        return Origin.HOUSE if _proposed(record) else Origin.PRINTED


def library_of(lists: Lists | None = None, *, use_proposed: bool = True) -> Library:
    """Return what a group plays with.

    Args:
        lists: the group's lists, in which its own `cards`, `tags`, `archetypes`, `decks`, `foes`, `encounters` are.
        use_proposed: whether the house's own content belongs to it; what the group wrote always does.
    """
    rows = tuple((lists or {}).get(name, ()) for name in LISTS)
    return _merged(_Same(rows), use_proposed)


def lists_of(kind: str) -> tuple[str, ...]:
    """Return the lists of the group in which records of a kind are kept."""
    return (DECKS, GM_DECKS) if kind == DECKS else (kind,)


def kind_of_list(name: str) -> str:
    """Return of which kind the records are that are kept in a list."""
    return DECKS if name == GM_DECKS else name


def list_of(kind: str, record: Record) -> str:
    """Return the list of the group in which a record is kept."""
    return GM_DECKS if isinstance(record, Deck) and record.secret else kind


def original(kind: str, id_: str) -> Record | None:
    """Return a record as it is shipped, whatever the group made of it."""
    return _shipped(kind).get(id_)


def row_of(record: Record) -> Mapping[str, Json]:
    """Return a record as a row of the group's list, as it is read from a file again."""
    row = plain(msgspec.to_builtins(record))
    assert isinstance(row, Mapping)
    return row


def with_row(rows: Sequence[Mapping[str, Json]], record: Record) -> tuple[Mapping[str, Json], ...]:
    """Return a list of the group with a record in it, in the place of the one with the same id."""
    return keeping.with_row(rows, row_of(record))


def outside() -> Mapping[str, tuple[str, str]]:
    """Return what each out-of-combat effect is called and what it allows (section 4.1)."""
    tables = tables_of(RULESET)
    names, meanings = tables["out_of_combat"], tables["out_of_combat_meaning"]
    assert isinstance(names, Mapping)
    assert isinstance(meanings, Mapping)
    return {key: (str(name), str(meanings.get(key, ""))) for key, name in names.items()}


class _Same:
    """Rows that are the same only if they are the very same; so nobody compares them row by row."""

    __slots__ = ("rows",)

    def __init__(self, rows: tuple[Sequence[Mapping[str, Json]], ...]) -> None:
        self.rows = rows

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and all(a is b for a, b in zip(self.rows, other.rows, strict=True))

    def __hash__(self) -> int:
        return hash(tuple(map(id, self.rows)))


@lru_cache(maxsize=8)
def _merged(same: _Same, use_proposed: bool) -> Library:
    own: set[tuple[str, str]] = set()
    faults: list[Message] = []
    found: dict[str, dict[str, Record]] = {
        kind: {id_: one for id_, one in _shipped(kind).items() if use_proposed or not _proposed(one)} for kind in FORMS
    }
    for name, rows in zip(LISTS, same.rows, strict=True):
        kind = kind_of_list(name)
        read: set[str] = set()
        for number, row in enumerate(rows):
            record = _read(kind, row, f"{name}[{number}]")
            if isinstance(record, Message):
                faults.append(record)
            elif record.id in read:
                faults.append(_fault("twice", f"{name}[{number}]", id=record.id))
            else:
                read.add(record.id)
                own.add((kind, record.id))
                # The list says whether it is secret, not the row; and what the GM keeps goes before what all know.
                found[kind][record.id] = replace(record, secret=name == GM_DECKS) if kind == DECKS else record
    return Library(
        cards=_of(Card, found[CARDS]),
        tags=_of(Tag, found[TAGS]),
        archetypes=_of(Archetype, found[ARCHETYPES]),
        decks=_of(Deck, found[DECKS]),
        foes=_of(Foe, found[FOES]),
        encounters=_of(Encounter, found[ENCOUNTERS]),
        own=frozenset(own),
        faults=tuple(faults),
    )


def _of(form: type[_R], found: Mapping[str, Record]) -> Mapping[str, _R]:
    return MappingProxyType({id_: record for id_, record in found.items() if isinstance(record, form)})


@cache
def _shipped(kind: str) -> Mapping[str, Record]:
    """Return what is shipped of a list. Raises ValueError for a file that does not have the right form."""
    found: dict[str, Record] = {}
    for row in rows_of_game(RULESET, kind):
        record = msgspec.convert(row, FORMS[kind])
        if record.id in found:
            raise ValueError(f"{kind}.toml: {record.id} stands there twice")
        found[record.id] = record
    return MappingProxyType(found)


def _read(kind: str, row: Mapping[str, Json], place: str) -> Record | Message:
    try:
        record = msgspec.convert(dict(row), FORMS[kind])
    except msgspec.ValidationError as error:
        return _fault("form", place, reason=str(error))
    return record if record.id.strip() else _fault("no_id", place)


def _fault(key: str, place: str, **params: Json) -> Message:
    return Message(key=f"drawing.library.{key}", params={"place": place, **params})


def _proposed(record: Record) -> bool:
    return not isinstance(record, Tag) and record.proposed
