"""Conditions added by hand, with any text beside them: the table keeps working."""

from __future__ import annotations

from contextlib import suppress

import pytest

from engine.core.chance import SeededChance
from engine.core.events import ActorSet, ConditionGone, ConditionSet
from engine.core.manual_moves import EditCondition, LayCondition, LiftCondition
from engine.core.redaction import redact
from engine.messages.refusal import Refused
from engine.messages.texts import texts
from engine.model.conditions import Condition
from engine.model.frozen import replace
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.presentation.offers import QuestionKind
from engine.rulesets.future_imperfect.actions import ammunition, hazard_conditions
from engine.rulesets.future_imperfect.combat.melee.entangling_commands import BreakFree, Entangle
from engine.rulesets.future_imperfect.conditions import character_conditions
from engine.rulesets.future_imperfect.damage import wound_marks
from engine.rulesets.future_imperfect.hazards.hazard_commands import BreatheSmoke, Swim
from engine.rulesets.future_imperfect.health.rest_commands import AdvanceTime
from tests.engine.rulesets.future_imperfect.attack_helpers import THROW, acting, armed, goes, why
from tests.engine.rulesets.future_imperfect.table import GAME, conflict, counted, dealt, laid, play, rolling

READ = (
    ammunition.RELOADING,
    wound_marks.INJURY,
    wound_marks.MENDING,
    hazard_conditions.BURNING,
    hazard_conditions.SMOKE,
    hazard_conditions.WATER,
)
NAMES = (*character_conditions.CONDITIONS, *READ)
"""All conditions that the rules read."""
WATERS = {"": 3, "  River ": 7, "creek": 5, "the sea": 3, "calm": 3}


def _looked_at(table: Table) -> None:
    """Look at all that anybody is shown of a table, and try all that is offered."""
    for viewer in (*table.seats, "shared"):
        GAME.view_for(table, viewer)
        for seat in table.seats:
            for offer in GAME.offers(table, seat, viewer):
                if offer.denial is None and not offer.questions and viewer == seat:
                    with suppress(Refused):
                        GAME.apply(table, offer.command, SeededChance(1))


@pytest.mark.rule("FI-DROWN-1", "FI-FIRE-3", "FI-ENT-2", "FI-HEAL-2", "FI-RELOAD-1")
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("level", "note", "until"), [(0, "", None), (0, "River", 0), (-3, "no, such; thing", 3), (99, "head", 10**9)]
)
def test_any_text_beside_a_condition_keeps_the_table_working(
    name: str, level: int, note: str, until: int | None
) -> None:
    weapons = {"frost": armed("Blast rifle", hands=["both"])}
    lays = LayCondition(seat="gm", actor="frost", condition=name, level=level, note=note, until=until)
    for table in (laid(sheets=weapons), acting(weapons, {"frost": "AS KS", "thug": "2S/2"}, "frost")):
        _looked_at(play(table, lays))
    onward = AdvanceTime(seat="gm", hours=1)
    passed = play(laid(sheets=weapons), lays)
    if GAME.refusal(passed, onward) is None:
        _looked_at(play(passed, onward))


@pytest.mark.rule("FI-DROWN-1", "FI-DROWN-3")
@pytest.mark.parametrize(("note", "tn"), WATERS.items())
def test_water_that_no_rule_knows_is_calm(note: str, tn: int) -> None:
    table = play(laid(), LayCondition(seat="gm", actor="frost", condition="in_water", note=note))
    assert rolling(play(table, Swim(seat="tom", actor="frost"))).tn == tn
    swims = laid(sheets={"frost": {"aptitudes": [{"name": "swimming", "level": 2, "trait": "dexterity"}]}})
    swims = play(swims, LayCondition(seat="gm", actor="frost", condition="in_water", note=note))
    if tn == 3:
        assert why(swims, Swim(seat="tom", actor="frost")) == "water_is_calm"


@pytest.mark.rule("FI-ENT-2", "FI-ENT-3")
def test_a_character_held_by_an_unknown_weapon_may_still_break_free() -> None:
    table = play(laid(), LayCondition(seat="gm", actor="frost", condition="entangled", level=5, note="a vine"))
    condition = table.actors["frost"].conditions[0]
    frost = replace(table.actors["frost"], conditions=(replace(condition, id="entangled:thug"),))
    entangled = replace(table, actors={**table.actors, "frost": frost})
    wriggles = rolling(play(entangled, BreakFree(seat="tom", actor="frost", way="wriggle")))
    assert [roll.name for roll in wriggles.rolls] == ["dexterity", "fighting: brawling"]
    assert rolling(play(entangled, BreakFree(seat="tom", actor="frost", way="break"))).tn == 5
    loose = play(entangled, EditCondition(seat="gm", actor="frost", condition="entangled:thug", level=0))
    assert why(loose, BreakFree(seat="tom", actor="frost", way="break")) == "cannot_be_broken"


@pytest.mark.rule("FI-ENT-1", "FI-ENT-3")
def test_only_who_may_read_a_holder_learns_its_id_from_the_condition() -> None:
    """The id is stored as ever; a viewer gets a position instead, and may name the condition by it."""
    table = laid()
    held = Condition(id="entangled:thug", name="entangled", level=5, note="Web")
    frost = replace(table.actors["frost"], conditions=(Condition(id="prone", name="prone"), held))
    thug = replace(table.actors["thug"], secret=True)
    table = replace(table, actors={**table.actors, "frost": frost, "thug": thug})
    left = replace(table, actors={name: actor for name, actor in table.actors.items() if name != "thug"})
    for viewer in ("tom", "eve", SHARED):
        for world in (table, left):
            ids = [condition.id for condition in GAME.view_for(world, viewer).actors["frost"].conditions]
            assert ids == ["prone", "entangled:?1"]
        events = GAME.apply(table, LiftCondition(seat="gm", actor="frost", condition=held.id), SeededChance(1)).events
        set_again = (ConditionSet(actor="frost", condition=held), ActorSet(actor=frost))
        told = [
            event
            for some in (events, set_again)
            for event in redact(table, some, viewer, linked_conditions=GAME.linked_conditions)
        ]
        assert "thug" not in repr(told)
        assert ConditionGone(actor="frost", id="entangled:?1") in told
    assert GAME.view_for(table, "gm").actors["frost"].conditions[1] == held
    edited = play(table, EditCondition(seat="tom", actor="frost", condition="entangled:?1", level=7))
    assert edited.actors["frost"].conditions[1] == replace(held, level=7)
    lifted = play(table, LiftCondition(seat="tom", actor="frost", condition="entangled:?1"))
    assert [condition.id for condition in lifted.actors["frost"].conditions] == ["prone"]
    for wrong in ("entangled:?0", "entangled:?2", "entangled:?", "entangled:?-1"):
        assert why(table, LiftCondition(seat="tom", actor="frost", condition=wrong)) == "no_such_condition"
    assert rolling(play(table, BreakFree(seat="tom", actor="frost", way="wriggle"))).rolls[1].actor == "thug"


@pytest.mark.rule("FI-ENT-2")
@pytest.mark.parametrize(("properties", "level"), [("entangle 7, fragile", 7), ("entangle 7", 0)])
def test_whether_the_weapon_of_a_secret_holder_breaks_shows_in_the_level_alone(properties: str, level: int) -> None:
    lariat = {"name": "Lariat", "concentration": "fighting: lariat", "properties": properties}
    table = laid(sheets={"frost": {**armed("Lariat", hands=["right"]), "weapons": [lariat]}})
    table = replace(table, actors={**table.actors, "frost": replace(table.actors["frost"], secret=True)})
    throw = Entangle(seat="gm", actor="frost", target="thug", weapon="Lariat")
    held = goes(goes(table, throw), THROW, d8=[7, 2, 5, 3]).table
    assert [found.level for found in held.actors["thug"].conditions_named("entangled")] == [level]
    tears = BreakFree(seat="gm", actor="thug", way="break")
    bare = replace(held.actors["frost"], sheet={})
    for world in (held, replace(held, actors={**held.actors, "frost": bare})):
        assert (GAME.refusal(world, tears) is None) is (level > 0)
        assert GAME.refusal(world, replace(tears, way="wriggle")) is None


def test_each_condition_has_its_questions() -> None:
    table = laid()
    known = GAME.conditions(table, "frost", "gm")
    assert set(known) == {
        *character_conditions.CONDITIONS,
        hazard_conditions.BURNING,
        hazard_conditions.SMOKE,
        hazard_conditions.WATER,
    } - {character_conditions.TERROR_FAILED}
    must = {name: [ask.field for ask in asks if not ask.optional] for name, asks in known.items()}
    assert {name: fields for name, fields in must.items() if fields} == {"in_water": ["note"], "burning": ["level"]}
    for asks in known.values():
        for ask in asks:
            assert ask.field in ("level", "note")
            assert ask.label.key in texts()
            assert (ask.kind is QuestionKind.NUMBER) is (ask.field == "level")
    six = laid(sheets={"frost": {"chart": "six_limbed"}})
    areas = GAME.conditions(six, "frost", "gm")["burning"][1].choices
    assert "thorax" in areas


@pytest.mark.rule("FI-DROWN-1", "FI-FIRE-1", "FI-FIRE-3")
def test_the_rules_read_the_answers() -> None:
    table = counted(dealt(conflict(laid()), frost="AS"), "A")
    known = GAME.conditions(table, "frost", "gm")
    for water in known["in_water"][0].choices:
        wet = play(table, LayCondition(seat="gm", actor="frost", condition="in_water", note=water))
        assert hazard_conditions.water_of(wet.actors["frost"].conditions[0]) == water
    cloth = known["in_smoke"][0].choices[0]
    smoked = play(laid(), LayCondition(seat="gm", actor="frost", condition="in_smoke", note=cloth))
    assert [part.value for part in rolling(play(smoked, BreatheSmoke(seat="tom", actor="frost"))).rolls[0].parts] == [2]


@pytest.mark.rule("FI-ENT-2")
@pytest.mark.parametrize(
    ("properties", "rule", "breaks"),
    [
        ("entangle 7, fragile", "fragile_only", True),
        ("entangle 7", "fragile_only", False),
        ("entangle 7", "any", True),
    ],
)
def test_only_fragile_weapons_break_unless_an_option_allows_others(properties: str, rule: str, breaks: bool) -> None:
    net = {"name": "Web", "concentration": "fighting: net", "properties": properties}
    table = laid(sheets={"thug": {"weapons": [net]}}, options={"entangle_break": rule})
    table = play(table, LayCondition(seat="gm", actor="frost", condition="entangled", level=7, note="Web"))
    frost = table.actors["frost"]
    entangled = replace(
        frost, conditions=tuple(replace(condition, id="entangled:thug") for condition in frost.conditions)
    )
    table = replace(table, actors={**table.actors, "frost": entangled})
    tears = BreakFree(seat="tom", actor="frost", way="break")
    if breaks:
        assert rolling(play(table, tears)).tn == 7
    else:
        assert why(table, tears) == "cannot_be_broken"
    assert rolling(play(table, replace(tears, way="wriggle"))).tn is None
