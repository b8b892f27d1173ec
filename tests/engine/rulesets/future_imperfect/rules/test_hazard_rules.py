"""Explosions, falls, water, smoke and fire."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kit.calculation import total
from engine.rulesets.future_imperfect.rules import hazard_rules
from engine.rulesets.future_imperfect.rules.hazard_rules import explosion_dice, fall_damage, fall_dice
from tests.engine.rulesets.future_imperfect.called_functions import check_cases
from tests.engine.rulesets.future_imperfect.vectors import vectors_of

METRES = st.floats(0, 1000, allow_nan=False)


@pytest.mark.parametrize("cases", vectors_of("hazards", "hazards"))
def test_the_vector_comes_out_as_the_catalogue_says(cases: list[Mapping[str, Any]]) -> None:
    check_cases(cases, hazard_rules)


@pytest.mark.rule("FI-BOOM-1")
@given(st.integers(0, 20), METRES, METRES)
def test_a_blast_is_never_worse_farther_away(dice: int, first: float, other: float) -> None:
    near, far = sorted((first, other))
    assert dice >= total(explosion_dice(dice, near)) >= total(explosion_dice(dice, far)) >= 0
    assert total(explosion_dice(dice, near)) <= 1 + total(explosion_dice(dice, near + 10))


@pytest.mark.rule("FI-FALL-1", "FI-FALL-3", "FI-FALL-4")
@given(METRES, METRES, st.lists(st.integers(1, 30), max_size=20))
def test_a_fall_is_never_worse_from_lower_or_onto_something_soft(first: float, other: float, faces: list[int]) -> None:
    low, high = (fall_dice(metres) for metres in sorted((first, other)))
    assert low.dice <= high.dice
    assert low.plus <= high.plus
    hard, soft, dive = (
        total(fall_damage(faces, low.plus, ground, landed_well=True)) for ground in ("hard", "soft", "water")
    )
    assert hard == sum(faces) + low.plus
    assert soft == hard // 2
    assert dive == 0
