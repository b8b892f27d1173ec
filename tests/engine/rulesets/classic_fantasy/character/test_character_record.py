"""The record of a character: all fields of section 4, calculated bases, and export and import as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from engine.model.frozen import Json, replace
from engine.rulesets.classic_fantasy.character.record_writes import NOT_OF_BODY, body_for
from engine.sheets.catalogue.sheet_library import sheets_of, tables_of
from engine.sheets.editing.record_changes import compare_records
from engine.sheets.exchange.character_file import portable_character, read_character, record_from, write_character
from engine.sheets.model.character_record import blank_record, record_of_actor
from engine.sheets.model.filled_sheet import FilledSheet
from engine.sheets.model.sheet_description import RowsField
from tests.engine.rulesets.classic_fantasy.table import hurt, laid
from tests.engine.simulate.prepared_fights import begun

HERO = sheets_of("classic_fantasy")["hero"]
NUMBERS = {"str": 3, "con": 5, "siz": 7, "dex": 11, "int": 13, "pow": 17, "cha": 19}
"""Of no two of them is the sum that of two others."""
CF_T_SKILLS = {
    "Athletics": "STR+DEX",
    "Boating": "STR+CON",
    "Brawn": "STR+SIZ",
    "Conceal": "DEX+POW",
    "Customs": "INT+INT+40",
    "Dance": "DEX+CHA",
    "Deceit": "INT+CHA",
    "Drive": "DEX+POW",
    "Endurance": "CON+CON",
    "Evade": "DEX+DEX",
    "First Aid": "INT+DEX",
    "Influence": "CHA+CHA",
    "Insight": "INT+POW",
    "Locale": "INT+INT",
    "Native Tongue": "INT+CHA+40",
    "Perception": "INT+POW",
    "Ride": "DEX+POW",
    "Sing": "CHA+POW",
    "Stealth": "DEX+INT",
    "Swim": "STR+CON",
    "Unarmed": "STR+DEX",
    "Willpower": "POW+POW",
    "Combat Skill (class)": "STR+DEX",
}
SKILL = "name base_of base added total fumbled raised"
SECTION_4: Mapping[str, str] = {
    "": "name player species culture class rank age birthday joined"
    " action_points action_points_bonus action_points_spent damage_modifier healing_rate initiative_bonus"
    " experience_modifier luck_most luck magic_most magic movement ethical_code moral_code experience fatigue body"
    " luck_refilled rations last_meal light cp sp gp pp equipment aging scars gm_notes notes",
    "skills": f"{SKILL} of_class",
    "professional": f"{SKILL} of_class",
    "passions": "name sort base total fumbled raised",
    "learning": "skill teacher since month paid",
    "abilities": "name rank paid uses left",
    "awards": "session rolls what",
    "fatigue_causes": "cause levels since rest",
    "armour": "location sort worn natural item item_hp held burning attack_fire",
    "wounds": "location level treated stabilised useless severed maimed mark",
    "conditions": "name level note",
    "luck_spent": "action use",
    "spells": "name memorised notes",
    "weapons": "name damage size armour hit_points",
}


@pytest.mark.rule("CF-UI-7")
def test_all_that_a_record_must_hold_is_on_the_sheet() -> None:
    fields = {field.key: field for section in HERO.sections for field in section.fields}
    of_each = (f"{name}{part}" for name in NUMBERS for part in ("", "_original", "_lost", "_most"))
    assert {*SECTION_4[""].split(), *of_each} <= fields.keys()
    for key, names in SECTION_4.items():
        if key:
            rows = fields[key]
            assert isinstance(rows, RowsField)
            assert set(names.split()) <= {column.key for column in rows.columns}, key


@pytest.mark.rule("CF-UI-7", "CF-X-23", "CF-X-25")
def test_bases_are_reckoned_from_the_characteristics() -> None:
    record = record_of_actor(laid(sheets={"ana": NUMBERS}).actors["ana"])
    sheet = FilledSheet(HERO, record, {}, {}, tables_of("classic_fantasy"))
    rows = sheet.whole("skills")
    assert isinstance(rows, list | tuple)
    reckoned = {str(sheet.value(f"skills[{n}].name")): sheet.value(f"skills[{n}].base") for n in range(len(rows))}
    known = {name.upper(): number for name, number in NUMBERS.items()}
    assert reckoned == {
        skill: sum(known.get(part, 0) or int(part) for part in base.split("+")) for skill, base in CF_T_SKILLS.items()
    }


@pytest.mark.rule("CF-UI-7")
def test_a_record_goes_out_as_json_and_comes_in_the_same() -> None:
    written: Mapping[str, Json] = {
        "class": "Rogue",
        "skills": [{"name": "Stealth", "base_of": "DEX + INT", "added": 31, "fumbled": True}],
        "passions": [{"name": "Geese", "sort": "species", "added": -9}],
        "spells": [{"name": "Cure Minor", "memorised": True}],
        "notes": "“Afraid” <b>of</b>\ngeese.",
    }
    table = hurt(laid(sheets={"ana": written}), "ana", Left_Arm=-2)
    record = record_of_actor(table.actors["ana"])
    text = write_character(portable_character(HERO, "classic_fantasy", record))
    assert json.loads(text)["ruleset"] == "classic_fantasy"
    again = record_from(read_character(text), HERO, blank_record())
    assert compare_records(HERO, again, record) == ()
    assert again.body is not None
    assert again.body.locations["Left Arm"].level == -2


@pytest.mark.rule("CF-X-20", "CF-HITLOC-6")
def test_the_body_does_not_depend_on_the_fields_that_the_rules_write_without_it() -> None:
    for actor in begun("classic_fantasy").actors.values():
        others = {field: value for field, value in actor.sheet.items() if field not in NOT_OF_BODY}
        assert others.keys() != actor.sheet.keys()
        assert body_for(replace(actor, sheet=others)) == body_for(actor)
