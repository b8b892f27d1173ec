"""The changes that a filled form makes to a sheet.

A form field holds text. A field that was not touched, or that agrees with the sheet, changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import Frozen, Json, replace
from engine.sheets.editing.record_changes import FieldChange, compare_records, label_at
from engine.sheets.forms.form_background import is_name_of_fixed_row
from engine.sheets.forms.form_entries import FormEntry, UnreadEntry
from engine.sheets.forms.form_export import normal_text, text_in_form
from engine.sheets.forms.form_marks import resolve_marks
from engine.sheets.formulas.exact_numbers import exact
from engine.sheets.model.binding import UnwritableField, record_with_value, rows_in
from engine.sheets.model.character_record import SHEET_VERSION, Record
from engine.sheets.model.field_paths import FieldPath, InvalidFieldPath, parse_path
from engine.sheets.model.field_values import (
    LONGEST,
    MOST_ROWS,
    UnreadableText,
    is_blank,
    parse_number,
    plain_text,
)
from engine.sheets.model.filled_sheet import FilledSheet
from engine.sheets.model.record_migration import migrate_fields
from engine.sheets.model.sheet_description import (
    BoxesField,
    Field,
    FigureField,
    FlagField,
    PictureField,
    ReferenceField,
    RowsField,
)

_ROOT = re.compile(r"[^.\[]+")


class FormChanges(Frozen):
    """The changes that a form makes.

    Attributes:
        changes: what a person wrote on the form.
        stale: values that nobody touched on the form and that have changed at the table since.
        unread: the entries that cannot be imported.
    """

    changes: tuple[FieldChange, ...] = ()
    stale: tuple[FieldChange, ...] = ()
    unread: tuple[UnreadEntry, ...] = ()


def form_changes(sheet: FilledSheet, entries: Iterable[FormEntry], *, own: bool = True) -> FormChanges:
    """Return the changes that a form makes to a sheet.

    Args:
        sheet: the sheet at present.
        entries: the content of the form's fields.
        own: the form was made for this character; then untouched fields are not changes.
    """
    touched: dict[str, Json] = {}
    all_values: dict[str, Json] = {}
    marks = resolve_marks(sheet, entries)
    unread = list(marks.unread)
    entries = sorted(marks.entries, key=lambda entry: "/" in entry.text)  # `3/6` comes after its maximum
    overridden = frozenset[str]() if own else _overridden_when_printed(sheet, entries)
    for entry in entries:
        try:
            place = parse_path(entry.path)
        except InvalidFieldPath:
            unread += _strange(entry)
            continue
        as_printed = entry.printed is not None and normal_text(entry.text) == normal_text(entry.printed)
        try:
            new_value = _value_in(sheet, entry, place, all_values)
        except UnreadableText as error:
            # An untouched entry is no error of the writer.
            if not (own and as_printed):
                unread.append(UnreadEntry(label=_label(sheet, place), text=entry.text[:400], why=error.text))
            continue
        # A calculated value that is still as printed is no entry of the writer.
        if not new_value or (as_printed and _is_calculated(sheet, place) and entry.path not in overridden):
            continue
        all_values[entry.path] = new_value[0]
        if not (own and as_printed):
            touched[entry.path] = new_value[0]
    changes = _changes(sheet, touched, unread)
    all_changes = _changes(sheet, all_values, []) if len(all_values) > len(touched) else ()
    # In a list that changes as a whole, written and stale entries cannot be told apart.
    stale = tuple(change for change in all_changes if not any(_covers(change.path, done.path) for done in changes))
    return FormChanges(changes=changes, stale=stale, unread=tuple(unread))


def migrate_entries(sheet: FilledSheet, version: int, entries: Iterable[FormEntry]) -> tuple[FormEntry, ...]:
    """Return the entries of a form for an older version of the sheet, migrated to the present one."""
    description = sheet.description
    if version >= description.version:
        return tuple(entries)
    migrated: list[FormEntry] = []
    plain: dict[str, FormEntry] = {}
    for entry in entries:
        if _ROOT.fullmatch(entry.path):
            plain[entry.path] = entry
        else:
            migrated.append(replace(entry, path=_renamed(sheet, version, entry.path)))
    texts = _migrated_texts(sheet, version, {key: entry.text for key, entry in plain.items()})
    printed = _migrated_texts(
        sheet, version, {key: entry.printed for key, entry in plain.items() if entry.printed is not None}
    )
    for key, text in texts.items():
        old = plain.get(key)
        migrated.append(
            FormEntry(
                path=key,
                text=text,
                printed=printed.get(key),
                boxes=old.boxes if old else 0,
                states=old.states if old else (),
            )
        )
    return tuple(migrated)


def close_row_gaps(sheet: FilledSheet, changes: Sequence[FieldChange]) -> tuple[FieldChange, ...]:
    """Return some of the changes of a list, adapted so that new rows leave no gaps."""
    taken: dict[str, int] = {}
    numbers: dict[tuple[str, int], int] = {}
    closed = []
    for change in changes:
        place = parse_path(change.path)
        field = sheet.plan.field(place.key)
        if place.row is not None and isinstance(field, RowsField) and change.after is not None:
            whole = sheet.whole(place.key)
            row_count = len(whole) if isinstance(whole, list | tuple) else 0
            if place.row >= row_count:
                at = (place.key, place.row)
                if at not in numbers:
                    numbers[at] = row_count + taken.get(place.key, 0)
                    taken[place.key] = taken.get(place.key, 0) + 1
                change = replace(change, path=str(replace(place, row=numbers[at])))
        closed.append(change)
    return tuple(closed)


def _say(key: str, **params: Json) -> str:
    return say(Message(key=f"sheets.exchange.unread.{key}", params=params))


def _label(sheet: FilledSheet, place: FieldPath) -> str:
    return label_at(sheet.plan, sheet.record, place)


def _strange(entry: FormEntry) -> list[UnreadEntry]:
    if not entry.text.strip():
        return []
    return [UnreadEntry(label=entry.path[:80], text=entry.text[:400], why=_say("no_field"))]


def _value_in(
    sheet: FilledSheet, entry: FormEntry, place: FieldPath, written: Mapping[str, Json]
) -> tuple[Json] | None:
    """Return the value of a form field that differs from the sheet; None if it does not. Raises UnreadableText."""
    field = _field_at(sheet, place)
    if field is None:
        if entry.text.strip():
            raise UnreadableText(_say("no_field"))
        return None
    text = normal_text(entry.text)
    if len(text) > LONGEST:
        raise UnreadableText(say(Message(key="sheets.problem.too_long", params={"most": LONGEST})))
    if text == text_in_form(sheet, entry.path, field, entry.boxes, entry.states):
        return None
    value = _read(sheet, entry, field, text, written)
    if _same(sheet.value(entry.path), value):
        return None
    if not sheet.writable(entry.path):
        raise UnreadableText(_say("player" if field.bind == "player" else "not_there"))
    if is_name_of_fixed_row(sheet.plan.field(place.key), place):
        raise UnreadableText(_say("fixed"))
    if place.row is not None and place.row >= MOST_ROWS:
        raise UnreadableText(say(Message(key="sheets.problem.no_rows", params={"most": MOST_ROWS})))
    return (value,)


def _field_at(sheet: FilledSheet, place: FieldPath) -> Field | None:
    """Return the field at a place of a form, if it can be written."""
    whole = sheet.plan.field(place.key)
    match whole:
        case RowsField() if place.row is None or not place.part or place.aspect:
            return None
        case FigureField(areas=areas) if place.part not in {area.name for area in areas} or place.row is not None:
            return None
        case RowsField() | FigureField():
            return sheet.field_at(str(place))
        case PictureField() | ReferenceField():
            return None
        case None:
            kept = place.key in sheet.unknown_fields() and place == FieldPath(key=place.key)
            return next((f for s in sheet.sections() for f in s.fields if f.key == place.key), None) if kept else None
        case _:
            return None if place.row is not None or place.aspect else sheet.field_at(str(place))


def _read(sheet: FilledSheet, entry: FormEntry, field: Field, text: str, written: Mapping[str, Json]) -> Json:
    """Parse the text of a form field; a maximum on the form takes precedence over the sheet's."""
    if isinstance(field, FlagField) and text.strip().casefold() == "off":
        return None
    held = sheet.place_of_maximum(entry.path)
    maximum = exact(written.get(held)) if held else None
    if entry.boxes and not isinstance(field, BoxesField):
        return parse_number(text, maximum=entry.boxes) if text else None
    return sheet.read(entry.path, text, maximum)


def _same(left: Json, right: Json) -> bool:
    if isinstance(left, bool) or isinstance(right, bool):
        return (left is True) == (right is True) and (left is None or right is None or type(left) is type(right))
    return left == right


def _changes(sheet: FilledSheet, values: Mapping[str, Json], unread: list[UnreadEntry]) -> tuple[FieldChange, ...]:
    """Return the changes of new values at places."""
    return compare_records(sheet.description, sheet.record, _record_with(sheet, values, unread)[0])


def _overridden_when_printed(sheet: FilledSheet, entries: Iterable[FormEntry]) -> frozenset[str]:
    """Return the places whose printed values are not what the sheet calculates from the other printed values.

    These values were written on the sheet that was printed. A form with a part of the fields does not tell that of
    a value whose formula reads the others.
    """
    values: dict[str, Json] = {}
    on_form: set[str] = set()
    for entry in entries:
        try:
            place = parse_path(entry.path)
            field = _field_at(sheet, place)
            if field is None or entry.printed is None or len(entry.printed) > LONGEST or not sheet.writable(entry.path):
                continue
            on_form.add(place.key)
            if place.row is None or place.row < MOST_ROWS:
                values[entry.path] = _read(sheet, entry, field, normal_text(entry.printed), values)
        except (InvalidFieldPath, UnreadableText):
            continue
    values = {path: value for path, value in values.items() if value is not None}
    blank = sheet.with_record(replace(sheet.record, sheet={}))
    record, landed = _record_with(blank, values, [])
    printed = blank.with_record(record)
    found = set()
    for path in values:
        place = parse_path(path)
        formula = sheet.plan.formulas.get(str(replace(place, row=None)))
        if formula is None or formula.open:
            continue
        columns = sheet.plan.columns.get(place.key, {})
        known = all(name in columns or name.partition(".")[0] in on_form for name in formula.names)
        row = None if place.row is None else landed.get((place.key, place.row), place.row)
        if known and (row is None or row >= 0) and printed.is_overridden(str(replace(place, row=row))):
            found.add(path)
    return frozenset(found)


def _record_with(
    sheet: FilledSheet, values: Mapping[str, Json], unread: list[UnreadEntry]
) -> tuple[Record, Mapping[tuple[str, int], int]]:
    """Return the record with new values at places, and the new number of each row that was written in."""
    record = sheet.record
    in_rows: dict[str, dict[int, dict[str, Json]]] = {}
    calculated: list[tuple[FieldPath, Json]] = []
    for path, value in values.items():
        place = parse_path(path)
        if _is_calculated(sheet, place):
            calculated.append((place, value))
        elif place.row is not None:
            in_rows.setdefault(place.key, {}).setdefault(place.row, {})[place.part] = value
        else:
            record = _written(sheet, record, place, value, unread)
    landed: dict[tuple[str, int], int] = {}
    for key, rows in in_rows.items():
        field = sheet.plan.field(key)
        assert isinstance(field, RowsField)
        new_rows, numbers = _with_rows(sheet, field, rows)
        landed |= {(key, old): new for old, new in numbers.items()}
        record = _written(sheet, record, FieldPath(key=key), new_rows, unread)
    if calculated:
        record = _with_overrides(sheet, record, calculated, landed, unread)
    return record, landed


def _with_overrides(
    sheet: FilledSheet,
    record: Record,
    calculated: Iterable[tuple[FieldPath, Json]],
    landed: Mapping[tuple[str, int], int],
    unread: list[UnreadEntry],
) -> Record:
    """Return a record with values that override calculated ones; one equal to the calculated value changes nothing."""
    new = sheet.with_record(record)
    order = {spot: at for at, spot in enumerate(sheet.plan.order)}
    for place, value in sorted(calculated, key=lambda item: order.get(str(replace(item[0], row=None)), 0)):
        if place.row is not None:
            whole = new.whole(place.key)
            at = landed.get((place.key, place.row), place.row)
            if at < 0 or not isinstance(whole, list | tuple) or at >= len(whole):
                continue  # a calculated number alone makes no row
            place = replace(place, row=at)
        path = str(place)
        if _same(new.value(path), value) or (value is None and not new.is_overridden(path)):
            continue
        record = _written(sheet, record, place, value, unread)
        new = new.with_record(record)
    return record


def _is_calculated(sheet: FilledSheet, place: FieldPath) -> bool:
    return str(replace(place, row=None)) in sheet.plan.formulas


def _written(sheet: FilledSheet, record: Record, place: FieldPath, value: Json, unread: list[UnreadEntry]) -> Record:
    try:
        return record_with_value(sheet.plan, record, place, value)
    except UnwritableField as error:
        why = error.why or _say("not_there")
        unread.append(UnreadEntry(label=_label(sheet, place), text=plain_text(value)[:400], why=why))
        return record


def _with_rows(
    sheet: FilledSheet, field: RowsField, cells: Mapping[int, Mapping[str, Json]]
) -> tuple[list[Mapping[str, Json]], dict[int, int]]:
    """Return the rows of a table with cells written, and the new number of each old row, -1 for a removed one.

    Emptied rows are removed; new rows leave no gaps.
    """
    rows: list[Mapping[str, Json]] = list(rows_in(field, sheet.whole(field.key)))
    row_count = len(rows)
    removed: set[int] = set()
    places: dict[int, int] = {number: number for number in range(row_count)}
    for number in sorted(cells):
        row = dict(rows[number]) if number < row_count else {}
        for column, value in cells[number].items():
            if value is None:
                row.pop(column, None)
            else:
                row[column] = value
        if number < row_count:
            rows[number] = row
            if is_blank(row) and not field.fixed:
                removed.add(number)
        elif not is_blank(row):
            places[number] = len(rows)
            rows.append(row)
    remaining = [number for number in range(len(rows)) if number not in removed]
    new_numbers = {old: new for new, old in enumerate(remaining)}
    return [rows[number] for number in remaining], {old: new_numbers.get(at, -1) for old, at in places.items()}


def _covers(path: str, other_path: str) -> bool:
    """Say whether one of two places is part of the other."""
    return (
        path == other_path
        or path.startswith((f"{other_path}.", f"{other_path}["))
        or other_path.startswith((f"{path}.", f"{path}["))
    )


def _renamed(sheet: FilledSheet, version: int, path: str) -> str:
    for migration in sorted(sheet.description.migrations, key=lambda migration: migration.to):
        if version < migration.to <= sheet.description.version:
            root = _ROOT.match(path)
            if root is not None and root[0] in migration.renamed:
                path = f"{migration.renamed[root[0]]}{path[root.end() :]}"
    return path


def _migrated_texts(sheet: FilledSheet, version: int, texts: Mapping[str, str]) -> dict[str, str]:
    """Return the texts of plain fields under the keys that they have now."""
    fields = migrate_fields(sheet.description, {**texts, SHEET_VERSION: version})
    return {
        key: "\n".join(plain_text(part) for part in value) if isinstance(value, list | tuple) else plain_text(value)
        for key, value in fields.items()
        if key != SHEET_VERSION
    }
