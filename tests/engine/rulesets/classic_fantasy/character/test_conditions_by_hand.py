"""Conditions added by hand, with any text beside them: all pages of the table still work."""

from __future__ import annotations

import pytest

from engine.core.manual_moves import LayCondition
from engine.messages.texts import say
from engine.model.table import Table
from engine.rulesets.classic_fantasy.attacks.attack_commands import DeclareAttack
from engine.rulesets.classic_fantasy.character import character_conditions
from engine.rulesets.classic_fantasy.checks.check_commands import ThrowDice
from engine.rulesets.classic_fantasy.combat.prone_commands import LieDown
from engine.rulesets.classic_fantasy.damage import damage_pipeline
from engine.rulesets.classic_fantasy.damage.damage_procedure import current_damage as harm_of
from engine.rulesets.classic_fantasy.game_calendar import ClockUnit
from engine.rulesets.classic_fantasy.hazards import burning_commands, custom_hazard_commands, poison_commands
from engine.rulesets.classic_fantasy.health.fatigue_commands import Weary
from engine.rulesets.classic_fantasy.time.time_advance import AdvanceTime
from tests.engine.rulesets.classic_fantasy.table import GAME, dice, laid, outcome, play

ROOMS = (burning_commands, custom_hazard_commands, poison_commands, character_conditions, damage_pipeline)
NAMES = sorted(
    {value for room in ROOMS for key, value in vars(room).items() if key.isupper() and isinstance(value, str)}
)
"""All states of the game, by the names that its rooms give them."""


def _looked_at(table: Table) -> None:
    """Look at all that anybody is shown of a table."""
    for seat in table.seats:
        for offer in GAME.offers(table, seat):
            GAME.complete_offer(table, offer)
        GAME.view_for(table, seat)
        for tab in GAME.status_page_tabs(table, seat):
            assert GAME.status_page(table, seat, tab.key) is not None
        for actor in table.actors:
            GAME.body_annotations(table, actor, seat)


def test_the_names_are_those_of_the_game() -> None:
    assert {"in_heat", "burning", "maiming", "fatigue", "hazard", "poisoned", "spell_rest"} <= {*NAMES}


@pytest.mark.rule("CF-UI-11")
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("level", "note", "until"), [(0, "", None), (0, "Chest", 0), (-3, "nowhere", 3), (99, "", 3), (99, "Chest", None)]
)
def test_any_text_beside_a_condition_leaves_the_table_whole(
    name: str, level: int, note: str, until: int | None
) -> None:
    laying = LayCondition(seat="gm", actor="ana", condition=name, level=level, note=note, until=until)
    table = play(laid(), laying)
    _looked_at(table)
    units: tuple[ClockUnit, ...] = ("combat_round", "hour")
    for unit in units:
        onward = AdvanceTime(seat="gm", unit=unit)
        if GAME.refusal(table, onward) is None:  # else something is rolled for
            table = play(table, onward)
            _looked_at(table)


@pytest.mark.rule("CF-WOUND-11", "CF-UI-3")
def test_a_penalty_of_a_state_without_a_location_names_none() -> None:
    for note, said in (("", "1 grade harder (Hindered)"), ("Chest", "")):
        table = play(laid(), LayCondition(seat="gm", actor="ana", condition="harder", note=note))
        told = [say(penalty) for penalty in GAME.body_annotations(table, "ana", "tom").penalties]
        assert told == ([said] if said else []), "a hurt location hinders only what is done with it"


@pytest.mark.rule("CF-WOUND-11")
@pytest.mark.parametrize(("note", "choices"), [("", None), ("Chest", ("Chest",))])
def test_only_a_hindered_location_with_a_name_is_asked_for(note: str, choices: tuple[str, ...] | None) -> None:
    table = play(laid(), LayCondition(seat="gm", actor="ana", condition="harder", note=note))
    attack = DeclareAttack(seat="gm", actor="orc", target="ana", damage="1d6")
    for now, names in (
        (table, ("d100_roll:ana", "d100_attack:ana")),
        (play(table, attack, ThrowDice(seat="gm")), ("d100_parry", "d100_evade")),
    ):
        offers = {offer.name: offer for offer in GAME.offers(now, "tom")}
        for name in names:
            asked = {question.field: question.choices for question in offers[name].questions}
            assert asked.get("using") == choices, name


@pytest.mark.rule("CF-FIRE-1", "CF-FIRE-2")
@pytest.mark.parametrize(("level", "damage"), [(-2, 2), (0, 2), (9, 18)])
def test_heat_of_an_unknown_intensity_hurts_as_the_nearest(level: int, damage: int) -> None:
    heat = LayCondition(seat="gm", actor="orc", condition="in_heat", level=level, note="Chest")
    passed = outcome(play(laid(), heat), AdvanceTime(seat="gm"), dice(d6=[6, 6, 6])).table
    found = harm_of(passed)
    assert found is not None
    assert [(blow.location, blow.base) for blow in found.blows] == [("Chest", damage)]


@pytest.mark.rule("CF-FIRE-2")
def test_heat_and_fire_added_by_hand_ask_for_intensity_and_location() -> None:
    table = laid()
    known = GAME.conditions(table, "orc", "gm")
    assert {name for name, asks in known.items() if asks} == {"in_heat", "burning"}
    hot, where = known["in_heat"]
    assert [(one.field, one.optional) for one in (hot, where)] == [("level", False), ("note", False)]
    assert (hot.least, hot.most) == (1, 5)
    heat = LayCondition(seat="gm", actor="orc", condition="in_heat", level=hot.least, note=where.choices[0])
    assert character_conditions.place_of(play(table, heat).actors["orc"].conditions[0]) in where.choices


@pytest.mark.rule("CF-FATIGUE-4", "CF-X-6", "CF-X-33", "CF-UI-3")
@pytest.mark.parametrize(
    ("levels", "grades"),
    [
        (0, ["Formidable (prone)"]),
        (2, ["Hard (Fatigue)", "Formidable (prone)"]),
        (3, ["Formidable (Fatigue)"]),
        (5, ["Herculean (Fatigue)"]),
    ],
)
def test_a_seat_names_each_grade_once(levels: int, grades: list[str]) -> None:
    """Two lines of one grade cannot be told apart where their reasons have no room; only the hardest counts."""
    tired = [Weary(seat="gm", actor="ana", cause="exertion", levels=levels)] if levels else []
    table = play(laid(), *tired, LieDown(seat="gm", actor="ana"))
    assert [say(penalty) for penalty in GAME.body_annotations(table, "ana", "tom").penalties] == grades
