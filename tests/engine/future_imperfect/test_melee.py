"""Blows: what has to be beaten, who gets inside whose reach, and active defense."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rulesets.future_imperfect import melee
from engine.rulesets.future_imperfect.melee import Stance, melee_tn, reach_part
from engine.rulesets.future_imperfect.parts import total
from tests.engine.future_imperfect.called_functions import check_cases
from tests.engine.future_imperfect.vectors import vectors_of

STANCES = st.builds(
    Stance,
    level=st.integers(0, 8),
    db=st.integers(0, 4),
    size=st.sampled_from([0.5, 3, 6, 6.5, 7, 12]),
    unnerved=st.sampled_from([0, -4]),
)


@pytest.mark.parametrize("cases", vectors_of("melee", "melee"))
def test_the_vector_comes_out_as_the_catalogue_says(cases: list[Mapping[str, Any]]) -> None:
    check_cases(cases, melee)


@pytest.mark.rule("FI-DB-3")
@given(STANCES, STANCES)
def test_reach_is_never_below_nothing_and_never_protects_both(one: Stance, other: Stance) -> None:
    there = reach_part(one, other, "nobody", db_mode="net").value
    back = reach_part(other, one, "nobody", db_mode="net").value
    assert there >= 0
    assert back >= 0
    assert not (there and back)
    assert there <= reach_part(one, other, "nobody", db_mode="absolute").value


@pytest.mark.rule("FI-CLOSE-2", "FI-CLOSE-3")
@given(STANCES, STANCES, st.sampled_from(["net", "absolute"]))
def test_to_get_inside_never_makes_it_harder_for_who_is_inside(
    near: Stance, far: Stance, db_mode: Literal["net", "absolute"]
) -> None:
    def tn(attacker: Stance, defender: Stance, closed: melee.Closed) -> int:
        return total(melee_tn(attacker, defender, closed, db_mode=db_mode, unnerved_passive="floor0"))

    assert tn(near, far, "attacker") <= tn(near, far, "nobody")
    assert tn(far, near, "defender") >= tn(far, near, "nobody") + far.db
