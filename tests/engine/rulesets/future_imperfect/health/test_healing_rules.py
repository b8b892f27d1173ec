"""Healing: treatment and its speed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rulesets.future_imperfect.character.wound_levels import wound_tables
from engine.rulesets.future_imperfect.health import healing_rules
from engine.rulesets.future_imperfect.health.healing_rules import wind_after_rest
from tests.engine.rulesets.future_imperfect.called_functions import check_cases
from tests.engine.rulesets.future_imperfect.vectors import vectors_of


@pytest.mark.parametrize("cases", vectors_of("healing", "healing"))
def test_the_vector_comes_out_as_the_catalogue_says(cases: list[Mapping[str, Any]]) -> None:
    check_cases(cases, healing_rules)


@pytest.mark.rule("FI-HEAL-1", "FI-HEAL-10")
def test_wind_is_restored_by_an_easy_roll_and_waking_takes_a_fair_one() -> None:
    table = wound_tables().healing
    assert (table.wind_tn, table.wind_minutes, table.wake_tn) == (3, 5, 5)


@pytest.mark.rule("FI-HEAL-1")
@given(st.integers(-20, 20), st.integers(1, 20), st.integers(0, 60), st.integers(0, 60))
def test_rest_in_two_parts_is_one_rest(wind: int, start: int, first: int, second: int) -> None:
    once = wind_after_rest(wind, start, first + second, losing=False)
    assert once == wind_after_rest(wind_after_rest(wind, start, first, losing=False), start, second, losing=False)
    assert wind <= once <= max(wind, start)
