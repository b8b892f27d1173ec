"""The kinds of prepared content: their fields, and what a new one begins with."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from engine.kit.content_editor import form_definitions
from engine.kit.content_editor.form_definitions import (
    RecordForms,
    RecordKind,
    RowForm,
    by_key,
    choices,
    dice_number,
    rows,
    switch,
)
from engine.kit.encounters.encounter_forms import NOTE_ROWS, RUNNING_FIELDS
from engine.rulesets.classic_fantasy.damage.hazard_record import CustomHazard
from engine.rulesets.classic_fantasy.editor import prepared_records
from engine.rulesets.classic_fantasy.editor.prepared_records import FOES, PLACES, TRAPS
from engine.rulesets.classic_fantasy.editor.prepared_validation import LONGEST_TIME
from engine.rulesets.classic_fantasy.hazards.custom_hazard_commands import HAZARDS
from engine.rulesets.classic_fantasy.traps.trap_rules import Resistance

_text = partial(form_definitions.text, longest=prepared_records.LONGEST_NAME)
_line = partial(form_definitions.text, longest=prepared_records.LONGEST_LINE)
_lines = partial(form_definitions.lines, longest=prepared_records.LONGEST_TEXT)
_word = partial(form_definitions.choice, always=True)
_proposed = partial(form_definitions.choice, own_words=True)
_whole = partial(form_definitions.whole, most=prepared_records.MOST_NUMBER)
_CHARACTERISTICS: Final = {"str": 11, "con": 11, "siz": 13, "dex": 11, "int": 13, "pow": 11, "cha": 11}
"""The characteristics of an average human."""
_KINDS: Final[Mapping[str, RecordKind]] = {
    PLACES: RecordKind(
        struct=prepared_records.PreparedPlace,
        fields=(
            _whole("number", "what"),
            _text("name", "what", required=True),
            _lines("read_out", "what"),
            _word("light", "what"),
            _lines("notes", "gm"),
            rows("traps", "there"),
            rows("foes", "there"),
            rows("hazards", "there"),
            rows("fires", "there"),
            *RUNNING_FIELDS,
        ),
        facets=("origin", "state"),
        offers=("d100_go_to_place",),
        answers="place",
    ),
    TRAPS: RecordKind(
        struct=prepared_records.PreparedTrap,
        fields=(
            _text("name", "what", required=True),
            choices("purposes", "what"),
            _word("works", "what"),
            _lines("trigger", "what"),
            _line("place", "what"),
            _lines("effect", "what"),
            _whole("maker", "maker", 1, required=True),
            _whole("spread", "maker", most=prepared_records.MOST_SPREAD),
            _proposed("damage", "maker"),
            switch("ignores_armour", "maker"),
            _whole("depth", "more", most=prepared_records.MOST_FEET),
            _text("poison", "more"),
            switch("auto_reset", "more"),
            rows("resistance", "ways_out"),
        ),
        start={"name": "", "maker": 50, "purposes": ["ensnaring"]},
        facets=("purpose", "origin", "state"),
        tries=True,
        offers=("d100_lay_prepared",),
        answers="trap",
    ),
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
            _whole("recovery", "tires", most=LONGEST_TIME),
            _proposed("skill", "against"),
            _word("grade", "against"),
            _word("on_success", "against"),
            _whole("every", "time", most=LONGEST_TIME),
            _whole("steps", "time", most=LONGEST_TIME),
            _lines("notes", "gm"),
        ),
        start={"name": "", "damage": "1d6"},
        facets=("origin", "state"),
        offers=("d100_hazard",),
        answers="name",
    ),
    FOES: RecordKind(
        struct=prepared_records.PreparedFoe,
        fields=(
            _text("name", "what", required=True),
            _lines("names", "what"),
            _text("species", "what"),
            _text("immune", "what"),
            switch("key_character", "what"),
            *(dice_number(key, "characteristics") for key in _CHARACTERISTICS),
            dice_number("action_points", "attributes"),
            _proposed("damage_modifier", "attributes"),
            dice_number("initiative_bonus", "attributes"),
            dice_number("movement", "attributes"),
            _word("build", "body"),
            dice_number("natural_armour", "body"),
            rows("armour", "body"),
            rows("locations", "body"),
            rows("skills", "deeds"),
            rows("weapons", "deeds"),
            _lines("notes", "notes"),
        ),
        start={"name": "", **_CHARACTERISTICS},
        facets=("build", "origin", "state"),
        offers=("d100_bring_foes",),
        answers="foe",
    ),
}
_ROWS: Final[Mapping[str, RowForm]] = {
    **NOTE_ROWS,
    "resistance": RowForm(
        by_key(_proposed("skill", required=True), _word("grade"), _text("how")),
        Resistance,
        "resistance",
        most=prepared_records.MOST_WAYS,
        start={"skill": "Evade"},
        usual={"grade": "Standard"},
    ),
    "skills": RowForm(
        by_key(_proposed("name", required=True), dice_number("total")),
        prepared_records.FoeSkill,
        "skills",
        start={"name": "", "total": 50},
        usual={"total": "0"},
    ),
    "weapons": RowForm(
        by_key(_text("name", required=True), _proposed("damage"), _proposed("size")),
        prepared_records.FoeAttack,
        "weapons",
        start={"name": "", "damage": "1d6", "size": "Medium"},
    ),
    "armour": RowForm(
        by_key(_proposed("location", required=True), dice_number("worn"), dice_number("natural")),
        prepared_records.FoeArmour,
        "armour",
        start={"location": "", "worn": 1},
        usual={"worn": "0"},
    ),
    "locations": RowForm(
        by_key(
            _whole("first", least=1, most=20, required=True),
            _whole("last", least=1, most=20, required=True),
            _text("name", required=True),
            _word("sort"),
            dice_number("most"),
            dice_number("armour"),
        ),
        prepared_records.FoeLocation,
        "locations",
        most=20,
        usual={"first": "1", "last": "20"},
    ),
    "traps": RowForm(
        by_key(_word("trap", required=True), _line("place")), prepared_records.TrapInPlace, "placed_traps"
    ),
    "foes": RowForm(
        by_key(
            _word("foe", required=True),
            dice_number("count"),
            _text("name"),
            switch("shown"),
        ),
        prepared_records.FoeInPlace,
        "placed_foes",
        usual={"count": "1"},
    ),
    "hazards": RowForm(
        by_key(_word("hazard", required=True), _line("place")), prepared_records.HazardInPlace, "placed_hazards"
    ),
    "fires": RowForm(
        by_key(_whole("intensity", least=1, most=5, required=True), _line("place")),
        prepared_records.FireInPlace,
        "fires",
        start={"intensity": 2},
        usual={"intensity": "2"},
    ),
}
FORMS: Final = RecordForms("d100", _KINDS, _ROWS)
editor_text = FORMS.text
