"""The kinds of prepared content: their fields, and what a new one begins with."""

from __future__ import annotations

from functools import partial
from typing import Final

from engine.kit.content_editor import form_definitions
from engine.kit.content_editor.declared_forms import forms_of_game
from engine.kit.content_editor.form_definitions import RecordKind, RowForm, by_key, switch
from engine.kit.encounters.encounter_forms import NOTE_ROWS
from engine.rulesets.classic_fantasy.damage.hazard_record import CustomHazard
from engine.rulesets.classic_fantasy.editor import prepared_records
from engine.rulesets.classic_fantasy.editor.prepared_validation import LONGEST_TIME
from engine.rulesets.classic_fantasy.hazards.custom_hazard_commands import HAZARDS
from engine.rulesets.classic_fantasy.rules_data import RULESET
from engine.rulesets.classic_fantasy.traps.trap_rules import Resistance

_text = partial(form_definitions.text, longest=prepared_records.LONGEST_NAME)
_lines = partial(form_definitions.lines, longest=prepared_records.LONGEST_TEXT)
_word = partial(form_definitions.choice, always=True)
_proposed = partial(form_definitions.choice, own_words=True)
_time = partial(form_definitions.dice_number, least=0, most=LONGEST_TIME)
_KINDS: Final = {
    HAZARDS: RecordKind(
        struct=CustomHazard,
        fields=(
            _text("name", "what", required=True),
            _proposed("damage", "harm"),
            _proposed("locations", "harm"),
            switch("near", "harm"),
            _word("armour", "harm"),
            _proposed("fatigue", "tires"),
            _word("cause", "tires"),
            _time("recovery", "tires"),
            _proposed("skill", "against"),
            _word("grade", "against"),
            _word("on_success", "against"),
            _time("every", "time"),
            _time("steps", "time"),
            _lines("notes", "gm"),
        ),
        start={"name": "", "damage": "1d6"},
        facets=("origin", "state"),
        offers=("d100_hazard",),
        answers="name",
    ),
}
_ROWS: Final = {
    **NOTE_ROWS,
    "resistance": RowForm(
        by_key(_proposed("skill", required=True), _word("grade"), _text("how")),
        Resistance,
        "resistance",
        most=prepared_records.MOST_WAYS,
        start={"skill": "Evade"},
        usual={"grade": "Standard"},
    ),
}
FORMS: Final = forms_of_game(RULESET, "d100", prepared_records.STRUCTS, _KINDS, _ROWS)
editor_text = FORMS.text
