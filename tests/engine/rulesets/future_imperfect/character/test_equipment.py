"""Weapons, armour, races and obstacles: the group's lists, and reading a row."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.model.frozen import Json
from engine.rulesets.future_imperfect.character.equipment import (
    FLAGS,
    Armour,
    Club,
    Hand,
    Race,
    Weapon,
    armour_from_row,
    obstacle_from_row,
    place_id,
    race_from_row,
    weapon_from_row,
)
from engine.rulesets.future_imperfect.character.hit_locations import HUMAN, chart_named, every_location, hit_charts
from engine.rulesets.future_imperfect.settings import first_lists
from engine.sheets.catalogue.sheet_library import sheets_of, tables_of
from engine.sheets.model.field_values import verify_value
from engine.sheets.model.sheet_description import RowsField

WEAPONS = {weapon.name: weapon for weapon in map(weapon_from_row, first_lists()["weapons"])}
RACES = {race.name: race for race in map(race_from_row, first_lists()["races"])}
COLUMNS = {
    column.key: column
    for section in sheets_of("future_imperfect")["hero"].sections
    for field in section.fields
    if isinstance(field, RowsField) and field.key == "weapons"
    for column in field.columns
}
CELL = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12) | st.lists(st.integers())


def test_every_row_of_the_lists_has_a_name_of_its_own_and_can_be_read() -> None:
    for rows in first_lists().values():
        assert len({str(row["name"]).casefold() for row in rows}) == len(rows)
    lists = first_lists()
    assert not [row for row in lists["weapons"] if weapon_from_row(row).unread]
    assert not [row for row in lists["armour"] if armour_from_row(row).unread]
    assert not [row for row in lists["races"] if race_from_row(row).unread]
    assert not [row for row in lists["obstacles"] if obstacle_from_row(row).unread]


def test_the_weapons_fit_the_columns_of_the_record_sheet() -> None:
    for row in first_lists()["weapons"]:
        assert row.keys() - COLUMNS.keys() == {"note"}
        assert [verify_value(COLUMNS[key], value) for key, value in row.items() if key in COLUMNS] == [None] * (
            len(row) - 1
        )


@pytest.mark.rule("FI-TL-1", "FI-DMG-2", "FI-ARMOR-8", "FI-CORE-5")
def test_the_list_spans_every_property_that_a_rule_asks_for() -> None:
    plain = Weapon(name="")
    for field in Weapon.__annotations__:
        if field not in {"hand", "own", "unread"}:
            assert any(getattr(weapon, field) != getattr(plain, field) for weapon in WEAPONS.values()), field
    assert {weapon.club for weapon in WEAPONS.values()} == set(Club)
    assert {weapon.loading for weapon in WEAPONS.values()} == {"round", "magazine", "black_powder", "heavy"}
    dice = {weapon.damage.sides for weapon in WEAPONS.values() if weapon.damage is not None}
    assert dice == {4, 6, 8, 10, 12, 20}
    assert any(weapon.speed > 1 and weapon.aptitude == "fighting" for weapon in WEAPONS.values())
    assert not any(weapon.own for weapon in WEAPONS.values())


@pytest.mark.rule("FI-TL-1", "FI-DMG-3", "FI-DB-4", "FI-BRAWL-1", "FI-BRAWL-4", "FI-THROW-1", "FI-ACT-2")
@pytest.mark.parametrize(
    ("name", "facts"),
    [
        ("Blast pistol", {"tech": 8, "aim": (1, -1), "sides": 6}),
        ("Blast rifle", {"tech": 8, "aim": (2, -3), "sides": 8, "rof": 1}),
        ("Blast MMG", {"harness_speed": 2}),
        ("Heavy blaster", {"automatic": True, "concentration": "heavy blasters"}),
        ("Double-barrelled shotgun", {"ae": 4, "sides": 6, "rof": 2, "shotgun": True, "capacity": 2}),
        ("Large slugthrower", {"count": 3, "sides": 6, "pn": 2, "rof": 1}),
        ("Vibro knife", {"count": 2, "sides": 6}),
        ("Sword", {"db": 1, "sides": 8}),
        ("Powered truncheon", {"db": 1}),
        ("Bottle or chair leg", {"club": "light", "never_lethal": True, "lethal_by_choice": False}),
        ("Pistol butt or axe handle", {"club": "heavy", "never_lethal": False, "lethal_by_choice": True}),
        ("Stick of dynamite", {"count": 3, "sides": 20, "explosive": True}),
        ("Plasma grenade", {"thrown": True, "increment": 5}),
        ("Lariat", {"fragile": True, "damage": None}),
        ("Simple net", {"fragile": True, "damage": None}),
        ("Brawling", {"db": 0, "unarmed": True, "never_lethal": True}),
        ("Martial arts", {"db": 1, "unarmed": True, "never_lethal": True}),
    ],
)
def test_the_list_has_the_weapon_numbers_of_the_chapter(name: str, facts: dict[str, Any]) -> None:
    weapon = WEAPONS[name]
    aim = (weapon.aim.steps, weapon.aim.unaimed) if weapon.aim is not None else None
    dice = {"count": weapon.damage.count, "sides": weapon.damage.sides} if weapon.damage is not None else {}
    known = {"aim": aim, **dice}
    assert {key: known.get(key, getattr(weapon, key, None)) for key in facts} == facts


@pytest.mark.rule("FI-TL-1", "FI-STRAY-6", "FI-ENT-1")
def test_the_other_facts_of_the_chapter_hold_between_weapons() -> None:
    old, laser = WEAPONS[".45 slugthrower"], WEAPONS["Laser pistol"]
    assert old.damage is not None
    assert laser.damage is not None
    assert old.damage.sides == laser.damage.sides == 6
    assert old.damage.count < laser.damage.count
    assert old.pn == laser.pn
    assert WEAPONS["Blast MMG"].suppression
    assert WEAPONS["Lariat"].entangle
    assert WEAPONS["Simple net"].entangle
    mmg = WEAPONS["Blast MMG"]
    assert mmg.cards(harness=False) > mmg.cards(harness=True) == 2
    assert WEAPONS["Sword"].cards(harness=True) == 1


@pytest.mark.rule("FI-LOAD-3", "FI-MOVE-11", "FI-MOVE-12", "FI-SHOOT-6")
def test_the_races_have_the_facts_of_the_chapter() -> None:
    known = {name: race for name, race in RACES.items() if not race.note}
    loads = {"Ursoid": 2, "Saurian": 1, "Transhuman": 1, "Avatar": 1, "Avian": -1, "IRSOL": -1}
    assert {name: race.load for name, race in known.items() if race.load} == loads
    on_foot = {"Transhuman", "Avatar", "MekPurr", "Canine"}
    assert {name: race.pickup for name, race in known.items() if race.pickup} == dict.fromkeys(on_foot, 1)
    assert [name for name, race in known.items() if race.no_fatigue] == ["Transhuman"]
    assert {name: race.size for name, race in known.items() if race.size} == {"Human": 6, "Ursoid": 7}
    assert {race.chart for race in RACES.values()} == {"", "six_limbed"} <= {"", *hit_charts().charts}


def test_the_record_sheet_agrees_with_the_list_of_races() -> None:
    tables = tables_of("future_imperfect")
    for table, column in (("load_multiplier_by_race", "load"), ("pickup_bonus", "pickup"), ("size_of_race", "size")):
        listed = {name: getattr(race, column) for name, race in RACES.items() if not race.note}
        assert tables[table] == {name: value for name, value in listed.items() if value}


@pytest.mark.rule("FI-ARMOR-1")
def test_the_armour_covers_places_that_a_body_has() -> None:
    places = {hit.place for hit in every_location(chart_named(HUMAN))}
    pieces = [armour_from_row(row) for row in first_lists()["armour"]]
    assert len(pieces) == 4
    assert set().union(*(piece.covers for piece in pieces)) == places
    assert all(piece.value and set(piece.covers) <= places for piece in pieces)


@pytest.mark.rule("FI-AIM-1", "FI-ACT-2", "FI-ENT-2", "FI-RELOAD-4")
def test_a_row_is_read_as_people_write_it() -> None:
    row: dict[str, Json] = {
        "name": "  Rail  gun ",
        "concentration": "Shooting:  Heavy Blasters",
        "damage": "4D12",
        "range": 40,
        "speed": "3 / 2",
        "aim": "2/−3",
        "pn": 6.0,
        "ammunition": "3/8",
        "reload": "2",
        "hand": "Right",
        "properties": "Rifle, Entangle 7, hums, heavy  club",
    }
    gun = weapon_from_row(row)
    assert gun.unread == ()
    assert (gun.name, gun.aptitude, gun.concentration) == ("Rail gun", "shooting", "heavy blasters")
    assert gun.damage is not None
    assert (gun.damage.count, gun.damage.sides, gun.increment, gun.pn) == (4, 12, 40, 6)
    assert (gun.speed, gun.harness_speed, gun.loaded, gun.capacity, gun.loading) == (3, 2, 3, 8, "heavy")
    assert gun.aim is not None
    assert (gun.aim.steps, gun.aim.unaimed) == (2, -3)
    assert (gun.hand, gun.rifle, gun.entangle, gun.club, gun.own) == (Hand.MAIN, True, 7, Club.HEAVY, ("hums",))


@pytest.mark.parametrize(
    ("column", "text"),
    [
        ("tech", "high"),
        ("damage", "2d7"),
        ("damage", "3d6+1"),
        ("range", "0"),
        ("rof", "-1"),
        ("burst", "99999"),
        ("speed", "0"),
        ("speed", "1/x"),
        ("aim", "2"),
        ("aim", "0/-1"),
        ("pn", "1.5"),
        ("pn", True),
        ("ammunition", "7/6"),
        ("hand", "tail"),
        ("db", ["1"]),
    ],
)
def test_unreadable_cells_count_as_empty_and_are_named(column: str, text: Json) -> None:
    weapon = weapon_from_row({"name": "Thing", column: text})
    assert weapon.unread == (column,)
    assert (weapon.rof, weapon.speed, weapon.damage, weapon.aim, weapon.hand) == (1, 1, None, None, None)


@given(st.dictionaries(st.sampled_from([*COLUMNS, "covers", "size", "value", "stops", "chart", "note"]), CELL))
def test_no_row_whatever_it_holds_is_an_error(row: dict[str, Any]) -> None:
    weapon, armour, race = weapon_from_row(row), armour_from_row(row), race_from_row(row)
    assert isinstance(armour, Armour)
    assert isinstance(race, Race)
    assert weapon.speed >= 1
    assert weapon.rof >= 1
    assert min(weapon.burst, weapon.ae, weapon.db, armour.value, obstacle_from_row(row).value) >= 0
    assert race.size is None or race.size > 0


def test_each_flag_is_a_property_in_words_and_places_have_one_name() -> None:
    assert len(FLAGS) == 13
    for flag in FLAGS:
        weapon = weapon_from_row({"name": "Thing", "properties": flag.replace("_", " ")})
        assert ([other for other in FLAGS if getattr(weapon, other)], weapon.own) == ([flag], ())
    assert [place_id(text) for text in ("Right arm", "upper-torso ", "Head")] == ["right_arm", "upper_torso", "head"]
