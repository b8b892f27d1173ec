"""What the GM prepares is written down: one gesture, one undo; nobody else reads that it was (CF-UI-11, CF-UI-12)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated

import msgspec
from msgspec import Meta

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.events import ListSet
from engine.play.refusal import Refused
from engine.play.words import say
from engine.rulesets.classic_fantasy import states
from engine.rulesets.classic_fantasy.perils import HAZARDS, IN_HAZARD
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.workshop import library
from engine.rulesets.classic_fantasy.workshop.faults import faults_of, grave
from engine.rulesets.classic_fantasy.workshop.records import (
    BEEN_THERE,
    KINDS,
    PLACES,
    STRUCTS,
    Record,
    id_key,
    id_of,
)
from engine.table.frozen import Json
from engine.table.table import Table
from engine.workshop.keeping import LARGEST, MOST_KEPT, Rows, some, with_row, without_row
from engine.workshop.shown import Lists
from engine.workshop.telling import clipped


class KeepPrepared(Request):
    """Write traps, hazards, foes and places of the GM's own, or take them away again."""

    RULES = ("CF-GEN-1", "CF-UI-11", "CF-UI-12")
    put: Annotated[
        Mapping[str, Rows],
        Meta(
            description="records by their list; each takes the place of the one with its `id`, a hazard by its `name`"
        ),
    ] = {}
    drop: Annotated[
        Mapping[str, tuple[str, ...]],
        Meta(description="ids by their list: the group's own are deleted, changed ones are as shipped again"),
    ] = {}


def keeping(seat: str, lists: Lists, kept: Iterable[tuple[str, Record]]) -> KeepPrepared | None:
    """Return the command that keeps records; what is as shipped is no change of the group's. None if nothing is left.

    Args:
        seat: who asks.
        lists: the group's lists.
        kept: the records, each with its kind.
    """
    put: dict[str, Rows] = {}
    drop: dict[str, tuple[str, ...]] = {}
    for kind, record in kept:
        if record != library.original(kind, id_of(record)):
            put[kind] = (*put.get(kind, ()), library.row_of(record))
        elif any(row.get(id_key(kind)) == id_of(record) for row in lists.get(kind, ())):
            drop[kind] = (*drop.get(kind, ()), id_of(record))
    return KeepPrepared(seat=seat, put=put, drop=drop) if put or drop else None


def verify(table: Table, command: KeepPrepared) -> None:
    """The GM; only what has its form and no fault, nothing that is in use is dropped, and something must change."""
    need_gm(table, command)
    for kind in (*command.put, *command.drop):
        if kind not in KINDS:
            raise Refused("d100_no_drawer", list=kind[:60])
    for kind, rows in command.put.items():
        for number, row in enumerate(rows, 1):
            why = _why_not(table, kind, row)
            if why:
                raise Refused("d100_record_form", list=kind, number=number, why=why)
    in_use = {held.id for actor in table.actors.values() for held in actor.conditions}
    for name in command.drop.get(HAZARDS, ()):
        if states.condition_id(IN_HAZARD, name) in in_use:
            raise Refused("d100_hazard_in_use", "CF-GEN-1", hazard=name)
    changed = dict(_changed(table, command))
    for kind, rows in changed.items():
        if len(rows) > MOST_KEPT:
            raise Refused("d100_too_many_records", list=kind, most=MOST_KEPT)
    if not changed:
        raise Refused("nothing_to_write")


def _why_not(table: Table, kind: str, row: Mapping[str, Json]) -> str:
    try:
        record: Record = msgspec.convert(dict(row), STRUCTS[kind])
        large = len(msgspec.json.encode(record)) > LARGEST
    except (ValueError, OverflowError, RecursionError, msgspec.MsgspecError) as error:
        return clipped(str(error))
    if large:
        return say(Refused("d100_record_large", most=LARGEST // 1000).message)
    found = grave(faults_of(record, table.lists, settings_of(table)))
    return say(found[0].words) if found else ""


def _changed(table: Table, command: KeepPrepared) -> Iterator[tuple[str, Rows]]:
    """Go through the lists that are different afterwards; of a place that is gone nobody has been there."""
    for kind in dict.fromkeys((*command.drop, *command.put)):
        before = table.lists.get(kind, ())
        rows: Rows = before
        for id_ in command.drop.get(kind, ()):
            rows = without_row(rows, id_, id_key(kind))
        for row in command.put.get(kind, ()):
            rows = with_row(rows, row, id_key(kind))
        if rows != before:
            yield kind, rows
    been: Rows = table.lists.get(BEEN_THERE, ())
    left = been
    for id_ in command.drop.get(PLACES, ()):
        left = without_row(left, id_)
    if left != been:
        yield BEEN_THERE, left


def keep(draft: Draft, command: KeepPrepared) -> None:
    """Write the lists, and tell the GM what was written."""
    lists = draft.before.lists
    for kind, rows in _changed(draft.table, command):
        draft.emit(ListSet(name=kind, rows=rows))
    put = [clipped(str(row.get("name"))) for rows in command.put.values() for row in rows]
    dropped = [_name_before(lists, kind, id_) for kind, ids in command.drop.items() for id_ in ids]
    if put:
        draft.note("d100_kept", audience=(command.seat,), count=len(put), names=some(put))
    if dropped:
        draft.note("d100_dropped", audience=(command.seat,), count=len(dropped), names=some(dropped))


def _name_before(lists: Lists, kind: str, id_: str) -> str:
    held = library.own(lists, kind).get(id_)
    return clipped(held.name if held is not None else id_)


MOVES = (Move(KeepPrepared, verify, keep),)
