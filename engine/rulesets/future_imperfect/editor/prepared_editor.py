"""The content editor of Future Imperfect: foes, gangs and dangers of the GM."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.kit.content_editor.dice_numbers import dice_range
from engine.kit.content_editor.json_record_edits import split_path
from engine.kit.content_editor.record_editor import RecordEditor
from engine.kit.content_editor.record_form_view import RecordDraft, with_written
from engine.kit.content_editor.view_models import EditorChoice, Lists, Problem
from engine.kit.content_editor.view_models import Record as PlainRecord
from engine.model.frozen import Json
from engine.rulesets.future_imperfect.editor.prepared_choices import choices_for, row_names
from engine.rulesets.future_imperfect.editor.prepared_commands import SavePrepared
from engine.rulesets.future_imperfect.editor.prepared_forms import FORMS, editor_text
from engine.rulesets.future_imperfect.editor.prepared_records import (
    FOES,
    GANGS,
    LIBRARY,
    PreparedDanger,
    PreparedFoe,
    PreparedGang,
    Record,
)
from engine.rulesets.future_imperfect.editor.prepared_sheets import listed_weapon
from engine.rulesets.future_imperfect.editor.prepared_summary import summary_of
from engine.rulesets.future_imperfect.editor.prepared_validation import faults_of

_FIELDS_OF_DANGERS = {
    "fall": ("metres", "ground"),
    "fire": ("blaze", "areas"),
    "smoke": ("cloth",),
    "water": ("water",),
    "explosion": ("dice", "pn"),
    "fear": ("tn", "terror"),
}
_ALWAYS = ("name", "sort", "notes")


class PreparedContentEditor(RecordEditor[Record, Lists]):
    """The editor of what a GM prepares; a record with errors could not come to the table, so it cannot be saved."""

    forms = FORMS
    command = SavePrepared
    library = LIBRARY
    strict = True
    referring = (GANGS,)

    # ---- what there is ----

    def faults(self, content: Lists, kind: str, record: Record) -> Iterator[Problem]:
        """Yield the faults of a record."""
        return self.problems_of(kind, faults_of(record, content))

    def references(self, record: Record) -> Iterator[tuple[str, str]]:
        """Yield the foes of a gang."""
        if isinstance(record, PreparedGang):
            yield from ((FOES, row.foe) for row in record.members)

    def summary(self, draft: RecordDraft[Record, Lists]) -> tuple[str, ...]:
        """Return the effects of a record in plain words."""
        return summary_of(draft.understood, draft.content)

    # ---- entries ----

    def details(self, content: Lists, record: Record) -> Iterator[str]:
        """Yield the most important values of a record."""
        match record:
            case PreparedFoe():
                yield FORMS.word("sort", record.sort)
                yield record.race
                yield ", ".join(weapon.name for weapon in record.weapons)
            case PreparedGang():
                ranges = [dice_range(row.count) for row in record.members]
                least, most = sum(row.least for row in ranges), sum(row.most for row in ranges)
                yield editor_text("line.members" if least == most else "line.members_rolled", least=least, most=most)
            case PreparedDanger():
                yield FORMS.word("sort", record.sort)
                yield from summary_of(record, content)

    def search_words(self, content: Lists, record: Record) -> tuple[str, ...]:
        """Return the summary of a record."""
        return summary_of(record, content)

    def new_row(self, kind: str, record: PlainRecord, path: str) -> PlainRecord:
        """Return a new row; a gang's row begins without a foe, because none is there for every group."""
        return {"foe": ""} if path == "members" else super().new_row(kind, record, path)

    # ---- the form ----

    def matters(self, draft: RecordDraft[Record, Lists], path: str) -> bool:
        """Say whether a field has any effect with the present values of the others."""
        match draft.understood:
            case PreparedDanger(sort=sort, blaze=blaze):
                if path == "areas" and blaze == "engulfed":
                    return False
                return path in (*_ALWAYS, *_FIELDS_OF_DANGERS[sort])
            case _:
                return True

    def choices(self, draft: RecordDraft[Record, Lists], path: str, value: Json) -> Iterable[EditorChoice]:
        """Return the choices of a field, with the written words."""
        if self.forms.words_of(draft.kind, path):
            return super().choices(draft, path, value)
        key, row, rest = split_path(path)
        if row is not None and rest == "name":
            names = row_names(key, draft.content)
            return with_written((EditorChoice(value=name, label=name) for name in names), value)
        return with_written(choices_for(rest or key, draft.understood, draft.content), value)

    def placeholder(self, draft: RecordDraft[Record, Lists], path: str) -> str:
        """Return the value that applies while a field is empty; of a weapon, that of the group's list."""
        key, row, rest = split_path(path)
        foe = draft.understood
        if key == "weapons" and row is not None and isinstance(foe, PreparedFoe) and row < len(foe.weapons):
            return str(listed_weapon(foe.weapons[row].name, draft.content).get(rest) or "")
        return super().placeholder(draft, path)
