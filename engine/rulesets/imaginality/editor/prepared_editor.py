"""The content editor of Imaginality: characters, difficulties and adventure seeds of the GM."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from engine.kit.content_editor.persistence import names_in
from engine.kit.content_editor.record_editor import RecordEditor
from engine.kit.content_editor.record_form_view import RecordDraft, with_written
from engine.kit.content_editor.view_models import EditorChoice, Lists, Problem
from engine.model.frozen import Json
from engine.rulesets.imaginality.editor.prepared_commands import SavePrepared
from engine.rulesets.imaginality.editor.prepared_forms import FORMS, editor_text
from engine.rulesets.imaginality.editor.prepared_records import (
    LIBRARY,
    PreparedCharacter,
    PreparedDifficulty,
    PreparedSeed,
    Record,
)
from engine.rulesets.imaginality.editor.prepared_summary import summary_of
from engine.rulesets.imaginality.editor.prepared_validation import faults_of

_SETTINGS: Final = ("high_fantasy", "orwellian", "punk", "real_life", "space_opera", "cross_genre")
"""The settings that the rules name (IM-GEN-5)."""
_LISTS: Final = {"weapon": "weapons", "armour": "armour", "skills": "skills", "skill": "skills"}
"""The fields whose words the group's lists propose."""


class PreparedContentEditor(RecordEditor[Record, Lists]):
    """The editor of what a GM prepares; a record with errors could not come to the table, so it cannot be saved."""

    forms = FORMS
    command = SavePrepared
    library = LIBRARY
    strict = True

    # ---- what there is ----

    def faults(self, content: Lists, kind: str, record: Record) -> Iterator[Problem]:
        """Yield the faults of a record."""
        return self.problems_of(kind, faults_of(record))

    def summary(self, draft: RecordDraft[Record, Lists]) -> tuple[str, ...]:
        """Return the effects of a record in plain words."""
        return summary_of(draft.understood, draft.content)

    # ---- entries ----

    def details(self, content: Lists, record: Record) -> Iterator[str]:
        """Yield the most important values of a record."""
        match record:
            case PreparedCharacter():
                yield record.race
                yield record.weapon
                yield ", ".join(record.armour)
            case PreparedDifficulty():
                yield record.skill
                yield editor_text("line.value", value=record.value) if record.value is not None else ""
                yield " ".join(record.stakes.split())
            case PreparedSeed():
                yield record.setting
                yield " ".join(record.read_out.split())

    # ---- the form ----

    def choices(self, draft: RecordDraft[Record, Lists], path: str, value: Json) -> Iterable[EditorChoice]:
        """Return the choices of a field, with the written words."""
        if path == "attribute":
            return super().choices(draft, path, value)
        names = self._settings() if path == "setting" else names_in(draft.content, _LISTS.get(path, ""))
        return with_written((EditorChoice(value=name, label=name) for name in names), value)

    def _settings(self) -> tuple[str, ...]:
        return tuple(editor_text(f"setting.{setting}") for setting in _SETTINGS)
