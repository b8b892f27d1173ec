"""Finds the places of a sheet that change with its record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.model.frozen import Json
from engine.sheets.model.dependency_tracking import (
    BODY,
    CHIPS,
    CONDITIONS,
    TRACKS,
    UNKNOWN,
    ReadableSheet,
    count_read,
    list_read,
    option_read,
)
from engine.sheets.model.field_paths import ASPECTS, format_path
from engine.sheets.model.field_values import part_of
from engine.sheets.model.sheet_description import ChipsField, FigureField, RowsField


def changed_places(old: ReadableSheet, new: ReadableSheet) -> set[str]:
    """Return the places at which two records of one sheet differ, in the names of tracked reads."""
    return {
        *_fields(old, new),
        *_on_the_table(old, new),
        *(option_read(name) for name in _differing(old.options, new.options)),
        *(list_read(name) for name in _differing(old.lists, new.lists)),
    }


def _differing(old: Mapping[str, object], new: Mapping[str, object]) -> Iterator[str]:
    if old is new:
        return
    for key in {**old, **new}:
        before, after = old.get(key), new.get(key)
        if before is not after and before != after:
            yield key


def _fields(old: ReadableSheet, new: ReadableSheet) -> Iterator[str]:
    fields = new.plan.fields
    for key in _differing(old.record.sheet, new.record.sheet):
        if key not in fields:
            yield UNKNOWN
            yield key
        elif not fields[key].bind:
            yield from _parts(old, new, key)
    for key in new.plan.bound:
        if old.whole(key) != new.whole(key):
            yield from _parts(old, new, key)


def _on_the_table(old: ReadableSheet, new: ReadableSheet) -> Iterator[str]:
    before, after = old.record, new.record
    for place, left, right in (
        (BODY, before.body, after.body),
        (TRACKS, before.tracks, after.tracks),
        (CHIPS, before.chips, after.chips),
        (CONDITIONS, before.conditions, after.conditions),
    ):
        if left is not right and left != right:
            yield place


def _parts(old: ReadableSheet, new: ReadableSheet, key: str) -> Iterator[str]:
    """Yield a field that changed, and its changed parts."""
    yield key
    before, after = old.whole(key), new.whole(key)
    match new.plan.fields[key]:
        case RowsField(columns=columns):
            yield from _rows(key, before, after, [column.key for column in columns])
        case FigureField():
            for name in _names(before, after):
                if part_of(before, name) != part_of(after, name):
                    yield format_path(key, part=name)
                    yield from (format_path(key, part=name, aspect=aspect) for aspect in ASPECTS)
        case ChipsField():
            yield from (format_path(key, part=name) for name in _names(before, after))
        case _:
            pass


def _names(before: Json, after: Json) -> dict[str, None]:
    found = [part for part in (before, after) if isinstance(part, Mapping)]
    return {str(name): None for part in found for name in part}


def _rows(key: str, before: Json, after: Json, columns: list[str]) -> Iterator[str]:
    left = before if isinstance(before, list | tuple) else ()
    right = after if isinstance(after, list | tuple) else ()
    if len(left) != len(right):
        yield count_read(key)
    for number in range(max(len(left), len(right))):
        if number < min(len(left), len(right)):
            one, other = left[number], right[number]
            if one is other:
                continue
            changed = [column for column in columns if part_of(one, column) != part_of(other, column)]
        else:
            changed = columns
        yield from (f"{key}[{number}].{column}" for column in changed)
