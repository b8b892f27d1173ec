"""Traps, hazards, foes and places as files that other tables can read (`engine.workshop.files`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from engine.rulesets.classic_fantasy.data import RULESET
from engine.rulesets.classic_fantasy.perils import HAZARDS
from engine.rulesets.classic_fantasy.settings import Settings
from engine.rulesets.classic_fantasy.workshop import library
from engine.rulesets.classic_fantasy.workshop.desks import read_record
from engine.rulesets.classic_fantasy.workshop.fields import FORMS
from engine.rulesets.classic_fantasy.workshop.records import (
    FOES,
    KINDS,
    STRUCTS,
    TRAPS,
    Place,
    Record,
    id_key,
    id_of,
)
from engine.rulesets.classic_fantasy.workshop.telling import tell
from engine.table.frozen import Json
from engine.workshop import telling
from engine.workshop.bench import Arrival, Arriving, Incoming, Lists, Origin
from engine.workshop.files import Files, summed, unfit
from engine.workshop.telling import clipped

FILES: Final = Files(RULESET, KINDS)


def exported(lists: Lists, chosen: Sequence[tuple[str, str]], form: str) -> str:
    """Return a file with these records. Raises Unworkable for one that is not there, or another form."""

    def row(kind: str, id_: str) -> Mapping[str, Json] | None:
        found = library.records(lists, kind).get(id_)
        return None if found is None else library.row_of(found)

    return FILES.written(chosen, row, form, tell("footnote"))


def needed(lists: Lists, chosen: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Return what of the group's own the chosen places speak of; what is chosen already is not."""
    found: dict[tuple[str, str], None] = {}
    for kind, id_ in chosen:
        record = library.records(lists, kind).get(id_)
        if isinstance(record, Place):
            found |= dict.fromkeys(_spoken_of(record))
    return tuple(one for one in found if one not in chosen and one[1] in library.own(lists, one[0]))


def _spoken_of(place: Place) -> Iterator[tuple[str, str]]:
    yield from ((TRAPS, one.trap) for one in place.traps)
    yield from ((FOES, one.foe) for one in place.foes)
    yield from ((HAZARDS, one.hazard) for one in place.hazards)


def read(data: bytes | str, lists: Lists, settings: Settings) -> Incoming:
    """Return what a file holds. Raises Unworkable for what is no such file, or more than is taken."""
    rows = FILES.read(data)
    merged: dict[str, Sequence[Mapping[str, Any]]] = {
        kind: (*(row for of, _, row in rows if of == kind and isinstance(row, dict)), *lists.get(kind, ()))
        for kind in KINDS
    }
    seen: set[tuple[str, str]] = set()
    found = tuple(_arriving(at, *row, lists, {**lists, **merged}, settings, seen) for at, row in enumerate(rows))
    return Incoming(records=found, told=summed(found))


def _arriving(
    at: int,
    kind: str,
    number: int,
    row: object,
    lists: Lists,
    merged: Lists,
    settings: Settings,
    seen: set[tuple[str, str]],
) -> Arriving:
    id_ = str(row.get(id_key(kind), "")) if isinstance(row, dict) else ""
    why, wrong = _fault(kind, row, merged, settings)
    if not why and (kind, id_) in seen:
        why = telling.tell("file.twice", name=clipped(id_))
    if why or not isinstance(row, dict):
        return FILES.faulty(at, kind, number, row, why, gm_only=True, id_=id_)
    seen.add((kind, id_))
    record: Record = msgspec.convert(row, STRUCTS[kind])
    arrival = _arrival(kind, record, lists)
    more = telling.tell("arrival.problems", count=wrong) if wrong else ""
    return Arriving(
        at=at,
        kind=kind,
        id=id_,
        name=clipped(record.name),
        arrival=arrival,
        told=" ".join(filter(None, (telling.tell(f"arrival.{arrival}"), more))),
        problems=wrong,
        record=library.row_of(record),
        gm_only=True,
    )


def _fault(kind: str, row: object, merged: Lists, settings: Settings) -> tuple[str, int]:
    """Return why a row cannot be taken over, empty if it can; and how many things are odd with it."""
    if not isinstance(row, dict):
        return telling.tell("file.no_record"), 0
    place = next(unfit(row), None)
    if place is not None:
        return telling.tell("file.value", place=clipped(FORMS.place_told(kind, place))), 0
    if not row.get(id_key(kind)):
        return telling.tell("misfit.no_id"), 0
    try:
        _, told = read_record(kind, row, merged, settings)
    except RecursionError:
        return telling.tell("misfit.rows"), 0
    misfit = next((problem for problem in told if problem.form), None)
    if misfit is not None:
        return telling.tell("misfit_at", place=clipped(misfit.place), why=misfit.text), 0
    return "", len(told)


def _arrival(kind: str, record: Record, lists: Lists) -> Arrival:
    here = library.records(lists, kind).get(id_of(record))
    if here is None:
        return Arrival.NEW
    if here == record:
        return Arrival.SAME
    own = library.origin(lists, kind, id_of(record)) in (Origin.OWN, Origin.CHANGED)
    return Arrival.CHANGES_YOURS if own else Arrival.CHANGES_ORIGINAL


def to_keep(incoming: Incoming, chosen: Sequence[int]) -> Iterator[tuple[str, Record]]:
    """Go through the chosen records with their kinds; what is the same already, and what is faulty, is left out."""
    for one in incoming.records:
        if one.at in chosen and one.record is not None and one.arrival is not Arrival.SAME:
            yield one.kind, msgspec.convert(dict(one.record), STRUCTS[one.kind])
