"""Log lines with the old and the new value of each field that is written."""

from __future__ import annotations

from collections.abc import Mapping
from types import NoneType

from engine.messages.message import Message
from engine.model.frozen import Json, plain_json
from engine.sheets.model.record_migration import label_of_key


def field_lines(sheet: Mapping[str, Json], fields: Mapping[str, Json]) -> tuple[Message, ...]:
    """Return log lines with the old and the new value of each field that is more than words."""
    return tuple(
        _written(sheet.get(name), new, name)
        for name, new in fields.items()
        if new != sheet.get(name) and (_counts(new) or _counts(sheet.get(name)))
    )


def _counts(value: Json) -> bool:
    """Say whether something on a sheet is more than words: a number, a switch or a list."""
    return not isinstance(value, (str, NoneType))


def _written(old: Json, new: Json, field: str) -> Message:
    """Return the log line with a field's old and new value. Everybody can write, but nobody writes unseen."""
    label = label_of_key(field)
    if old is None:
        return Message(key="log.field_filled", params={"field": label, "new": _in_a_row(new)})
    return Message(key="log.field_written", params={"field": label, "old": _in_a_row(old), "new": _in_a_row(new)})


def _in_a_row(value: Json) -> Json:
    if isinstance(value, (list, tuple)):
        rows = any(isinstance(part, Mapping) for part in value)
        return "; ".join(map(_in_a_line, value)) if rows else ", ".join(map(str, value))
    return _in_a_line(value) if isinstance(value, Mapping) else plain_json(value)


def _in_a_line(row: Json) -> str:
    """Return a row of a sheet as people read it: its cells, without their keys."""
    cells = row.values() if isinstance(row, Mapping) else (row,)
    return ", ".join(str(cell) for cell in cells if cell not in (None, ""))
