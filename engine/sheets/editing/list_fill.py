"""The values that an entry of a list fills in when its name is chosen on a sheet. Nothing that was typed is lost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from engine.model.frozen import Frozen, Json, replace
from engine.sheets.catalogue.listed_entries import (
    Entry,
    PickerField,
    is_picker,
    listed_entry,
    same_name,
    shows_entry,
)
from engine.sheets.editing.record_changes import FieldChange, change_at
from engine.sheets.model.field_paths import FieldPath, format_path, parse_path
from engine.sheets.model.field_values import UnreadableText, is_blank, part_of, plain_text
from engine.sheets.model.filled_sheet import FilledSheet
from engine.sheets.model.sheet_description import FlagField, RowsField


class ListFill(Frozen):
    """The changes that follow from a chosen name.

    Attributes:
        name: the name of the entry, as its list has it.
        changes: all that is written, the name included; values of the entry that was there before are replaced.
        kept: what the entry would change, but somebody has typed something else there. `after` is the entry's value;
            in the row of the name, the label is that of the column alone.
    """

    name: str
    changes: tuple[FieldChange, ...]
    kept: tuple[FieldChange, ...] = ()


@dataclass(slots=True)
class _Plan:
    """The values to write and to keep, by path."""

    written: dict[str, Json] = field(default_factory=dict)
    kept: dict[str, Json] = field(default_factory=dict)


def fill_from_list(sheet: FilledSheet, path: str, name: Json, entry: Entry | None = None) -> ListFill | None:
    """Return what choosing a name at a place of a sheet fills in; None if that is the name alone.

    Args:
        sheet: the sheet before.
        path: the place of the name.
        name: the chosen or typed name.
        entry: the entry with that name, if it is not from a list of the campaign.
    """
    picker, place = sheet.field_at(path), parse_path(path)
    if not isinstance(picker, PickerField) or not is_picker(picker):
        return None
    entry = listed_entry(sheet, picker, name) if entry is None else entry
    if entry is None:
        return None
    before = listed_entry(sheet, picker, _stored(sheet, place))
    chosen = plain_text(entry["name"])
    plan = _Plan()
    if place.row is None:
        plan.written[path] = chosen
        _fill(sheet, plan, {key: key for key in picker.fills}, picker, entry, before)
    else:
        _fill_rows(sheet, plan, place, picker, entry, before)
    changes = (change_at(sheet.description, sheet.record, at, value) for at, value in plan.written.items())
    kept = (_kept(sheet, place, at, value) for at, value in plan.kept.items())
    return ListFill(
        name=chosen, changes=tuple(change for change in changes if change.before != change.after), kept=tuple(kept)
    )


def _kept(sheet: FilledSheet, name: FieldPath, path: str, value: Json) -> FieldChange:
    change, column = change_at(sheet.description, sheet.record, path, value), sheet.field_at(path)
    is_beside = column is not None and parse_path(path).row == name.row
    return replace(change, label=column.label) if is_beside and column is not None else change


def _fill_rows(
    sheet: FilledSheet, plan: _Plan, place: FieldPath, picker: PickerField, entry: Entry, before: Entry | None
) -> None:
    """Fill the chosen row, or the rows that the entry covers; the entry that it replaces leaves its other rows.

    An entry replaces the one of the chosen row only if it covers that row: a helmet takes no shirt off.
    """
    assert place.row is not None
    covered = dict(_covered(sheet, place, picker, entry)) or {place.row: ""}
    before = before if place.row in covered else None
    chosen = plain_text(entry["name"])
    for at, called in covered.items():
        path, held = format_path(place.key, at, place.part), _cell(sheet, place.key, at, place.part)
        replaces = before is not None and same_name(held) == same_name(before["name"])
        free = at == place.row or is_blank(held) or replaces or same_name(held) == same_name(chosen)
        if called and picker.covers is not None:
            plan.written[format_path(place.key, at, picker.covers.column)] = called
        (plan.written if free else plan.kept)[path] = chosen
        targets = {column: format_path(place.key, at, column) for column in picker.fills}
        _fill(sheet, plan, targets, picker, entry, before if replaces else None, free=free)
    if before is None or picker.covers is None:
        return
    for at, _ in _covered(sheet, place, picker, before):
        held = _cell(sheet, place.key, at, place.part)
        if at not in covered and same_name(held) == same_name(before["name"]):
            plan.written[format_path(place.key, at, place.part)] = None
            targets = {column: format_path(place.key, at, column) for column in picker.fills}
            _fill(sheet, plan, targets, picker, {}, before)


def _covered(sheet: FilledSheet, place: FieldPath, picker: PickerField, entry: Entry) -> Iterator[tuple[int, str]]:
    """Yield the rows that an entry covers, each with its name if the row is new."""
    table = sheet.plan.fields[place.key]
    names = plain_text(entry.get(picker.covers.source)) if picker.covers is not None else ""
    if picker.covers is None or not isinstance(table, RowsField) or place.row is None:
        return
    column = picker.covers.column
    rows = _rows(sheet, place.key)
    known = {same_name(part_of(row, column)): at for at, row in reversed(tuple(enumerate(rows)))}
    blank = is_blank(_cell(sheet, place.key, place.row, column))
    new = iter((*((place.row,) if blank else ()), *range(max(len(rows), place.row + blank), len(rows) + 100)))
    for name in dict.fromkeys(part.strip() for part in names.split(",") if part.strip()):
        at = known.get(same_name(name))
        if at is not None:
            yield at, ""
        elif not table.fixed and (free := next(new, None)) is not None:
            yield free, name[:1].upper() + name[1:]


def _fill(
    sheet: FilledSheet,
    plan: _Plan,
    targets: Mapping[str, str],
    picker: PickerField,
    entry: Entry,
    before: Entry | None,
    *,
    free: bool = True,
) -> None:
    """Fill places from an entry. A value stays if it is neither blank nor that of the entry before.

    A row that is not `free` has the name of something else: all that the entry would change there stays.
    """
    for key, path in targets.items():
        if not sheet.writable(path):
            continue
        held = _stored(sheet, parse_path(path))
        new = _value(sheet, path, picker, key, entry)
        old = _value(sheet, path, picker, key, before) if before is not None else None
        if free and (is_blank(held) or held == new or (old is not None and held == old)):
            plan.written[path] = new
        elif new is not None and held != new:
            plan.kept[path] = new


def _value(sheet: FilledSheet, path: str, picker: PickerField, key: str, entry: Entry) -> Json:
    """Return the value of an entry as the place can hold it; None if the entry has none, or one that does not fit."""
    source = picker.fills[key]
    found = entry.get(source) if isinstance(source, str) else source if entry else None
    if isinstance(found, bool) and isinstance(sheet.field_at(path), FlagField):
        return found or None
    try:
        return sheet.read(path, plain_text(found))
    except UnreadableText:
        return None


def _stored(sheet: FilledSheet, place: FieldPath) -> Json:
    """Return the written value at a place, without calculation."""
    if place.row is None:
        return sheet.whole(place.key)
    return _cell(sheet, place.key, place.row, place.part)


def _cell(sheet: FilledSheet, key: str, row: int, column: str) -> Json:
    rows = _rows(sheet, key)
    return part_of(rows[row], column) if row < len(rows) else None


def _rows(sheet: FilledSheet, key: str) -> Sequence[Json]:
    whole = sheet.whole(key)
    return whole if isinstance(whole, list | tuple) else ()


def entry_from_row(sheet: FilledSheet, key: str, row: int) -> tuple[str, Entry] | None:
    """Return the list of a row of a sheet, and the row as an entry of it; None for a row without a name or a list.

    What the entry of that name has besides, such as a note, stays.
    """
    for column, picker in sheet.plan.columns.get(key, {}).items():
        name = _cell(sheet, key, row, column)
        if not (isinstance(picker, PickerField) and shows_entry(picker) and same_name(name)):
            continue
        sources = {source: at for at, source in picker.fills.items() if isinstance(source, str)}
        values = {source: _cell(sheet, key, row, at) for source, at in sources.items()}
        if picker.covers is not None:
            rows = (each for each in _rows(sheet, key) if same_name(part_of(each, column)) == same_name(name))
            values[picker.covers.source] = ", ".join(plain_text(part_of(each, picker.covers.column)) for each in rows)
        return picker.list, _entry(sheet, picker, name, values)
    return None


def entry_of_field(sheet: FilledSheet, key: str) -> tuple[str, Entry] | None:
    """Return the list of a field that fills other fields, and these as an entry of it; None if the list has it."""
    picker, name = sheet.plan.fields.get(key), sheet.whole(key)
    if not (isinstance(picker, PickerField) and shows_entry(picker) and same_name(name)):
        return None
    sources = {source: at for at, source in picker.fills.items() if isinstance(source, str)}
    entry = _entry(sheet, picker, name, {source: sheet.whole(at) for source, at in sources.items()})
    listed = listed_entry(sheet, picker, name) or {}
    is_listed = all(plain_text(listed.get(at) or "") == plain_text(entry.get(at) or "") for at in ("name", *sources))
    return None if is_listed else (picker.list, entry)


def _entry(sheet: FilledSheet, picker: PickerField, name: Json, values: Mapping[str, Json]) -> Entry:
    entry = {**(listed_entry(sheet, picker, name) or {}), **values, "name": plain_text(name).strip()}
    return {field: value for field, value in entry.items() if not is_blank(value)}
