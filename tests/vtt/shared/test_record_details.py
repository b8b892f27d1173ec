"""Details of a record as people read them outside its editor."""

from __future__ import annotations

import pytest

from engine.kit.content_editor.view_models import (
    EditorChoice,
    EditorField,
    EditorFieldKind,
    EditorRow,
    EditorView,
    FieldGroup,
    RecordOrigin,
)
from vtt.shared.record_details import changed_details, record_details


def test_a_row_reads_as_labels_with_values() -> None:
    when = (EditorChoice(value="effect", label="When taking effect"),)
    cells = (
        EditorField(path="effects[0].kind", kind=EditorFieldKind.TEXT, label="What happens", value="Damage"),
        EditorField(path="effects[0].when", kind=EditorFieldKind.CHOICE, label="When", value="effect", choices=when),
        EditorField(path="effects[0].chance", kind=EditorFieldKind.WHOLE, label="%", value=60),
        EditorField(path="effects[0].attack", kind=EditorFieldKind.SWITCH, label="Counts as an attack", value=True),
        EditorField(path="effects[0].own", kind=EditorFieldKind.SWITCH, label="Optional", value=False),
    )
    row = EditorRow(path="effects[0]", title="Effect 1", parts=cells)
    rows = EditorField(path="effects", kind=EditorFieldKind.ROWS, label="Effects", rows=(row,))
    group = FieldGroup(id="effects", title="Effects", parts=(rows,))
    editor_view = EditorView(kind="card", id="punch", name="Punch", origin=RecordOrigin.OWN, groups=(group,))
    (detail,) = record_details(editor_view)
    assert detail.label == "Effect 1"
    assert detail.value == "Damage; When: When taking effect; 60 %; Counts as an attack"


ONE, OTHER = "a1" * 32, "b2" * 32


def pictured(picture: str) -> EditorView:
    part = EditorField(path="picture", kind=EditorFieldKind.PICTURE, label="Picture", value=picture)
    group = FieldGroup(id="players", title="Players", parts=(part,))
    return EditorView(kind="handouts", id="map", name="Map", origin=RecordOrigin.OWN, groups=(group,))


@pytest.mark.parametrize(
    ("before", "after", "line"),
    [
        (ONE, OTHER, "Picture: yes → another picture"),
        ("", ONE, "Picture: – → yes"),
        (ONE, "", "Picture: yes → –"),
        (ONE, ONE, ""),
    ],
)
def test_people_read_of_a_picture_only_that_there_is_one(before: str, after: str, line: str) -> None:
    assert [detail.value for detail in record_details(pictured(before))] == ["yes"] * bool(before)
    lines = changed_details(pictured(before), pictured(after))
    assert list(lines) == [line] * bool(line)
