"""Fate Chips: what each colour can do, and what it changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dice.pools import Die
from engine.play.refusal import Refused
from engine.play.words import texts
from engine.rulesets.future_imperfect.fate import (
    Kind,
    Standing,
    chips_due,
    fate_tables,
    improved,
    master_chips_due,
    may_help,
    may_improve,
    wind_after,
    wounds_left,
)
from engine.rulesets.future_imperfect.parts import total
from engine.rulesets.future_imperfect.rolls import Score, Thrown, score
from tests.engine.future_imperfect.test_rolls import CHOICES
from tests.engine.future_imperfect.vectors import dice, vectors_of

COLOURS = ("white", "red", "blue")
chips = st.lists(st.sampled_from(COLOURS), max_size=6)


def reckoned(thrown: Thrown, **choices: Any) -> Score:
    """What a roll comes to with the chips spent on it."""
    return score(thrown, 0, (), **{**CHOICES, **choices})


def spend(thrown: Thrown, colour: str, die: Die, *, blue_cancels_bust: bool = True) -> Thrown:
    """Spend a chip on a roll."""
    return improved(thrown, colour, die, bust=reckoned(thrown).bust, blue_cancels_bust=blue_cancels_bust)


@pytest.mark.parametrize("cases", vectors_of("basics", "spending"))
def test_a_vector_of_dice_that_chips_bring(cases: Sequence[Mapping[str, Any]]) -> None:
    for case in cases:
        thrown = Thrown(dice=dice(case["dice"]))
        for colour, die in zip(case["chips"], dice(case["more"]), strict=True):
            thrown = spend(thrown, colour, die)
        assert reckoned(thrown).total == case["total"]


@pytest.mark.parametrize("cases", vectors_of("basics", "barred"))
def test_a_vector_of_chips_that_may_be_spent(cases: Sequence[Mapping[str, Any]]) -> None:
    for case in cases:
        standing = Standing(
            bust=case.get("bust", False),
            kind=Kind(case.get("kind", "check")),
            spent=case.get("spent", {}),
        )
        found = may_improve(
            standing,
            blue_per_action=None if case.get("blue_per_action") == "unlimited" else 1,
            chips_on_strength_damage=case.get("chips_on_strength_damage", False),
        )[case["colour"]]
        assert (found.message.key if found is not None else None) == case.get("because"), case
        assert found is None or (found.message.key in texts() and found.rules)


@pytest.mark.rule("FI-FATE-10")
@given(st.lists(st.integers(1, 30), min_size=1, max_size=6), chips, st.integers(1, 30), st.data())
def test_a_red_die_adds_itself_to_the_highest(
    faces: list[int], before: list[str], face: int, data: st.DataObject
) -> None:
    thrown = Thrown(dice=tuple(Die(faces=(each,)) for each in faces))
    for colour in before:
        thrown = spend(thrown, colour, Die(faces=(data.draw(st.integers(1, 30)),)))
    after = spend(thrown, "red", Die(faces=(face,)))
    assert reckoned(after).total == reckoned(thrown).total + face


@pytest.mark.rule("FI-FATE-13", "FI-FATE-11")
def test_a_blue_chip_lifts_a_bust_if_the_group_lets_it() -> None:
    bust = Thrown(dice=dice("1 1 6"))
    assert reckoned(bust).bust
    lifted = spend(bust, "blue", Die(faces=(3,)))
    assert (reckoned(lifted).bust, reckoned(lifted).total) == (False, 9)
    assert not reckoned(spend(lifted, "white", Die(faces=(1,))), bust_recheck_on_added_dice=True).bust
    still = spend(bust, "blue", Die(faces=(3,)), blue_cancels_bust=False)
    assert (reckoned(still).bust, reckoned(still).total) == (True, 9)


@pytest.mark.rule("FI-FATE-13")
def test_a_blue_chip_spent_before_a_bust_does_not_lift_it() -> None:
    early = spend(Thrown(dice=dice("1 5")), "blue", Die(faces=(1,)))
    assert reckoned(early, bust_recheck_on_added_dice=True).bust


@pytest.mark.rule("FI-FATE-1")
def test_a_chip_of_no_use_brings_no_die() -> None:
    for colour in ("black", "green"):
        with pytest.raises(Refused):
            spend(Thrown(dice=dice("3")), colour, Die(faces=(1,)))


# ---- saving your skin ------------------------------------------------------------------------------------------------


@pytest.mark.rule("FI-FATE-15", "FI-FATE-22")
@pytest.mark.parametrize(
    ("wounds", "spent", "left"),
    [
        (1, ["white"], 0),
        (3, ["white"], 2),
        (3, ["red"], 1),
        (3, ["blue"], 0),
        (5, ["blue", "white"], 1),
        (1, ["blue"], 0),
        (2, [], 2),
    ],
)
def test_chips_cancel_wounds_of_one_attack(wounds: int, spent: list[str], left: int) -> None:
    assert total(wounds_left(wounds, spent, chips_per_save=None)) == left


@pytest.mark.rule("FI-FATE-15")
def test_a_group_may_let_one_chip_save_one_skin() -> None:
    assert total(wounds_left(4, ["blue"], chips_per_save=1)) == 1
    with pytest.raises(Refused):
        wounds_left(4, ["white", "white"], chips_per_save=1)


@pytest.mark.rule("FI-FATE-15", "FI-FATE-22")
@given(st.integers(0, 9), chips)
def test_chips_never_make_wounds_and_never_leave_fewer_than_none(wounds: int, spent: list[str]) -> None:
    worth = {colour.key: colour.wounds for colour in fate_tables().colours}
    parts = wounds_left(wounds, spent, chips_per_save=None)
    assert total(parts) == max(0, wounds - sum(worth[colour] for colour in spent))
    assert all(part.value <= 0 for part in parts[1:])
    assert all(f"part.{part.reason}" in texts() for part in parts)


@pytest.mark.rule("FI-FATE-17")
@pytest.mark.parametrize(
    ("wind", "start", "spent", "after"),
    [
        (3, 12, ["white"], 8),
        (-4, 12, ["red"], 6),
        (-4, 12, ["blue"], 11),
        (10, 12, ["blue"], 12),
        (12, 12, ["red"], 12),
        (-10, 12, ["white", "white"], 0),
        (14, 12, ["red"], 14),
    ],
)
def test_chips_bring_wind_back_up_to_the_start(wind: int, start: int, spent: list[str], after: int) -> None:
    assert total(wind_after(wind, start, spent)) == after


@pytest.mark.rule("FI-FATE-18")
@pytest.mark.parametrize(
    ("own", "in_crew", "saves_skin", "holds", "because"),
    [
        (True, True, True, 4, None),
        (True, False, True, 1, None),
        (False, True, False, 4, None),
        (False, True, True, 0, None),
        (False, True, True, 1, "refused.chip_has_own"),
        (False, False, False, 0, "refused.chip_not_crew"),
    ],
)
def test_the_crew_helps_one_another_but_not_those_who_can_save_themselves(
    own: bool, in_crew: bool, saves_skin: bool, holds: int, because: str | None
) -> None:
    found = may_help(own=own, in_crew=in_crew, saves_skin=saves_skin, holds=holds)
    assert (found.message.key if found is not None else None) == because


# ---- sessions --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cases", vectors_of("basics", "due"))
def test_a_vector_of_the_draw_of_a_session(cases: Sequence[Mapping[str, Any]]) -> None:
    for case in cases:
        assert chips_due(case["held"], case["pot"]) == case["due"]


@pytest.mark.rule("FI-FATE-5", "FI-FATE-20")
def test_the_master_draws_one_as_long_as_there_is_any() -> None:
    assert [master_chips_due(pot) for pot in (85, 1, 0)] == [1, 1, 0]
