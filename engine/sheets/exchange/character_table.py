"""A character as a table for spreadsheets: CSV with a line for each field, and back. Reading is strict, with limits.

| Place | Field | Value | Calculated |
|---|---|---|---|
| `str` | STR | 13 | |
| `skills[0].total` | Athletics: Total | 25 | yes |

The place says where a value belongs; it is the same in every language. A line with a calculated value is for reading
only: an import skips it. A value that a spreadsheet would take for a formula has an apostrophe before it.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from typing import Final

from engine.messages.message import Message
from engine.messages.texts import say
from engine.sheets.editing.record_changes import PlaceLabels
from engine.sheets.exchange.character_file import CharacterFileError
from engine.sheets.forms.form_entries import FormEntry
from engine.sheets.forms.form_export import TICKED, text_in_form
from engine.sheets.model.field_paths import InvalidFieldPath, format_path, parse_path
from engine.sheets.model.field_values import LONGEST
from engine.sheets.model.filled_sheet import FilledSheet
from engine.sheets.model.sheet_description import (
    ChipsField,
    Field,
    FigureField,
    PictureField,
    ReferenceField,
    RowsField,
)

MOST_BYTES: Final = 4 << 20
MOST_LINES: Final = 20_000
_COLUMNS: Final = ("place", "field", "value", "calculated")
_FORMULA: Final = re.compile(r"'*\s*[=+\-@\t\r]")
_NUMBER: Final = re.compile(r"[+-]?\d[\d.,]*")


def write_table(sheet: FilledSheet) -> bytes:
    """Return a sheet as CSV in UTF-8 with the mark that spreadsheets need. Reading it gives the same values."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(_word(column) for column in _COLUMNS)
    labels = PlaceLabels(sheet.plan, sheet.record)
    for path in _paths(sheet):
        field = sheet.field_at(path)
        if field is None:
            continue
        value = text_in_form(sheet, path, field)
        calculated = not sheet.is_overridden(path) and sheet.calculation(path) is not None
        writer.writerow((path, _safe(labels.at(parse_path(path))), _safe(value), TICKED if calculated else ""))
    return text.getvalue().encode("utf-8-sig")


def read_table(content: bytes) -> tuple[FormEntry, ...]:
    """Return the entries of a CSV file, which may come from anybody.

    The columns can be in any order; comma, semicolon and tab can separate them.

    Raises:
        CharacterFileError: it is no such table, or too long.
    """
    if len(content) > MOST_BYTES:
        raise CharacterFileError("too_large", most=MOST_BYTES >> 20)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CharacterFileError("no_table") from error
    first = text.split("\n", 1)[0]
    separator = max(",;\t", key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    try:
        heads = [head.strip().casefold() for head in next(reader, [])]
        columns = {name: heads.index(_word(name).casefold()) for name in _COLUMNS if _word(name).casefold() in heads}
        if not {"place", "value"} <= columns.keys():
            raise CharacterFileError("no_table")
        return tuple(_entries(reader, columns))
    except csv.Error as error:
        raise CharacterFileError("no_table") from error


def _entries(reader: Iterator[list[str]], columns: dict[str, int]) -> Iterator[FormEntry]:
    for number, line in enumerate(reader):
        if number >= MOST_LINES:
            raise CharacterFileError("too_much", most=MOST_LINES)
        cells = {name: line[at] if at < len(line) else "" for name, at in columns.items()}
        path = cells["place"].strip()
        if not path or cells.get("calculated", "").strip():
            continue
        value = cells["value"]
        if len(path) > 400 or len(value) > 2 * LONGEST:
            raise CharacterFileError("too_long", place=path[:60], most=LONGEST)
        try:
            parse_path(path)
        except InvalidFieldPath as error:
            raise CharacterFileError("no_place", place=path[:60]) from error
        yield FormEntry(path=path, text=value[1:] if value.startswith("'") and _FORMULA.match(value[1:]) else value)


def _paths(sheet: FilledSheet) -> Iterator[str]:
    for section in sheet.sections():
        for field in section.fields:
            yield from _paths_of(sheet, field)


def _paths_of(sheet: FilledSheet, field: Field) -> Iterator[str]:
    match field:
        case PictureField() | ReferenceField():
            pass
        case RowsField(columns=columns):
            rows = sheet.whole(field.key)
            for row in range(len(rows) if isinstance(rows, list | tuple) else 0):
                yield from (format_path(field.key, row, column.key) for column in columns)
        case FigureField(areas=areas):
            yield from (format_path(field.key, part=area.name) for area in areas)
        case ChipsField(colours=colours):
            yield from (format_path(field.key, part=colour.key) for colour in colours)
        case _:
            yield field.key


def _safe(value: str) -> str:
    """Return a text that no spreadsheet calculates."""
    return f"'{value}" if _FORMULA.match(value) and not _NUMBER.fullmatch(value) else value


def _word(column: str) -> str:
    return say(Message(key=f"sheets.portable.table.{column}"))
