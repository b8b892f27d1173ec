"""The command that saves prepared content: one command, one undo; only the GM reads of it (CF-UI-11, CF-UI-12)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated

import msgspec
from msgspec import Meta

from engine.core.commands import Move, Request, need_gm
from engine.core.draft import Draft
from engine.core.events import ListSet
from engine.kit.content_editor.persistence import LARGEST, MOST_KEPT, Rows, first_names, with_row, without_row
from engine.kit.content_editor.shared_editor_texts import clipped
from engine.kit.content_editor.view_models import Lists
from engine.messages.refusal import Refused
from engine.messages.texts import say
from engine.model.frozen import Json
from engine.model.table import Table
from engine.rulesets.classic_fantasy.character import character_conditions
from engine.rulesets.classic_fantasy.editor import prepared_library
from engine.rulesets.classic_fantasy.editor.prepared_records import (
    KINDS,
    PLACES,
    STRUCTS,
    VISITED_PLACES,
    Record,
    id_key,
    id_of,
)
from engine.rulesets.classic_fantasy.editor.prepared_validation import errors_among, faults_of
from engine.rulesets.classic_fantasy.hazards.custom_hazard_commands import HAZARDS, IN_HAZARD
from engine.rulesets.classic_fantasy.settings import settings_of


class KeepPrepared(Request):
    """Save or remove traps, hazards, foes and places of the GM."""

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


def save_command(seat: str, lists: Lists, records: Iterable[tuple[str, Record]]) -> KeepPrepared | None:
    """Return the command that saves records; None if all are as shipped, as these are no change by the group.

    Args:
        seat: the seat that saves.
        lists: the group's lists.
        records: the records, each with its kind.
    """
    rows_to_put: dict[str, Rows] = {}
    ids_to_drop: dict[str, tuple[str, ...]] = {}
    for kind, record in records:
        if record != prepared_library.shipped_record(kind, id_of(record)):
            rows_to_put[kind] = (*rows_to_put.get(kind, ()), prepared_library.row_of(record))
        elif any(row.get(id_key(kind)) == id_of(record) for row in lists.get(kind, ())):
            ids_to_drop[kind] = (*ids_to_drop.get(kind, ()), id_of(record))
    return KeepPrepared(seat=seat, put=rows_to_put, drop=ids_to_drop) if rows_to_put or ids_to_drop else None


def verify(table: Table, command: KeepPrepared) -> None:
    """Allow only the GM; valid records without faults, no removal of a record in use, and at least one change."""
    need_gm(table, command)
    for kind in (*command.put, *command.drop):
        if kind not in KINDS:
            raise Refused("d100_no_drawer", list=kind[:60])
    for kind, rows in command.put.items():
        for number, row in enumerate(rows, 1):
            reason = _refusal_reason(table, kind, row)
            if reason:
                raise Refused("d100_record_form", list=kind, number=number, why=reason)
    in_use = {condition.id for actor in table.actors.values() for condition in actor.conditions}
    for name in command.drop.get(HAZARDS, ()):
        if character_conditions.condition_id(IN_HAZARD, name) in in_use:
            raise Refused("d100_hazard_in_use", "CF-GEN-1", hazard=name)
    changed = dict(_changed_lists(table, command))
    for kind, rows in changed.items():
        if len(rows) > MOST_KEPT:
            raise Refused("d100_too_many_records", list=kind, most=MOST_KEPT)
    if not changed:
        raise Refused("nothing_to_write")


def _refusal_reason(table: Table, kind: str, row: Mapping[str, Json]) -> str:
    try:
        record: Record = msgspec.convert(dict(row), STRUCTS[kind])
        large = len(msgspec.json.encode(record)) > LARGEST
    except (ValueError, OverflowError, RecursionError, msgspec.MsgspecError) as error:
        return clipped(str(error))
    if large:
        return say(Refused("d100_record_large", most=LARGEST // 1000).message)
    faults = errors_among(faults_of(record, table.lists, settings_of(table)))
    return say(faults[0].words) if faults else ""


def _changed_lists(table: Table, command: KeepPrepared) -> Iterator[tuple[str, Rows]]:
    """Yield the lists that change; a place that is removed is no longer a visited one."""
    for kind in dict.fromkeys((*command.drop, *command.put)):
        before = table.lists.get(kind, ())
        rows: Rows = before
        for id_ in command.drop.get(kind, ()):
            rows = without_row(rows, id_, id_key(kind))
        for row in command.put.get(kind, ()):
            rows = with_row(rows, row, id_key(kind))
        if rows != before:
            yield kind, rows
    visited: Rows = table.lists.get(VISITED_PLACES, ())
    still_visited = visited
    for id_ in command.drop.get(PLACES, ()):
        still_visited = without_row(still_visited, id_)
    if still_visited != visited:
        yield VISITED_PLACES, still_visited


def keep(draft: Draft, command: KeepPrepared) -> None:
    """Write the lists, and log for the GM what was saved."""
    lists = draft.before.lists
    for kind, rows in _changed_lists(draft.table, command):
        draft.emit(ListSet(name=kind, rows=rows))
    saved_names = [clipped(str(row.get("name"))) for rows in command.put.values() for row in rows]
    dropped = [_name_before(lists, kind, id_) for kind, ids in command.drop.items() for id_ in ids]
    if saved_names:
        draft.note("d100_kept", audience=(command.seat,), count=len(saved_names), names=first_names(saved_names))
    if dropped:
        draft.note("d100_dropped", audience=(command.seat,), count=len(dropped), names=first_names(dropped))


def _name_before(lists: Lists, kind: str, id_: str) -> str:
    record = prepared_library.own_records(lists, kind).get(id_)
    return clipped(record.name if record is not None else id_)


MOVES = (Move(KeepPrepared, verify, keep),)
