"""A filled form changes what was written on it, and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given

from engine.model.frozen import Json, replace
from engine.model.tracks import Track
from engine.sheets.catalogue.sheet_library import sheets_of
from engine.sheets.editing.record_changes import applied
from engine.sheets.forms.form_entries import FormEntry
from engine.sheets.forms.form_export import text_in_form
from engine.sheets.forms.form_import import close_row_gaps, form_changes, migrate_entries
from engine.sheets.model.character_record import Record, blank_record
from engine.sheets.model.field_paths import format_path
from engine.sheets.model.filled_sheet import FilledSheet
from engine.sheets.model.sheet_description import FigureField, PictureField, ReferenceField, RowsField
from tests.engine.sheets.kit import LISTS, OPTIONS, TABLES, record, records, sample, sheet


def places_of(of: FilledSheet) -> list[str]:
    """Every place of a sheet that a form has a field for, with two empty rows for each table."""
    found: list[str] = []
    for field in (field for section in of.sections() for field in section.fields):
        match field:
            case RowsField(columns=columns):
                whole = of.whole(field.key)
                count = len(whole) + 2 if isinstance(whole, list | tuple) else 2
                found += [format_path(field.key, row, c.key) for row in range(count) for c in columns]
            case FigureField(areas=areas):
                found += [format_path(field.key, part=a.name, aspect=what) for a in areas for what in ("", "armour")]
            case PictureField() | ReferenceField():
                pass
            case _:
                found.append(field.key)
    return found


def printed(of: FilledSheet) -> list[FormEntry]:
    """A form as it leaves."""
    found = []
    for path in places_of(of):
        field = of.field_at(path) or next(f for s in of.sections() for f in s.fields if f.key == path)
        text = text_in_form(of, path, field)
        found.append(FormEntry(path=path, text=text, printed=text))
    return found


def written_on(form: list[FormEntry], **texts: str) -> list[FormEntry]:
    return [replace(entry, text=texts.get(entry.path, entry.text)) for entry in form]


@pytest.mark.parametrize(
    ("most", "written", "ticked", "wind"),
    [
        (None, "", "1 2 3", 27),
        (14, "", "17 18 19", 11),
        (14, "", " ".join(map(str, range(1, 20))), 11),
        (None, "14", "17", 13),
        (14, "", "999 x ²", 14),
    ],
    ids=["no maximum", "the first of the maximum", "all above too", "a maximum on the form", "no boxes"],
)
def test_points_that_were_crossed_off_on_a_blank_are_a_number(
    most: int | None, written: str, ticked: str, wind: int
) -> None:
    """FI-WIND-1: a blank has more boxes than most characters have points."""
    fields: dict[str, Json] = {} if most is None else {"wind_start": most}
    before = FilledSheet(
        sheets_of("future_imperfect")["hero"], replace(blank_record(), sheet=fields, tracks={"Wind": Track(value=10)})
    )
    form = [
        FormEntry(path="wind-marks", text=ticked, printed="", boxes=30),
        FormEntry(path="wind", text="", printed=""),
    ]
    form.append(FormEntry(path="wind_start", text=written or str(most or ""), printed=str(most or "")))
    found = form_changes(before, form)
    assert found.unread == ()
    assert {change.path: change.after for change in found.changes if change.path == "wind"} == {"wind": wind}


@given(of=records())
def test_a_form_that_comes_back_as_it_left_changes_nothing(of: Record) -> None:
    before = FilledSheet(sample(), of, OPTIONS, LISTS, TABLES)
    for own in (True, False):
        found = form_changes(before, printed(before), own=own)
        assert (found.changes, found.stale) == ((), ())


def test_written_entries_are_the_changes() -> None:
    before = sheet(strength=4, gear=[{"what": "Rope", "count": 2}, {"what": "Lamp"}])
    form = printed(before)
    texts = {"strength": "9", "gear[0].count": "3", "gear[1].what": "", "gear[3].what": "Boat", "health": "−3"}
    found = form_changes(before, written_on(form, **texts))
    assert found.unread == ()
    after = before.with_record(applied(sample(), before.record, found.changes))
    assert after.value("strength") == 9
    assert after.value("health") == -3
    assert after.whole("gear") == [{"what": "Rope", "count": 3}, {"what": "Boat"}]
    assert form_changes(after, written_on(form, **{k: v for k, v in texts.items() if "[" not in k})).changes == ()


def test_untouched_entries_are_stale_after_changes_at_the_table() -> None:
    form = written_on(printed(sheet(strength=4, stamina=3)), stamina="5")
    now = sheet(strength=8, stamina=3)
    found = form_changes(now, form)
    assert [(c.path, c.after) for c in found.changes] == [("stamina", 5)]
    assert [(c.path, c.before, c.after) for c in found.stale] == [("strength", 8, 4)]
    of_another = form_changes(now, form, own=False)
    assert {c.path for c in of_another.changes} == {"stamina", "strength"}
    assert of_another.stale == ()


def test_unreadable_entries_are_listed_and_the_rest_is_taken() -> None:
    before = sheet(strength=4)
    form = written_on(printed(before), strength="many", stamina="7")
    form += [
        FormEntry(path="nothing.like[this", text="x"),
        FormEntry(path="unheard_of", text="y"),
        FormEntry(path="gear[9999].what", text="z"),
        FormEntry(path="notes" * 500, text="w"),
    ]
    found = form_changes(before, form)
    assert [c.path for c in found.changes] == ["stamina"]
    assert [one.text for one in found.unread] == ["many", "x", "y", "z", "w"]
    assert all(one.why.endswith(".") and one.label for one in found.unread)


def test_a_calculated_value_is_no_change() -> None:
    before = sheet(strength=4, stamina=3)
    calculated = {path for path in places_of(before) if before.calculation(path) is not None and before.shown(path)}
    assert calculated, "the sample calculates something"
    form = [replace(entry, printed="") for entry in printed(before)]
    assert form_changes(before, form).changes == ()
    empty = sheet()
    filled_in = form_changes(empty, form, own=False)
    after = empty.with_record(applied(sample(), empty.record, filled_in.changes))
    assert not [path for path in calculated if after.is_overridden(path)]
    assert (after.value("health_most"), after.value("bonus")) == (35, "-1d4")
    over = written_on(form, health_most="60")
    changes = form_changes(empty, over, own=False).changes
    assert [c.after for c in changes if c.path == "health_most"] == [60]


@pytest.mark.parametrize(("boxes", "text", "after"), [(5, "3", 3), (5, "", None), (5, "5", 5)])
def test_ticks_are_counted(boxes: int, text: str, after: Json) -> None:
    before = sheet(wind=2)
    entry = FormEntry(path="wind", text=text, printed="2", boxes=boxes)
    assert [(c.path, c.after) for c in form_changes(before, [entry]).changes] == [("wind", after)]


def test_a_form_of_an_older_sheet_comes_in_as_the_present_one() -> None:
    now = sheet(strength=4)
    old = [FormEntry(path="power", text="8", printed="4"), FormEntry(path="stamina", text="3", printed="")]
    found = form_changes(now, migrate_entries(now, 1, old))
    assert {(c.path, c.after) for c in found.changes} == {("strength", 8), ("stamina", 3)}


def test_some_of_the_new_rows_leave_no_gaps() -> None:
    before = sheet(gear=[{"what": "Rope"}])
    form = written_on(printed(before), **{"gear[1].what": "Lamp", "gear[2].what": "Boat"})
    changes = form_changes(before, form).changes
    boat = [change for change in changes if "Boat" in str(change.after)]
    after = applied(sample(), record(gear=[{"what": "Rope"}]), close_row_gaps(before, boat))
    assert after.sheet["gear"] == [{"what": "Rope"}, {"what": "Boat"}]


def test_an_overridden_value_comes_in_for_another_character_too() -> None:
    before = sheet(strength=4, stamina=3, health_most=60)
    form = printed(before)
    empty = sheet()
    after = empty.with_record(applied(sample(), empty.record, form_changes(empty, form, own=False).changes))
    assert (after.value("health_most"), after.is_overridden("health_most")) == (60, True)
    alone = [entry for entry in form if entry.path == "health_most"]
    assert form_changes(empty, alone, own=False).changes == (), "a part of a form does not tell what was calculated"


def test_an_overridden_value_in_a_row_comes_in_and_a_calculated_one_beside_it_does_not() -> None:
    gear: list[Json] = [{"weight": 2, "count": 3}, {"what": "Boat", "weight": 7, "count": 2, "all": 50}]
    form = [entry for entry in printed(sheet(gear=gear)) if not entry.path.startswith("gear[0].")]
    found = form_changes(sheet(), form, own=False)
    after = sheet().with_record(applied(sample(), sheet().record, found.changes))
    assert after.whole("gear") == [gear[1]], "the rows before it are not on this form"
    calculated = printed(sheet(gear=[{"what": "Rope", "weight": 2, "count": 3}]))
    found = form_changes(sheet(), calculated, own=False)
    after = sheet().with_record(applied(sample(), sheet().record, found.changes))
    assert after.whole("gear") == [{"what": "Rope", "weight": 2, "count": 3}]
