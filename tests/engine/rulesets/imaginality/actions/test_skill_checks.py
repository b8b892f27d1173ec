"""Skill checks: freeform, with the skill, and without it (IM-SKILL)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from engine.model.frozen import Json, replace
from engine.model.table import Table
from engine.rulesets.imaginality.actions.action_commands import Attempt, ChooseAttribute
from engine.rulesets.imaginality.actions.card_play_commands import Draw, Play
from engine.rulesets.imaginality.actions.gm_card_commands import GrantCards
from engine.rulesets.imaginality.combat.attack_commands import Shoot, Strike
from engine.rulesets.imaginality.procedures import ActionSide, ExtraCards
from engine.rulesets.imaginality.settings import option_specs
from engine.sheets.catalogue.sheet_library import sheets_of
from engine.sheets.model.sheet_description import ChoiceField
from tests.engine.rulesets.imaginality.table import (
    REVEAL,
    figures,
    laid,
    lay,
    notes,
    outcome,
    play,
    refused,
    under_way,
    why,
)

HANDS = {"hand:tom": "8H 9H 10H", "hand:eve": "7H 6H", "hand:gm": "8D 9D 10D", "deck": "3C 4C"}
POINTS: Mapping[str, Json] = {"mental": 2, "physical": 3, "social": 1, "skills": ["Climbing"]}


def climb(skill: str = "Climbing", target: str = "") -> Attempt:
    return Attempt(seat="tom", actor="rex", skill=skill, attribute="physical", target=target)


def open_check(attempt: Attempt, sheet: Mapping[str, Json] = POINTS, **options: Json) -> Table:
    return play(laid(HANDS, sheets={"rex": sheet}, options=options), attempt)


def due(table: Table) -> dict[str, int]:
    return {key: side.due for key, side in under_way(table).sides.items()}


def side(table: Table, key: str) -> ActionSide:
    return under_way(table).sides[key]


@pytest.mark.rule("IM-SKILL-1")
@pytest.mark.parametrize(
    ("sheet", "mode", "opposition"),
    [
        (POINTS, "auto", 2),
        ({}, "auto", 1),
        ({"quote": "I never fall."}, "bookkeeping", 2),
        (POINTS, "freeform", 1),
        ({**POINTS, "skill_mode": "freeform"}, "bookkeeping", 1),
        ({"skill_mode": "bookkeeping"}, "auto", 2),
    ],
)
def test_skills_are_looked_up_for_characters_made_with_points(
    sheet: Mapping[str, Json], mode: str, opposition: int
) -> None:
    assert due(open_check(climb("Swimming"), sheet, skill_mode=mode)) == {"opposition": opposition, "actor": 1}


@pytest.mark.rule("IM-SKILL-2")
@pytest.mark.parametrize("command", [lay("gm", "opposition", "8D"), Draw(seat="gm", side="opposition")])
def test_freeform_is_one_card_against_one_that_the_gm_plays_or_draws(command: Play | Draw) -> None:
    table = play(open_check(climb("Swimming"), {}), command, lay("tom", "actor", "8H"))
    assert figures(table, REVEAL)["success"] is True


@pytest.mark.rule("IM-SKILL-3")
def test_freeform_takes_advantages_as_any_action_does() -> None:
    table = play(open_check(climb("Swimming"), {}), GrantCards(seat="gm", side="actor"))
    table = play(table, lay("gm", "opposition", "10D"), lay("tom", "actor", "8H", "9H"))
    assert figures(table, REVEAL)["actor_total"] == 17


@pytest.mark.rule("IM-SKILL-4")
@pytest.mark.parametrize("skill", ["Climbing", " climbing "])
def test_with_the_skill_it_is_one_card_against_one_and_a_tie_succeeds(skill: str) -> None:
    table = open_check(climb(skill))
    assert due(table) == {"opposition": 1, "actor": 1}
    table = play(table, lay("gm", "opposition", "8D"), lay("tom", "actor", "8H"))
    results = figures(table, REVEAL)
    assert (results["margin"], results["success"]) == (0, True)


@pytest.mark.rule("IM-SKILL-5")
def test_without_the_skill_an_attribute_stands_in_and_the_other_side_gets_one_card() -> None:
    table = open_check(climb("Swimming"))
    assert due(table) == {"opposition": 2, "actor": 1}
    assert side(table, "opposition").extras == (ExtraCards(reason="unskilled", count=1),)
    assert under_way(table).attribute == "physical"
    refusal = refused(laid(HANDS, sheets={"rex": POINTS}), Attempt(seat="tom", actor="rex", skill="Swimming"))
    assert refusal.rules == ("IM-SKILL-6",)


@pytest.mark.rule("IM-SKILL-5", "IM-SKILL-6")
def test_by_the_groups_choice_the_attributes_level_is_the_number_of_cards() -> None:
    table = open_check(climb("Swimming"), unskilled_attribute_cards="attribute_level_cards")
    assert due(table) == {"opposition": 2, "actor": 3}
    lowered = play(table, ChooseAttribute(seat="gm", attribute="social"))
    assert due(lowered) == {"opposition": 2, "actor": 1}
    assert due(play(lowered, ChooseAttribute(seat="gm", attribute="mental"))) == {"opposition": 2, "actor": 2}
    laid_all = play(table, lay("tom", "actor", "8H", "9H"))
    assert why(laid_all, ChooseAttribute(seat="gm", attribute="social")) == ("already_laid", "IM-SKILL-6")


@pytest.mark.rule("IM-SKILL-5", "IM-SKILL-6", "IM-HTH-12", "IM-RANGED-9", "IM-RANGED-10")
def test_another_attribute_brings_its_level_to_a_blow_and_a_shot_too() -> None:
    by_level = {"unskilled_attribute_cards": "attribute_level_cards"}
    table = laid({**HANDS, "deck": "3C"}, sheets={"rex": POINTS}, options=by_level)
    blow = Strike(seat="tom", actor="rex", target="sal", skill="Fencing")
    shot = Shoot(seat="tom", actor="rex", target="sal", skill="Guns", weapon="Shotgun")
    mental = ChooseAttribute(seat="gm", attribute="mental")
    for attack in (blow, shot):
        assert due(play(table, attack)) == {"actor": 3, "opposition": 2}
        assert due(play(table, attack, mental)) == {"actor": 2, "opposition": 2}
    unaware = play(table, replace(blow, aware=False), mental)
    assert (due(unaware), side(unaware, "actor").done) == ({"actor": 1, "opposition": 0}, True)


@pytest.mark.rule("IM-SKILL-5", "IM-SKILL-6", "IM-ADV-5")
def test_who_had_laid_enough_may_lay_more_once_another_attribute_brings_more_cards() -> None:
    table = open_check(climb("Swimming"), unskilled_attribute_cards="attribute_level_cards")
    table = play(table, ChooseAttribute(seat="gm", attribute="social"), lay("tom", "actor", "8H"))
    assert side(table, "actor").done
    more = play(table, ChooseAttribute(seat="gm", attribute="mental"))
    assert (due(more)["actor"], side(more, "actor").done) == (2, False)


@pytest.mark.rule("IM-SKILL-6")
def test_the_gm_decides_which_attribute_stands_in() -> None:
    table = open_check(climb("Hotwiring"))
    assert why(table, ChooseAttribute(seat="tom", attribute="mental")) == ("gm_only", "IM-SKILL-6")
    assert why(table, ChooseAttribute(seat="gm", attribute="luck")) == ("attribute_needed", "IM-SKILL-6")
    result = outcome(table, ChooseAttribute(seat="gm", attribute="mental"))
    assert under_way(result.table).attribute == "mental"
    assert notes(result) == ["unskilled"]
    assert why(open_check(climb()), ChooseAttribute(seat="gm", attribute="mental")) == (
        "needs_no_attribute",
        "IM-SKILL-6",
    )


@pytest.mark.rule("IM-SKILL-7")
def test_the_extra_card_goes_to_a_player_who_opposes_and_to_the_gm_in_any_mix() -> None:
    table = open_check(climb("Wrestling", target="sal"))
    table = play(table, lay("eve", "opposition", "7H", "6H"), lay("tom", "actor", "10H"))
    assert figures(table, REVEAL)["opposition_total"] == 13
    table = play(open_check(climb("Wrestling", target="orc")), lay("gm", "opposition", "8D"))
    table = play(table, Draw(seat="gm", side="opposition"), lay("tom", "actor", "10H"))
    assert figures(table, REVEAL)["opposition_total"] == 8 + 3


@pytest.mark.rule("IM-SKILL-8")
def test_a_missing_skill_and_an_opponents_advantage_count_both() -> None:
    table = play(open_check(climb("Swimming")), GrantCards(seat="gm", side="opposition"))
    assert due(table) == {"opposition": 3, "actor": 1}


@pytest.mark.rule("IM-SKILL-1")
def test_the_record_says_for_each_character_whether_skills_are_looked_up() -> None:
    fields = (field for section in sheets_of("imaginality")["hero"].sections for field in section.fields)
    (mode,) = (field for field in fields if field.key == "skill_mode")
    assert isinstance(mode, ChoiceField)
    assert mode.choices == option_specs()["skill_mode"].choices
