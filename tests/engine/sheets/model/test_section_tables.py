"""Sections that are one table on screen, and what becomes of them when a group customises its sheet."""

from __future__ import annotations

import pytest

from engine.sheets.catalogue.sheet_customisation import AddField, MoveItem, SheetChange, apply_changes
from engine.sheets.catalogue.sheet_library import sheets_of
from engine.sheets.model.section_tables import joined_sections
from engine.sheets.model.sheet_description import NumberField

HERO = sheets_of("classic_fantasy")["hero"]


@pytest.mark.parametrize(
    ("changes", "is_one"),
    [
        ((), True),
        ((MoveItem(field="str", section="identity"),), False),
        ((MoveItem(field="str_lost", section="identity"),), False),
        (tuple(MoveItem(field=f"str{of}", section="identity") for of in ("", "_original", "_lost", "_most")), True),
        ((AddField(section="history", added=NumberField(key="own_scars", label="Scars")),), False),
    ],
)
def test_a_table_whose_rows_do_not_fit_together_stays_two_sections(
    changes: tuple[SheetChange, ...], is_one: bool
) -> None:
    sections = apply_changes(HERO, changes).sections
    shown = joined_sections(sections)
    keys = [section.key for section in shown]
    assert ("history" not in keys) is is_one
    assert [section.key for section in sections if section.key != "history"] == [
        key for key in keys if key != "history"
    ]
    fields = sorted(field.key for section in shown for field in section.fields)
    assert fields == sorted(field.key for section in sections for field in section.fields), "no field is lost"
    if is_one:
        table = next(section for section in shown if section.key == "characteristics")
        wide = len(table.columns)
        rows = [table.fields[at : at + wide] for at in range(0, len(table.fields), wide)]
        assert all(field.key.startswith(row[0].key) for row in rows for field in row)
