"""Saving the group's own cards, tags, archetypes, decks, foes and encounters: one gesture, one undo.

A card in a battle is looked up for each calculation, so a change works at once; a card whose record is removed keeps
its place and its name, and does nothing any more.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated

import msgspec
from msgspec import Meta

from engine.core.commands import Move, Request, need_gm
from engine.core.draft import Draft
from engine.core.events import ListSet
from engine.kit.content_editor import shared_editor_texts
from engine.kit.content_editor.persistence import ID_FORM, LARGEST, MOST_KEPT, Rows, first_names, without_row
from engine.kit.content_editor.shared_editor_texts import clipped
from engine.kit.content_editor.view_models import Lists
from engine.messages.refusal import Refused
from engine.model.frozen import Json
from engine.model.table import Table
from engine.rulesets.card_the_drawing.cards.card_library import (
    FOES,
    GM_DECKS,
    LISTS,
    SECRET,
    TAGS,
    Record,
    kind_of_list,
    list_of,
    lists_of,
    row_of,
    shipped_record,
    with_row,
)
from engine.rulesets.card_the_drawing.editor.editor_text import editor_text
from engine.rulesets.card_the_drawing.editor.record_fields import read_fields

_TAG_ID = re.compile(r"[^\x00-\x20/#'\"\x7f-\x9f]{1,60}")


class KeepRecords(Request):
    """Save cards, tags, archetypes, decks, foes and encounters of the group's own, or remove them."""

    RULES = ("CD-UI-23", "CD-UI-24", "CD-UI-25")
    put: Annotated[
        Mapping[str, Rows], Meta(description="records by their list; each takes the place of the one with its `id`")
    ] = {}
    drop: Annotated[
        Mapping[str, tuple[str, ...]],
        Meta(description="ids by their list: the group's own are deleted, changed ones are as printed again"),
    ] = {}
    renamed: Annotated[
        Mapping[str, str], Meta(description="new ids of decks by the old ones; who fights with them still does")
    ] = {}


def form_fault(kind: str, row: Mapping[str, Json]) -> str:
    """Return why a row of a list cannot be saved, with its place; empty if it can."""
    try:
        record: Record = msgspec.convert(dict(row), LISTS[kind])
        size = len(msgspec.json.encode(row_of(record)))
    except (ValueError, OverflowError, RecursionError, msgspec.MsgspecError):
        return _first_misfit(kind_of_list(kind), row)
    if not (_TAG_ID if kind == TAGS else ID_FORM).fullmatch(record.id):
        return _misnamed(kind, clipped(record.id))
    return shared_editor_texts.editor_text("misfit.large", most=LARGEST // 1000) if size > LARGEST else ""


def _misnamed(kind: str, id_: str) -> str:
    return (
        editor_text("misfit.tag_id", id=id_) if kind == TAGS else shared_editor_texts.editor_text("misfit.id", id=id_)
    )


def _first_misfit(kind: str, row: Mapping[str, Json]) -> str:
    """Return in a sentence, with its place, why a row is not a valid record."""
    try:
        _, misfits = read_fields(kind, row)
    except RecursionError:
        misfits = ()
    if misfits:
        return shared_editor_texts.editor_text("misfit_at", place=clipped(misfits[0].place), why=misfits[0].text)
    if not isinstance(row.get("id"), str):
        return shared_editor_texts.editor_text("misfit.no_id")
    return shared_editor_texts.editor_text("misfit.rows")


def keep_command(seat: str, lists: Lists, kept: Iterable[tuple[str, Record]]) -> KeepRecords | None:
    """Return the command that saves records, without those that are as shipped. None if nothing is left.

    Args:
        seat: the seat that saves.
        lists: the group's lists.
        kept: the records, each with its kind.
    """
    put: dict[str, Rows] = {}
    drop: dict[str, tuple[str, ...]] = {}
    for kind, record in kept:
        home = list_of(kind, record) if record != shipped_record(kind, record.id) else ""
        if home:
            put[home] = (*put.get(home, ()), row_of(record))
        for name in _left(lists_holding(lists, kind, record.id), home):
            drop[name] = (*drop.get(name, ()), record.id)
    return KeepRecords(seat=seat, put=put, drop=drop) if put or drop else None


def _left(list_keys: tuple[str, ...], home: str) -> tuple[str, ...]:
    """Return the lists that a record leaves when it is saved in its home, or as it is shipped.

    If two decks have one id, the GM's is meant, for it takes precedence; the other must not be lost.
    """
    if len(list_keys) > 1:
        return () if home else (GM_DECKS,)
    return tuple(name for name in list_keys if name != home)


def lists_holding(lists: Lists, kind: str, id_: str) -> tuple[str, ...]:
    """Return the lists of the group that hold a record."""
    return tuple(name for name in lists_of(kind) if any(row.get("id") == id_ for row in lists.get(name, ())))


def verify_keep(table: Table, command: KeepRecords) -> None:
    """Only the GM; valid records, ids that may be used on a table, and at least one change."""
    need_gm(table, command)
    for kind in (*command.put, *command.drop):
        if kind not in LISTS:
            raise Refused("drawing_no_drawer", list=kind[:60])
    for kind, rows in command.put.items():
        for number, row in enumerate(rows):
            fault = form_fault(kind, row)
            if fault:
                raise Refused("drawing_record_form", list=kind, number=number + 1, why=fault)
    changed = dict(_changed(table, command))
    for kind, rows in changed.items():
        if len(rows) > MOST_KEPT:
            raise Refused("drawing_too_many_records", list=kind, most=MOST_KEPT)
    if not changed:
        raise Refused("nothing_to_write")


def _changed(table: Table, command: KeepRecords) -> Iterator[tuple[str, Rows]]:
    """Yield the lists that change."""
    for kind in dict.fromkeys((*command.drop, *command.put, *((FOES,) if command.renamed else ()))):
        before = table.lists.get(kind, ())
        rows: Rows = before
        for id_ in command.drop.get(kind, ()):
            rows = without_row(rows, id_)
        for row in command.put.get(kind, ()):
            rows = with_row(rows, msgspec.convert(dict(row), LISTS[kind]))
        if kind == FOES:
            rows = tuple(_fighting_with(row, command.renamed) for row in rows)
        if rows != before:
            yield kind, rows


def _fighting_with(foe: Mapping[str, Json], renamed: Mapping[str, str]) -> Mapping[str, Json]:
    deck = foe.get("deck")
    return {**foe, "deck": renamed[deck]} if isinstance(deck, str) and deck in renamed else foe


def keep_records(draft: Draft, command: KeepRecords) -> None:
    """Write the lists, and log the names; only the GM reads those that only the GM may know."""
    for kind, rows in _changed(draft.table, command):
        draft.emit(ListSet(name=kind, rows=rows))
    for secret in (False, True):
        audience = (command.seat,) if secret else None
        put = [name for kind, rows in command.put.items() if (kind in SECRET) is secret for name in _names(kind, rows)]
        dropped = ((kind, id_) for kind, ids in command.drop.items() if (kind in SECRET) is secret for id_ in ids)
        gone = [_name_before(draft, kind, id_) for kind, id_ in dropped]
        if put:
            draft.note("drawing_kept", audience=audience, count=len(put), names=first_names(put))
        if gone:
            draft.note("drawing_dropped", audience=audience, count=len(gone), names=first_names(gone))


def _names(kind: str, rows: Rows) -> Iterator[str]:
    for row in rows:
        yield clipped(str(row.get("id" if kind == TAGS else "name") or row.get("id")))


def _name_before(draft: Draft, kind: str, id_: str) -> str:
    rows = (row for row in draft.before.lists.get(kind, ()) if row.get("id") == id_)
    return next(_names(kind, tuple(rows)), id_)


MOVES = (Move(KeepRecords, verify_keep, keep_records),)
