"""The content editor of Imaginality: characters, difficulties and adventure seeds of the GM."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, get_args

from engine.kit.content_editor.content_file_format import ContentFiles
from engine.kit.content_editor.record_editor import RecordEditor
from engine.kit.content_editor.record_form_view import RecordDraft, with_written
from engine.kit.content_editor.view_models import EditorChoice, Lists, Options, Problem, RecordOrigin
from engine.model.frozen import Json
from engine.rulesets.imaginality.editor.prepared_commands import SavePrepared
from engine.rulesets.imaginality.editor.prepared_forms import FORMS, editor_text
from engine.rulesets.imaginality.editor.prepared_records import (
    KINDS,
    LIBRARY,
    AttributeWord,
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
    files = ContentFiles("imaginality", KINDS)
    command = SavePrepared
    strict = True

    # ---- what there is ----

    def content(self, lists: Lists, options: Options) -> Lists:
        """Return the lists."""
        return lists

    def records(self, content: Lists, kind: str) -> Mapping[str, Record]:
        """Return the records of a kind."""
        return LIBRARY.records(content, kind)

    def shipped_record(self, kind: str, id_: str) -> Record | None:
        """Return a record as shipped."""
        return LIBRARY.shipped_record(kind, id_)

    def origin(self, content: Lists, kind: str, record: Record) -> RecordOrigin:
        """Return whether a record is shipped, changed, or the group's own."""
        return LIBRARY.origin(content, kind, record.id)

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

    def search_words(self, content: Lists, record: Record) -> tuple[str, ...]:
        """Return the texts."""
        match record:
            case PreparedCharacter():
                return (record.description, record.marks, record.background, record.hopes, record.quote)
            case PreparedDifficulty():
                return (record.stakes, record.notes)
            case PreparedSeed():
                return (record.read_out, record.goals, record.notes)

    def facet_values(self, content: Lists, record: Record) -> Mapping[str, tuple[str, ...]]:
        """Return the setting of a seed."""
        is_set = isinstance(record, PreparedSeed) and bool(record.setting)
        return {"setting": (record.setting,)} if isinstance(record, PreparedSeed) and is_set else {}

    def facet_label(self, facet: str, value: str) -> str:
        """Return the label of a value of a filter; a setting is its own."""
        return value if facet == "setting" else super().facet_label(facet, value)

    # ---- the form ----

    def choices(self, draft: RecordDraft[Record, Lists], path: str, value: Json) -> tuple[EditorChoice, ...]:
        """Return the choices of a field, with the written words."""
        if path == "attribute":
            words = get_args(AttributeWord)
            return tuple(
                EditorChoice(value=word, label=editor_text(f"word.attribute.{word or 'none'}")) for word in words
            )
        names = self._settings() if path == "setting" else _names(draft.content, _LISTS.get(path, ""))
        return with_written((EditorChoice(value=name, label=name) for name in names), value)

    def _settings(self) -> tuple[str, ...]:
        return tuple(editor_text(f"setting.{setting}") for setting in _SETTINGS)

    def placeholder(self, draft: RecordDraft[Record, Lists], path: str) -> str:
        """Return the value that applies while a field is empty."""
        return "0" if path == "extra" else super().placeholder(draft, path)


def _names(lists: Lists, name: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(str(row["name"]) for row in lists.get(name, ()) if row.get("name")))
