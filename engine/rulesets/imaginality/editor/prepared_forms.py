"""The kinds of prepared content: their fields, and what a new one begins with."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from engine.kit.cast.cast_offers import bring_offer
from engine.kit.content_editor import form_definitions
from engine.kit.content_editor.form_definitions import RecordForms, RecordKind, choices, dice_number
from engine.rulesets.imaginality.editor import prepared_records
from engine.rulesets.imaginality.editor.prepared_records import (
    CHARACTERS,
    DIFFICULTIES,
    SEEDS,
    TELL_SEED,
    USE_DIFFICULTY,
)

_text = partial(form_definitions.text, longest=prepared_records.LONGEST_NAME)
_lines = partial(form_definitions.lines, longest=prepared_records.LONGEST_TEXT)
_proposed = partial(form_definitions.choice, own_words=True)
_entries = partial(choices, own_words=True)

_KINDS: Final[Mapping[str, RecordKind]] = {
    CHARACTERS: RecordKind(
        struct=prepared_records.PreparedCharacter,
        fields=(
            _text("name", "what", required=True),
            _lines("names", "what"),
            _text("gender", "what"),
            _text("age", "what"),
            _text("race", "what"),
            _lines("description", "who"),
            _lines("marks", "who"),
            _lines("background", "who"),
            _lines("hopes", "who"),
            form_definitions.text("quote", "who", longest=prepared_records.LONGEST_LINE),
            _proposed("weapon", "in_play"),
            _entries("armour", "in_play"),
            _entries("possessions", "in_play"),
            dice_number("mental", "points"),
            dice_number("physical", "points"),
            dice_number("social", "points"),
            _entries("skills", "points"),
        ),
        facets=("state",),
        offers=(bring_offer(CHARACTERS),),
        answers="record",
    ),
    DIFFICULTIES: RecordKind(
        struct=prepared_records.PreparedDifficulty,
        fields=(
            _text("name", "players", required=True),
            _lines("stakes", "players"),
            _proposed("skill", "cards"),
            form_definitions.choice("attribute", "cards", always=True),
            form_definitions.whole("extra", "cards", most=prepared_records.MOST_EXTRA),
            form_definitions.whole("value", "gm", prepared_records.LEAST_VALUE, prepared_records.MOST_VALUE),
            _lines("notes", "gm"),
        ),
        facets=("state",),
        offers=(USE_DIFFICULTY,),
        answers="difficulty",
    ),
    SEEDS: RecordKind(
        struct=prepared_records.PreparedSeed,
        fields=(
            _text("name", "players", required=True),
            _lines("read_out", "players"),
            _proposed("setting", "gm"),
            _lines("goals", "gm"),
            _lines("notes", "gm"),
        ),
        facets=("setting", "state"),
        offers=(TELL_SEED,),
        answers="seed",
    ),
}
FORMS: Final = RecordForms("im", _KINDS)
editor_text = FORMS.text
