"""The content that a GM can use: shipped records, with the group's own on top."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

import msgspec

from engine.core.memo import memo
from engine.kit.content_editor.view_models import Lists, RecordOrigin
from engine.model.frozen import Json, plain_json
from engine.rulesets.classic_fantasy.editor.prepared_records import (
    FOES,
    PLACES,
    STRUCTS,
    TRAPS,
    PreparedFoe,
    PreparedPlace,
    PreparedTrap,
    Record,
    id_of,
)
from engine.rulesets.classic_fantasy.rules_data import RULESET
from engine.rulesets.classic_fantasy.traps import trap_rules


@memo
def records(lists: Lists, kind: str) -> Mapping[str, Record]:
    """Return all records of a kind by id: shipped ones in their order, then the group's own."""
    return MappingProxyType({**shipped(kind), **own_records(lists, kind)})


def own_records(lists: Lists, kind: str) -> dict[str, Record]:
    """Return the group's own records; a row that is not a record is left out, as lists can be edited by hand.

    Of several rows with one id the first counts.
    """
    records: dict[str, Record] = {}
    for row in lists.get(kind, ()):
        try:
            record: Record = msgspec.convert(dict(row), STRUCTS[kind])
        except msgspec.ValidationError:
            continue
        records.setdefault(id_of(record), record)
    return records


def origin(lists: Lists, kind: str, id_: str) -> RecordOrigin:
    """Return whether a record is shipped, changed or the group's own."""
    if id_ in own_records(lists, kind):
        return RecordOrigin.CHANGED if id_ in shipped(kind) else RecordOrigin.OWN
    return RecordOrigin.PRINTED if kind == TRAPS else RecordOrigin.HOUSE


def trap(lists: Lists, id_: str) -> PreparedTrap | None:
    """Return a prepared trap."""
    record = records(lists, TRAPS).get(id_)
    return record if isinstance(record, PreparedTrap) else None


def foe(lists: Lists, id_: str) -> PreparedFoe | None:
    """Return a foe."""
    record = records(lists, FOES).get(id_)
    return record if isinstance(record, PreparedFoe) else None


def places(lists: Lists) -> tuple[PreparedPlace, ...]:
    """Return the places in order of their numbers, then as they were written."""
    unsorted = (place for place in records(lists, PLACES).values() if isinstance(place, PreparedPlace))
    return tuple(sorted(unsorted, key=lambda place: place.number))


def row_of(record: Record) -> Mapping[str, Json]:
    """Return a record as a row of the group's list, in the form that is read from a file."""
    row = plain_json(msgspec.to_builtins(record))
    assert isinstance(row, Mapping)
    return row


def stem_of(name: str) -> str:
    """Return the stem of an id made from a name."""
    return re.sub(r"[^a-z0-9]+", "_", name.casefold()).strip("_")


@cache
def shipped(kind: str) -> Mapping[str, Record]:
    """Return the shipped records of a kind. Raises ValueError for an invalid one, or for an id that occurs twice."""
    records: dict[str, Record] = {}
    for record in _shipped(kind):
        if id_of(record) in records:
            raise ValueError(f"{kind}: {id_of(record)} is there twice")
        records[id_of(record)] = record
    return MappingProxyType(records)


def _shipped(kind: str) -> Iterator[Record]:
    form: Any = trap_rules.Trap
    if kind == TRAPS:  # CF-TRAP-17, CF-TRAP-19
        for sample in trap_rules.samples():
            fields = {name: getattr(sample, name) for name in form.__struct_fields__}
            yield PreparedTrap(**{**fields, "id": stem_of(sample.name), "damage": sample.damage or "0"})
    else:
        # Imported here: a table opens sooner without the sheets.
        from engine.sheets.catalogue.sheet_library import rows_of_game

        for row in rows_of_game(RULESET, kind):
            yield msgspec.convert(dict(row), STRUCTS[kind])


def shipped_record(kind: str, id_: str) -> Record | None:
    """Return a record as shipped, whatever the group has changed."""
    return shipped(kind).get(id_)
