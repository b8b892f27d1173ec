"""Reading a record for the rules: Traits, Aptitudes, the body, armour, and weapons in hand."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.model.frozen import Json, replace
from engine.model.seats import Actor
from engine.rulesets.future_imperfect.character.character_sheet import (
    GroupLists,
    aptitude,
    armour_at,
    explosives,
    fighting_level,
    guard,
    hit_chart,
    load,
    own_rate,
    race,
    related,
    size,
    trait,
    weapons,
    wind_start,
    wound_levels,
)
from engine.rulesets.future_imperfect.character.hit_locations import (
    HUMAN,
    BodySide,
    called_location,
    chart_named,
    unhurt_body,
)
from engine.rulesets.future_imperfect.settings import first_lists

LISTS: GroupLists = first_lists()
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


def somebody(**sheet: Json) -> Actor:
    return Actor(id="rissh", name="Rissh", seat="tom", sheet=sheet)


def skilled(*rows: tuple[str, str, int], **more: Json) -> Actor:
    """Return a character with Aptitudes, by name, concentration and level."""
    aptitudes: Json = [{"name": name, "concentration": of, "level": level} for name, of, level in rows]
    return somebody(dexterity="2d8", aptitudes=aptitudes, **more)


@pytest.mark.rule("FI-CORE-1", "FI-CORE-2")
def test_a_trait_is_read_by_its_name_or_another_that_means_it() -> None:
    rissh = somebody(reflex="3d8", dexterity="2d12+2", traits=[{"name": "Spirit", "dice": "1d6"}], strength="2d7")
    dice = {name: trait(rissh, name) for name in ("reflex", "Quickness", "Deftness", "spirit", "Strength", "vigor")}
    shown = {name: dice.text if dice is not None else None for name, dice in dice.items()}
    assert shown == {
        "reflex": "3d8",
        "Quickness": "3d8",
        "Deftness": "2d12+2",
        "spirit": "1d6",
        "Strength": None,
        "vigor": None,
    }


@pytest.mark.rule("FI-CORE-4", "FI-CORE-5")
def test_an_aptitude_is_rolled_with_as_many_dice_of_its_trait() -> None:
    harry = skilled(("shooting", "Blast Rifle", 3), ("fighting", "knives", 0))
    rifle = aptitude(harry, "Shooting: blast rifle", "", LISTS)
    assert rifle is not None
    assert (rifle.level, rifle.linked) == (3, "dexterity")
    assert rifle.dice is not None
    assert rifle.dice.text == "3d8"
    assert aptitude(harry, "shooting", "laser pistol", LISTS) is None
    assert aptitude(harry, "fighting", "knives", LISTS) is None


@pytest.mark.rule("FI-CORE-4")
def test_the_sheet_says_the_trait_before_the_group_and_a_concentration_before_its_aptitude() -> None:
    lists = {
        **LISTS,
        "aptitudes": ({"name": "shooting", "trait": "Dexterity"}, {"name": "shooting: bow", "trait": "Strength"}),
    }
    rows = [{"name": "shooting", "concentration": of, "level": 2} for of in ("bow", "musket")]
    rissh = somebody(strength="2d6", aptitudes=[*rows, {"name": "guts", "level": 1, "trait": "Spirit"}])
    linked = [aptitude(rissh, *wanted, lists) for wanted in (("shooting", "bow"), ("shooting", "musket"), ("guts", ""))]
    assert [skill.linked for skill in linked if skill is not None] == ["strength", "dexterity", "spirit"]
    assert linked[2] is not None
    assert linked[2].dice is None


@pytest.mark.rule("FI-CORE-5")
def test_a_short_record_may_leave_the_concentration_out_or_write_it_with_the_name() -> None:
    guard_of_the_gate = skilled(("shooting", "", 2), ("shooting: laser pistol", "", 4))
    levels = [aptitude(guard_of_the_gate, "shooting", of, LISTS) for of in ("musket", "laser pistol", "")]
    assert [skill.level for skill in levels if skill is not None] == [2, 4, 2]


@pytest.mark.rule("FI-CORE-16")
def test_a_related_concentration_stands_in_by_the_groups_list() -> None:
    harry = skilled(("shooting", "blast pistol", 2), ("shooting", "blast rifle", 3))
    assert related(harry, "shooting", "laser pistol", LISTS) is None
    pairs = ({"name": "shooting: laser pistol", "related": "shooting: blast pistol, Shooting: Blast rifle, dodge"},)
    skill = related(harry, "shooting", "laser pistol", {**LISTS, "aptitudes": (*LISTS["aptitudes"], *pairs)})
    assert skill is not None
    assert (skill.concentration, skill.level, skill.linked) == ("blast rifle", 3, "dexterity")


@pytest.mark.rule("FI-SHOOT-6", "FI-DMG-5", "FI-LOAD-3", "FI-MOVE-11", "FI-MOVE-12")
def test_race_and_size_are_the_sheets_where_it_says_and_the_groups_else() -> None:
    assert [size(somebody(race=name), LISTS) for name in ("Ursoid", "Avian", "Martian", "")] == [7, 6, 6, 6]
    assert size(somebody(race="Ursoid", size=0.125), LISTS) == 0.125
    assert race(somebody(race="ursoid"), LISTS).load == 2
    martian = race(somebody(race="Martian", claws=True, no_fatigue=False), LISTS)
    assert (martian.name, martian.load, martian.claws, martian.no_fatigue) == ("Martian", 0, True, False)
    assert race(somebody(race="Transhuman"), LISTS).no_fatigue
    ours: GroupLists = {**LISTS, "races": ({"name": "Ursoid", "size": "7.5", "load": 3},)}
    assert (size(somebody(race="Ursoid"), ours), race(somebody(race="Ursoid"), ours).load) == (7.5, 3)


@pytest.mark.rule("FI-HITLOC-9")
def test_the_hit_chart_is_the_sheets_the_races_or_the_bodys() -> None:
    assert hit_chart(somebody(), LISTS) == HUMAN
    assert hit_chart(somebody(chart="Six limbed"), LISTS) == "six_limbed"
    assert hit_chart(somebody(race="Hexapod"), LISTS) == "six_limbed"
    assert hit_chart(replace(somebody(), body=unhurt_body("six_limbed")), LISTS) == "six_limbed"
    assert hit_chart(somebody(race="Hexapod", chart="human"), LISTS) == HUMAN
    assert hit_chart(somebody(chart="worm"), LISTS) == HUMAN


@pytest.mark.rule("FI-WIND-7", "FI-WOUND-1", "FI-MOVE-1", "FI-LOAD-1")
def test_the_numbers_of_a_body() -> None:
    hurt = replace(somebody(wind_start=14, rate=20), body=unhurt_body(HUMAN))
    assert (wind_start(hurt), own_rate(hurt)) == (14, 20)
    assert (wind_start(somebody(wind_start=0)), own_rate(somebody())) == (10, None)
    assert wound_levels(hurt) == dict.fromkeys(chart_named(HUMAN).areas, 0)
    assert wound_levels(somebody()) == {}
    assert load(somebody(gear=[{"name": "Tent", "weight": 8.5}, {"name": "Rope"}, {"weight": "heavy"}])) == 8.5
    assert load(somebody(load=30, gear=[{"name": "Tent", "weight": 8}])) == 30


@pytest.mark.rule("FI-ARMOR-1", "FI-ARMOR-10")
def test_armour_counts_at_the_hit_location() -> None:
    rows: Json = [
        {"area": "Head", "value": 2, "name": "Helmet"},
        {"area": "Upper torso", "name": "flak vest"},
        {"area": "Lower torso", "value": 0, "name": "Flak vest"},
        {"area": "Left arm", "name": "Flak vest"},
    ]
    rissh, human = somebody(armour=rows), chart_named(HUMAN)
    worn = {
        hit.place: [(layer.name, layer.value) for layer in armour_at(rissh, hit, LISTS)]
        for hit in (
            *(called_location(human, place) for place in ("head", "upper_torso", "lower_torso", "vitals")),
            called_location(human, "arms", BodySide.LEFT),
        )
    }
    assert worn == {
        "head": [("Helmet", 2)],
        "upper_torso": [("flak vest", 2)],
        "lower_torso": [],  # a written 0 is a hole
        "vitals": [],
        "left_arm": [],  # a vest covers no arm
    }
    thug = somebody(armour_value=1, armour=[{"area": "Head", "value": 2, "name": "Helmet"}])
    assert [layer.value for layer in armour_at(thug, called_location(human, "head"), LISTS)] == [2, 1]
    assert [layer.value for layer in armour_at(thug, called_location(human, "legs", BodySide.RIGHT), LISTS)] == [1]


@pytest.mark.rule("FI-HITLOC-9", "FI-ARMOR-1")
def test_a_six_limbed_alien_wears_human_armour_where_it_fits() -> None:
    rows: Json = [
        {"area": "Right leg", "value": 2},
        {"area": "Upper torso", "value": 3},
        {"area": "Abdomen", "value": 1},
    ]
    alien, chart = somebody(race="Hexapod", armour=rows), chart_named("six_limbed")
    hits = [called_location(chart, "hindlegs", BodySide.RIGHT), called_location(chart, "forelegs", BodySide.LEFT)]
    hits += [called_location(chart, place) for place in ("thorax", "abdomen", "head")]
    assert [sum(layer.value for layer in armour_at(alien, hit, LISTS)) for hit in hits] == [2, 0, 3, 1, 0]


def test_empty_cells_of_a_weapon_are_those_of_the_list() -> None:
    rows = [{"name": "blast rifle", "pn": "5", "ammunition": "4/30", "hand": "both", "range": ""}, {"name": "Rock"}]
    rifle, rock = weapons(somebody(weapons=rows), LISTS)
    assert (rifle.pn, rifle.loaded, rifle.capacity, rifle.increment, rifle.rifle) == (5, 4, 30, 20, True)
    assert (rock.name, rock.damage, rock.speed) == ("Rock", None, 1)
    charge, own = explosives(
        somebody(explosives=[{"name": "Stick of dynamite"}, {"name": "Charge", "dice": "5d20", "pn": "4"}]), LISTS
    )
    assert charge.damage is not None
    assert own.damage is not None
    assert [(weapon.explosive, weapon.pn) for weapon in (charge, own)] == [(True, None), (True, 4)]
    assert (charge.damage.count, own.damage.count) == (3, 5)


@pytest.mark.rule("FI-MELEE-1", "FI-MELEE-2", "FI-DB-4", "FI-MART-2")
@pytest.mark.parametrize(
    ("skills", "hands", "weapon", "level", "db"),
    [
        ({"swords": 3, "brawling": 2}, {"Sword": "right"}, "Sword", 3, 1),
        ({"brawling": 2}, {"Sword": "right"}, "Sword", 0, 1),
        ({"swords": 3, "brawling": 2}, {"Sword": ""}, "Brawling", 2, 0),
        ({"swords": 3, "brawling": 2}, {"Blast pistol": "right"}, "Brawling", 2, 0),
        ({"brawling": 2, "martial arts": 4}, {"Blast pistol": "right"}, "Brawling", 2, 0),
        ({"brawling": 2, "martial arts": 4}, {}, "Martial arts", 4, 1),
        ({"brawling": 2}, {}, "Brawling", 2, 0),
        ({}, {}, "Brawling", 0, 0),
        ({"brawling": 3}, {"Powered truncheon": "right"}, "Powered truncheon", 3, 1),
        ({"swords": 2, "knives": 3}, {"Sword": "right", "Vibro knife": "left"}, "Vibro knife", 3, 0),
        ({"swords": 3, "knives": 3}, {"Vibro knife": "left", "Sword": "right"}, "Sword", 3, 1),
    ],
)
def test_a_character_defends_with_the_better_weapon_in_hand(
    skills: dict[str, int], hands: dict[str, str], weapon: str, level: int, db: int
) -> None:
    rows = [{"name": name, "hand": hand} for name, hand in hands.items()]
    fighter = skilled(*(("fighting", of, by) for of, by in skills.items()), weapons=rows)
    best = guard(fighter, LISTS)
    assert (best.weapon.name, best.level, best.weapon.db) == (weapon, level, db)
    assert fighting_level(fighter, best.weapon, LISTS) == level
    assert guard(fighter, {}).level == best.level or hands  # also where the group has struck the list out


@given(
    sheet=st.dictionaries(
        st.sampled_from(
            [
                *("reflex", "traits", "aptitudes", "race", "size", "chart", "wind_start", "rate", "load", "gear"),
                *("armour", "armour_value", "weapons", "explosives"),
            ]
        ),
        JSON,
    ),
    rows=st.lists(st.dictionaries(st.sampled_from(["name", "area", "level", "value", "hand"]), JSON), max_size=3),
)
def test_a_record_of_whatever_content_is_never_an_error(sheet: dict[str, Any], rows: list[Any]) -> None:
    for actor in (somebody(**sheet), somebody(**{**sheet, "weapons": rows, "aptitudes": rows, "armour": rows})):
        hit = called_location(chart_named(HUMAN), "head")
        assert size(actor, LISTS) > 0
        assert wind_start(actor) > 0
        assert load(actor) >= 0
        assert guard(actor, LISTS).level >= 0
        assert all(layer.value > 0 for layer in armour_at(actor, hit, LISTS))
        assert hit_chart(actor, LISTS) in ("human", "six_limbed")
        trait(actor, "reflex")
        trait(actor, "spirit")
        related(actor, "shooting", "bow", LISTS)
        explosives(actor, LISTS)
        own_rate(actor)
