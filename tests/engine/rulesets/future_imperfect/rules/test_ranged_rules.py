"""Shots, throws and bursts, and the landing of misses."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kit.calculation import total
from engine.messages.texts import say, texts
from engine.rulesets.future_imperfect.character.hit_locations import HUMAN, BodySide, called_location, chart_named
from engine.rulesets.future_imperfect.rules import miss_rules, ranged_rules
from engine.rulesets.future_imperfect.rules.miss_rules import landing, scatter_dice
from engine.rulesets.future_imperfect.rules.ranged_rules import (
    AttackerCircumstances,
    aim_part,
    area_damage_part,
    area_shooting_part,
    attacker_parts,
    called_part,
    other_part,
    range_tn,
    ranged_tables,
    size_part,
)
from tests.engine.rulesets.future_imperfect.called_functions import check_cases
from tests.engine.rulesets.future_imperfect.vectors import vectors_of

METRES = st.floats(0, 500, allow_nan=False)
PLACES = st.tuples(st.integers(-50, 50), st.integers(-50, 50))


@pytest.mark.parametrize("cases", vectors_of("shooting", "shooting"))
def test_the_vector_comes_out_as_the_catalogue_says(cases: list[Mapping[str, Any]]) -> None:
    check_cases(cases, ranged_rules, miss_rules)


@pytest.mark.rule("FI-SHOOT-2")
@given(METRES, METRES, st.integers(1, 100))
def test_a_farther_target_is_never_easier_to_hit(first: float, other: float, increment: int) -> None:
    near, far = sorted((first, other))
    assert 5 <= total(range_tn(near, increment)) <= total(range_tn(far, increment))


@pytest.mark.rule("FI-SHOOT-6")
@given(st.floats(0.01, 200), st.floats(0.01, 200))
def test_a_larger_target_is_never_harder_to_hit(first: float, other: float) -> None:
    small, large = ((part.value if (part := size_part(size)) else 0) for size in sorted((first, other)))
    assert -6 <= small <= large <= 6


@pytest.mark.rule("FI-AREA-1", "FI-AREA-2")
@given(st.integers(0, 9), METRES)
def test_a_distance_moves_dice_from_damage_to_the_shot(area: int, distance: float) -> None:
    damage, shot = area_damage_part(area, distance), area_shooting_part(area, distance)
    assert total(part for part in (damage, shot) if part is not None) == area


@pytest.mark.rule("FI-AIM-2")
@given(st.integers(0, 30), st.integers(1, 5), st.integers(-6, -1))
def test_another_counter_never_makes_a_shot_worse(counters: int, steps: int, unaimed: int) -> None:
    fewer, more = (aim_part(many, steps, unaimed, automatic=False) for many in (counters, counters + 1))
    assert unaimed <= (fewer.value if fewer else 0) <= (more.value if more else 0) <= 2 * steps


@pytest.mark.rule("FI-CALL-3", "FI-HITLOC-8")
def test_every_called_spot_lands_on_the_chart() -> None:
    places = {
        spot: {
            called_location(chart_named(HUMAN), place, BodySide.LEFT if called.sided else None)
            for place in called.locations
        }
        for spot, called in ranged_tables().called.items()
    }
    areas = {spot: {hit.area for hit in hits} for spot, hits in places.items()}
    assert areas == {
        "guts": {"guts"},
        "arm": {"left_arm"},
        "hand": {"left_arm"},
        "leg": {"left_leg"},
        "foot": {"left_leg"},
        "head": {"head"},
        "eyeball": {"head"},
        "heart": {"guts"},
    }
    bonus = {spot: {hit.bonus_dice for hit in hits} for spot, hits in places.items()}
    assert bonus["guts"] == {0}
    assert bonus["heart"] == {1}
    assert bonus["head"] == bonus["eyeball"] == {2}


@pytest.mark.rule("FI-THROW-4", "FI-THROW-6")
@pytest.mark.parametrize(("hour", "place"), [(12, (10, -4)), (3, (14, 0)), (6, (10, 4)), (9, (6, 0))])
def test_the_clock_is_read_as_the_thrower_sees_it(hour: int, place: tuple[float, float]) -> None:
    # The thrower stands below the target on the map and throws upward.
    assert landing((10, 20), (10, 0), hour, 4, bust=False) == pytest.approx(place)
    dropped = (place[0], place[1] + 20)
    assert landing((10, 20), (10, 0), hour, 4, bust=True) == pytest.approx(dropped)


@pytest.mark.rule("FI-THROW-3", "FI-THROW-6")
@given(PLACES, PLACES, st.integers(1, 12), st.integers(0, 60), st.booleans())
def test_a_miss_lands_as_far_away_as_it_drifts(
    thrower: tuple[int, int], target: tuple[int, int], hour: int, metres: int, bust: bool
) -> None:
    place = landing(thrower, target, hour, metres, bust=bust)
    assert math.dist(place, thrower if bust else target) == pytest.approx(metres, abs=1e-6)


@pytest.mark.rule("FI-THROW-3")
@given(st.integers(3, 30), st.integers(-5, 40))
def test_scatter_dice_are_one_for_every_two_points_or_part_of_them(tn: int, total: int) -> None:
    dice = scatter_dice(tn, total)
    assert dice >= 1
    if total < tn:
        assert 2 * dice - 1 <= tn - total <= 2 * dice


@pytest.mark.rule("FI-CALL-1")
def test_every_called_spot_has_words() -> None:
    assert {spot for spot in ranged_tables().called if f"word.{spot}" not in texts()} == set()
    assert say(called_part("eyeball", automatic=False).words) == "Called shot, eyeball: −10"


@pytest.mark.rule("FI-SHOOT-11", "FI-SHOOT-12")
def test_every_modifier_has_a_reason() -> None:
    all_of_it = AttackerCircumstances(running=-4, mounted=True, two_weapons=True, off_hand=True, one_handed_rifle=True)
    lines = [say(part.words) for part in (*attacker_parts(all_of_it), other_part(2, "good footing"))]
    assert len(set(lines)) == 6
    assert "Modifier +2: “good footing”" in lines
    assert all(f"part.{part.reason}" in texts() for part in attacker_parts(all_of_it))
