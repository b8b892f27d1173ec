"""Traits and the ladders of dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.messages.refusal import Refused
from engine.rulesets.future_imperfect.character.traits import (
    Trait,
    damage_down,
    ladders,
    parse,
    step_of,
    stepped,
    unarmed_die,
    with_count,
)
from tests.engine.rulesets.future_imperfect.vectors import vectors_of

BOTTOM = Trait(count=2, sides=4)


@pytest.mark.parametrize("cases", vectors_of("basics", "traits"))
def test_a_vector_of_the_catalogue(cases: Sequence[Mapping[str, Any]]) -> None:
    for case in cases:
        if "strength" in case:
            assert unarmed_die(parse(case["strength"])) == case["unarmed"]
        else:
            assert (damage_down(case["sides"], case["steps"]) or 0) == case["left"]


@pytest.mark.rule("FI-CORE-1", "FI-CORE-2")
@pytest.mark.parametrize(
    ("text", "value", "step"), [("3d4", 4, 0), ("2d8", 8, 2), ("1d12", 12, 4), ("1d12+2", 14, 5), ("4d12+6", 18, 7)]
)
def test_a_trait_has_a_number_and_a_place_on_the_ladder(text: str, value: int, step: int) -> None:
    trait = parse(text)
    assert (trait.text, trait.value, step_of(trait)) == (text, value, step)


@pytest.mark.rule("FI-CORE-2")
@pytest.mark.parametrize("text", ["", "3d", "2d7", "2d20", "2d8+2", "1d12+3", "1d12-2", "0d6", "ten", "2d6 and more"])
def test_dice_off_the_ladder_are_no_trait(text: str) -> None:
    with pytest.raises(Refused):
        parse(text)


@pytest.mark.rule("FI-CORE-2", "FI-ARMOR-7")
@given(up=st.integers(0, 60), down=st.integers(0, 60))
def test_steps_up_are_undone_by_steps_down_and_every_step_is_larger(up: int, down: int) -> None:
    high = stepped(BOTTOM, up)
    assert high is not None
    assert step_of(high) == up
    assert parse(high.text) == high
    low = stepped(high, -down)
    assert (low is None) is (down > up)
    if low is not None:
        assert stepped(low, down) == high
        assert (low.value < high.value) is (down > 0)


@pytest.mark.rule("FI-ARMOR-1", "FI-ARMOR-2")
@given(st.sampled_from(ladders().damage_ladder), st.integers(0, 8), st.integers(0, 8))
def test_armour_takes_damage_dice_down_level_by_level(sides: int, first: int, then: int) -> None:
    between = damage_down(sides, first)
    assert damage_down(sides, first + then) == (None if between is None else damage_down(between, then))


def test_there_are_no_other_damage_dice() -> None:
    with pytest.raises(Refused):
        damage_down(7, 1)


@pytest.mark.rule("FI-ARMOR-6", "FI-ARMOR-7")
@pytest.mark.parametrize(
    ("strength", "die"),
    [("1d4", 4), ("1d6", 4), ("1d8", 4), ("1d10", 4), ("1d12", 6), ("1d12+4", 8), ("1d12+28", 20), ("1d12+90", 20)],
)
def test_a_bare_hand_counts_as_half_the_strength_die(strength: str, die: int) -> None:
    assert unarmed_die(parse(strength)) == die


@pytest.mark.rule("FI-CORE-4")
def test_an_aptitude_is_rolled_with_the_die_type_of_its_trait() -> None:
    assert with_count(parse("1d12+2"), 4).text == "4d12+2"
