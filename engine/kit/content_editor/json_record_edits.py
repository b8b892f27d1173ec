"""Edits of records in plain JSON, by path: `name`, `tags`, `cards.punch`, `effects[0].amount`.

No edit fails: a path that leads nowhere changes nothing, and a value of an unexpected form stays as it is.

>>> card = {"name": "Punch", "effects": [{"do": "hit", "amount": 2}]}
>>> value_at(card, "effects[0].amount"), value_at(card, "effects[9].amount")
(2, None)
>>> with_value_at(card, "effects[0].amount", read_value(EditorFieldKind.WHOLE, " 3 "))
{'name': 'Punch', 'effects': [{'do': 'hit', 'amount': 3}]}
>>> moved_row_at(with_row_at(card, "effects", {"do": "stun"}), "effects[1]", 0)["effects"]
[{'do': 'stun'}, {'do': 'hit', 'amount': 2}]
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from engine.core.commands import MAX_EXACT_INTEGER
from engine.core.memo import memo
from engine.kit.content_editor.view_models import EditorFieldKind, Record
from engine.model.frozen import Json
from engine.sheets.formulas.exact_numbers import NotANumber, json_number, read_number

_PATH = re.compile(r"(\w+)(?:\[(\d{1,6})\])?(?:\.(.+))?", re.DOTALL)
_UNSEEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_BREAKS = re.compile(r"[\t\n]+")


@memo
def split_path(path: str) -> tuple[str, int | None, str]:
    """Return the key of a path, the row in it, and the key or id within the row; an empty key for an invalid path."""
    found = _PATH.fullmatch(path)
    if found is None:
        return "", None, ""
    key, row, rest = found.groups()
    return key, None if row is None else int(row), rest or ""


def value_at(record: Record, path: str) -> Json:
    """Return the value at a path; None for nothing."""
    key, row, rest = split_path(path)
    found = record.get(key)
    if row is not None:
        rows = rows_at(record, key)
        found = rows[row] if row < len(rows) else None
    if rest:
        found = found.get(rest) if isinstance(found, Mapping) else None
    return found


def with_value_at(record: Record, path: str, value: Json) -> Record:
    """Return a record with another value at a path; None removes the key."""
    key, row, rest = split_path(path)
    if not key:
        return record
    if row is not None:
        rows = list(rows_at(record, key))
        held = rows[row] if row < len(rows) else None
        if not rest or not isinstance(held, Mapping):
            return record
        rows[row] = _put(held, rest, value)
        return _put(record, key, rows)
    if rest:
        held = record.get(key)
        return _put(record, key, _put(held if isinstance(held, Mapping) else {}, rest, value))
    return _put(record, key, value)


def _put(record: Record, key: str, value: Json) -> Record:
    """Return a record with a value at its old position, or at the end."""
    if value is None:
        return {k: v for k, v in record.items() if k != key}
    return {**record, key: value}


# ---- rows ------------------------------------------------------------------------------------------------------------


def rows_at(record: Record, key: str) -> Sequence[Json]:
    """Return the rows of a field; none if it has no rows."""
    found = record.get(key)
    return found if isinstance(found, list | tuple) else ()


def with_row_at(record: Record, key: str, row: Record) -> Record:
    """Return a record with one more row at the end."""
    return _put(record, key, [*rows_at(record, key), row])


def without_row_at(record: Record, path: str) -> Record:
    """Return a record without a row."""
    key, row, _ = split_path(path)
    rows = rows_at(record, key)
    if row is None or row >= len(rows):
        return record
    left = [*rows[:row], *rows[row + 1 :]]
    return _put(record, key, left or None)


def moved_row_at(record: Record, path: str, to: int) -> Record:
    """Return a record with a row at another position; beyond the end it becomes the last one."""
    key, row, _ = split_path(path)
    rows = list(rows_at(record, key))
    if row is None or row >= len(rows):
        return record
    moved = rows.pop(row)
    rows.insert(max(0, min(to, len(rows))), moved)
    return _put(record, key, rows)


def duplicated_row_at(record: Record, path: str) -> Record:
    """Return a record with a copy of a row behind the row."""
    key, row, _ = split_path(path)
    rows = rows_at(record, key)
    if row is None or row >= len(rows):
        return record
    return _put(record, key, [*rows[: row + 1], *rows[row:]])


# ---- what was typed --------------------------------------------------------------------------------------------------


def read_value(kind: EditorFieldKind, value: Json) -> Json:
    """Return a typed or chosen value as it is stored; None for nothing. Unreadable text stays as it is."""
    if isinstance(value, str):
        value = clean(value, lines=kind is EditorFieldKind.LINES)
    match kind, value:
        case (_, None | ""):
            return None
        case (EditorFieldKind.DICE, str()):
            return _number(value, whole=False)
        case (EditorFieldKind.WHOLE | EditorFieldKind.EXPRESSION, str()):
            return _number(value)
        case (EditorFieldKind.SWITCH, bool()):
            return value or None
        case (EditorFieldKind.CHOICES, str()):
            return [part for part in map(str.strip, value.split(",")) if part] or None
        case (EditorFieldKind.CHOICES | EditorFieldKind.ROWS, list() | tuple()):
            return [clean(part) if isinstance(part, str) else part for part in value] or None
        case (EditorFieldKind.COUNTED, Mapping()):
            counts = {id_: read_value(EditorFieldKind.WHOLE, count) for id_, count in value.items()}
            return {id_: count for id_, count in counts.items() if count not in (None, 0)}
        case _:
            return value


def clean(text: str, *, lines: bool = False) -> str:
    """Return a text without unreadable characters; only a text of several `lines` keeps its line breaks."""
    text = _UNSEEN.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    return text if lines else _BREAKS.sub(" ", text)


def _number(text: str, *, whole: bool = True) -> Json:
    """Return a number; other text stays as it is, and validation reports it."""
    try:
        number = read_number(text, whole=whole)
    except NotANumber:
        return text if text.strip() else None
    return json_number(number) if -MAX_EXACT_INTEGER <= number <= MAX_EXACT_INTEGER else text
