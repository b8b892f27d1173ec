"""The differences between two versions of a record, place by place, and the one command that writes some of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.body import Body
from engine.model.frozen import Frozen, Json, plain_json
from engine.sheets.editing.record_moves import ConditionLine, LocationLine, WriteRecord
from engine.sheets.model.binding import is_writable, record_with_value, stored_field_value, stored_value
from engine.sheets.model.character_record import Record
from engine.sheets.model.compiled_sheet import CompiledSheet, compile_sheet
from engine.sheets.model.field_paths import ASPECTS, FieldPath, parse_path
from engine.sheets.model.field_values import display_row, display_text, is_blank, part_of, plain_text
from engine.sheets.model.record_migration import label_of_key, migrate_record, unknown_fields
from engine.sheets.model.sheet_description import ChipsField, Field, FigureField, RowsField, SheetDescription


class FieldChange(Frozen):
    """One place of a record with a new value; None is blank, and removes a whole row.

    Attributes:
        path: the place.
        label: the label of the place.
        before: the old value.
        after: the new value.
    """

    path: str
    label: str
    before: Json = None
    after: Json = None


def change_at(description: SheetDescription, record: Record, path: str, after: Json) -> FieldChange:
    """Return the change that writes something at one place."""
    plan, record = compile_sheet(description), migrate_record(description, record)
    place = parse_path(path)
    return FieldChange(
        path=path, label=label_at(plan, record, place), before=stored_value(plan, record, place), after=after
    )


def compare_records(description: SheetDescription, old: Record, new: Record) -> tuple[FieldChange, ...]:
    """Return the changes that turn one record into another, in the order of the sheet.

    Left out is all that the character does not have on the table, such as a missing track, and chips that no field of
    the
    sheet shows: they belong to the player, not to the character.
    """
    plan = compile_sheet(description)
    old, new = migrate_record(description, old), migrate_record(description, new)
    kept = dict.fromkeys((*unknown_fields(description, old.sheet), *unknown_fields(description, new.sheet)))
    internal = [key for key in description.internal if key in {**old.sheet, **new.sheet}]
    changes: list[FieldChange] = []
    for key in (*plan.fields, *plan.implied, *kept, *internal):
        before, after = stored_field_value(plan, old, key), stored_field_value(plan, new, key)
        for place in _differing(plan.field(key), key, before, after):
            if is_writable(plan, old, place) and not _shown_elsewhere(plan, place):
                label = label_at(plan, new if stored_value(plan, new, place) is not None else old, place)
                changes.append(
                    FieldChange(
                        path=str(place),
                        label=label,
                        before=plain_json(stored_value(plan, old, place)),
                        after=plain_json(stored_value(plan, new, place)),
                    )
                )
    return tuple(changes)


def applied(description: SheetDescription, record: Record, changes: Iterable[FieldChange]) -> Record:
    """Return the record with changes applied, one after the other.

    Raises:
        UnwritableField: one of them has no place at the table.
        InvalidFieldPath: the path of one of them is invalid.
    """
    plan, record = compile_sheet(description), migrate_record(description, record)
    for change in changes:
        record = record_with_value(plan, record, parse_path(change.path), change.after)
    return record


def command_for(
    description: SheetDescription, seat: str, record: Record, changes: Iterable[FieldChange]
) -> WriteRecord:
    """Return the one command that writes changes on a character's record.

    It also migrates a record of an older version of the sheet.

    Args:
        description: the sheet that the record follows.
        seat: the seat that writes.
        record: the record at present.
        changes: the changes.
    """
    new = applied(description, record, changes)
    keys = dict.fromkeys((*record.sheet, *new.sheet))
    conditions = tuple(ConditionLine(name=c.name, level=c.level, note=c.note) for c in new.conditions)
    colours = dict.fromkeys((*record.chips, *new.chips))
    return WriteRecord(
        seat=seat,
        actor=record.actor,
        name=None if new.name == record.name else new.name,
        fields={
            key: plain_json(new.sheet.get(key)) for key in keys if not _same(record.sheet.get(key), new.sheet.get(key))
        },
        tracks={
            n: t.value for n, t in new.tracks.items() if n not in record.tracks or record.tracks[n].value != t.value
        },
        locations=_locations(record.body, new.body),
        chips={c: new.chips.get(c, 0) for c in colours if record.chips.get(c, 0) != new.chips.get(c, 0)},
        conditions=None if new.conditions == record.conditions else conditions,
    )


def label_at(plan: CompiledSheet, record: Record, place: FieldPath) -> str:
    """Return the label of a place: `Stamina`, `Skills, Climbing: Level`, `Wounds: Head, armour`."""
    return PlaceLabels(plan, record).at(place)


class PlaceLabels:
    """The labels of the places of one record; each row's is made once."""

    def __init__(self, plan: CompiledSheet, record: Record) -> None:
        self._plan, self._record = plan, record
        self._rows: dict[tuple[str, int], str] = {}

    def at(self, place: FieldPath) -> str:
        """Return the label of a place."""
        field = self._plan.field(place.key)
        label = label_of_key(place.key) if field is None else field.label
        if place.row is not None:
            label = self._row(field, label, place.key, place.row)
        if not place.part:
            return label
        part = _say("part", field=label, part=_name_of_part(field, place.part))
        return _say("aspect", part=part, aspect=_say(place.aspect)) if place.aspect else part

    def _row(self, field: Field | None, label: str, key: str, number: int) -> str:
        known = self._rows.get((key, number))
        if known is None:
            row = stored_value(self._plan, self._record, FieldPath(key=key, row=number))
            known = self._rows[key, number] = _say("row", field=label, row=_name_of_row(field, row, number))
        return known


def shown_change(description: SheetDescription, change: FieldChange) -> tuple[str, str]:
    """Return the old and the new value of a change as text."""
    place = parse_path(change.path)
    plan = compile_sheet(description)
    field = plan.field(place.key)
    match field:
        case RowsField() if place.row is not None and not place.part:
            return display_row(field, change.before), display_row(field, change.after)
        case RowsField() if place.part:
            field = plan.columns.get(place.key, {}).get(place.part)
        case _ if place.row is not None or place.part:
            field = None
        case _:
            pass
    if field is None:
        return plain_text(change.before), plain_text(change.after)
    return display_text(field, change.before), display_text(field, change.after)


def _say(key: str, **params: Json) -> str:
    return say(Message(key=f"sheets.place.{key}", params=params))


def _name_of_row(field: Field | None, row: Json, number: int) -> str:
    """Return the name of a row: the text in its first column, or else its number."""
    first = part_of(row, field.columns[0].key) if isinstance(field, RowsField) else None
    return plain_text(first)[:60] if isinstance(first, str) and first.strip() else str(number + 1)


def _name_of_part(field: Field | None, part: str) -> str:
    match field:
        case RowsField(columns=columns):
            return next((column.label for column in columns if column.key == part), part)
        case FigureField(areas=areas):
            return next((area.label for area in areas if area.name == part), part)
        case ChipsField(colours=colours):
            return next((colour.label for colour in colours if colour.key == part), part)
        case _:
            return part


def _same(left: Json, right: Json) -> bool:
    """Say whether two values are the same; yes and 1 are different, and an empty cell equals a missing one."""
    if isinstance(left, Mapping) and isinstance(right, Mapping):
        return all(_same(left.get(key), right.get(key)) for key in {**left, **right})
    if isinstance(left, list | tuple) and isinstance(right, list | tuple):
        return len(left) == len(right) and all(map(_same, left, right))
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    return left == right


def _shown_elsewhere(plan: CompiledSheet, place: FieldPath) -> bool:
    """Say whether a track has a field of its own."""
    return place.key == "@tracks" and any(field.bind == f"track:{place.part}" for field in plan.fields.values())


def _differing(field: Field | None, key: str, before: Json, after: Json) -> Iterator[FieldPath]:
    if _same(before, after) or (not isinstance(field, RowsField) and is_blank(before) and is_blank(after)):
        return
    match field:
        case RowsField():
            yield from _in_rows(field, _rows(before), _rows(after))
        case FigureField() | ChipsField() if not (_in_parts(field, before) and _in_parts(field, after)):
            yield FieldPath(key=key)
        case FigureField():
            for name in _names(before, after):
                for aspect in ("", *ASPECTS):
                    left, right = (part_of(part_of(whole, name), aspect or "level") for whole in (before, after))
                    if not _same(left, right):
                        yield FieldPath(key=key, part=name, aspect=aspect)
        case ChipsField():
            for name in _names(before, after):
                if not _same(part_of(before, name), part_of(after, name)):
                    yield FieldPath(key=key, part=name)
        case _:
            yield FieldPath(key=key)


def _in_parts(field: FigureField | ChipsField, value: Json) -> bool:
    """Say whether a value has the structure of its field; in a file from strangers it can be anything."""
    if value is None:
        return True
    return isinstance(value, Mapping) and (
        isinstance(field, ChipsField) or all(isinstance(area, Mapping) for area in value.values())
    )


def _rows(value: Json) -> Sequence[Json]:
    return value if isinstance(value, list | tuple) else ()


def _names(before: Json, after: Json) -> dict[str, None]:
    return {str(name): None for part in (before, after) if isinstance(part, Mapping) for name in part}


def _in_rows(field: RowsField, before: Sequence[Json], after: Sequence[Json]) -> Iterator[FieldPath]:
    """Yield the differences: cells if the rows correspond, else whole rows, the last one first."""
    if len(after) < len(before):
        gone = _taken_away(before, after)
        if gone is None:
            yield FieldPath(key=field.key)
        else:
            yield from (FieldPath(key=field.key, row=number) for number in reversed(gone))
        return
    for number, row in enumerate(after):
        old = before[number] if number < len(before) else None
        if old is None or not isinstance(old, Mapping) or not isinstance(row, Mapping):
            if not _same(old, row):
                yield FieldPath(key=field.key, row=number)
            continue
        columns = dict.fromkeys((*(column.key for column in field.columns), *old, *row))
        differing = [column for column in columns if not _same(old.get(column), row.get(column))]
        if "" in differing:  # a path cannot name a column without a name
            yield FieldPath(key=field.key, row=number)
        else:
            yield from (FieldPath(key=field.key, row=number, part=column) for column in differing)


def _taken_away(before: Sequence[Json], after: Sequence[Json]) -> list[int] | None:
    """Return the numbers of the removed rows if nothing else changed."""
    gone: list[int] = []
    at = 0
    for number, row in enumerate(before):
        if at < len(after) and _same(row, after[at]):
            at += 1
        else:
            gone.append(number)
    return gone if at == len(after) else None


def _locations(old: Body | None, new: Body | None) -> dict[str, LocationLine]:
    if old is None or new is None:
        return {}
    return {
        name: LocationLine(
            level=location.level,
            armour=location.armour,
            bleeding=location.bleeding,
            most=location.most,
            boundless=location.most is None,
        )
        for name, location in new.locations.items()
        if location != old.locations.get(name)
    }
