"""The kinds of prepared content: their fields, and what a new one begins with."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from engine.kit.content_editor import form_definitions
from engine.kit.content_editor.declared_forms import declared_fields, declared_rows
from engine.kit.content_editor.form_definitions import RecordForms, RecordKind, RowForm, by_key, switch
from engine.kit.encounters.encounter_forms import NOTE_ROWS, PAGE_FIELDS, RUNNING_FIELDS
from engine.rulesets.classic_fantasy.damage.hazard_record import CustomHazard
from engine.rulesets.classic_fantasy.editor import prepared_records
from engine.rulesets.classic_fantasy.editor.prepared_records import FOES, PLACES, TRAPS
from engine.rulesets.classic_fantasy.editor.prepared_validation import LONGEST_TIME
from engine.rulesets.classic_fantasy.hazards.custom_hazard_commands import HAZARDS
from engine.rulesets.classic_fantasy.traps.trap_rules import Resistance

_text = partial(form_definitions.text, longest=prepared_records.LONGEST_NAME)
_lines = partial(form_definitions.lines, longest=prepared_records.LONGEST_TEXT)
_word = partial(form_definitions.choice, always=True)
_proposed = partial(form_definitions.choice, own_words=True)
_time = partial(form_definitions.dice_number, least=0, most=LONGEST_TIME)
_CHARACTERISTICS: Final = {"str": 11, "con": 11, "siz": 13, "dex": 11, "int": 13, "pow": 11, "cha": 11}
"""The characteristics of an average human."""
_KINDS: Final[Mapping[str, RecordKind]] = {
    PLACES: RecordKind(
        struct=prepared_records.PreparedPlace,
        fields=(
            *declared_fields(
                prepared_records.PreparedPlace,
                what=("number", "name", "read_out", "light", "clock"),
                gm=("notes",),
                there=("traps", "foes", "hazards", "fires"),
            ),
            *RUNNING_FIELDS,
        ),
        facets=("origin", "state"),
        offers=("d100_go_to_place",),
        answers="place",
        page=PAGE_FIELDS,
    ),
    TRAPS: RecordKind(
        struct=prepared_records.PreparedTrap,
        fields=declared_fields(
            prepared_records.PreparedTrap,
            what=("name", "purposes", "works", "trigger", "place", "effect"),
            maker=("maker", "spread", "damage", "ignores_armour"),
            more=("depth", "poison", "auto_reset"),
            ways_out=("resistance",),
        ),
        start={"name": "", "maker": 50, "purposes": ["ensnaring"]},
        facets=("purposes", "origin", "state"),
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
    FOES: RecordKind(
        struct=prepared_records.PreparedFoe,
        fields=declared_fields(
            prepared_records.PreparedFoe,
            what=("name", "names", "species", "immune", "key_character"),
            characteristics=tuple(_CHARACTERISTICS),
            attributes=("action_points", "damage_modifier", "initiative_bonus", "movement"),
            body=("build", "natural_armour", "armour", "locations"),
            deeds=("skills", "weapons"),
            notes=("notes",),
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
    "skills": declared_rows(prepared_records.FoeSkill, "skills", start={"name": "", "total": 50}),
    "weapons": declared_rows(
        prepared_records.FoeAttack, "weapons", start={"name": "", "damage": "1d6", "size": "Medium"}
    ),
    "armour": declared_rows(prepared_records.FoeArmour, "armour", start={"location": "", "worn": 1}),
    "locations": declared_rows(
        prepared_records.FoeLocation,
        "locations",
        *("first", "last", "name", "sort", "most", "armour"),
        most=20,
    ),
    "traps": declared_rows(prepared_records.TrapInPlace, "placed_traps"),
    "foes": declared_rows(prepared_records.FoeInPlace, "placed_foes"),
    "hazards": declared_rows(prepared_records.HazardInPlace, "placed_hazards"),
    "fires": declared_rows(prepared_records.FireInPlace, "fires", start={"intensity": 2}),
}
FORMS: Final = RecordForms("d100", _KINDS, _ROWS)
editor_text = FORMS.text
