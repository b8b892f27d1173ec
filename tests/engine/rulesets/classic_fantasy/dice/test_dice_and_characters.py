"""Rolls, difficulty grades, contests, and values calculated from characteristics."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.messages.refusal import Refused
from engine.rulesets.classic_fantasy.character import character_rules
from engine.rulesets.classic_fantasy.dice import difficulty_grades, mixed_dice, success_levels
from engine.rulesets.classic_fantasy.dice.difficulty_grades import DifficultyModifier, ladder
from engine.rulesets.classic_fantasy.dice.grade_tables import numbers
from engine.rulesets.classic_fantasy.dice.mixed_dice import die_step, mixed, step_of
from engine.rulesets.classic_fantasy.dice.success_levels import (
    RollResult,
    differential,
    effective_skill,
    opposed,
    over_100,
    roll_result,
    succeeds,
    success_level,
)
from engine.rulesets.classic_fantasy.rules_data import FOLDER
from engine.rulesets.classic_fantasy.settings import Settings
from engine.sheets.catalogue.sheet_library import sheets_of
from tests.engine.rulesets.classic_fantasy.vectors import check_cases, vectors_of

MODULES = (difficulty_grades, success_levels, character_rules, mixed_dice)
SKILLS = st.integers(0, 250)
ROLLS = st.integers(1, 100)
LEVELS = ("fumble", "failure", "success", "critical")
SIDES = st.builds(
    lambda roll, skill: RollResult(level=success_level(roll, skill), roll=roll, value=skill), ROLLS, SKILLS
)


def contested(skills: Sequence[int]) -> tuple[int, ...]:
    taken = over_100(skills)
    return tuple(effective_skill(skill, taken=taken).value for skill in skills)


@pytest.mark.parametrize("cases", vectors_of("basics"))
def test_the_vector_comes_out_as_the_catalogue_says(cases: list[Mapping[str, Any]]) -> None:
    check_cases(cases, {"contested": contested}, *MODULES)


@pytest.mark.rule("CF-X-1", "CF-X-2", "CF-X-3", "CF-X-4")
@given(SKILLS)
def test_every_roll_has_one_outcome_and_a_better_one_is_never_above_a_worse(skill: int) -> None:
    found = [success_level(roll, skill) for roll in range(1, 101)]
    heights = [LEVELS.index(level) for level in found]
    assert heights == sorted(heights, reverse=True)
    assert all(map(succeeds, found[:5]))
    assert not any(map(succeeds, found[95:]))
    assert found[98:] == (["failure", "fumble"] if skill > 100 else ["fumble", "fumble"])
    against = effective_skill(skill)
    assert found.count("critical") == min(95, against.critical)
    assert found.index("fumble") + 1 == against.fumble


@pytest.mark.rule("CF-X-4", "CF-X-7")
@given(SIDES, SIDES)
def test_a_contest_is_won_by_the_same_side_from_either_end(one: RollResult, other: RollResult) -> None:
    there, back = opposed(one, other), opposed(other, one)
    assert there.reason == back.reason
    assert (there.winner is None) == (not succeeds(one.level) and not succeeds(other.level))
    if there.reason in {"level", "roll", "skill"}:
        assert {there.winner, back.winner} == {"acting", "resisting"}
    else:
        assert there.winner == back.winner != "acting"


@pytest.mark.rule("CF-X-8", "CF-T-DIFF")
def test_both_sides_of_a_contest_have_the_same_margin() -> None:
    for one in numbers().differential:
        for other in numbers().differential:
            assert differential(one, other) == -differential(other, one)


@pytest.mark.rule("CF-X-5", "CF-X-6", "CF-T-GRADE")
@given(SKILLS, st.sampled_from(["multiplier", "flat"]), st.sampled_from(["0.1", "0.2"]))
def test_a_harder_grade_never_leaves_more(skill: int, system: Any, herculean: Any) -> None:
    settings = Settings(grades_system=system, grades_herculean=herculean)
    values = [effective_skill(skill, grade, settings=settings).value for grade in ladder()[1:-1]]
    assert values == sorted(values, reverse=True)
    assert values[2] == skill


@pytest.mark.rule("CF-X-6", "CF-T-GRADE")
def test_automatic_and_hopeless_rolls_ignore_dice() -> None:
    easy = effective_skill(10, "Very Easy", (DifficultyModifier(reason="again", steps=-1),))
    assert roll_result(easy, 100) == RollResult(level="success")
    assert roll_result(
        effective_skill(250, bearings=(DifficultyModifier(reason="fatigue", grade="Hopeless"),)), 1
    ) == RollResult(level="failure")


@pytest.mark.rule("CF-T-DM")
@given(st.integers(0, 60))
def test_each_step_of_dice_is_better_than_the_one_before(step: int) -> None:
    assert step_of(die_step(step)) == step
    here, above = (mixed(die_step(one)) for one in (step, step + 1))
    assert here.least + here.most < above.least + above.most


@pytest.mark.rule("CF-X-14")
def test_a_body_larger_than_a_sheet_can_say_brings_no_more_dice() -> None:
    assert character_rules.damage_modifier(10**15, 10) == character_rules.damage_modifier(999, 999)


@pytest.mark.rule("CF-X-14")
@given(st.data())
def test_mixed_dice_stay_between_minimum_and_maximum(data: st.DataObject) -> None:
    pool = mixed(data.draw(st.sampled_from(["1d8+1d6", "-1d4", "1d3-1", "0", "2d10+1d2-1d4+3"])))
    faces = [data.draw(st.integers(1, sides)) for sides in pool.dice_sides]
    assert pool.least <= pool.total(faces) <= pool.most
    assert pool.total([1 if some.count > 0 else some.sides for some in pool.dice for _ in range(abs(some.count))]) == (
        pool.least
    )
    with pytest.raises(Refused):
        pool.total([*faces, 1])


@pytest.mark.parametrize("text", ["", "d", "1d6x", "1d61d6", "0d6", "1d1", "101d6", "1d6 1", "+-1"])
def test_what_is_not_dice_is_refused(text: str) -> None:
    with pytest.raises(Refused):
        mixed(text)


@pytest.mark.rule("CF-X-1")
@pytest.mark.parametrize("roll", [0, 101, -5])
def test_a_d100_shows_1_to_100(roll: int) -> None:
    with pytest.raises(Refused) as refused:
        success_level(roll, 50)
    assert refused.value.message.key == "refused.d100_roll"


@pytest.mark.rule("CF-X-22", "CF-T-RANK")
def test_the_record_sheet_shows_the_needs_of_each_rank() -> None:
    told = sheets_of("classic_fantasy")["hero"].field("rank")
    assert told is not None
    for need in character_rules.numbers().ranks:
        assert f"Rank {need.rank}: {need.skills} at {need.value} %." in told.help


@pytest.mark.rule("CF-X-23", "CF-X-25", "CF-T-SKILLS")
def test_a_new_record_sheet_has_the_same_skills() -> None:
    sheet = tomllib.loads((FOLDER / "sheets" / "hero.toml").read_text(encoding="utf-8"))
    rows = next(field for part in sheet["sections"] for field in part["fields"] if field["key"] == "skills")["start"]
    assert {row["name"]: row["base_of"].replace(" ", "") for row in rows} == character_rules.numbers().skills.standard
