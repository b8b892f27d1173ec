"""The content editor of Imaginality: characters, difficulties and adventure seeds of the GM."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from engine.kit.cast.cast_summary import individual_sentences
from engine.kit.content_editor.declared_forms import forms_of_game
from engine.kit.content_editor.dice_numbers import dice_range, range_text
from engine.kit.content_editor.persistence import names_in
from engine.kit.content_editor.record_editor import RecordEditor
from engine.kit.content_editor.record_form_view import RecordDraft, with_written
from engine.kit.content_editor.shared_editor_texts import clipped
from engine.kit.content_editor.view_models import EditorChoice, Lists, Problem
from engine.model.frozen import Json
from engine.rulesets.imaginality.character_state import ATTRIBUTES
from engine.rulesets.imaginality.editor.deployment_commands import SavePrepared
from engine.rulesets.imaginality.editor.prepared_records import (
    CHARACTERS,
    LIBRARY,
    STRUCTS,
    PreparedCharacter,
    PreparedDifficulty,
    PreparedSeed,
    Record,
)
from engine.rulesets.imaginality.editor.prepared_validation import faults_of

FORMS: Final = forms_of_game("imaginality", "im", STRUCTS)
editor_text = FORMS.text
_sentence = FORMS.sentence


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

    def sentences(self, content: Lists, record: Record) -> Iterable[str]:
        """Return the effects of a record in plain words."""
        match record:
            case PreparedCharacter():
                return _character_sentences(record, content)
            case PreparedDifficulty():
                return _difficulty_sentences(record)
            case PreparedSeed():
                return _seed_sentences(record)

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


def _character_sentences(record: PreparedCharacter, lists: Lists) -> Iterator[str]:
    if record.weapon.strip():
        yield _sentence("weapon", name=clipped(record.weapon), cards=_cards(lists, "weapons", record.weapon))
    for piece in record.armour:
        yield _sentence("armour", name=clipped(piece), cards=_cards(lists, "armour", piece))
    if record.physical is not None:
        numbers: list[Json] = [f"{FORMS.label_of(CHARACTERS, name)} {getattr(record, name)}" for name in ATTRIBUTES]
        yield _sentence("attributes", numbers=numbers)
    if record.skills:
        yield _sentence("skills", skills=[clipped(skill) for skill in record.skills])
    yield from individual_sentences(FORMS, CHARACTERS, record)


def _cards(lists: Lists, name: str, word: str) -> Json:
    """Return the number of cards of a weapon or a piece of armour in the group's list; empty for an unknown one."""
    rows = (row for row in lists.get(name, ()) if str(row.get("name", "")).casefold() == word.strip().casefold())
    cards = next(rows, {}).get("cards")
    return cards if isinstance(cards, int) else ""


def _difficulty_sentences(record: PreparedDifficulty) -> Iterator[str]:
    extra = dice_range(record.extra)
    yield _sentence(
        "cards_rolled" if extra.least < extra.most else "cards", count=1 + extra.most, least=1 + extra.least
    )
    if record.skill.strip():
        attribute = FORMS.word("attribute", record.attribute)
        yield _sentence("skill", skill=clipped(record.skill), attribute=attribute)
    if record.value is not None:
        yield _sentence("value", value=range_text(record.value))
    if record.stakes.strip():
        yield _sentence("stakes", text=record.stakes.strip())


def _seed_sentences(record: PreparedSeed) -> Iterator[str]:
    goals = record.goal_lines()
    if goals:
        yield _sentence("goals", count=len(goals))
