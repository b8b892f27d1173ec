"""A number of the table that is taken out on a sheet or on a form: it stays as it was, and the form says why."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.rulesets.loader import game_of
from engine.sheets.catalogue.sheet_library import sheets_of
from engine.sheets.editing.record_changes import change_at, command_for
from engine.sheets.editing.record_moves import WriteRecord
from engine.sheets.forms.form_entries import FormEntry
from engine.sheets.forms.form_import import form_changes
from engine.sheets.model.binding import UnwritableField
from engine.sheets.model.character_record import Record, record_of
from engine.sheets.model.field_paths import FieldPath
from engine.sheets.model.filled_sheet import FilledSheet
from engine.sheets.model.sheet_description import BoxesField, FigureField
from tests.engine.rich import scripts_of

GAMES = ("imaginality", "future_imperfect", "card_the_drawing", "classic_fantasy")


def kept_numbers(sheet: FilledSheet) -> Iterator[tuple[str, bool]]:
    """Yield the places of a sheet at which the table keeps a number, and whether boxes are ticked there."""
    record = sheet.record
    for field in (*sheet.plan.fields.values(), *sheet.plan.implied.values()):
        bind, _, track = field.bind.partition(":")
        if bind == "track" and track in record.tracks:
            yield field.key, isinstance(field, BoxesField)
        elif bind == "tracks":
            yield from ((str(FieldPath(key=field.key, part=name)), False) for name in record.tracks)
        elif isinstance(field, FigureField) and bind == "body" and record.body is not None:
            for name, location in record.body.locations.items():
                yield str(FieldPath(key=field.key, part=name)), field.boxes > 0 or location.most is None


def demo_sheets(ruleset: str) -> Iterator[FilledSheet]:
    table = scripts_of(ruleset)[0].history.table
    view = game_of(ruleset).view_for(table, table.gm())
    for actor in table.actors:
        record: Record = record_of(view, actor)
        for description in sheets_of(ruleset).values():
            yield FilledSheet(description, record, table.options, table.lists, {})


@pytest.mark.parametrize("ruleset", GAMES)
def test_an_emptied_number_never_becomes_nothing(ruleset: str) -> None:
    tried = 0
    for sheet in demo_sheets(ruleset):
        for path, ticked in kept_numbers(sheet):
            change = change_at(sheet.description, sheet.record, path, None)
            if ticked:
                written: WriteRecord = command_for(sheet.description, "gm", sheet.record, (change,))
                assert not any(written.tracks.values())
                continue
            tried += 1
            with pytest.raises(UnwritableField) as refused:
                command_for(sheet.description, "gm", sheet.record, (change,))
            assert refused.value.why == "Write a number here: 0 if nothing is left."
            for own in (True, False):
                back = form_changes(sheet, [FormEntry(path=path, text="", printed=str(sheet.value(path)))], own=own)
                assert back.changes == ()
                if sheet.value(path) is not None and sheet.field_at(path) is not None:
                    assert [one.why for one in back.unread] == [refused.value.why], path
    assert tried or ruleset == "imaginality"
