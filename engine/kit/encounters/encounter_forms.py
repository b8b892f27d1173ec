"""The form fields that every encounter has, also the encounters and places of a game, and their faults.

>>> map_ = {"id": "map", "name": "Old map"}
>>> [choice.label for choice in handout_choices({"handouts": (map_,)}, "handouts[0].handout", "map")]
['Old map']
>>> [(path, fault.message.key) for path, fault in opening_faults(TimedEncounter(clock="noon"))]
[('clock', 'refused.encounter_clock')]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from engine.kit.cast.opening_tracks import opening_tracks
from engine.kit.content_editor.declared_forms import declared_fields, declared_rows
from engine.kit.content_editor.form_definitions import RowForm
from engine.kit.content_editor.json_record_edits import split_path
from engine.kit.content_editor.record_form_view import with_written
from engine.kit.content_editor.shared_editor_texts import clipped
from engine.kit.content_editor.view_models import EditorChoice, Lists
from engine.kit.encounters.encounter_records import (
    ChecklistLine,
    EncounterHandout,
    EncounterNotes,
    EncounterTrigger,
    TimedEncounter,
)
from engine.kit.encounters.opening_positions import seconds_of_day
from engine.kit.handouts.handout_records import handouts_in
from engine.messages.refusal import Refused, without_traceback
from engine.model.frozen import Json

READ_FIELDS: Final = declared_fields(EncounterNotes, read=("read_out", "notes"))
RUNNING_FIELDS: Final = declared_fields(EncounterNotes, running=("loot", "checklist", "triggers", "handouts"))
PAGE_FIELDS: Final = ("read_out", "notes", "loot", "triggers", "checklist")
"""The fields whose texts are read as a page, with links."""
NOTE_ROWS: Final[Mapping[str, RowForm]] = {
    "checklist": declared_rows(ChecklistLine, "encounter_line", start={"text": ""}),
    "triggers": declared_rows(EncounterTrigger, "encounter_trigger"),
    "handouts": declared_rows(EncounterHandout, "encounter_handout", start={"handout": ""}),
}


def handout_choices(lists: Lists, path: str, value: Json) -> tuple[EditorChoice, ...] | None:
    """Return the choices of a field that takes a handout; None for another field."""
    key, row, rest = split_path(path)
    if (key, rest) != ("handouts", "handout") or row is None:
        return None
    known = (EditorChoice(value=handout.id, label=clipped(handout.name)) for handout in handouts_in(lists))
    return with_written(known, value)


def opening_faults(encounter: TimedEncounter, rows: str = "") -> Iterator[tuple[str, Refused]]:
    """Yield the faults of the time at which an encounter begins, and of the starting values in its rows.

    Args:
        encounter: the encounter.
        rows: the field with the rows of those who come; empty if they have no starting values.

    Yields:
        the path of a field, and why its text cannot be read.
    """
    try:
        seconds_of_day(encounter.clock)
    except Refused as refused:
        yield "clock", without_traceback(refused)
    coming: tuple[Any, ...] = getattr(encounter, rows) if rows else ()
    for number, row in enumerate(coming):
        try:
            opening_tracks(row.tracks)
        except Refused as refused:
            yield f"{rows}[{number}].tracks", without_traceback(refused)
