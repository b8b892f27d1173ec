"""Records changed at a place, whatever they hold."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kit.content_editor.json_record_edits import (
    clean,
    duplicated_row_at,
    moved_row_at,
    read_value,
    value_at,
    with_row_at,
    with_value_at,
    without_row_at,
)
from engine.kit.content_editor.view_models import EditorFieldKind
from engine.model.frozen import Json

RECORD: dict[str, Json] = {"name": "A", "cards": {"punch": 2}, "effects": [{"do": "a"}, {"do": "b"}, {"do": "c"}]}


def _does(record: object) -> str:
    assert isinstance(record, dict)
    return "".join(row["do"] for row in record.get("effects", ()))


@pytest.mark.parametrize(
    ("path", "value"),
    [("name", "B"), ("cost", 3), ("cards.punch", 5), ("cards.new", 1), ("effects[1].do", "x"), ("effects[2].if", "y")],
)
def test_what_is_written_at_a_place_stands_there_and_nowhere_else(path: str, value: Json) -> None:
    changed = with_value_at(RECORD, path, value)
    assert value_at(changed, path) == value
    assert with_value_at(changed, path, value_at(RECORD, path)) == RECORD
    assert value_at(with_value_at(changed, path, None), path) is None


def test_rows_come_go_and_move() -> None:
    assert _does(with_row_at(RECORD, "effects", {"do": "d"})) == "abcd"
    assert _does(without_row_at(RECORD, "effects[1]")) == "ac"
    assert _does(moved_row_at(RECORD, "effects[0]", 1)) == "bac"
    assert _does(moved_row_at(RECORD, "effects[0]", 99)) == "bca"
    assert _does(duplicated_row_at(RECORD, "effects[1]")) == "abbc"
    for change in (without_row_at, duplicated_row_at):
        assert change(RECORD, "effects[3]") == change(RECORD, "none[0]") == change(RECORD, "?") == RECORD


@pytest.mark.parametrize(
    ("kind", "typed", "written"),
    [
        (EditorFieldKind.WHOLE, " 12 ", 12),
        (EditorFieldKind.WHOLE, "−3", -3),
        (EditorFieldKind.WHOLE, "twelve", "twelve"),
        (EditorFieldKind.WHOLE, "9" * 30, "9" * 30),
        (EditorFieldKind.WHOLE, "", None),
        (EditorFieldKind.EXPRESSION, "3", 3),
        (EditorFieldKind.EXPRESSION, "2 + user.strength", "2 + user.strength"),
        (EditorFieldKind.TEXT, "a\x00b\nc\u2028\ud800", "ab c"),
        (EditorFieldKind.LINES, "a\r\nb\x1b", "a\nb"),
        (EditorFieldKind.CHOICES, "Close, Blast2,", ["Close", "Blast2"]),
        (EditorFieldKind.COUNTED, {"punch": "2", "retreat": 0, "odd": "x"}, {"punch": 2, "odd": "x"}),
    ],
)
def test_what_was_typed_is_read_or_kept_as_it_was_typed(kind: EditorFieldKind, typed: Json, written: Json) -> None:
    assert read_value(kind, typed) == written


@given(st.text())
def test_what_is_left_of_any_text_can_stand_in_a_file_and_in_a_line(text: str) -> None:
    assert msgspec.json.decode(msgspec.json.encode(clean(text))) == clean(text)
    assert "\n" not in clean(text)
    assert clean(clean(text)) == clean(text)
