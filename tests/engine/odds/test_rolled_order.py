"""Orders that dice decide: the chances are those of every throw, and those who roll alike are counted once."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import chain, product, repeat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.odds import rolled_order
from engine.odds.every_result import TooManyResults
from engine.odds.rolled_order import place_chances, places_of_all

SIDES = 3
DICE = st.lists(st.lists(st.integers(-3, 0), min_size=SIDES, max_size=SIDES), min_size=1, max_size=4)


def ranks_of(dice: list[list[int]]) -> dict[str, dict[int, int]]:
    """Return the ranks of people by the faces of their dice."""
    return {f"p{at}": {rank: faces.count(rank) for rank in faces} for at, faces in enumerate(dice)}


@given(DICE)
def test_the_chances_of_a_place_are_those_of_every_throw(dice: list[list[int]]) -> None:
    own, *others = dice
    every = {place: Fraction(0) for place in range(1, len(dice) + 1)}
    for rank, *thrown in product(own, *others):
        before, tied = sum(one < rank for one in thrown), thrown.count(rank)
        for place in range(before + 1, before + tied + 2):
            every[place] += Fraction(1, SIDES ** len(dice) * (tied + 1))
    assert place_chances("p0", ranks_of(dice)) == {place: chance for place, chance in every.items() if chance}


def test_a_pack_that_rolls_alike_is_counted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[str] = []

    def count(who: str, ranks: Mapping[str, Mapping[int, int]], most_steps: int) -> dict[int, Fraction]:
        counted.append(who)
        return place_chances(who, ranks, most_steps)

    monkeypatch.setattr(rolled_order, "place_chances", count)
    ranks = ranks_of([*chain(repeat([-1, -2, -3], 20), repeat([0, -2, -2], 20))])
    places = places_of_all(ranks, ranks)
    assert counted == ["p0", "p20"]
    assert all(chances == place_chances(who, ranks) for who, chances in places.items() if who in {"p7", "p39"})


def test_a_crowd_with_many_different_ranks_is_not_counted() -> None:
    crowd = ranks_of([[*range(at, at + 100, 10)] for at in range(100)])
    assert sum(places_of_all(["p50"], crowd)["p50"].values()) == 1
    for count in (lambda: places_of_all(crowd, crowd), lambda: place_chances("p50", crowd, most_steps=len(crowd))):
        with pytest.raises(TooManyResults):
            count()
