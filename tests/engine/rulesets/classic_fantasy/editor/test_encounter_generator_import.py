"""Creatures from the JSON of the Mythras Encounter Generator: what fits, what is named as left out, and bad files."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kit.content_editor.view_models import EditRefused, ImportedFile, ImportStatus
from engine.rulesets.classic_fantasy.editor.deployment_commands import BringFoes
from engine.rulesets.classic_fantasy.editor.encounter_generator_import import foes_in
from engine.rulesets.classic_fantasy.editor.prepared_records import FOES, LIBRARY, PreparedFoe
from tests.engine.rulesets.classic_fantasy.editor.test_content_editor import SHOP
from tests.engine.rulesets.classic_fantasy.table import GAME, laid, play
from tests.properties import examples

REEDMAN: dict[str, Any] = {
    "name": "Reedman scout 1",
    "cult_rank": "None",
    "stats": [{"STR": 9}, {"CON": 12}, {"SIZ": 8}, {"DEX": 15}, {"INT": 11}, {"POW": 10}, {"CHA": 7}],
    "attributes": {
        "action_points": 3,
        "damage_modifier": "-1d2",
        "magic_points": 10,
        "movement": "6m",
        "strike_rank": "11(13-2)",
    },
    "hit_locations": [
        {"name": "Tail", "range": "01-03", "hp": 4, "ap": 0},
        {"name": "Right Leg", "range": "04-06", "hp": 4, "ap": 1},
        {"name": "Left Leg", "range": "07-09", "hp": 4, "ap": 1},
        {"name": "Body", "range": "10-18", "hp": 6, "ap": 2},
        {"name": "Head", "range": "19-20", "hp": 4, "ap": 0},
    ],
    "skills": [{"Athletics": 48}, {"Evade": 55}, {"Stealth": 62}, {"Lore (Marsh)": 51}],
    "combat_styles": [
        {
            "name": "Marsh hunter",
            "value": 57,
            "weapons": [
                {
                    "name": "Barbed spear",
                    "type": "1h-melee",
                    "damage": "1d8+1",
                    "size": "M",
                    "reach": "L",
                    "ap": 4,
                    "hp": 5,
                    "effects": "Impale",
                },
                {"name": "Net", "damage": "see notes", "size": "S", "reach": "S", "ap": 2, "hp": 20, "effects": ""},
            ],
        }
    ],
    "folk_spells": ["<b>Calm</b>", "Mudwalk"],
    "theism_spells": [],
    "sorcery_spells": [],
    "mysticism_spells": [],
    "features": ["***Cold blooded***"],
    "cults": [{"name": "The Still Water", "rank": "Initiate"}],
    "spirits": [],
    "natural_armor": False,
    "notes": "Never far from <script>alert(1)</script>water.",
    "shoe_size": 9,
}


def read(value: object) -> ImportedFile:
    return SHOP.read_file({}, {}, json.dumps(value))


@pytest.mark.rule("CF-HITLOC-4")
def test_a_creature_becomes_a_foe_that_can_be_brought() -> None:
    found = read([REEDMAN])
    (one,) = found.records
    assert (one.arrival, one.name, one.gm_only) == (ImportStatus.NEW, "Reedman scout 1", True)
    assert "Only in the notes: " in one.told
    for word in ("Folk Magic", "Features", "Cults", "Magic points", "Weapon details"):
        assert word in one.told
    assert "Left out: Net: see notes, shoe_size." in one.told
    table = play(laid(), SHOP.import_command("gm", {}, found, [0]))
    foe = LIBRARY.records(table.lists, FOES)[one.id]
    assert isinstance(foe, PreparedFoe)
    assert (foe.strength, foe.dexterity, foe.action_points, foe.damage_modifier) == (9, 15, 3, "-1d2")
    assert (foe.initiative_bonus, foe.movement, foe.build) == (13, 20, "own")
    assert [(row.first, row.last, row.sort, row.most) for row in foe.locations][2:4] == [
        (7, 9, "limb", 4),
        (10, 18, "vital", 6),
    ]
    assert {row.location: row.worn for row in foe.armour} == {"Right Leg": 1, "Left Leg": 1, "Body": 2}
    assert {row.name: row.total for row in foe.skills}["Combat Skill"] == 57
    assert [(row.name, row.damage, row.size) for row in foe.weapons] == [
        ("Barbed spear", "1d8+1", "Medium"),
        ("Net", "", "Small"),
    ]
    assert "<" not in foe.notes
    for text in ("Never far from", "Calm, Mudwalk", "Cold blooded", "The Still Water", "Barbed spear: reach L, ap 4"):
        assert text in foe.notes
    brought = play(table, BringFoes(seat="gm", foe=one.id, count=2)).actors[f"{one.id}-2"]
    assert brought.body is not None
    assert brought.body.locations["Body"].most == 6
    assert (brought.body.locations["Body"].armour, brought.tracks["Action Points"].value) == (2, 3)


def test_an_array_an_object_and_a_party_are_read_and_the_same_file_twice_changes_nothing() -> None:
    second = {**copy.deepcopy(REEDMAN), "name": "Reedman scout 2"}
    assert [one.name for one in read(REEDMAN).records] == ["Reedman scout 1"]
    assert len(read({"party_name": "Marsh", "enemies": [REEDMAN, second]}).records) == 2
    both = read([REEDMAN, second, REEDMAN])
    assert [one.arrival for one in both.records] == [ImportStatus.NEW] * 3
    assert len({one.id for one in both.records}) == 3
    table = play(laid(), SHOP.import_command("gm", {}, both, [0, 1, 2]))
    again = SHOP.read_file(table.lists, {}, json.dumps([REEDMAN, second]))
    assert {one.arrival for one in again.records} == {ImportStatus.SAME}
    stronger = {**REEDMAN, "stats": [{"STR": 18}]}
    (other,) = SHOP.read_file(table.lists, {}, json.dumps(stronger)).records
    assert other.arrival is ImportStatus.NEW, "another creature of this name does not replace the first"


def test_a_file_that_is_no_creature_is_refused_as_before() -> None:
    others: list[Any] = [[], [1, "x"], {"name": "x"}, {"enemies": []}, {"stats": []}]
    for value in others:
        with pytest.raises(EditRefused):
            read(value)
    deep: Any = 1
    for _ in range(30):
        deep = [deep]
    with pytest.raises(EditRefused, match="nested"):
        read([{**REEDMAN, "spirits": deep}])
    with pytest.raises(EditRefused, match="larger"):
        read([{**REEDMAN, "notes": "x" * (1 << 20)}])
    with pytest.raises(EditRefused, match="too many"):
        read([{"stats": [], "skills": []}] * 1001)


def test_a_chart_with_gaps_says_so_in_the_preview() -> None:
    gap = {**REEDMAN, "hit_locations": [{"name": "Body", "range": "1-3", "hp": 4}]}
    (one,) = read(gap).records
    assert one.arrival is ImportStatus.FAULTY
    assert "No location has the number 4." in one.told


@pytest.mark.parametrize("number", [f"0x{'f' * 5000}", "inf", "nan", "-inf", "9007199254740993"])
@pytest.mark.parametrize("place", ["str", "move"])
def test_a_number_that_no_table_can_store_is_named(number: str, place: str) -> None:
    numbers = {"str": "9", "move": "6", place: number}
    file = (
        f"name = 'Troll'\nskills = []\n[[stats]]\nSTR = {numbers['str']}\n[attributes]\nmovement = {numbers['move']}\n"
    )
    with pytest.raises(EditRefused, match="cannot be saved"):
        SHOP.read_file({}, {}, file)


@pytest.mark.parametrize(
    ("name", "sort"),
    [
        *((name, "vital") for name in ("Swarm", "Finger ring", "Handle", "Body", "Head", "Legend", "Armour")),
        *((name, "limb") for name in ("Left Leg", "Forelimb", "Right Hindleg", "Tail", "Head 2", "Legs", "Fin")),
    ],
)
def test_a_limb_is_a_word_of_its_own(name: str, sort: str) -> None:
    found = foes_in({**REEDMAN, "hit_locations": [{"name": name, "range": "01-20", "hp": 0, "ap": 100}]})
    assert found is not None
    rows: Any = found[0].record["locations"]
    assert [row["sort"] for row in rows] == [sort]
    assert f"{name}: hp 0, {name}: ap 100" in found[0].told


@pytest.mark.parametrize(("movement", "feet"), [("6.5m", 22), ("6m", 20), ("20 ft", 20), (6.5, 22)])
def test_a_movement_may_have_a_fraction_and_a_bonus_a_plus(movement: object, feet: int) -> None:
    found = foes_in({**REEDMAN, "attributes": {"movement": movement, "strike_rank": "+12"}})
    assert found is not None
    assert (found[0].record["movement"], found[0].record["initiative_bonus"]) == (feet, 12)


ODD = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**30), 10**30)
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from(["1d6", "01-20", "6m", "12(14-2)", "x" * 300, "<b>", "\u2028", "S"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@examples(120)
@given(st.dictionaries(st.sampled_from([*REEDMAN, "other"]), ODD, max_size=8), st.data())
def test_whatever_a_stranger_writes_is_imported_or_explained(odd: dict[str, Any], data: st.DataObject) -> None:
    creature = {**REEDMAN, **odd}
    if data.draw(st.booleans()):
        part = data.draw(st.sampled_from(["stats", "skills", "hit_locations", "combat_styles"]))
        creature[part] = [*REEDMAN[part], data.draw(ODD)]
    found = foes_in(creature)
    assert found is not None
    file, why = read_or_refused(creature)
    assert (file is None) == (0 < len(why) < 300)
    if file is not None:
        see_foe(file)


def read_or_refused(creature: object) -> tuple[ImportedFile | None, str]:
    try:
        return read([creature]), ""
    except EditRefused as refused:
        return None, refused.text


def see_foe(file: ImportedFile) -> None:
    """Import the only creature of a file, if that is possible, and bring it."""
    (one,) = file.records
    assert one.told
    if one.record is not None:
        table = play(laid(), SHOP.import_command("gm", {}, file, [0]))
        GAME.view_for(play(table, BringFoes(seat="gm", foe=one.id)), "gm")
