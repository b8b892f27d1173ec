"""Which fields a prepared trap, hazard, foe and place have, and in which groups they stand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.rulesets.classic_fantasy.perils import HAZARDS
from engine.rulesets.classic_fantasy.traps import Resistance
from engine.rulesets.classic_fantasy.workshop import records as rec
from engine.rulesets.classic_fantasy.workshop.faults import LONGEST_TIME
from engine.rulesets.classic_fantasy.workshop.records import FOES, PLACES, STRUCTS, TRAPS
from engine.workshop.bench import PartKind
from engine.workshop.fields import Field, Forms, RowForm, by_key, choice, choices, rows, switch


def _text(key: str, group: str = "", *, required: bool = False) -> Field:
    return Field(key, PartKind.TEXT, group, required=required, longest=rec.LONGEST_NAME)


def _line(key: str, group: str = "") -> Field:
    return Field(key, PartKind.TEXT, group, longest=rec.LONGEST_LINE)


def _lines(key: str, group: str = "") -> Field:
    return Field(key, PartKind.LINES, group, longest=rec.LONGEST_TEXT)


def _whole(key: str, group: str = "", least: int = 0, most: int = rec.MOST_NUMBER, *, required: bool = False) -> Field:
    return Field(key, PartKind.WHOLE, group, required=required, least=least, most=most)


def _word(key: str, group: str = "", *, required: bool = False) -> Field:
    """Return a field for which words are proposed, where others may stand too."""
    return choice(key, group, required=required, own_words=True)


_CHARACTERISTICS = ("str", "con", "siz", "dex", "int", "pow", "cha")
FIELDS: Final[Mapping[str, tuple[Field, ...]]] = {
    TRAPS: (
        _text("name", "what", required=True),
        choices("purposes", "what"),
        choice("works", "what"),
        _lines("trigger", "what"),
        _line("place", "what"),
        _lines("effect", "what"),
        _whole("maker", "maker", 1, required=True),
        _whole("spread", "maker", 0, rec.MOST_SPREAD),
        _word("damage", "maker"),
        switch("ignores_armour", "maker"),
        _whole("depth", "more", 0, rec.MOST_FEET),
        _text("poison", "more"),
        switch("auto_reset", "more"),
        rows("resistance", "ways_out"),
    ),
    HAZARDS: (
        _text("name", "what", required=True),
        _word("damage", "harm"),
        _word("locations", "harm"),
        switch("near", "harm"),
        choice("armour", "harm"),
        _word("fatigue", "tires"),
        choice("cause", "tires"),
        _whole("recovery", "tires", 0, LONGEST_TIME),
        _word("skill", "against"),
        choice("grade", "against"),
        choice("on_success", "against"),
        _whole("every", "time", 0, LONGEST_TIME),
        _whole("steps", "time", 0, LONGEST_TIME),
        _lines("notes", "gm"),
    ),
    FOES: (
        _text("name", "what", required=True),
        _text("species", "what"),
        _text("immune", "what"),
        switch("key_character", "what"),
        *(_whole(key, "characteristics") for key in _CHARACTERISTICS),
        _whole("action_points", "attributes", 0, 20),
        _word("damage_modifier", "attributes"),
        _whole("initiative_bonus", "attributes", -99, 99),
        _whole("movement", "attributes"),
        choice("build", "body"),
        _whole("natural_armour", "body", 0, 99),
        rows("armour", "body"),
        rows("locations", "body"),
        rows("skills", "deeds"),
        rows("weapons", "deeds"),
        _lines("notes", "gm"),
    ),
    PLACES: (
        _whole("number", "what"),
        _text("name", "what", required=True),
        _lines("read_out", "what"),
        choice("light", "what"),
        _lines("notes", "gm"),
        rows("traps", "there"),
        rows("foes", "there"),
        rows("hazards", "there"),
        rows("fires", "there"),
    ),
}
ROWS: Final[Mapping[str, RowForm]] = {
    "resistance": RowForm(
        by_key(_word("skill", required=True), choice("grade"), _text("how")), Resistance, "resistance"
    ),
    "skills": RowForm(by_key(_word("name", required=True), _whole("total")), rec.FoeSkill, "skills"),
    "weapons": RowForm(
        by_key(_text("name", required=True), _word("damage"), choice("size", own_words=True)), rec.FoeAttack, "weapons"
    ),
    "armour": RowForm(
        by_key(_word("location", required=True), _whole("worn"), _whole("natural")), rec.FoeArmour, "armour"
    ),
    "locations": RowForm(
        by_key(
            _whole("first", "", 1, 20, required=True),
            _whole("last", "", 1, 20, required=True),
            _text("name", required=True),
            choice("sort"),
            _whole("most", "", 1),
            _whole("armour"),
        ),
        rec.FoeLocation,
        "locations",
    ),
    "traps": RowForm(by_key(choice("trap", required=True), _line("place")), rec.PlacedTrap, "placed_traps"),
    "foes": RowForm(
        by_key(choice("foe", required=True), _whole("count", "", 1, rec.MOST_FOES), _text("name"), switch("shown")),
        rec.PlacedFoe,
        "placed_foes",
    ),
    "hazards": RowForm(by_key(choice("hazard", required=True), _line("place")), rec.PlacedHazard, "placed_hazards"),
    "fires": RowForm(by_key(_whole("intensity", "", 1, 5, required=True), _line("place")), rec.PlacedFire, "fires"),
}
MOST: Final[Mapping[str, int]] = {"resistance": rec.MOST_WAYS, "locations": 20}
"""How many rows a part may have, if not as many as usual."""
USUAL: Final[Mapping[str, str]] = {
    "foes.count": "1",
    "fires.intensity": "2",
    "skills.total": "0",
    "resistance.grade": "Standard",
    "locations.first": "1",
    "locations.last": "20",
    "armour.worn": "0",
}
"""What holds in a row where nothing is written."""
FORMS: Final = Forms("d100", FIELDS, STRUCTS, ROWS)
