"""Binding of fields: a value is stored on the sheet, with the character at the table, or in the chip bag of the seat.

A bound value is read and written at the table only, so that the sheet and the table never disagree.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.core.manual_moves import new_condition
from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.body import Location
from engine.model.conditions import Condition
from engine.model.frozen import Json, replace
from engine.model.seats import Actor
from engine.sheets.formulas.exact_numbers import exact
from engine.sheets.model.character_record import Record
from engine.sheets.model.compiled_sheet import CompiledSheet
from engine.sheets.model.condition_names import condition_from_text, condition_label
from engine.sheets.model.field_paths import FieldPath
from engine.sheets.model.field_values import part_of, plain_text
from engine.sheets.model.sheet_description import (
    BoxesField,
    EntriesField,
    Field,
    FigureField,
    ReferenceField,
    RowsField,
)

NAME, PLAYER, BODY, CHIPS, CONDITIONS, TRACK = "name", "player", "body", "chips", "conditions", "track:"


class UnwritableField(ValueError):
    """A place of a sheet that cannot be written, or not with this value.

    `why` is the sentence that says so; empty if the character has nothing of the kind at the table.
    """

    def __init__(self, place: str, why: str = "") -> None:
        super().__init__(place)
        self.why = why


def stored_value(plan: CompiledSheet, record: Record, path: FieldPath) -> Json:
    """Return the stored value at a place, without any calculation; None if there is none."""
    return part_of_field_value(plan.field(path.key), stored_field_value(plan, record, path.key), path)


def stored_field_value(plan: CompiledSheet, record: Record, key: str) -> Json:
    """Return the whole stored value of a field, rows as in `rows_in`."""
    field = plan.field(key)
    if field is None:
        return record.sheet.get(key)
    whole = _unbound_or_bound_value(field, record)
    return rows_in(field, whole) if isinstance(field, RowsField) else whole


def part_of_field_value(field: Field | None, whole: Json, path: FieldPath) -> Json:
    """Return the part of a field's whole value that a path names."""
    if path.row is not None:
        row = whole[path.row] if isinstance(whole, list | tuple) and path.row < len(whole) else None
        return part_of(row, path.part) if path.part else row
    if not path.part:
        return whole
    part = part_of(whole, path.part)
    return part_of(part, path.aspect or "level") if isinstance(field, FigureField) else part


def rows_in(field: RowsField, value: Json) -> Sequence[Mapping[str, Json]]:
    """Return the rows of a field: the written ones, or those of a new sheet.

    Fixed rows are matched by their first column, without regard to case, so that they still match when a description
    gains rows; the content of rows that no longer exist follows at the end.
    """
    if value is None:
        return field.start
    value = value if isinstance(value, list | tuple) else (value,)
    rows = [row if isinstance(row, Mapping) else {field.columns[0].key: plain_text(row)} for row in value]
    if not field.fixed:
        return rows
    first = field.columns[0].key
    remaining = list(rows)
    matched: list[Mapping[str, Json]] = []
    for number, start in enumerate(field.start):
        name = start.get(first)
        if name is None:
            own_row = rows[number] if number < len(rows) else None
        else:
            own_row = next((row for row in remaining if _word(row.get(first)) == _word(name)), None)
        matched.append(
            start if own_row is None else {**start, **own_row} if name is None else {**start, **own_row, first: name}
        )
        remaining = [row for row in remaining if row is not own_row]
    return [*matched, *remaining]


def _word(value: Json) -> Json:
    """Return the name of a row in normal form for comparison."""
    return " ".join(value.split()).casefold() if isinstance(value, str) else value


def is_writable(plan: CompiledSheet, record: Record, path: FieldPath) -> bool:
    """Say whether a place can be written."""
    field = plan.field(path.key)
    if field is None:
        return True
    if isinstance(field, ReferenceField):
        return False
    match field.bind.partition(":")[0]:
        case "player":
            return False
        case "track":
            return field.bind.removeprefix(TRACK) in record.tracks
        case "tracks":
            return path.part in record.tracks
        case "body":
            return record.body is not None and (not path.part or path.part in record.body.locations)
        case "conditions":
            return isinstance(field, EntriesField | RowsField)
        case _:
            return True


def record_with_value(plan: CompiledSheet, record: Record, path: FieldPath, value: Json) -> Record:
    """Return the record with a value written at a place; None clears it, and removes a row or an entry.

    Raises:
        UnwritableField: the character has nothing of the kind at the table, or the value is no whole number.
    """
    if not is_writable(plan, record, path):
        raise UnwritableField(str(path))
    field = plan.field(path.key)
    whole = _with_part(field, stored_value(plan, record, FieldPath(key=path.key)), path, value)
    if field is None or not field.bind:
        return replace(record, sheet=_with(record.sheet, path.key, whole))
    return _with_bound_value(field, record, whole)


def _unbound_or_bound_value(field: Field, record: Record) -> Json:
    match field.bind.partition(":")[0]:
        case "":
            return record.sheet.get(field.key)
        case "name":
            return record.name or None
        case "player":
            return record.player or None
        case "track":
            track = record.tracks.get(field.bind.removeprefix(TRACK))
            return None if track is None else track.value
        case "tracks":
            return {name: track.value for name, track in record.tracks.items()}
        case "body":
            locations = {} if record.body is None else record.body.locations
            return {name: _as_json(location) for name, location in locations.items()}
        case "chips":
            return dict(record.chips)
        case "conditions":
            return _conditions(field, record.conditions)
        case _:
            return None


def _as_json(location: Location) -> Json:
    return {
        "level": location.level,
        "most": location.most,
        "armour": location.armour,
        "bleeding": location.bleeding,
    }


def _conditions(field: Field, conditions: tuple[Condition, ...]) -> Json:
    """Return conditions as rows with name, level and note, as entries, or as text."""
    match field:
        case RowsField():
            return [
                {"name": condition_label(c.name), "level": c.level or None, "note": c.note or None} for c in conditions
            ]
        case EntriesField():
            return [condition_label(c.name) for c in conditions]
        case _:
            return ", ".join(condition_label(c.name) for c in conditions) or None


def _with(old: Mapping[str, Json], key: str, value: Json) -> Mapping[str, Json]:
    return {k: v for k, v in old.items() if k != key} if value is None else {**old, key: value}


def _with_part(field: Field | None, whole: Json, path: FieldPath, value: Json) -> Json:
    """Return a field's whole value with one part changed."""
    if path.row is not None:
        return _with_row(field, whole, path, value)
    if not path.part:
        return value
    parts = whole if isinstance(whole, Mapping) else {}
    if isinstance(field, FigureField):
        area = part_of(parts, path.part)
        value = _with(area if isinstance(area, Mapping) else {}, path.aspect or "level", value)
    return _with(parts, path.part, value)


def _with_row(field: Field | None, whole: Json, path: FieldPath, value: Json) -> Json:
    rows = list(whole) if isinstance(whole, list | tuple) else []
    at = path.row or 0
    if value is None and not path.part:
        return [row for number, row in enumerate(rows) if number != at]
    while len(rows) <= at:
        rows.append({} if isinstance(field, RowsField) else "")
    row = rows[at]
    rows[at] = _with(row if isinstance(row, Mapping) else {}, path.part, value) if path.part else value
    return rows


def _with_bound_value(field: Field, record: Record, value: Json) -> Record:
    match field.bind.partition(":")[0]:
        case "name":
            return replace(record, name=plain_text(value))
        case "track":
            name = field.bind.removeprefix(TRACK)
            track = replace(record.tracks[name], value=_whole_number(value, blank=isinstance(field, BoxesField)))
            return replace(record, tracks={**record.tracks, name: track})
        case "tracks":
            tracks = {
                n: replace(t, value=_whole_number(part_of(value, n), blank=False)) for n, t in record.tracks.items()
            }
            return replace(record, tracks=tracks)
        case "body":
            return _with_body(record, value, ticked=isinstance(field, FigureField) and field.boxes > 0)
        case "chips":
            counts = value if isinstance(value, Mapping) else {}
            return replace(record, chips={colour: n for colour, v in counts.items() if (n := _whole_number(v)) > 0})
        case "conditions":
            return replace(record, conditions=_conditions_from_list(record, value))
        case _:
            return record


def _whole_number(value: Json, *, blank: bool = True) -> int:
    """Return a number in the form that the table stores.

    Args:
        value: the written value.
        blank: a blank is 0, as for tick boxes; else a removed number must not become 0.

    Raises:
        UnwritableField: it is no whole number, or it is blank where a number is needed.
    """
    if value is None and not blank:
        raise UnwritableField("", say(Message(key="sheets.problem.no_blank", params={})))
    number = 0 if value is None else exact(value)
    if not isinstance(number, int):
        raise UnwritableField(plain_text(value)[:40], say(Message(key="sheets.problem.no_whole", params={})))
    return number


def _with_body(record: Record, value: Json, *, ticked: bool) -> Record:
    if record.body is None:
        return record
    locations = dict(record.body.locations)
    for name, old in record.body.locations.items():
        area = part_of(value, name)
        most = part_of(area, "most")
        locations[name] = replace(
            old,
            level=_whole_number(part_of(area, "level"), blank=ticked or old.most is None),
            armour=_whole_number(part_of(area, "armour")),
            bleeding=part_of(area, "bleeding") is True,
            most=None if most is None else _whole_number(most),
        )
    return replace(record, body=replace(record.body, locations=locations))


def _conditions_from_list(record: Record, value: Json) -> tuple[Condition, ...]:
    """Return the conditions that a list names: present ones stay, each once, and new ones are added."""
    remaining = list(record.conditions)
    conditions: list[Condition] = []
    for line in value if isinstance(value, list | tuple) else ():
        text = plain_text(part_of(line, "name") if isinstance(line, Mapping) else line).strip()
        if not text:
            continue
        name = condition_from_text(text, (c.name for c in remaining))
        condition = next((c for c in remaining if c.name == name), None)
        if condition is None:
            actor = Actor(id="", name="", seat="", conditions=(*remaining, *conditions))
            condition = new_condition(actor, name)
        else:
            remaining.remove(condition)
        if isinstance(line, Mapping):
            level, note = _whole_number(line.get("level")), plain_text(line.get("note"))
            condition = replace(condition, level=level, note=note)
        conditions.append(condition)
    return tuple(conditions)
