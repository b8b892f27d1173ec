"""Cards, decks and the like as files that other tables can read, in TOML or JSON (CD-UI-26).

The file has `format`, `version` and `ruleset`, then [[card]], [[tag]], [[deck]] … with the keys of the catalogue. If it
is a stranger's it is data and nothing else: it is measured before it is read, and what it would change is told before
anything does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec

from engine.rulesets.card_the_drawing.library import (
    ARCHETYPES,
    CARDS,
    DECKS,
    FOES,
    FORMS,
    RULESET,
    SECRET,
    TAGS,
    Library,
    Record,
    library_of,
    list_of,
    original,
    row_of,
    with_row,
)
from engine.rulesets.card_the_drawing.records import Archetype, Card, Deck, Encounter, Foe
from engine.rulesets.card_the_drawing.scene import split_tag
from engine.rulesets.card_the_drawing.workshop.desks import ASIDE
from engine.rulesets.card_the_drawing.workshop.fields import KINDS, place_told
from engine.rulesets.card_the_drawing.workshop.listing import grave, name_of, problems, records
from engine.rulesets.card_the_drawing.workshop.telling import tell
from engine.rulesets.card_the_drawing.workshop.writing import form_fault
from engine.table.frozen import Json, replace
from engine.workshop import telling
from engine.workshop.bench import Arrival, Arriving, Incoming, Lists
from engine.workshop.files import Files, summed, unfit
from engine.workshop.telling import clipped

FILES: Final = Files(RULESET, KINDS)


def exported(library: Library, chosen: Sequence[tuple[str, str]], form: str) -> str:
    """Return a file with these records. Raises Unworkable for one that is not there, or another form."""

    def row(kind: str, id_: str) -> Mapping[str, Json] | None:
        found = records(library, kind).get(id_)
        return None if found is None else row_of(found)

    return FILES.written(chosen, row, form, tell("footnote"))


def needed(library: Library, chosen: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Return what of the group's own the chosen records speak of, and these in turn; what is chosen already is not."""
    found: dict[tuple[str, str], None] = {}
    waiting = list(chosen)
    while waiting:
        kind, id_ = waiting.pop()
        record = records(library, kind).get(id_)
        for other in _spoken_of(record) if record is not None else ():
            if other in library.own and other not in found and other not in chosen:
                found[other] = None
                waiting.append(other)
    return tuple(sorted(found, key=lambda one: (KINDS.index(one[0]), one[1])))


def _spoken_of(record: Record) -> Iterator[tuple[str, str]]:
    match record:
        case Card():
            yield from ((TAGS, split_tag(tag)[0]) for tag in record.tags)
        case Deck():
            yield from ((CARDS, id_) for id_ in record.cards)
            yield ARCHETYPES, record.archetype
        case Archetype():
            yield from ((CARDS, id_) for id_ in record.automatic)
        case Foe():
            yield from ((CARDS, id_) for id_ in record.automatic)
            yield DECKS, record.deck
        case Encounter():
            yield from ((CARDS, id_) for id_ in record.environment)
            yield from ((FOES, placed.foe) for placed in record.foes)
        case _:
            pass


# ---- reading ---------------------------------------------------------------------------------------------------------


def read(data: bytes | str, lists: Lists, use_proposed: bool) -> Incoming:
    """Return what a file holds. Raises Unworkable for what is no such file, or more than is taken."""
    rows = FILES.read(data)
    library = library_of(lists, use_proposed=use_proposed)
    merged = _merged(lists, rows, use_proposed)
    seen: set[tuple[str, str]] = set()
    found = tuple(_arriving(at, *row, library, merged, seen) for at, row in enumerate(rows))
    return Incoming(records=found, told=summed(found))


def _fault(kind: str, row: object) -> str:
    """Return why a row cannot be taken over, with the place in it; empty if it can."""
    if not isinstance(row, dict):
        return telling.tell("file.no_record")
    place = next(unfit(row), None)
    if place is not None:
        return telling.tell("file.value", place=clipped(place_told(kind, place)))
    return form_fault(kind, row)


def _merged(lists: Lists, rows: Sequence[tuple[str, int, object]], use_proposed: bool) -> Library:
    """Return what the group would play with if it took everything over, for decks of a file name its cards."""
    found: dict[str, Sequence[Mapping[str, Json]]] = dict(lists)
    for kind, _, row in rows:
        if isinstance(row, dict) and not _fault(kind, row):
            record: Record = msgspec.convert(row, FORMS[kind])
            name = list_of(kind, record)
            found[name] = with_row(found.get(name, ()), record)
    return library_of(found, use_proposed=use_proposed)


def _arriving(
    at: int,
    kind: str,
    number: int,
    row: object,
    library: Library,
    merged: Library,
    seen: set[tuple[str, str]],
) -> Arriving:
    fault = _fault(kind, row)
    if fault or not isinstance(row, dict):
        held = row if isinstance(row, dict) else {}
        gm_only = kind in SECRET or bool(held.get("secret"))
        return FILES.faulty(at, kind, number, row, fault, gm_only=gm_only, id_=str(held.get("id", "")))
    record: Record = msgspec.convert(row, FORMS[kind])
    name = clipped(name_of(record)) or record.id
    gm_only = list_of(kind, record) in SECRET
    if (kind, record.id) in seen:
        why = telling.tell("file.twice", name=record.id)
        return FILES.faulty(at, kind, number, row, why, gm_only=gm_only, id_=record.id)
    seen.add((kind, record.id))
    arrival = _arrival(kind, record, library)
    wrong = grave(problems(record, merged))
    return Arriving(
        at=at,
        kind=kind,
        id=record.id,
        name=name,
        arrival=arrival,
        told=" ".join(filter(None, (telling.tell(f"arrival.{arrival}"), _draft(kind, wrong)))),
        problems=wrong,
        record=row_of(_aside(kind, record, wrong)),
        gm_only=gm_only,
    )


def _draft(kind: str, wrong: int) -> str:
    if not wrong:
        return ""
    return tell("draft", count=wrong) if kind in ASIDE else telling.tell("arrival.problems", count=wrong)


def _aside(kind: str, record: Record, wrong: int) -> Record:
    return replace(record, disabled=True) if wrong and kind in ASIDE else record


def _arrival(kind: str, record: Record, library: Library) -> Arrival:
    here = records(library, kind).get(record.id)
    if here == record:
        return Arrival.SAME
    if (kind, record.id) in library.own:
        return Arrival.CHANGES_YOURS
    return Arrival.NEW if here is None and original(kind, record.id) is None else Arrival.CHANGES_ORIGINAL


def to_keep(incoming: Incoming, chosen: Sequence[int]) -> Iterator[tuple[str, Record]]:
    """Go through the chosen records with their kinds; what is the same already, and what is faulty, is left out."""
    for one in incoming.records:
        if one.at in chosen and one.record is not None and one.arrival is not Arrival.SAME:
            yield one.kind, msgspec.convert(dict(one.record), FORMS[one.kind])
