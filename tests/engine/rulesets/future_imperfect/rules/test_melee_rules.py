"""Blows: target numbers, reach and closing in, and active defence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kit.calculation import total
from engine.rulesets.future_imperfect.rules import melee_rules
from engine.rulesets.future_imperfect.rules.melee_rules import MeleeStance, melee_tn, reach_part
from tests.engine.rulesets.future_imperfect.called_functions import check_cases
from tests.engine.rulesets.future_imperfect.vectors import vectors_of

STANCES = st.builds(
    MeleeStance,
    level=st.integers(0, 8),
    db=st.integers(0, 4),
    size=st.sampled_from([0.5, 3, 6, 6.5, 7, 12]),
    unnerved=st.sampled_from([0, -4]),
)


@pytest.mark.parametrize("cases", vectors_of("melee", "melee"))
def test_the_vector_comes_out_as_the_catalogue_says(cases: list[Mapping[str, Any]]) -> None:
    check_cases(cases, melee_rules)


@pytest.mark.rule("FI-DB-3")
@given(STANCES, STANCES)
def test_reach_is_never_below_nothing_and_never_protects_both(first: MeleeStance, second: MeleeStance) -> None:
    there = reach_part(first, second, "nobody", db_mode="net").value
    back = reach_part(second, first, "nobody", db_mode="net").value
    assert there >= 0
    assert back >= 0
    assert not (there and back)
    assert there <= reach_part(first, second, "nobody", db_mode="absolute").value


@pytest.mark.rule("FI-CLOSE-2", "FI-CLOSE-3")
@given(STANCES, STANCES, st.sampled_from(["net", "absolute"]))
def test_closing_in_never_raises_the_target_number_of_the_one_inside(
    near: MeleeStance, far: MeleeStance, db_mode: Literal["net", "absolute"]
) -> None:
    def tn(attacker: MeleeStance, defender: MeleeStance, closed: melee_rules.InsideReach) -> int:
        return total(melee_tn(attacker, defender, closed, db_mode=db_mode, unnerved_passive="floor0"))

    assert tn(near, far, "attacker") <= tn(near, far, "nobody")
    assert tn(far, near, "defender") >= tn(far, near, "nobody") + far.db
