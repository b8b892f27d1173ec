"""Fate Chips: the uses and effects of each colour."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kit.calculation import total
from engine.kit.checks.exploding_dice import Die
from engine.messages.refusal import Refused
from engine.messages.texts import texts
from engine.rulesets.future_imperfect.chips.fate_chip_rules import (
    RollStatus,
    chips_due,
    fate_tables,
    gm_chips_due,
    help_refusal,
    improvement_refusals,
    wind_after_chips,
    with_chip_die,
    wounds_left,
)
from engine.rulesets.future_imperfect.rules.roll_rules import RollKind, RollScore, ThrownDice, score
from tests.engine.rulesets.future_imperfect.rules.test_roll_rules import CHOICES
from tests.engine.rulesets.future_imperfect.vectors import dice, vectors_of

COLOURS = ("white", "red", "blue")
chips = st.lists(st.sampled_from(COLOURS), max_size=6)


def reckoned(thrown: ThrownDice, **choices: Any) -> RollScore:
    """Return the score of a roll with the chips spent on it."""
    return score(thrown, 0, (), **{**CHOICES, **choices})


def spend(thrown: ThrownDice, colour: str, die: Die, *, blue_cancels_bust: bool = True) -> ThrownDice:
    """Spend a chip on a roll."""
    return with_chip_die(thrown, colour, die, bust=reckoned(thrown).bust, blue_cancels_bust=blue_cancels_bust)


@pytest.mark.parametrize("cases", vectors_of("basics", "spending"))
def test_a_vector_of_dice_that_chips_bring(cases: Sequence[Mapping[str, Any]]) -> None:
    for case in cases:
        thrown = ThrownDice(dice=dice(case["dice"]))
        for colour, die in zip(case["chips"], dice(case["more"]), strict=True):
            thrown = spend(thrown, colour, die)
        assert reckoned(thrown).total == case["total"]


@pytest.mark.parametrize("cases", vectors_of("basics", "barred"))
def test_a_vector_of_chips_that_may_be_spent(cases: Sequence[Mapping[str, Any]]) -> None:
    for case in cases:
        standing = RollStatus(
            bust=case.get("bust", False),
            kind=RollKind(case.get("kind", "check")),
            spent=case.get("spent", {}),
        )
        refusals = improvement_refusals(
            standing,
            blue_per_action=None if case.get("blue_per_action") == "unlimited" else 1,
            chips_on_strength_damage=case.get("chips_on_strength_damage", False),
        )[case["colour"]]
        assert (refusals.message.key if refusals is not None else None) == case.get("because"), case
        assert refusals is None or (refusals.message.key in texts() and refusals.rules)


@pytest.mark.rule("FI-FATE-10")
@given(st.lists(st.integers(1, 30), min_size=1, max_size=6), chips, st.integers(1, 30), st.data())
def test_a_red_die_adds_itself_to_the_highest(
    faces: list[int], before: list[str], face: int, data: st.DataObject
) -> None:
    thrown = ThrownDice(dice=tuple(Die(faces=(each,)) for each in faces))
    for colour in before:
        thrown = spend(thrown, colour, Die(faces=(data.draw(st.integers(1, 30)),)))
    after = spend(thrown, "red", Die(faces=(face,)))
    assert reckoned(after).total == reckoned(thrown).total + face


@pytest.mark.rule("FI-FATE-13", "FI-FATE-11")
def test_a_blue_chip_cancels_a_bust_by_an_option() -> None:
    bust = ThrownDice(dice=dice("1 1 6"))
    assert reckoned(bust).bust
    lifted = spend(bust, "blue", Die(faces=(3,)))
    assert (reckoned(lifted).bust, reckoned(lifted).total) == (False, 9)
    assert not reckoned(spend(lifted, "white", Die(faces=(1,))), bust_recheck_on_added_dice=True).bust
    still = spend(bust, "blue", Die(faces=(3,)), blue_cancels_bust=False)
    assert (reckoned(still).bust, reckoned(still).total) == (True, 9)


@pytest.mark.rule("FI-FATE-13")
def test_a_blue_chip_spent_before_a_bust_does_not_lift_it() -> None:
    early = spend(ThrownDice(dice=dice("1 5")), "blue", Die(faces=(1,)))
    assert reckoned(early, bust_recheck_on_added_dice=True).bust


@pytest.mark.rule("FI-FATE-1")
def test_a_chip_of_no_use_brings_no_die() -> None:
    for colour in ("black", "green"):
        with pytest.raises(Refused):
            spend(ThrownDice(dice=dice("3")), colour, Die(faces=(1,)))


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
def test_an_option_limits_saving_to_one_chip() -> None:
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
    assert total(wind_after_chips(wind, start, spent)) == after


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
def test_the_crew_helps_only_those_without_chips(
    own: bool, in_crew: bool, saves_skin: bool, holds: int, because: str | None
) -> None:
    refusal = help_refusal(own=own, in_crew=in_crew, saves_skin=saves_skin, holds=holds)
    assert (refusal.message.key if refusal is not None else None) == because


# ---- sessions --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cases", vectors_of("basics", "due"))
def test_a_vector_of_the_draw_of_a_session(cases: Sequence[Mapping[str, Any]]) -> None:
    for case in cases:
        assert chips_due(case["held"], case["pot"]) == case["due"]


@pytest.mark.rule("FI-FATE-5", "FI-FATE-20")
def test_the_gm_draws_one_chip_while_the_pot_has_any() -> None:
    assert [gm_chips_due(pot) for pot in (85, 1, 0)] == [1, 1, 0]
