"""The fields of prepared traps, hazards, foes and places, and their groups."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.kit.content_editor.form_definitions import (
    RecordField,
    RecordForms,
    RowForm,
    by_key,
    choice,
    choices,
    rows,
    switch,
)
from engine.kit.content_editor.view_models import EditorFieldKind
from engine.rulesets.classic_fantasy.editor import prepared_records
from engine.rulesets.classic_fantasy.editor.prepared_records import FOES, PLACES, STRUCTS, TRAPS
from engine.rulesets.classic_fantasy.editor.prepared_validation import LONGEST_TIME
from engine.rulesets.classic_fantasy.hazards.custom_hazard_commands import HAZARDS
from engine.rulesets.classic_fantasy.traps.trap_rules import Resistance


def _text_field(key: str, group: str = "", *, required: bool = False) -> RecordField:
    return RecordField(key, EditorFieldKind.TEXT, group, required=required, longest=prepared_records.LONGEST_NAME)


def _line_field(key: str, group: str = "") -> RecordField:
    return RecordField(key, EditorFieldKind.TEXT, group, longest=prepared_records.LONGEST_LINE)


def _lines_field(key: str, group: str = "") -> RecordField:
    return RecordField(key, EditorFieldKind.LINES, group, longest=prepared_records.LONGEST_TEXT)


def _whole_field(
    key: str, group: str = "", least: int = 0, most: int = prepared_records.MOST_NUMBER, *, required: bool = False
) -> RecordField:
    return RecordField(key, EditorFieldKind.WHOLE, group, required=required, least=least, most=most)


def _word_field(key: str, group: str = "", *, required: bool = False) -> RecordField:
    """Return a field with proposed words that takes other words too."""
    return choice(key, group, required=required, own_words=True)


_CHARACTERISTICS = ("str", "con", "siz", "dex", "int", "pow", "cha")
FIELDS: Final[Mapping[str, tuple[RecordField, ...]]] = {
    TRAPS: (
        _text_field("name", "what", required=True),
        choices("purposes", "what"),
        choice("works", "what"),
        _lines_field("trigger", "what"),
        _line_field("place", "what"),
        _lines_field("effect", "what"),
        _whole_field("maker", "maker", 1, required=True),
        _whole_field("spread", "maker", 0, prepared_records.MOST_SPREAD),
        _word_field("damage", "maker"),
        switch("ignores_armour", "maker"),
        _whole_field("depth", "more", 0, prepared_records.MOST_FEET),
        _text_field("poison", "more"),
        switch("auto_reset", "more"),
        rows("resistance", "ways_out"),
    ),
    HAZARDS: (
        _text_field("name", "what", required=True),
        _word_field("damage", "harm"),
        _word_field("locations", "harm"),
        switch("near", "harm"),
        choice("armour", "harm"),
        _word_field("fatigue", "tires"),
        choice("cause", "tires"),
        _whole_field("recovery", "tires", 0, LONGEST_TIME),
        _word_field("skill", "against"),
        choice("grade", "against"),
        choice("on_success", "against"),
        _whole_field("every", "time", 0, LONGEST_TIME),
        _whole_field("steps", "time", 0, LONGEST_TIME),
        _lines_field("notes", "gm"),
    ),
    FOES: (
        _text_field("name", "what", required=True),
        _text_field("species", "what"),
        _text_field("immune", "what"),
        switch("key_character", "what"),
        *(_whole_field(key, "characteristics") for key in _CHARACTERISTICS),
        _whole_field("action_points", "attributes", 0, 20),
        _word_field("damage_modifier", "attributes"),
        _whole_field("initiative_bonus", "attributes", -99, 99),
        _whole_field("movement", "attributes"),
        choice("build", "body"),
        _whole_field("natural_armour", "body", 0, 99),
        rows("armour", "body"),
        rows("locations", "body"),
        rows("skills", "deeds"),
        rows("weapons", "deeds"),
        _lines_field("notes", "gm"),
    ),
    PLACES: (
        _whole_field("number", "what"),
        _text_field("name", "what", required=True),
        _lines_field("read_out", "what"),
        choice("light", "what"),
        _lines_field("notes", "gm"),
        rows("traps", "there"),
        rows("foes", "there"),
        rows("hazards", "there"),
        rows("fires", "there"),
    ),
}
ROWS: Final[Mapping[str, RowForm]] = {
    "resistance": RowForm(
        by_key(_word_field("skill", required=True), choice("grade"), _text_field("how")), Resistance, "resistance"
    ),
    "skills": RowForm(
        by_key(_word_field("name", required=True), _whole_field("total")), prepared_records.FoeSkill, "skills"
    ),
    "weapons": RowForm(
        by_key(_text_field("name", required=True), _word_field("damage"), choice("size", own_words=True)),
        prepared_records.FoeAttack,
        "weapons",
    ),
    "armour": RowForm(
        by_key(_word_field("location", required=True), _whole_field("worn"), _whole_field("natural")),
        prepared_records.FoeArmour,
        "armour",
    ),
    "locations": RowForm(
        by_key(
            _whole_field("first", "", 1, 20, required=True),
            _whole_field("last", "", 1, 20, required=True),
            _text_field("name", required=True),
            choice("sort"),
            _whole_field("most", "", 1),
            _whole_field("armour"),
        ),
        prepared_records.FoeLocation,
        "locations",
    ),
    "traps": RowForm(
        by_key(choice("trap", required=True), _line_field("place")), prepared_records.TrapInPlace, "placed_traps"
    ),
    "foes": RowForm(
        by_key(
            choice("foe", required=True),
            _whole_field("count", "", 1, prepared_records.MOST_FOES),
            _text_field("name"),
            switch("shown"),
        ),
        prepared_records.FoeInPlace,
        "placed_foes",
    ),
    "hazards": RowForm(
        by_key(choice("hazard", required=True), _line_field("place")), prepared_records.HazardInPlace, "placed_hazards"
    ),
    "fires": RowForm(
        by_key(_whole_field("intensity", "", 1, 5, required=True), _line_field("place")),
        prepared_records.FireInPlace,
        "fires",
    ),
}
MOST: Final[Mapping[str, int]] = {"resistance": prepared_records.MOST_WAYS, "locations": 20}
"""The maximum number of rows of a part, where it is not the default."""
USUAL: Final[Mapping[str, str]] = {
    "foes.count": "1",
    "fires.intensity": "2",
    "skills.total": "0",
    "resistance.grade": "Standard",
    "locations.first": "1",
    "locations.last": "20",
    "armour.worn": "0",
}
"""The values that apply while a field of a row is empty."""
FORMS: Final = RecordForms("d100", FIELDS, STRUCTS, ROWS)
