"""A group's changes to a sheet: kept as data, harmless whatever they are, and on paper too."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from engine.sheets.catalogue.description_validation import problems_of
from engine.sheets.catalogue.sheet_customisation import (
    AddField,
    AddSection,
    HideItem,
    MoveItem,
    RemoveItem,
    RenameItem,
    SheetChange,
    ShowItem,
    apply_changes,
    changes_from_rows,
    compact_changes,
    customised_sheet,
    first_invalid_change,
    free_key,
    hidden_keys,
    rows_from_changes,
)
from engine.sheets.editing.record_changes import compare_records
from engine.sheets.model.filled_sheet import KEPT, FilledSheet
from engine.sheets.model.sheet_description import EntriesField, LongTextField, NumberField, SheetDescription, TextField
from tests.engine.sheets.kit import LISTS, OPTIONS, TABLES, record, records, sample

FIELDS = ("name", "strength", "stamina", "gear", "own_luck", "own_wish", "nothing")
SECTIONS = ("who", "numbers", "gear_part", "own_part", "own_more", "nothing")
_field, _section = st.sampled_from(FIELDS), st.sampled_from(SECTIONS)
_added = st.sampled_from(
    (
        NumberField(key="own_luck", label="Luck", formula="strength + 1"),
        LongTextField(key="own_wish", label="Wish"),
        EntriesField(key="own_luck", label="Other luck"),
        TextField(key="strength", label="Not again"),
        TextField(key="creation", label="The game's own"),
        TextField(key="own_name", label="Second name", bind="name"),
    )
)
OPS: st.SearchStrategy[SheetChange] = st.one_of(
    st.builds(HideItem, field=_field),
    st.builds(HideItem, section=_section),
    st.builds(ShowItem, field=_field),
    st.builds(ShowItem, section=_section),
    st.builds(RenameItem, field=_field, label=st.sampled_from(("Might", "Main"))),
    st.builds(RenameItem, section=_section, label=st.sampled_from(("Body", "Soul"))),
    st.builds(MoveItem, field=_field, section=st.just("") | _section, before=st.just("") | _field),
    st.builds(MoveItem, section=_section, before=st.just("") | _section),
    st.builds(AddField, section=_section, added=_added, before=st.just("") | _field),
    st.builds(AddSection, key=st.sampled_from(("own_part", "own_more", "who")), title=st.just("Ours"), before=_section),
    st.builds(RemoveItem, field=_field),
    st.builds(RemoveItem, section=_section),
)


def keys(description: SheetDescription) -> list[str]:
    return [field.key for section in description.sections for field in section.fields]


@given(ops=st.lists(OPS, max_size=12))
def test_any_changes_leave_the_sheet_valid(ops: list[SheetChange]) -> None:
    found = apply_changes(sample(), ops)
    assert max(Counter(keys(found)).values()) == 1
    assert "own_name" not in keys(found), "what lies on the table stands on a sheet once"
    assert max(Counter(section.key for section in found.sections).values()) == 1
    assert set(keys(sample())) <= set(keys(found)), "what the game brings is never taken away"
    assert problems_of(found, TABLES, options=OPTIONS, lists=LISTS) == ()


@given(ops=st.lists(OPS, max_size=12))
def test_changes_are_kept_as_data(ops: list[SheetChange]) -> None:
    assert changes_from_rows(rows_from_changes(ops)) == tuple(ops)
    assert first_invalid_change(ops) is None
    assert customised_sheet(sample(), rows_from_changes(ops)) == apply_changes(sample(), ops)


@given(ops=st.lists(OPS, max_size=12))
def test_overridden_changes_can_be_dropped(ops: list[SheetChange]) -> None:
    short = compact_changes(ops)
    assert len(short) <= len(ops)
    assert apply_changes(sample(), short) == apply_changes(sample(), ops)


@given(ops=st.lists(OPS, max_size=8), of=records())
def test_no_change_loses_what_is_written(ops: list[SheetChange], of: Any) -> None:
    """Every value of the record is shown, kept as an unknown field, or hidden by the group; it is still there."""
    found = FilledSheet(apply_changes(sample(), ops), of, OPTIONS, LISTS, TABLES)
    assert found.record.sheet == of.sheet
    assert compare_records(found.description, of, of) == ()
    found.troubles()
    for key in found.unknown_fields():
        assert key not in keys(found.description)


def test_junk_in_the_campaign_does_no_harm() -> None:
    rows: Any = (
        {"op": "explode"},
        {"name": "x"},
        {"op": "rename", "field": "strength", "label": "Might"},
        {"op": "hide"},
    )
    found = customised_sheet(sample(), rows)
    strength = found.field("strength")
    assert strength is not None
    assert strength.label == "Might"
    assert customised_sheet(sample(), rows) is found
    assert customised_sheet(sample(), ()) is sample()


def test_the_form_of_a_change_is_checked_to_the_key() -> None:
    assert (
        first_invalid_change((HideItem(field="x"), AddField(section="who", added=TextField(key="No Key", label="x"))))
        or ""
    ) == "ops[1].added.key: only lowercase letters, digits and “_” are possible, and the first is a letter"


def test_hidden_fields_stay_in_formulas_and_come_back_unchanged() -> None:
    found = apply_changes(sample(), [HideItem(field="stamina"), HideItem(section="magic_part")])
    filled = FilledSheet(found, record(stamina=3, magic=True), OPTIONS, LISTS, TABLES)
    shown = [field.key for section in filled.sections() for field in section.fields]
    assert "stamina" not in shown
    assert "spells" not in shown
    assert filled.value("health_most") == 35
    assert filled.sections()[-1].key != KEPT
    assert [*map(set, hidden_keys(found))] == [{"stamina"}, {"magic_part"}]
    both = (HideItem(field="stamina"), HideItem(section="magic_part"))
    back = apply_changes(sample(), [*both, ShowItem(field="stamina"), ShowItem(section="magic_part")])
    assert back == sample()


def test_added_fields_are_calculated_and_printed_on_an_added_page() -> None:
    key = free_key(sample(), "Lucky number!")
    assert key == "own_lucky_number"
    ops: list[SheetChange] = [
        AddSection(key="own_part", title="Ours", before="numbers"),
        AddField(section="own_part", added=NumberField(key=key, label="Lucky number", formula="strength * 2")),
        AddField(section="who", added=TextField(key="own_sign", label="Star sign"), before="race"),
        MoveItem(field="size", section="own_part"),
    ]
    found = apply_changes(sample(), ops)
    assert [section.key for section in found.sections[:3]] == ["who", "own_part", "numbers"]
    assert [field.key for field in found.sections[0].fields[:3]] == ["name", "player", "own_sign"]
    assert [field.key for field in found.sections[1].fields] == [key, "size"]
    assert [box.section for box in found.pages[-1].boxes] == ["own_part"]
    assert FilledSheet(found, record(strength=4)).value(key) == 8
    assert free_key(found, "Lucky number!") == "own_lucky_number_2"


def test_values_of_removed_fields_are_kept() -> None:
    ops: list[SheetChange] = [
        AddField(section="who", added=TextField(key="own_sign", label="Star sign")),
        RemoveItem(field="own_sign"),
    ]
    filled = FilledSheet(apply_changes(sample(), ops), record(own_sign="Lion"))
    assert [field.key for field in filled.sections()[-1].fields] == ["own_sign"]
    assert apply_changes(sample(), [RemoveItem(field="strength"), RemoveItem(section="who")]) == sample()
