"""A character as CSV: what is written comes back, a spreadsheet runs nothing, and a stranger's file is data."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.asset_folder import ASSETS
from engine.command_line.character_schema import character_schema
from engine.kit.conformance.sheet_filling import SheetFiller
from engine.model.frozen import Json, replace
from engine.sheets.catalogue.game_metadata import games_with_sheets
from engine.sheets.catalogue.sheet_library import sheets_of, tables_of
from engine.sheets.editing.record_changes import applied, compare_records
from engine.sheets.exchange.character_file import CharacterFileError, picture_keys
from engine.sheets.exchange.character_table import MOST_LINES, read_table, write_table
from engine.sheets.forms.form_import import form_changes
from engine.sheets.model.character_record import blank_record
from engine.sheets.model.filled_sheet import FilledSheet
from tests.engine.sheets.paper_kit import trial


def sheet_with(**fields: Json) -> FilledSheet:
    return FilledSheet(trial(), replace(blank_record(), name="Aurelia", sheet=fields), {}, {}, {})


@pytest.mark.parametrize("game", games_with_sheets())
def test_every_value_of_a_sheet_comes_back(game: str) -> None:
    description = next(iter(sheets_of(game).values()))
    pictures = picture_keys(description)
    filled = SheetFiller(5).record(description)
    record = replace(filled, sheet={**filled.sheet, **dict.fromkeys(pictures, "f" * 64)})
    sheet = FilledSheet(description, record, {}, {}, tables_of(game))
    table = read_table(write_table(sheet))
    assert form_changes(sheet, table, own=False).changes == ()
    names = {entry.path for entry in table}
    assert names.isdisjoint(pictures), "a table has no pictures, and the id of one means nothing elsewhere"
    lists = {key: rows for key, rows in record.sheet.items() if isinstance(rows, (list, tuple)) and rows}
    emptied = {key: value for key, value in record.sheet.items() if key in lists}
    other = sheet.with_record(replace(record, sheet=emptied))
    found = form_changes(other, table, own=False)
    back = applied(description, other.record, found.changes)
    left = {change.path for change in compare_records(description, back, record)}
    assert not left & names, left
    assert found.unread == ()


HARM = ["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(1)", "\t=1", "'=x", "-5", "a\nb"]


@given(st.text(max_size=60), st.sampled_from(HARM))
def test_a_spreadsheet_calculates_nothing_and_the_text_comes_back(text: str, start: str) -> None:
    sheet = sheet_with(notes=f"{start}{text}")
    written = write_table(sheet)
    for line in csv.reader(io.StringIO(written.decode("utf-8-sig"), newline="")):
        for cell in map(str.lstrip, line):
            assert cell[:1] not in ("=", "@", "+", "-") or cell[1:].replace(".", "").isdecimal()
    assert form_changes(sheet, read_table(written), own=False).changes == ()


def test_calculated_lines_and_other_separators() -> None:
    sheet = sheet_with(strength=12)
    table = b"Value;Place;Calculated\r\n14;strength;\r\n99;notes;yes\r\n\r\nx;;\r\n"
    changes = form_changes(sheet, read_table(table), own=False).changes
    assert [(change.path, change.after) for change in changes] == [("strength", 14)]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "table"),
        (b"\xff\xfe\x00", "table"),
        (b"a,b\n1,2", "table"),
        (b"Place,Value\n[[,1", "place"),
        (b"Place,Value\n" + b"notes," + b"x" * 140_000, "table"),
        (b"Place,Value\n" + b"notes,1\n" * (MOST_LINES + 1), "20"),
        (b"x" * (5 << 20), "4 MB"),
    ],
    ids=["empty", "no text", "other columns", "no place", "long", "many", "large"],
)
def test_bad_tables_are_refused_in_a_sentence(content: bytes, words: str) -> None:
    with pytest.raises(CharacterFileError) as refused:
        read_table(content)
    assert words in refused.value.text


def test_the_schema_in_the_documents_is_that_of_the_code() -> None:
    kept = (ASSETS.parent / "engine" / "docs" / "character-file.schema.json").read_bytes()
    assert kept == character_schema(), "python -m engine character-schema > engine/docs/character-file.schema.json"
