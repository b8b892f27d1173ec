"""Armour against a shot, a blade and a bare hand."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.messages.texts import say
from engine.rulesets.future_imperfect.character.equipment import ArmourLayer, obstacle_from_row
from engine.rulesets.future_imperfect.character.hit_locations import HUMAN, BodySide, called_location, chart_named
from engine.rulesets.future_imperfect.character.traits import parse
from engine.rulesets.future_imperfect.damage.damage_rules import (
    ArmourResult,
    ArmourVerdict,
    effective_levels,
    pass_armour,
    pass_unarmed,
)
from engine.rulesets.future_imperfect.settings import first_lists
from tests.engine.rulesets.future_imperfect.vectors_bodies import vectors_of

LADDER = [4, 6, 8, 10, 12, 20]
DIE = st.sampled_from(LADDER)
VALUE = st.integers(0, 8)
PN = st.none() | st.integers(0, 12)


def passed(sides: int, pn: int | None, values: list[int], **options: Any) -> ArmourResult:
    """A shot at so many layers, with the options as they are by default unless some are named."""
    layers = [ArmourLayer(name=f"layer {number}", value=value) for number, value in enumerate(values)]
    chosen = {"armor_min_step": 1, "equal_pn_stops": False, "armor_layers": "sequential", **options}
    return pass_armour(sides, pn, layers, **chosen)


def options_of(vector: dict[str, Any]) -> dict[str, Any]:
    return {key: vector[key] for key in ("armor_min_step", "equal_pn_stops", "armor_layers") if key in vector}


@pytest.mark.parametrize("vector", vectors_of("armour"))
def test_armour_reduces_dice_as_in_the_catalogue(vector: dict[str, Any]) -> None:
    passage = passed(vector["sides"], vector.get("pn"), vector["layers"], **options_of(vector))
    assert (passage.verdict, passage.sides) == (vector.get("verdict", "through"), vector.get("left"))


@pytest.mark.parametrize("vector", vectors_of("unarmed"))
def test_a_bare_hand_is_lowered_by_the_die_that_it_counts_as(vector: dict[str, Any]) -> None:
    layers = [ArmourLayer(name="vest", value=value) for value in vector["layers"]]
    strength = parse(vector["strength"])
    blow = pass_unarmed(strength, None, layers, armor_min_step=1, equal_pn_stops=False, armor_layers="sequential")
    assert blow.passage.sides == vector.get("counts_as")
    assert (blow.strength.text if blow.strength is not None else None) == vector.get("left")


def slow(sides: int, pn: int | None, values: list[int]) -> int | None:
    """The rule as one would do it on paper: layer by layer, finger on the ladder (FI-ARMOR-2, FI-ARMOR-3)."""
    finger = LADDER.index(sides)
    for armour in values:
        if armour == 0:
            continue
        if pn is None:
            steps = armour
        elif pn < armour:
            return None
        else:
            steps = armour
            for _ in range(pn - armour):
                steps -= 1
            if steps < 1:
                steps = 1
        for _ in range(steps):
            finger -= 1
            if finger < 0:
                return None
    return LADDER[finger]


@pytest.mark.rule("FI-ARMOR-2", "FI-ARMOR-3", "FI-ARMOR-10")
@given(sides=DIE, pn=PN, values=st.lists(VALUE, max_size=3))
def test_it_agrees_with_the_rule_done_slowly(sides: int, pn: int | None, values: list[int]) -> None:
    passage = passed(sides, pn, values)
    assert passage.sides == slow(sides, pn, values)
    assert (passage.sides is None) == (passage.verdict is not ArmourVerdict.THROUGH)


@pytest.mark.rule("FI-ARMOR-3", "FI-ARMOR-10", "FI-COVER-2")
@given(
    sides=DIE,
    pn=st.integers(0, 12),
    values=st.lists(VALUE, min_size=1, max_size=3),
    least=st.integers(0, 1),
    stops=st.booleans(),
    layers=st.sampled_from(["sequential", "sum"]),
)
def test_more_armour_never_hurts_its_wearer_and_more_penetration_never_helps_him(
    sides: int, pn: int, values: list[int], least: int, stops: bool, layers: str
) -> None:
    options = {"armor_min_step": least, "equal_pn_stops": stops, "armor_layers": layers}
    left = passed(sides, pn, values, **options).sides or 0
    assert (passed(sides, pn, [values[0] + 1, *values[1:]], **options).sides or 0) <= left
    assert (passed(sides, pn, [*values, 1], **options).sides or 0) <= left
    assert left <= (passed(sides, pn + 1, values, **options).sides or 0) <= sides


@pytest.mark.rule("FI-ARMOR-3")
@given(value=st.integers(1, 8), pn=st.integers(0, 12))
def test_the_least_step_and_the_stop_at_equal_strength_are_choices(value: int, pn: int) -> None:
    usual = effective_levels(value, pn, armor_min_step=1, equal_pn_stops=False)
    generous = effective_levels(value, pn, armor_min_step=0, equal_pn_stops=False)
    strict = effective_levels(value, pn, armor_min_step=1, equal_pn_stops=True)
    assert (usual is None) == (generous is None) == (pn < value)
    assert (strict is None) == (pn <= value)
    if usual is not None and generous is not None:
        assert usual == max(1, generous)
        assert (generous == 0) == (pn >= 2 * value)


@pytest.mark.rule("FI-ARMOR-1", "FI-ARMOR-9")
@pytest.mark.parametrize("row", first_lists()["obstacles"], ids=lambda row: str(row["name"]))
def test_an_obstacle_stops_its_die_and_not_the_next(row: dict[str, Any]) -> None:
    thing = obstacle_from_row(row)
    assert thing.stops is not None
    assert passed(thing.stops, None, [thing.value]).verdict is ArmourVerdict.STOPPED
    for larger in LADDER[LADDER.index(thing.stops) + 1 :]:
        assert passed(larger, None, [thing.value]).sides is not None


@pytest.mark.rule("FI-COVER-1", "FI-COVER-2", "FI-COVER-3", "FI-EX-33", "FI-EX-34")
@pytest.mark.parametrize(
    ("location", "side", "covered"),
    [
        pytest.param("arms", BodySide.LEFT, {"left_arm", "left_leg"}, id="round_a_corner"),
        pytest.param("lower_torso", None, {"lower_torso", "left_leg", "right_leg", "vitals"}, id="behind_a_bar"),
    ],
)
def test_cover_counts_before_armour(location: str, side: BodySide | None, covered: set[str]) -> None:
    hit = called_location(chart_named(HUMAN), location, side)
    assert hit.place in covered
    assert passed(8, 3, [4, 1]).verdict is ArmourVerdict.DEFLECTED
    behind = passed(8, 3, [3])
    assert (behind.verdict, behind.steps) == (ArmourVerdict.STOPPED, 3)


@pytest.mark.rule("FI-ARMOR-2", "FI-ARMOR-10")
def test_each_layer_of_armour_has_a_step() -> None:
    cover, vest = ArmourLayer(name="the bar", value=2), ArmourLayer(name="Flak vest", value=1)
    options: dict[str, Any] = {"armor_min_step": 1, "equal_pn_stops": False, "armor_layers": "sequential"}
    passage = pass_armour(10, 3, [cover, vest], **options)
    assert [part.value for part in passage.parts] == [-1, -1]
    assert [say(part.words) for part in passage.parts] == [
        "Armour 2 of the bar against PN 3 lowers d10 to d8",
        "Armour 1 of Flak vest against PN 3 lowers d8 to d6",
    ]
    bounced = pass_armour(10, 1, [cover], **options)
    assert [say(part.words) for part in bounced.parts] == ["Armour 2 of the bar deflects the hit: PN 1 is too low"]
    spent = pass_armour(4, None, [ArmourLayer(name="", value=1)], **options)
    assert [say(part.words) for part in spent.parts] == ["Armour 1 stops the d4 completely"]
