"""Movement: the metres of a character."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kit.calculation import total
from engine.messages.texts import texts
from engine.rulesets.future_imperfect.character.traits import parse
from engine.rulesets.future_imperfect.movement.movement_rules import (
    MovementMode,
    PaceIncrease,
    dragging,
    is_running,
    load_class,
    load_limits,
    pickup,
    rate,
    rate_by,
    rate_under,
    reach,
)
from tests.engine.rulesets.future_imperfect.vectors import vectors_of

HEAVIER = (None, "Light", "Medium", "Heavy")


@pytest.mark.parametrize("cases", vectors_of("basics", "movement"))
def test_a_vector_of_an_action(cases: Sequence[Mapping[str, Any]]) -> None:
    for case in cases:
        metres = rate(parse(case["dexterity"]), case.get("own")).value
        reached = reach(
            metres, running=case["running"], moves_made=case["moves"], picked_up=case.get("picked_up", 0)
        )  # fmt: skip
        assert reached == case["metres"], case


@pytest.mark.parametrize("cases", vectors_of("basics", "loads"))
def test_a_vector_of_a_load(cases: Sequence[Mapping[str, Any]]) -> None:
    for case in cases:
        assert total(rate_under(case["rate"], case.get("load"))) == case["left"]


@pytest.mark.parametrize("cases", vectors_of("basics", "limits"))
def test_a_vector_of_load_classes(cases: Sequence[Mapping[str, Any]]) -> None:
    for case in cases:
        strength, race = parse(case["strength"]), case.get("race", 0)
        if "limits" in case:
            assert list(load_limits(strength, race).values()) == case["limits"]
        else:
            assert load_class(case["kilograms"], strength, race) == case.get("load")


@pytest.mark.rule("FI-MOVE-2", "FI-MOVE-3", "FI-MOVE-4")
@given(st.integers(0, 200))
def test_two_actions_walk_the_rate_at_most_and_run_twice_of_it(metres: int) -> None:
    def in_a_round(running: bool) -> int:
        return sum(reach(metres, running=running, moves_made=made, picked_up=0) for made in range(5))

    assert in_a_round(running=True) == 2 * metres
    assert in_a_round(running=False) <= metres
    assert not is_running(reach(metres, running=False, moves_made=0, picked_up=0), metres)
    assert is_running(reach(metres, running=False, moves_made=0, picked_up=0) + 1, metres)


@pytest.mark.rule("FI-MOVE-10")
@pytest.mark.parametrize(
    ("going", "level", "metres"),
    [("climbing", 0, 2), ("climbing", 3, 5), ("climbing", 6, 8), ("climbing", 9, 8), ("swimming", 0, 0),
     ("swimming", 5, 5), ("swimming", 8, 8), ("swimming", 12, 8)],
)  # fmt: skip
def test_climbing_and_swimming_have_rates_of_their_own(
    going: Literal["climbing", "swimming"], level: int, metres: int
) -> None:
    parts = rate_by(going, level)
    assert total(parts) == metres
    assert all(f"part.{part.reason}" in texts() for part in parts)


def picking_up(going: MovementMode, **race: Any) -> PaceIncrease:
    """Pick up the pace, with nothing special about the race unless it is said."""
    return pickup(going, **{"on_foot": 0, "claws": False, "webbed": False, "no_fatigue": False, **race})


@pytest.mark.rule("FI-MOVE-7", "FI-MOVE-10", "FI-MOVE-11", "FI-MOVE-12")
def test_races_and_limbs_pick_up_the_pace_where_they_serve() -> None:
    gifted = {"on_foot": 1, "claws": True, "webbed": True}
    for going, sides in (("walking", 4), ("climbing", 2), ("swimming", 2)):
        plain, better = picking_up(going), picking_up(going, **gifted)  # type: ignore[arg-type]  # words of T-2
        assert (plain.sides, plain.fatigue, plain.pays, plain.tn, total(plain.bonus)) == (sides, 1, "mover", None, 0)
        assert total(better.bonus) == 1
        assert f"part.{better.bonus[0].reason}" in texts()
    assert total(picking_up("climbing", on_foot=1, webbed=True).bonus) == 0
    assert total(picking_up("swimming", on_foot=1, claws=True).bonus) == 0
    assert picking_up("walking", no_fatigue=True).fatigue == 0


@pytest.mark.rule("FI-MOVE-8", "FI-MOVE-9")
def test_a_mount_pays_wind_for_its_rider_and_a_vehicle_none() -> None:
    horse = picking_up("riding", mount_die=8, mount_fatigue=2, no_fatigue=True, on_foot=1)
    assert (horse.sides, horse.fatigue, horse.pays, horse.tn, horse.bonus) == (8, 2, "mount", 5, ())
    assert horse.aptitudes == ("horse riding", "teamster")
    car = picking_up("driving", mount_die=6, mount_fatigue=2)
    assert (car.sides, car.fatigue, car.pays, car.tn, car.aptitudes) == (6, 0, "nobody", 5, ("driving",))


@pytest.mark.rule("FI-MOVE-14")
def test_a_stunned_character_drags_itself_a_little() -> None:
    assert dragging() == 2


@pytest.mark.rule("FI-LOAD-1", "FI-LOAD-2", "FI-LOAD-3", "FI-LOAD-4")
@given(st.integers(0, 300), st.integers(0, 50), st.integers(-1, 2), st.sampled_from(["1d4", "3d8", "1d12+6"]))
def test_more_weight_never_makes_anybody_faster(kilograms: int, more: int, race: int, text: str) -> None:
    strength = parse(text)
    light, heavy = (load_class(weight, strength, race) for weight in (kilograms, kilograms + more))
    assert HEAVIER.index(light) <= HEAVIER.index(heavy)
    assert 0 <= total(rate_under(13, heavy)) <= total(rate_under(13, light)) <= 13
    assert all(load_class(least, strength, race) == load for load, least in load_limits(strength, race).items())
    assert all(f"part.{part.reason}" in texts() for part in rate_under(13, heavy))
