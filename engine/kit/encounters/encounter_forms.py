"""The form fields that every encounter has, also the encounters and places of a game; their texts are shared.

>>> map_ = {"id": "map", "name": "Old map"}
>>> [choice.label for choice in handout_choices({"handouts": (map_,)}, "handouts[0].handout", "map")]
['Old map']
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.kit.content_editor.form_definitions import RecordField, RowForm, by_key, choice, lines, rows, text, whole
from engine.kit.content_editor.json_record_edits import split_path
from engine.kit.content_editor.record_form_view import with_written
from engine.kit.content_editor.shared_editor_texts import clipped
from engine.kit.content_editor.view_models import EditorChoice, Lists
from engine.kit.encounters.encounter_records import (
    LONGEST_LINE,
    LONGEST_TEXT,
    MOST_LINES,
    MOST_ROUND,
    ChecklistLine,
    EncounterHandout,
    EncounterTrigger,
)
from engine.kit.handouts.handout_records import handouts_in
from engine.model.frozen import Json

READ_FIELDS: Final[tuple[RecordField, ...]] = (
    lines("read_out", "read", longest=LONGEST_TEXT),
    lines("notes", "read", longest=LONGEST_TEXT),
)
RUNNING_FIELDS: Final[tuple[RecordField, ...]] = (
    lines("loot", "running", longest=LONGEST_TEXT),
    rows("checklist", "running"),
    rows("triggers", "running"),
    rows("handouts", "running"),
)
NOTE_ROWS: Final[Mapping[str, RowForm]] = {
    "checklist": RowForm(
        by_key(text("text", longest=LONGEST_LINE, required=True)),
        ChecklistLine,
        "encounter_line",
        most=MOST_LINES,
        start={"text": ""},
    ),
    "triggers": RowForm(
        by_key(
            whole("round", least=1, most=MOST_ROUND),
            text("when", longest=LONGEST_LINE),
            lines("what", longest=LONGEST_TEXT),
        ),
        EncounterTrigger,
        "encounter_trigger",
        most=MOST_LINES,
    ),
    "handouts": RowForm(
        by_key(choice("handout", required=True)),
        EncounterHandout,
        "encounter_handout",
        most=MOST_LINES,
        start={"handout": ""},
    ),
}


def handout_choices(lists: Lists, path: str, value: Json) -> tuple[EditorChoice, ...] | None:
    """Return the choices of a field that takes a handout; None for another field."""
    key, row, rest = split_path(path)
    if (key, rest) != ("handouts", "handout") or row is None:
        return None
    known = (EditorChoice(value=handout.id, label=clipped(handout.name)) for handout in handouts_in(lists))
    return with_written(known, value)
