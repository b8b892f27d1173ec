"""What a GM has prepared: what is shipped, and the group's own over it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

import msgspec

from engine.rulesets.classic_fantasy import traps
from engine.rulesets.classic_fantasy.data import RULESET
from engine.rulesets.classic_fantasy.workshop.records import (
    FOES,
    PLACES,
    STRUCTS,
    TRAPS,
    Foe,
    Place,
    PreparedTrap,
    Record,
    id_of,
)
from engine.rulesets.remembering import Remembered
from engine.table.frozen import Json, plain
from engine.workshop.shown import Lists, Origin

_RECORDS = Remembered[Mapping[str, Record]]()


def records(lists: Lists, kind: str) -> Mapping[str, Record]:
    """Return all records of a kind by their ids: what is shipped in its order, then the group's own."""
    rows = lists.get(kind, ())
    return _RECORDS.get(kind, (rows,), lambda: MappingProxyType({**shipped(kind), **own(lists, kind)}))


def own(lists: Lists, kind: str) -> dict[str, Record]:
    """Return what the group has written itself; a row that is no record is left out, for lists can be edited by hand.

    Of several rows of one id the first counts.
    """
    found: dict[str, Record] = {}
    for row in lists.get(kind, ()):
        try:
            record: Record = msgspec.convert(dict(row), STRUCTS[kind])
        except msgspec.ValidationError:
            continue
        found.setdefault(id_of(record), record)
    return found


def origin(lists: Lists, kind: str, id_: str) -> Origin:
    """Return where a record comes from."""
    if id_ in own(lists, kind):
        return Origin.CHANGED if id_ in shipped(kind) else Origin.OWN
    return Origin.PRINTED if kind == TRAPS else Origin.HOUSE


def trap(lists: Lists, id_: str) -> PreparedTrap | None:
    """Return a prepared trap."""
    found = records(lists, TRAPS).get(id_)
    return found if isinstance(found, PreparedTrap) else None


def foe(lists: Lists, id_: str) -> Foe | None:
    """Return a foe."""
    found = records(lists, FOES).get(id_)
    return found if isinstance(found, Foe) else None


def places(lists: Lists) -> tuple[Place, ...]:
    """Return the places in their order: by number, and else as they were written."""
    found = (one for one in records(lists, PLACES).values() if isinstance(one, Place))
    return tuple(sorted(found, key=lambda one: one.number))


def row_of(record: Record) -> Mapping[str, Json]:
    """Return a record as a row of the group's list, as it is read from a file again."""
    row = plain(msgspec.to_builtins(record))
    assert isinstance(row, Mapping)
    return row


def stem_of(name: str) -> str:
    """Return what an id is made of."""
    return re.sub(r"[^a-z0-9]+", "_", name.casefold()).strip("_")


@cache
def shipped(kind: str) -> Mapping[str, Record]:
    """Return what is shipped of a kind. Raises ValueError for what does not have the right form, or is there twice."""
    found: dict[str, Record] = {}
    for record in _shipped(kind):
        if id_of(record) in found:
            raise ValueError(f"{kind}: {id_of(record)} is there twice")
        found[id_of(record)] = record
    return MappingProxyType(found)


def _shipped(kind: str) -> Iterator[Record]:
    form: Any = traps.Trap
    if kind == TRAPS:  # CF-TRAP-17, CF-TRAP-19
        for sample in traps.samples():
            fields = {name: getattr(sample, name) for name in form.__struct_fields__}
            yield PreparedTrap(**{**fields, "id": stem_of(sample.name), "damage": sample.damage or "0"})
    else:
        # A table comes up sooner without all that sheets can do.
        from engine.sheets.shelf import rows_of_game

        for row in rows_of_game(RULESET, kind):
            yield msgspec.convert(dict(row), STRUCTS[kind])


def original(kind: str, id_: str) -> Record | None:
    """Return a record as it is shipped, whatever the group made of it."""
    return shipped(kind).get(id_)
