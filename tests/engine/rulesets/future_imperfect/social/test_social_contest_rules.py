"""Contests of will, stakes and fear."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kit.calculation import total
from engine.messages.texts import texts
from engine.rulesets.future_imperfect.character.traits import Trait, parse, stepped
from engine.rulesets.future_imperfect.conditions.terror import after_draw_phase, fear_result, joker_under_terror
from engine.rulesets.future_imperfect.rules.social_contest_rules import (
    chip_of_broken,
    contest_effect,
    included_effects,
    opposing_aptitude,
    simple_tn,
    stake_reached,
)
from tests.engine.rulesets.future_imperfect.vectors import vectors_of


@pytest.mark.parametrize("cases", vectors_of("basics", "simple"))
def test_a_vector_of_a_simple_contest(cases: Sequence[Mapping[str, Any]]) -> None:
    for case in cases:
        parts = simple_tn(
            parse(case["own"]), parse(case["other"]), case["level"], simple_contest_gap=case.get("gap", "steps")
        )
        assert total(parts) == case["tn"], case
        assert all(f"part.{part.reason}" in texts() for part in parts)


@pytest.mark.parametrize("cases", vectors_of("basics", "fear"))
def test_a_vector_of_a_fear_test(cases: Sequence[Mapping[str, Any]]) -> None:
    for case in cases:
        result = fear_result(case["successes"], bust=case.get("bust", False), terror=case.get("terror", False))
        assert result == case.get("result"), case


@pytest.mark.parametrize("cases", vectors_of("basics", "stakes"))
def test_a_vector_of_stakes(cases: Sequence[Mapping[str, Any]]) -> None:
    for case in cases:
        assert stake_reached(case["successes"], case["raises"]) == case["reached"]


@pytest.mark.rule("FI-PSY-4", "FI-PSY-7", "FI-PSY-8", "FI-PSY-10")
def test_the_better_a_contest_is_won_the_worse_for_the_loser() -> None:
    assert [contest_effect(won) for won in range(6)] == [
        None, "unnerved", "distracted", "broken", "broken", "broken",
    ]  # fmt: skip
    assert included_effects("unnerved") == ("unnerved",)
    assert included_effects("broken") == ("unnerved", "distracted", "broken")


@pytest.mark.rule("FI-PSY-1")
def test_every_contest_has_its_opponent_but_persuasion() -> None:
    assert [opposing_aptitude(name) for name in ("bluff", "overawe", "ridicule", "persuasion")] == [
        "scrutinize", "guts", "ridicule", None,
    ]  # fmt: skip


@pytest.mark.rule("FI-PSY-8", "FI-FEAR-4")
def test_the_side_that_draws_for_a_broken_character() -> None:
    assert chip_of_broken("contest", winner_is_extra=False, fear_broken_chip="none") == "winner"
    assert chip_of_broken("contest", winner_is_extra=True, fear_broken_chip="none") == "master"
    assert chip_of_broken("fear", winner_is_extra=False, fear_broken_chip="master") == "master"
    assert chip_of_broken("fear", winner_is_extra=False, fear_broken_chip="none") is None


@pytest.mark.rule("FI-SIMPLE-1", "FI-SIMPLE-2", "FI-SIMPLE-3")
@given(st.integers(0, 9), st.integers(0, 9), st.integers(0, 6), st.integers(1, 6))
def test_a_stronger_opponent_is_never_easier_and_dice_do_not_count(own: int, other: int, level: int, dice: int) -> None:
    def tn(step: int, versed: int, count: int = 2) -> int:
        mine, theirs = stepped(Trait(count=2, sides=4), own), stepped(Trait(count=count, sides=4), step)
        assert mine is not None
        assert theirs is not None
        return total(simple_tn(mine, theirs, versed, simple_contest_gap="steps"))

    assert tn(other, level) <= tn(other + 1, level)
    assert tn(other, level) <= tn(other, level + 1)
    assert tn(other, level) == tn(other, level, dice)


@pytest.mark.rule("FI-FEAR-6", "FI-FEAR-8", "FI-JOKER-10")
def test_terror_freezes_then_puts_to_flight_then_is_over() -> None:
    assert after_draw_phase("catatonic") == "terrified"
    assert after_draw_phase("terrified") is None
    assert joker_under_terror(black_joker=True, failed_terror=True, terrified=False) == "catatonic"
    assert joker_under_terror(black_joker=True, failed_terror=False, terrified=True) == "catatonic"
    assert joker_under_terror(black_joker=True, failed_terror=False, terrified=False) is None
    assert joker_under_terror(black_joker=False, failed_terror=True, terrified=True) is None
