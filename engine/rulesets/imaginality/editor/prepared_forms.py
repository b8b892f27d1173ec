"""The kinds of prepared content: their fields, and what a new one begins with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.kit.cast.cast_offers import bring_offer
from engine.kit.content_editor.declared_forms import declared_fields
from engine.kit.content_editor.form_definitions import RecordForms, RecordKind
from engine.rulesets.imaginality.editor import prepared_records
from engine.rulesets.imaginality.editor.prepared_records import (
    CHARACTERS,
    DIFFICULTIES,
    SEEDS,
    TELL_SEED,
    USE_DIFFICULTY,
)

_KINDS: Final[Mapping[str, RecordKind]] = {
    CHARACTERS: RecordKind(
        struct=prepared_records.PreparedCharacter,
        fields=declared_fields(
            prepared_records.PreparedCharacter,
            what=("name", "names", "gender", "age", "race"),
            who=("description", "marks", "background", "hopes", "quote"),
            in_play=("weapon", "armour", "possessions"),
            points=("mental", "physical", "social", "skills"),
        ),
        facets=("state",),
        offers=(bring_offer(CHARACTERS),),
        answers="record",
    ),
    DIFFICULTIES: RecordKind(
        struct=prepared_records.PreparedDifficulty,
        fields=declared_fields(
            prepared_records.PreparedDifficulty,
            players=("name", "stakes"),
            cards=("skill", "attribute", "extra"),
            gm=("value", "notes"),
        ),
        facets=("state",),
        offers=(USE_DIFFICULTY,),
        answers="difficulty",
    ),
    SEEDS: RecordKind(
        struct=prepared_records.PreparedSeed,
        fields=declared_fields(
            prepared_records.PreparedSeed, players=("name", "read_out"), gm=("setting", "goals", "notes")
        ),
        facets=("setting", "state"),
        offers=(TELL_SEED,),
        answers="seed",
        page=("read_out", "goals", "notes"),
    ),
}
FORMS: Final = RecordForms("im", _KINDS)
editor_text = FORMS.text
