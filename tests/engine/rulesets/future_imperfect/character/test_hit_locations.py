"""Hit locations: the charts, modifiers of the number, and prone targets."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kit.calculation import CalculationStep
from engine.messages.refusal import Refused
from engine.messages.texts import say, texts
from engine.rulesets.future_imperfect.character.hit_locations import (
    HUMAN,
    BodySide,
    called_location,
    chart_named,
    every_location,
    hit_charts,
    locate_hit,
    location_modifiers,
    passes_over_prone,
    reachable_locations,
    unhurt_body,
)
from tests.engine.rulesets.future_imperfect.vectors_bodies import vectors_of

# T-9 by hand, from 1 to 20: the location, the area of wounds with its side, and the bonus dice.
HUMAN_BODY = [
    *(("legs", "left_leg", 0), ("legs", "right_leg", 0), ("legs", "left_leg", 0), ("legs", "right_leg", 0)),
    *[("lower_torso", "guts", 0)] * 5,
    ("vitals", "guts", 1),
    *(("arms", "left_arm", 0), ("arms", "right_arm", 0), ("arms", "left_arm", 0), ("arms", "right_arm", 0)),
    *[("upper_torso", "guts", 0)] * 5,
    ("head", "head", 2),
]
PARTS = st.lists(st.integers(-9, 9), max_size=3).map(
    lambda found: tuple(CalculationStep(reason="other", value=n) for n in found)
)


@pytest.mark.parametrize("vector", vectors_of("location"))
def test_a_hit_lands_where_the_catalogue_says(vector: dict[str, Any]) -> None:
    moved = location_modifiers(
        fighting=vector.get("fighting", False),
        height=vector.get("height", False),
        point_blank=vector.get("point_blank", False),
        low=vector.get("low", False),
    )
    chart = chart_named(vector.get("chart", HUMAN))
    parity = vector.get("side_parity", "final")
    hit = locate_hit(chart, vector["natural"], moved, vector.get("shift", 0), side_parity=parity)
    assert (hit.place, hit.area, hit.bonus_dice) == (vector["place"], vector["area"], vector.get("bonus_dice", 0))


@pytest.mark.parametrize("vector", vectors_of("prone"))
def test_a_prone_target_avoids_low_hits(vector: dict[str, Any]) -> None:
    human = chart_named(HUMAN)
    for missed, numbers in ((True, vector.get("missed", ())), (False, vector.get("hit", ()))):
        for number in numbers:
            saved = passes_over_prone(
                human,
                locate_hit(human, number, side_parity="final"),
                front=vector.get("front", True),
                distance=vector["distance"],
                beside=vector.get("beside", False),
            )
            assert saved is missed, number


@pytest.mark.rule("FI-HITLOC-1", "FI-HITLOC-2", "FI-HITLOC-7", "FI-HITLOC-8", "FI-WOUND-2")
@given(natural=st.integers(1, 20), parts=PARTS, shift=st.integers(-6, 6))
def test_the_human_chart_agrees_with_the_table_read_by_hand(
    natural: int, parts: tuple[CalculationStep, ...], shift: int
) -> None:
    number = min(20, max(1, natural + sum(part.value for part in parts) + shift))
    hit = locate_hit(chart_named(HUMAN), natural, parts, shift, side_parity="final")
    assert (hit.location, hit.area, hit.bonus_dice) == HUMAN_BODY[number - 1]
    assert hit.number == number


@pytest.mark.rule("FI-HITLOC-9", "FI-WOUND-1")
@pytest.mark.parametrize("name", hit_charts().charts)
def test_a_chart_has_a_place_for_every_number_and_an_area_for_every_place(name: str) -> None:
    chart = chart_named(name)
    ends = [place.up_to for place in chart.places]
    assert ends == sorted(set(ends))
    assert ends[-1] == hit_charts().sides
    hits = every_location(chart)
    assert {hit.area for hit in hits} == set(chart.areas)
    assert {chart.core, *chart.deadly} <= set(chart.areas)
    assert {*chart.prone, *(own for meant in chart.stands_for.values() for own in meant)} <= {
        place.location for place in chart.places
    }
    assert {location.most for location in unhurt_body(name).locations.values()} == {5}
    assert tuple(unhurt_body(name).locations) == chart.areas
    known = texts()
    assert all(f"word.{word}" in known for hit in hits for word in (hit.location, hit.area, hit.place))


@pytest.mark.rule("FI-HITLOC-9")
def test_the_six_limbed_alien_has_areas_that_no_human_has() -> None:
    alien = chart_named("six_limbed")
    assert {"abdomen", "right_hindleg", "left_foreleg"} <= set(alien.areas)
    assert alien.meant_by("legs") == ("hindlegs", "forelegs")
    assert alien.meant_by("arms") == ("arms",)
    hit = called_location(alien, "hindlegs", BodySide.RIGHT)
    assert alien.names_of(hit) == ("right_hindleg", "right_leg")
    assert alien.names_of(called_location(alien, "thorax")) == ("thorax", "upper_torso")
    assert alien.names_of(called_location(alien, "vitals")) == ("vitals", "thorax")


@pytest.mark.rule("FI-HITLOC-3", "FI-HITLOC-4")
@given(natural=st.integers(1, 20), raises=st.integers(0, 5))
def test_raises_open_every_place_from_so_far_down_to_so_far_up(natural: int, raises: int) -> None:
    open_to = reachable_locations(chart_named(HUMAN), natural, (), raises, side_parity="final")
    assert list(open_to) == list(range(-raises, raises + 1))
    assert open_to[0] == locate_hit(chart_named(HUMAN), natural, side_parity="final")
    numbers = [hit.number for hit in open_to.values()]
    assert numbers == [min(20, max(1, natural + shift)) for shift in open_to]


@pytest.mark.rule("FI-CALL-3")
def test_a_called_shot_needs_a_place_that_is_there_and_a_side_where_there_are_two() -> None:
    human = chart_named(HUMAN)
    heart = called_location(human, "vitals")
    assert (heart.area, heart.bonus_dice, heart.number) == ("guts", 1, 0)
    assert called_location(human, "arms", BodySide.LEFT).area == "left_arm"
    assert called_location(human, "head", BodySide.LEFT).side is None
    with pytest.raises(Refused, match="Choose left or right"):
        called_location(human, "legs")
    with pytest.raises(Refused, match="no hit location “tail”"):
        called_location(human, "tail")
    with pytest.raises(Refused, match="no hit chart “worm”"):
        chart_named("worm")


@pytest.mark.rule("FI-HITLOC-3")
def test_location_modifiers_have_reasons() -> None:
    parts = location_modifiers(fighting=True, height=True)
    assert [say(part.words) for part in parts] == ["Melee attack: +2", "Attack from above: +2"]
    assert location_modifiers(fighting=False) == ()
