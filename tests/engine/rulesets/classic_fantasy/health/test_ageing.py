"""Experience, and what years take."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.messages.texts import say
from engine.rulesets.classic_fantasy.character import character_rules
from engine.rulesets.classic_fantasy.character.character_rules import Depth
from engine.rulesets.classic_fantasy.d100_calculation import total
from engine.rulesets.classic_fantasy.dice.success_levels import roll_result
from engine.rulesets.classic_fantasy.health import ageing_rules
from engine.rulesets.classic_fantasy.health.ageing_rules import (
    ageing_years,
    behind,
    bounds_of,
    lose,
    numbers,
    roll_chance,
)
from engine.rulesets.classic_fantasy.progression import experience_rules
from engine.rulesets.classic_fantasy.progression.experience_rules import (
    SkillProgress,
    awarded,
    improve,
    lower_by_depth,
    lower_passion,
    next_session,
    plan_study,
)
from engine.rulesets.classic_fantasy.settings import CATALOGUE, Settings
from tests.engine.rulesets.classic_fantasy.vectors import check_cases, vectors_of

SPECIES = tuple(numbers().species)
AGES = st.integers(0, 1300)


def raised(value: int, intelligence: int, d100: int | None, d4: int, fumbled: bool) -> int:
    return improve(value, intelligence, d100, d4, fumbled=fumbled).value


def lowered(value: int, intelligence: int, d100: int, d4: int) -> int:
    return lower_passion(value, intelligence, d100, d4).value


def lowered_by_depth(value: int, depth: Depth, thrown: int) -> int:
    return lower_by_depth(value, depth, thrown).value


def studied(skill: str, stock: int, source: str) -> tuple[int, int, int]:
    found = plan_study(skill, {"INT": 12}, 0, stock, source=source)
    return found.base, found.ready, found.cost


def due_at(
    species: str, before: int, after: int, own: tuple[int, ...] = (), settings: Settings = CATALOGUE
) -> tuple[str, ...]:
    return tuple(toll.grade for toll in ageing_years(before, after, bounds_of(species, own), settings))


def left_behind(age: int, made: tuple[int, int] | None = None, settings: Settings = CATALOGUE) -> tuple[str, ...]:
    return tuple(toll.grade for toll in behind(age, bounds_of("Human"), made, settings))


def toll_roll(age: int, skill: int, roll: int, settings: Settings = CATALOGUE) -> tuple[str, int, str] | None:
    (toll,) = ageing_years(age - 1, age, bounds_of("Human"))
    against = roll_chance(toll, skill, settings)
    return None if against is None else (against.grade, against.value, roll_result(against, roll).level)


HELPERS = {
    function.__name__: function
    for function in (raised, lowered, lowered_by_depth, studied, due_at, left_behind, toll_roll)
}


@pytest.mark.parametrize("cases", vectors_of("years"))
def test_the_vector_comes_out_as_the_catalogue_says(cases: list[Mapping[str, Any]]) -> None:
    check_cases(cases, HELPERS, ageing_rules, experience_rules, character_rules)


@pytest.mark.rule("CF-XP-12", "CF-X-24")
def test_a_character_without_a_characteristic_studies_from_a_base_value_of_0() -> None:
    assert plan_study("First Aid", {"INT": 12, "DEX": 9}, 0, 9, source="a tutor").base == 21
    assert plan_study("First Aid", {"INT": 12}, 0, 9, source="a tutor").base == 0


@pytest.mark.rule("CF-AGE-2", "CF-AGE-9", "CF-AGE-13")
@given(st.sampled_from(SPECIES), st.lists(AGES, min_size=3, max_size=3).map(sorted))
def test_years_in_two_steps_owe_the_rolls_of_one(species: str, ages: list[int]) -> None:
    born, middle, old = ages
    bounds = bounds_of(species)
    assert ageing_years(born, middle, bounds) + ageing_years(middle, old, bounds) == ageing_years(born, old, bounds)


@pytest.mark.rule("CF-AGE-6", "CF-AGE-7", "CF-AGE-8")
@given(st.integers(0, 20), st.integers(0, 9), st.integers(1, 3))
def test_what_is_lost_stands_in_the_ledger_and_nothing_falls_below_0(value: int, lost: int, points: int) -> None:
    aged = lose({"POW": value}, {"POW": lost}, "POW", points)
    assert aged.characteristics["POW"] + aged.lost["POW"] == value + lost
    assert aged.characteristics["POW"] >= 0
    assert aged.dies == (value <= points)


@pytest.mark.rule("CF-XP-5", "CF-XP-6", "CF-XP-7", "CF-XP-11")
@given(st.integers(0, 200), st.integers(1, 20), st.integers(1, 100), st.integers(1, 4), st.booleans())
def test_an_experience_roll_always_brings_a_point_and_a_good_one_two_to_five(
    value: int, intelligence: int, d100: int, d4: int, fumbled: bool
) -> None:
    found = improve(value, intelligence, d100, d4, fumbled=fumbled)
    gain = found.value - value - fumbled
    assert gain == (d4 + 1 if found.succeeded else 1)
    assert found.succeeded == (d100 + intelligence >= value + fumbled)
    assert found.value == total(found.parts)
    assert 0 <= lower_passion(value, intelligence, d100, d4).value < max(1, value)


@pytest.mark.rule("CF-XP-6", "CF-XP-7", "CF-XP-8", "CF-XP-15", "CF-AMB-12")
@given(st.integers(0, 200), st.integers(1, 20), st.integers(1, 100), st.integers(1, 4), st.booleans())
def test_an_award_gives_the_free_point_first_and_clears_the_mark(
    value: int, intelligence: int, d100: int, d4: int, fumbled: bool
) -> None:
    before = SkillProgress(sort="skill", value=value, fumbled=fumbled, raised=1)
    after = awarded(before)
    assert (after.fumbled, after.raised) == (False, 0)
    assert awarded(after) == after
    now = improve(after.value, intelligence, d100, d4, fumbled=False)
    assert now.value == improve(value, intelligence, d100, d4, fumbled=fumbled).value
    by_session = Settings(xp_limit="session")
    assert awarded(before, by_session).raised == 1
    assert next_session(awarded(before, by_session), by_session).raised == 0
    assert next_session(before) == before


@pytest.mark.rule("CF-AGE-11")
def test_what_age_takes_is_told() -> None:
    told = [say(lose({which: 9}, {}, which, 2).words) for which in character_rules.numbers().at_zero]
    assert len(set(told)) == len(told)
    assert all("7 left" in text for text in told)
    assert "Frailty" in say(lose({"CON": 2}, {}, "CON", 2).words)
