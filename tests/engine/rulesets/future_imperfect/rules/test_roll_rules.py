"""Scores of rolls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kit.calculation import CalculationStep, total
from engine.kit.checks.exploding_dice import Die
from engine.messages.texts import say, texts
from engine.rulesets.future_imperfect.character.traits import parse, with_count
from engine.rulesets.future_imperfect.rules.roll_rules import (
    AddedDie,
    BustRule,
    RollScore,
    ThrownDice,
    against,
    is_bust,
    kept_highest,
    named_tn_step,
    opposed,
    roll_methods,
    roll_tables,
    score,
    successes,
    went_bust,
)
from tests.engine.rulesets.future_imperfect.vectors import dice, vectors_of

CHOICES: Mapping[str, Any] = {
    "trait_plus": "once",
    "default_halve": "before_modifiers",
    "bust_rule": "more_than_half",
    "bust_recheck_on_added_dice": False,
}
BUST_RULES: tuple[BustRule, ...] = ("all", "more_than_half", "half_or_more")
naturals = st.lists(st.integers(1, 8), min_size=1, max_size=8)
fallen = st.lists(st.integers(1, 40).map(lambda face: Die(faces=(face,))), min_size=1, max_size=6).map(tuple)


def scored(text: str, plus: int = 0, *modifiers: int, **choices: Any) -> RollScore:
    """Return the score of fallen dice."""
    parts = [CalculationStep(reason="other", value=value) for value in modifiers]
    return score(ThrownDice(dice=dice(text)), plus, parts, **{**CHOICES, **choices})


@pytest.mark.parametrize("cases", vectors_of("basics", "rolls"))
def test_a_vector_of_the_catalogue(cases: Sequence[Mapping[str, Any]]) -> None:
    for case in cases:
        result = against(scored(case["dice"], per_die=case.get("per_die", 0)), case.get("tn", 5), raise_step=5)
        for name in ("total", "successes", "raises", "bust"):
            assert getattr(result, name) == case.get(name, getattr(result, name)), (case, name)
        if "pool" in case:
            assert with_count(parse(case["trait"]), case["level"]).text == case["pool"]


@pytest.mark.parametrize("cases", vectors_of("basics", "opposed"))
def test_a_vector_of_two_rolls(cases: Sequence[Mapping[str, Any]]) -> None:
    for case in cases:
        first, second = scored(case["initiator"]), scored(case["other"])
        result = opposed(first, second, raise_step=5, opposed_tie="initiator_loses", opposed_min_tn=None)
        assert (result.winner, result.successes) == (case["winner"], case["successes"])


# ---- bust ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FI-CORE-12")
@given(naturals, st.data())
def test_one_more_one_never_saves_from_a_bust(faces: list[int], data: st.DataObject) -> None:
    worse = list(faces)
    worse[data.draw(st.integers(0, len(faces) - 1))] = 1
    for rule in BUST_RULES:
        assert went_bust(faces, rule) <= went_bust(worse, rule)
        assert went_bust(faces, rule) <= went_bust([*faces, 1], rule)
    strict, usual, lax = (went_bust(faces, rule) for rule in BUST_RULES)
    assert strict <= usual <= lax


@pytest.mark.rule("FI-CORE-12")
def test_no_dice_are_no_bust() -> None:
    assert not any(went_bust([], rule) for rule in BUST_RULES)


@pytest.mark.rule("FI-FATE-13", "FI-FATE-9")
@given(fallen, fallen, st.integers(1, 40), st.integers(-3, 0), st.integers(0, 3))
def test_a_white_die_never_lowers_a_roll_and_never_makes_a_bust(
    first: tuple[Die, ...], chips: tuple[Die, ...], face: int, per_die: int, steps: int
) -> None:
    before = tuple(AddedDie(die=die, onto_highest=number % 2 == 0) for number, die in enumerate(chips))
    white = AddedDie(die=Die(faces=(face,)))
    for trait_plus in ("once", "per_die"):
        choices = {**CHOICES, "trait_plus": trait_plus}
        low = score(ThrownDice(dice=first, added=before), 2 * steps, (), per_die=per_die, **choices)
        high = score(ThrownDice(dice=first, added=(*before, white)), 2 * steps, (), per_die=per_die, **choices)
        assert high.total >= low.total
        assert high.bust == low.bust


@pytest.mark.rule("FI-FATE-13")
def test_dice_of_chips_count_in_a_bust_only_if_the_group_wants_it() -> None:
    two = ThrownDice(dice=dice("1 5"), added=(AddedDie(die=Die(faces=(1,))),))
    assert not is_bust(two, bust_rule="more_than_half", bust_recheck_on_added_dice=False)
    assert is_bust(two, bust_rule="more_than_half", bust_recheck_on_added_dice=True)


# ---- totals ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FI-CORE-10", "FI-CORE-11")
@given(st.integers(-20, 80), st.integers(1, 20), st.integers(1, 9))
def test_every_full_step_above_the_number_is_a_raise(reached: int, tn: int, step: int) -> None:
    slow, mark = 0, tn
    while reached >= mark:
        slow, mark = slow + 1, mark + step
    assert successes(reached, tn, step) == slow


@pytest.mark.rule("FI-CORE-3", "FI-CORE-9", "FI-CORE-13")
@given(fallen, st.sampled_from([0, 2, 6]), st.lists(st.integers(-6, 6), max_size=4), st.booleans())
def test_a_total_is_the_sum_of_its_reasons(
    first: tuple[Die, ...], plus: int, modifiers: list[int], halved: bool
) -> None:
    parts = [CalculationStep(reason="other", value=value) for value in modifiers]
    for halve in ("before_modifiers", "after_modifiers"):
        result = score(ThrownDice(dice=first), plus, parts, halved=halved, **{**CHOICES, "default_halve": halve})
        assert total(result.parts) == result.total
        assert result.kept == max(die.total for die in first) + plus
        assert all(f"part.{part.reason}" in texts() for part in result.parts)


@pytest.mark.rule("FI-CORE-14", "FI-CORE-15")
@pytest.mark.parametrize(
    ("halve", "modifiers", "expected"),
    [
        ("before_modifiers", (-3,), 1),
        ("after_modifiers", (-3,), 3),
        ("before_modifiers", (), 4),
        ("after_modifiers", (), 4),
        ("before_modifiers", (-6,), -2),
    ],
)
def test_an_unskilled_total_is_halved_and_rounded_down(halve: str, modifiers: tuple[int, ...], expected: int) -> None:
    assert scored("3 9", 0, *modifiers, halved=True, default_halve=halve).total == expected


@pytest.mark.rule("FI-CORE-3")
def test_the_plus_of_a_die_type_is_added_once_or_with_the_die_that_a_chip_adds() -> None:
    thrown = ThrownDice(dice=dice("5 9"), added=(AddedDie(die=Die(faces=(3,)), onto_highest=True),))
    assert score(thrown, 2, (), **CHOICES).total == 14
    assert score(thrown, 2, (), **{**CHOICES, "trait_plus": "per_die"}).total == 16
    assert kept_highest(dice("5 9"), 2, trait_plus="per_die") == kept_highest(dice("5 9"), 2, trait_plus="once") == 11


@pytest.mark.rule("FI-CORE-4", "FI-CORE-15", "FI-CORE-16", "FI-CORE-17", "FI-FATE-14")
def test_methods_of_rolling_an_unknown_aptitude() -> None:
    trait = parse("2d8")
    assert [way.dice.text for way in roll_methods(trait, 3, 5)] == ["3d8"]
    related, default = roll_methods(trait, 0, 4)
    assert (related.dice.text, related.related, related.halved) == ("4d8", True, False)
    assert (default.dice.text, default.related, default.halved) == ("2d8", False, True)
    assert roll_methods(trait, 0, 0) == (default,)


@pytest.mark.rule("FI-CORE-20")
def test_a_target_number_has_its_name() -> None:
    assert all(f"word.tn-{tn}" in texts() for tn in roll_tables().target_numbers)
    assert [say(named_tn_step(tn).words) for tn in (7, 8)] == [
        "Target number as entered: 7 (Onerous)",
        "Target number as entered: 8",
    ]


# ---- two rolls against each other ------------------------------------------------------------------------------------


@pytest.mark.rule("FI-CORE-18")
@pytest.mark.parametrize(
    ("tie", "least", "initiator", "other", "expected"),
    [
        ("initiator_loses", None, "2 7", "3 7", ("other", 1, False)),
        ("initiator_wins", None, "2 7", "3 7", ("initiator", 1, False)),
        ("reroll", None, "2 7", "3 7", (None, 0, True)),
        ("initiator_loses", None, "2 4", "2 3", ("initiator", 1, False)),
        ("initiator_loses", 5, "2 4", "2 3", (None, 0, False)),
        ("initiator_loses", 5, "2 8", "2 3", ("initiator", 1, False)),
        ("initiator_loses", 5, "2 10", "2 3", ("initiator", 2, False)),
        ("initiator_loses", None, "3 3", "2 13", ("other", 3, False)),
        ("initiator_loses", None, "3 3", "1 1 9", ("initiator", 1, False)),
        ("reroll", None, "1 1 7", "3 7", ("other", 1, False)),
    ],
)
def test_the_higher_roll_wins_by_its_steps_above_the_other(
    tie: Any, least: int | None, initiator: str, other: str, expected: tuple[str | None, int, bool]
) -> None:
    result = opposed(scored(initiator), scored(other), raise_step=5, opposed_tie=tie, opposed_min_tn=least)
    assert (result.winner, result.successes, result.again) == expected


@pytest.mark.rule("FI-CORE-19")
def test_two_busts_have_no_winner() -> None:
    result = opposed(scored("1"), scored("1 1 8"), raise_step=5, opposed_tie="initiator_wins", opposed_min_tn=None)
    assert (result.winner, result.again) == (None, False)


@pytest.mark.rule("FI-CORE-18")
@given(fallen, fallen)
def test_the_initiator_matters_only_for_a_tie(first: tuple[Die, ...], second: tuple[Die, ...]) -> None:
    initiator, opponent = (score(ThrownDice(dice=fell), 0, (), **CHOICES) for fell in (first, second))
    here = opposed(initiator, opponent, raise_step=5, opposed_tie="initiator_loses", opposed_min_tn=None)
    there = opposed(opponent, initiator, raise_step=5, opposed_tie="initiator_wins", opposed_min_tn=None)
    names = {"initiator": "other", "other": "initiator", None: None}
    assert (there.winner, there.successes) == (names[here.winner], here.successes)
