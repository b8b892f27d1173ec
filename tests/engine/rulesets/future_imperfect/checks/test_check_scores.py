"""The short sum of a roll, as the log and the dice in the middle of the table show it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kit.calculation import CalculationStep
from engine.kit.checks.exploding_dice import Die
from engine.rulesets.future_imperfect.checks.check_scores import sum_of
from engine.rulesets.future_imperfect.rules.roll_rules import DefaultHalve, RollScore, ThrownDice, score


def rolled(
    best: int, modifiers: int = 0, *, plus: int = 0, per_die: int = 0, halved: bool = True, halve: DefaultHalve
) -> RollScore:
    """Return the score of one die."""
    return score(
        ThrownDice(dice=(Die(faces=(best,)),)),
        plus,
        (CalculationStep(reason="wounds", value=modifiers),),
        per_die=per_die,
        halved=halved,
        trait_plus="once",
        default_halve=halve,
        bust_rule="more_than_half",
        bust_recheck_on_added_dice=False,
    )


@pytest.mark.rule("FI-CORE-15")
def test_a_halved_total_is_divided_by_two_and_not_lowered_by_a_number_that_nobody_knows() -> None:
    assert sum_of(rolled(19, -7, halve="before_modifiers")) == "19 ÷ 2 − 7 = 2"
    assert sum_of(rolled(4, halve="before_modifiers")) == "4 ÷ 2 = 2"
    assert sum_of(rolled(9, -3, halve="after_modifiers")) == "(9 − 3) ÷ 2 = 3"
    assert sum_of(rolled(9, -3, halved=False, halve="before_modifiers")) == "9 − 3 = 6"


@pytest.mark.rule("FI-CORE-9", "FI-CORE-14", "FI-CORE-15")
@given(st.integers(1, 40), st.integers(-20, 20), st.integers(0, 3), st.integers(-3, 0), st.booleans(), st.booleans())
def test_the_short_sum_comes_to_the_total(
    best: int, modifiers: int, steps: int, per_die: int, halved: bool, first: bool
) -> None:
    halve: DefaultHalve = "before_modifiers" if first else "after_modifiers"
    result = rolled(best, modifiers, plus=2 * steps, per_die=per_die, halved=halved, halve=halve)
    *calculation, total = sum_of(result).replace("−", "-").replace("÷", "//").split(" = ")
    assert int(total) == result.total
    for words in calculation:
        assert eval(words) == result.total, words
