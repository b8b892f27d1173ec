"""A group's changes to a sheet: kept as data, harmless whatever they are, and on paper too."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from engine.sheets.changes import compare
from engine.sheets.description import Entries, LongText, Number, SheetDescription, Text
from engine.sheets.review import problems_of
from engine.sheets.sheet import KEPT, Sheet
from engine.sheets.tailoring import (
    AddField,
    AddSection,
    Hide,
    Move,
    Op,
    Remove,
    Rename,
    Show,
    changed,
    compacted,
    free_key,
    hidden,
    ops_of,
    rows_of,
    tailored,
    wrong_in,
)
from tests.engine.sheets.kit import LISTS, OPTIONS, TABLES, record, records, sample

FIELDS = ("name", "strength", "stamina", "gear", "own_luck", "own_wish", "nothing")
SECTIONS = ("who", "numbers", "gear_part", "own_part", "own_more", "nothing")
_field, _section = st.sampled_from(FIELDS), st.sampled_from(SECTIONS)
_added = st.sampled_from(
    (
        Number(key="own_luck", label="Luck", formula="strength + 1"),
        LongText(key="own_wish", label="Wish"),
        Entries(key="own_luck", label="Other luck"),
        Text(key="strength", label="Not again"),
        Text(key="creation", label="The game's own"),
        Text(key="own_name", label="Second name", bind="name"),
    )
)
OPS: st.SearchStrategy[Op] = st.one_of(
    st.builds(Hide, field=_field),
    st.builds(Hide, section=_section),
    st.builds(Show, field=_field),
    st.builds(Show, section=_section),
    st.builds(Rename, field=_field, label=st.sampled_from(("Might", "Main"))),
    st.builds(Rename, section=_section, label=st.sampled_from(("Body", "Soul"))),
    st.builds(Move, field=_field, section=st.just("") | _section, before=st.just("") | _field),
    st.builds(Move, section=_section, before=st.just("") | _section),
    st.builds(AddField, section=_section, added=_added, before=st.just("") | _field),
    st.builds(AddSection, key=st.sampled_from(("own_part", "own_more", "who")), title=st.just("Ours"), before=_section),
    st.builds(Remove, field=_field),
    st.builds(Remove, section=_section),
)


def keys(description: SheetDescription) -> list[str]:
    return [field.key for section in description.sections for field in section.fields]


@given(ops=st.lists(OPS, max_size=12))
def test_whatever_a_group_does_the_sheet_stays_sound(ops: list[Op]) -> None:
    found = changed(sample(), ops)
    assert max(Counter(keys(found)).values()) == 1
    assert "own_name" not in keys(found), "what lies on the table stands on a sheet once"
    assert max(Counter(section.key for section in found.sections).values()) == 1
    assert set(keys(sample())) <= set(keys(found)), "what the game brings is never taken away"
    assert problems_of(found, TABLES, options=OPTIONS, lists=LISTS) == ()


@given(ops=st.lists(OPS, max_size=12))
def test_changes_are_kept_as_data(ops: list[Op]) -> None:
    assert ops_of(rows_of(ops)) == tuple(ops)
    assert wrong_in(ops) is None
    assert tailored(sample(), rows_of(ops)) == changed(sample(), ops)


@given(ops=st.lists(OPS, max_size=12))
def test_what_is_made_void_can_be_forgotten(ops: list[Op]) -> None:
    short = compacted(ops)
    assert len(short) <= len(ops)
    assert changed(sample(), short) == changed(sample(), ops)


@given(ops=st.lists(OPS, max_size=8), of=records())
def test_no_change_loses_what_is_written(ops: list[Op], of: Any) -> None:
    """What stands on the record is shown, or kept beside it, or hidden because the group hid it; it is still there."""
    found = Sheet(changed(sample(), ops), of, OPTIONS, LISTS, TABLES)
    assert found.record.sheet == of.sheet
    assert compare(found.description, of, of) == ()
    found.troubles()
    for key in found.kept():
        assert key not in keys(found.description)


def test_junk_in_the_campaign_does_no_harm() -> None:
    rows: Any = (
        {"op": "explode"},
        {"name": "x"},
        {"op": "rename", "field": "strength", "label": "Might"},
        {"op": "hide"},
    )
    found = tailored(sample(), rows)
    strength = found.field("strength")
    assert strength is not None
    assert strength.label == "Might"
    assert tailored(sample(), rows) is found
    assert tailored(sample(), ()) is sample()


def test_the_form_of_a_change_is_checked_to_the_key() -> None:
    assert "$.ops[1].added.key" in (
        wrong_in((Hide(field="x"), AddField(section="who", added=Text(key="No Key", label="x")))) or ""
    )


def test_hidden_fields_go_on_counting_and_come_back_as_they_were() -> None:
    found = changed(sample(), [Hide(field="stamina"), Hide(section="magic_part")])
    filled = Sheet(found, record(stamina=3, magic=True), OPTIONS, LISTS, TABLES)
    shown = [field.key for section in filled.sections() for field in section.fields]
    assert "stamina" not in shown
    assert "spells" not in shown
    assert filled.value("health_most") == 35
    assert filled.sections()[-1].key != KEPT
    assert [*map(set, hidden(found))] == [{"stamina"}, {"magic_part"}]
    both = (Hide(field="stamina"), Hide(section="magic_part"))
    back = changed(sample(), [*both, Show(field="stamina"), Show(section="magic_part")])
    assert back == sample()


def test_what_a_group_adds_is_reckoned_and_stands_on_a_page_of_its_own() -> None:
    key = free_key(sample(), "Lucky number!")
    assert key == "own_lucky_number"
    ops: list[Op] = [
        AddSection(key="own_part", title="Ours", before="numbers"),
        AddField(section="own_part", added=Number(key=key, label="Lucky number", formula="strength * 2")),
        AddField(section="who", added=Text(key="own_sign", label="Star sign"), before="race"),
        Move(field="size", section="own_part"),
    ]
    found = changed(sample(), ops)
    assert [section.key for section in found.sections[:3]] == ["who", "own_part", "numbers"]
    assert [field.key for field in found.sections[0].fields[:3]] == ["name", "player", "own_sign"]
    assert [field.key for field in found.sections[1].fields] == [key, "size"]
    assert [box.section for box in found.pages[-1].boxes] == ["own_part"]
    assert Sheet(found, record(strength=4)).value(key) == 8
    assert free_key(found, "Lucky number!") == "own_lucky_number_2"


def test_what_a_group_takes_back_is_kept_beside_the_sheet() -> None:
    ops: list[Op] = [AddField(section="who", added=Text(key="own_sign", label="Star sign")), Remove(field="own_sign")]
    filled = Sheet(changed(sample(), ops), record(own_sign="Lion"))
    assert [field.key for field in filled.sections()[-1].fields] == ["own_sign"]
    assert changed(sample(), [Remove(field="strength"), Remove(section="who")]) == sample()
