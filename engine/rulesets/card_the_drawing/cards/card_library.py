"""Every card, tag, archetype, deck, foe and encounter that a group plays with: the shipped ones, and its own over them.

A group's row replaces the shipped record with the same id; removing the row restores the original. House content can
be left out (`use_proposed_cards`, section 4.3).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, TypeVar

import msgspec

from engine.core.memo import memo, memo_of_moment
from engine.kit.content_editor.content_library import ContentLibrary
from engine.kit.content_editor.dice_numbers import converted
from engine.kit.content_editor.view_models import RecordOrigin
from engine.messages.invalid_data import invalid_data
from engine.messages.message import Message
from engine.model.frozen import Json, replace
from engine.rulesets.card_the_drawing.cards.card_records import Archetype, Card, CardDeck, Foe, PreparedEncounter, Tag
from engine.sheets.catalogue.game_rows import rows_of_game
from engine.sheets.catalogue.sheet_library import tables_of
from engine.sheets.model.field_values import Lists

RULESET = "card_the_drawing"
CARDS, TAGS, ARCHETYPES, DECKS, FOES, ENCOUNTERS = "cards", "tags", "archetypes", "decks", "foes", "encounters"
UNIVERSAL, ENVIRONMENT, AUTO, MINIONS = "Universal", "Environment", "Auto", "GM/Minion"
"""The lists with a meaning of their own; the others are named after archetypes."""

GM_DECKS = "gm_decks"
"""The list with the group's decks that only the GM may know (CD-GM-1); all others are in `decks`."""
SECRET = frozenset({FOES, ENCOUNTERS, GM_DECKS})
"""The lists that only the GM may know: foes and encounters that the players have not met, and their decks."""
BROUGHT_FOES = "brought_foes"
"""The list with the foes on the table whose numbers were rolled, for the GM alone; only commands write it."""

Record = Card | Tag | Archetype | CardDeck | Foe | PreparedEncounter
_R = TypeVar("_R", Card, Archetype, CardDeck)
FORMS: Mapping[str, type[Record]] = {
    CARDS: Card,
    TAGS: Tag,
    ARCHETYPES: Archetype,
    DECKS: CardDeck,
    FOES: Foe,
    ENCOUNTERS: PreparedEncounter,
}
LISTS: Mapping[str, type[Record]] = {**FORMS, GM_DECKS: CardDeck}
"""The group's lists of records, each with the type of its rows."""


def _shipped(kind: str) -> Iterator[Record]:
    return (msgspec.convert(row, FORMS[kind]) for row in rows_of_game(RULESET, kind))


_RECORDS = ContentLibrary[Record](FORMS, _shipped)
shipped_record = _RECORDS.shipped_record


@dataclass(frozen=True, slots=True)
class Library:
    """The records that a group plays with, each by its id.

    Attributes:
        own: which of the group's rows are in use, as (list, id).
        faults: the group's rows that could not be read; they are skipped.
    """

    cards: Mapping[str, Card]
    tags: Mapping[str, Tag]
    archetypes: Mapping[str, Archetype]
    decks: Mapping[str, CardDeck]
    foes: Mapping[str, Foe]
    encounters: Mapping[str, PreparedEncounter]
    own: frozenset[tuple[str, str]] = frozenset()
    faults: tuple[Message, ...] = ()

    def card_named(self, name: str) -> Card | None:
        """Return a card by the name or the id on a sheet; letter case does not matter."""
        return self.cards.get(name) or next(_with_name(self.cards, name), None)

    def archetype_named(self, name: str) -> Archetype | None:
        """Return an archetype by the name or the id on a sheet."""
        return self.archetypes.get(name) or next(_with_name(self.archetypes, name), None)

    def deck_named(self, name: str, *, secret: bool) -> CardDeck | None:
        """Return a deck by its name, the group's own before a shipped one; the GM's own only if `secret`."""
        named = [deck for deck in _with_name(self.decks, name) if secret or not deck.secret]
        return min(named, key=lambda deck: (DECKS, deck.id) not in self.own, default=None)

    def lists(self) -> tuple[str, ...]:
        """Return the lists that cards may be on: those with a meaning, the archetypes, and those that cards name."""
        names = (archetype.name for archetype in self.archetypes.values())
        list_names = (name for card in self.cards.values() for name in card.lists)
        return tuple(dict.fromkeys((UNIVERSAL, *names, MINIONS, ENVIRONMENT, AUTO, *list_names)))

    def origin(self, kind: str, record: Record) -> RecordOrigin:
        """Return where a record of a list comes from."""
        if (kind, record.id) in self.own:
            return RecordOrigin.CHANGED if shipped_record(kind, record.id) is not None else RecordOrigin.OWN
        return RecordOrigin.HOUSE if _proposed(record) else RecordOrigin.PRINTED


def library_of(lists: Lists | None = None, *, use_proposed: bool = True) -> Library:
    """Return the library of a group.

    Args:
        lists: the group's lists, with its own `cards`, `tags`, `archetypes`, `decks`, `foes`, `encounters`.
        use_proposed: whether to include the house's own content; what the group wrote is always included.
    """
    return _merged({} if lists is None else lists, use_proposed)


def lists_of(kind: str) -> tuple[str, ...]:
    """Return the group's lists that hold records of a kind."""
    return (DECKS, GM_DECKS) if kind == DECKS else (kind,)


def kind_of_list(name: str) -> str:
    """Return the kind of the records in a list."""
    return DECKS if name == GM_DECKS else name


def list_of(kind: str, record: Record) -> str:
    """Return the group's list that holds a record."""
    return GM_DECKS if isinstance(record, CardDeck) and record.secret else kind


def outside_effects() -> Mapping[str, tuple[str, str]]:
    """Return the name of each out-of-combat effect and what it allows (section 4.1)."""
    tables = tables_of(RULESET)
    names, meanings = tables["out_of_combat"], tables["out_of_combat_meaning"]
    assert isinstance(names, Mapping)
    assert isinstance(meanings, Mapping)
    return {key: (str(name), str(meanings.get(key, ""))) for key, name in names.items()}


@memo
def _merged(lists: Lists, use_proposed: bool) -> Library:
    own: set[tuple[str, str]] = set()
    faults: list[Message] = []
    records: Mapping[str, dict[str, Any]] = {
        kind: {id_: record for id_, record in _RECORDS.shipped(kind).items() if use_proposed or not _proposed(record)}
        for kind in FORMS
    }
    for name in LISTS:
        kind = kind_of_list(name)
        read: set[str] = set()
        for number, row in enumerate(lists.get(name, ())):
            record = _read(kind, row, f"{name}[{number}]")
            if isinstance(record, Message):
                faults.append(record)
            elif record.id in read:
                faults.append(_fault("twice", f"{name}[{number}]", id=record.id))
            else:
                read.add(record.id)
                own.add((kind, record.id))
                # The list decides whether it is secret, not the row; the GM's deck takes precedence over a shared one.
                records[kind][record.id] = replace(record, secret=name == GM_DECKS) if kind == DECKS else record
    known = {kind: MappingProxyType(by_id) for kind, by_id in records.items()}
    return Library(**known, own=frozenset(own), faults=tuple(faults))


def _with_name(records: Mapping[str, _R], name: str) -> Iterator[_R]:
    """Yield the records with a name."""
    return iter(_by_name(records).get(name.strip().casefold(), ()))


@memo_of_moment
def _by_name(records: Mapping[str, _R]) -> Mapping[str, Sequence[_R]]:
    """Return records by their names in lower case."""
    named: dict[str, list[_R]] = {}
    for record in records.values():
        named.setdefault(record.name.casefold(), []).append(record)
    return named


def _read(kind: str, row: Mapping[str, Json], place: str) -> Record | Message:
    try:
        record = converted(row, FORMS[kind])
    except msgspec.ValidationError as error:
        return _fault("form", place, reason=invalid_data(error))
    return record if record.id.strip() else _fault("no_id", place)


def _fault(key: str, place: str, **params: Json) -> Message:
    return Message(key=f"drawing.library.{key}", params={"place": place, **params})


def _proposed(record: Record) -> bool:
    return not isinstance(record, Tag) and record.proposed
