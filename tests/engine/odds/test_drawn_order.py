"""Orders that drawn cards decide: few different people are counted, too many are given up at once."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest

from engine.odds import drawn_order
from engine.odds.drawn_order import MOST_STEPS, DrawnOrder
from engine.odds.every_result import TooManyResults


def order(*people: int) -> DrawnOrder:
    """Return the order of so many people with each number, who draw from a whole deck."""
    drawers = [
        tuple((0, -card - 2 * number) for card in range(14)) for number, some in enumerate(people) for _ in range(some)
    ]
    return DrawnOrder(sizes=(*[4] * 13, 2), drawers=tuple(drawers))


@pytest.mark.parametrize("people", [(1, 1, 1, 1), (3, 3), (40,)])
def test_a_table_of_people_has_the_chances_of_their_places(people: tuple[int, ...]) -> None:
    some = order(*people)
    places = [some.places_of_drawer(sum(people[:number])) for number in range(len(people))]
    assert {sum(chances.values()) for chances in places} == {1}
    first = sum((chances[1] * some for chances, some in zip(places, people, strict=True)), Fraction(0))
    assert first > 1, "somebody is first, and perhaps several are"


@pytest.mark.parametrize("people", [(1, 1, 1, 1, 1, 1), (4, 4, 4)])
def test_too_many_different_people_are_given_up_at_once(
    people: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    steps, shares = 0, drawn_order._shares

    def counted(waiting: tuple[int, ...], most: int) -> Iterator[tuple[int, ...]]:
        nonlocal steps
        for share in shares(waiting, most):
            steps += 1
            yield share

    monkeypatch.setattr(drawn_order, "_shares", counted)
    with pytest.raises(TooManyResults):
        order(*people).places_of_drawer(0)
    assert steps <= MOST_STEPS // len(people) + 1
