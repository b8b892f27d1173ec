"""Which places of a sheet are no longer what they were when its record changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.sheets.description import Chips, Figure, Rows
from engine.sheets.paths import ASPECTS, format_path
from engine.sheets.reading import BODY, CHIPS, CONDITIONS, TRACKS, UNKNOWN, Readable, count_read, list_read, option_read
from engine.sheets.values import part_of
from engine.table.frozen import Json


def changed_places(old: Readable, new: Readable) -> set[str]:
    """Return the places at which two fillings of one sheet differ, as the notes of what was read name them."""
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


def _fields(old: Readable, new: Readable) -> Iterator[str]:
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


def _on_the_table(old: Readable, new: Readable) -> Iterator[str]:
    before, after = old.record, new.record
    for place, left, right in (
        (BODY, before.body, after.body),
        (TRACKS, before.tracks, after.tracks),
        (CHIPS, before.chips, after.chips),
        (CONDITIONS, before.conditions, after.conditions),
    ):
        if left is not right and left != right:
            yield place


def _parts(old: Readable, new: Readable, key: str) -> Iterator[str]:
    """Return a field that changed, and those of its parts that did."""
    yield key
    before, after = old.whole(key), new.whole(key)
    match new.plan.fields[key]:
        case Rows(columns=columns):
            yield from _rows(key, before, after, [column.key for column in columns])
        case Figure():
            for name in _names(before, after):
                if part_of(before, name) != part_of(after, name):
                    yield format_path(key, part=name)
                    yield from (format_path(key, part=name, aspect=aspect) for aspect in ASPECTS)
        case Chips():
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
