"""Paths, numbers and values as text: they read back equal, and problems are reported."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import Json
from engine.sheets.formulas.exact_numbers import (
    Exact,
    NotANumber,
    exact,
    format_number,
    json_number,
    read_number,
    round_half_up,
)
from engine.sheets.model.field_paths import ASPECTS, FieldPath, InvalidFieldPath, format_path, parse_path
from engine.sheets.model.field_values import UnreadableText, display_text, parse_value, verify_value
from engine.sheets.model.sheet_description import (
    ChoiceField,
    DiceField,
    EntriesField,
    Field,
    FlagField,
    LevelField,
    NumberField,
)
from tests.engine.sheets.kit import LISTS, sample

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
NAMES = st.text(min_size=1, max_size=12) | st.text(alphabet="a.[]%0", min_size=1, max_size=6)


@given(
    key=NAMES | st.just(""),
    row=st.none() | st.integers(0, 999_999),
    rest=st.just(("", "")) | st.tuples(NAMES, st.sampled_from(("", *ASPECTS))),
)
def test_every_path_reads_back_equal(key: str, row: int | None, rest: tuple[str, str]) -> None:
    path = FieldPath(key=key, row=row, part=rest[0], aspect=rest[1])
    assert parse_path(str(path)) == path
    assert format_path(path.key, path.row, path.part, path.aspect) == str(path)


@pytest.mark.parametrize("text", ["", ".a", "a[", "a[x]", "a[-1]", "a[1]b", "a.b.c", "a[0][1]", "a..b"])
def test_invalid_paths_are_refused(text: str) -> None:
    with pytest.raises(InvalidFieldPath):
        parse_path(text)


@given(value=st.integers(-(10**9), 10**9) | st.decimals(-9999, 9999, places=4).map(float))
def test_numbers_are_shown_and_read_without_loss(value: float) -> None:
    number = exact(value)
    assert number is not None
    assert read_number(format_number(number)) == number
    assert json_number(number) == value
    assert exact(json_number(number)) == number


def _refusal(text: str, *, whole: bool = False, maximum: Exact | None = None) -> str:
    with pytest.raises(NotANumber) as error:
        read_number(text, whole=whole, maximum=maximum)
    return error.value.key


def test_numbers_as_people_write_them() -> None:
    assert [read_number(t) for t in ("2,5", "+3", "−1", "1/8", " 7 ")] == [Fraction(5, 2), 3, -1, Fraction(1, 8), 7]
    assert {_refusal(t) for t in ("", "1/0", "1.2.3", "x", "1e5", "9" * 20, "2 1/2", "1 00", "1_000")} == {"no_number"}
    assert [format_number(-3), format_number(3, signed=True), format_number(Fraction(1, 3))] == ["−3", "+3", "0.3333"]
    assert [round_half_up(Fraction(n, 2)) for n in (-5, -1, 1, 5)] == [-2, 0, 1, 3]


def test_a_current_number_with_its_maximum_is_the_current_number() -> None:
    assert [read_number(t, whole=True, maximum=6) for t in ("3/6", "3 / 6", "−2/6", "6/6", "3")] == [3, 3, -2, 6, 3]
    assert _refusal("3/7", whole=True, maximum=6) == "other_maximum"
    assert _refusal("3/6", whole=True) == "no_maximum"  # half of something is no whole number either
    assert _refusal("4/2", whole=True) == "no_maximum"


def test_a_number_that_could_be_two_is_refused_and_thousands_with_spaces_are_read() -> None:
    assert {_refusal(t, whole=True) for t in ("1.000", "1,000", "12.345.678", "−1.500", "0.500")} == {"grouped"}
    assert {_refusal(t) for t in ("1.000", "1,250")} == {"grouped"}
    assert [read_number(t, whole=True) for t in ("1 000", "12 345 678", "1\u202f000", "-1'500")] == [
        1000,
        12345678,
        1000,
        -1500,
    ]
    assert [read_number(t) for t in ("0.125", "1.125", "0,125")] == [
        Fraction(1, 8),
        Fraction(9, 8),
        Fraction(1, 8),
    ]
    assert _refusal("2.5", whole=True) == "no_whole"
    assert read_number("2.0", whole=True) == 2


_SIGNS = st.text(alphabet="0123456789/.,+-−'  \u00a0()dx%", max_size=12) | st.text(max_size=12)


def _meant(text: str, maximum: int | None) -> set[int]:
    """Return all numbers that a text in a field of whole numbers can mean, found in another way."""
    plain = text.strip().replace("−", "-").replace("–", "-")
    if "/" in plain:
        current, _, full = plain.partition("/")
        return _meant(current, None) if maximum is not None and _meant(full, None) == {maximum} else set()
    negative = plain.startswith("-")
    digits = plain[1:] if plain[:1] in ("+", "-") else plain
    groups = re.split(r"[ \u00a0\u2009\u202f']", digits)
    if all(len(group) == 3 for group in groups[1:]) and (len(groups) == 1 or 1 <= len(groups[0]) <= 3):
        digits = "".join(groups)
    front, mark, behind = digits.replace(",", ".").partition(".")
    if not front.isdecimal() or (mark and (not behind.isdecimal() or behind.strip("0"))) or len(behind) == 3:
        return set()
    return {-int(front) if negative else int(front)}


@given(text=_SIGNS, maximum=st.none() | st.integers(0, 40))
@example(text="3/6", maximum=6)
@example(text="1.000", maximum=None)
@example(text="1 000", maximum=None)
def test_an_ambiguous_whole_number_is_refused(text: str, maximum: int | None) -> None:
    try:
        number = read_number(text, whole=True, maximum=maximum)
    except NotANumber as refusal:
        reason = say(Message(key=f"sheets.problem.{refusal.key}", params=refusal.params))
        assert reason.endswith(".")
    else:
        assert {number} == _meant(text, maximum)


@given(number=st.integers(-(10**9), 10**9), maximum=st.integers(1, 999))
def test_every_plain_spelling_of_a_whole_number_is_read(number: int, maximum: int) -> None:
    for spelling in (f"{number}", f" {number} ", f"{number:,}".replace(",", " "), f"{number}/{maximum}", f"{number}.0"):
        assert read_number(spelling, whole=True, maximum=maximum) == number


def test_dice_are_not_glued_together_from_words() -> None:
    dice = DiceField(key="d", label="D", signed=True)
    assert parse_value(dice, " 1 d 6 + 2 ") == "1d6+2"
    for text in ("1d6 2", "1 2d6", "1 0"):
        with pytest.raises(UnreadableText):
            parse_value(dice, text)


_CASES: tuple[tuple[Field, st.SearchStrategy[Any]], ...] = (
    (
        NumberField(key="n", label="N", places=4, unit="kg", signed=True),
        st.integers(-999, 999) | st.decimals(-99, 99, places=3).map(float),
    ),
    (LevelField(key="l", label="L", least=1, most=3, names=("a", "b", "c")), st.integers(1, 3)),
    (DiceField(key="d", label="D", signed=True), st.sampled_from(("2d6", "+1d4", "-1d2", "3d8+2", "-3"))),
    (FlagField(key="f", label="F"), st.booleans()),
    (ChoiceField(key="c", label="C", choices=("Light", "Heavy")), st.sampled_from(("Light", "Heavy"))),
    (ChoiceField(key="s", label="S", choices=("Crew", "Master"), labels=("Crew", "GM")), st.just("Master")),
    (EntriesField(key="e", label="E"), st.lists(st.sampled_from(("Bow, long", "Law", "x" * 40)), min_size=1)),
)


@pytest.mark.parametrize(("field", "values"), _CASES, ids=lambda part: getattr(part, "key", ""))
@given(data=st.data())
def test_displayed_values_read_back_equal(field: Field, values: st.SearchStrategy[Any], data: st.DataObject) -> None:
    value = data.draw(values)
    assert verify_value(field, value) is None
    assert parse_value(field, display_text(field, value)) == value


def test_a_choice_is_shown_with_its_label_and_read_by_both_names() -> None:
    side = ChoiceField(key="s", label="S", choices=("Crew", "Master"), labels=("Crew", "GM"))
    assert display_text(side, "Master") == "GM"
    assert [parse_value(side, text) for text in ("GM", "gm", "master")] == ["Master"] * 3


def test_chips_are_read_by_colour_or_letter() -> None:
    bag = sample().field("bag")
    assert bag is not None
    assert parse_value(bag, "Red 2, B 1") == {"red": 2, "blue": 1}
    assert display_text(bag, {"red": 2, "blue": 1}) == "Red 2, Blue 1"


@given(value=ANYTHING)
def test_any_value_in_any_field_is_shown(value: Json) -> None:
    for section in sample().sections:
        for field in section.fields:
            text = verify_value(field, value, LISTS)
            assert text is None or text.endswith(".")
            assert isinstance(display_text(field, value), str)


@given(text=st.text(max_size=30))
def test_any_text_is_parsed_or_refused_with_a_reason(text: str) -> None:
    for section in sample().sections:
        for field in section.fields:
            try:
                parse_value(field, text, LISTS)
            except UnreadableText as unreadable:
                reason = unreadable.text
                assert reason.endswith("."), field.key  # it is one of two ways to end well


def test_a_choice_may_come_from_the_groups_list_in_any_case() -> None:
    spell = ChoiceField(key="spell", label="Spell", list="spells")
    assert parse_value(spell, "spark", LISTS) == "Spark"
    assert verify_value(spell, "Spark", LISTS) is None
    assert verify_value(spell, "Doom", LISTS) == "This is not on the list “Spells”."
    assert "“Aptitudes”" in (verify_value(ChoiceField(key="a", label="A", list="aptitudes"), "Doom", LISTS) or "")
    assert verify_value(ChoiceField(key="c", label="C", other=True), "anything") is None
