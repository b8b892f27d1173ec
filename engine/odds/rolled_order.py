"""The exact chances of a place in an order that dice decide: everybody has a rank for each face of a die.

The lowest rank is first. Those who are tied roll on until they differ, so each place is as likely.

>>> die = {-1: 1, -2: 1, -3: 1}
>>> {place: str(chance) for place, chance in place_chances("hild", {"hild": die, "wolf": {-1: 3}}).items()}
{1: '5/6', 2: '1/6'}
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, Final, TypeVar

from engine.odds.every_result import StepLimit

MOST_STEPS: Final = 400_000
"""The maximum number of steps of a count for all who are asked about: as many as take a quarter of a second."""
Rank = TypeVar("Rank", bound=Any)


def places_of_all(people: Iterable[str], ranks: Mapping[str, Mapping[Rank, int]]) -> dict[str, dict[int, Fraction]]:
    """Return the chances of the places of some of those who are in an order; those with the same ranks have the same.

    Args:
        people: those whose places are asked for.
        ranks: as for `place_chances`.

    Raises:
        TooManyResults: there are too many people with too many different ranks.
    """
    own_ranks = {who: frozenset(ranks[who].items()) for who in people}
    alike: dict[frozenset[tuple[Rank, int]], str] = {}
    for who, own in own_ranks.items():
        alike.setdefault(own, who)
    places = {own: place_chances(who, ranks, MOST_STEPS // len(alike)) for own, who in alike.items()}
    return {who: places[own] for who, own in own_ranks.items()}


def place_chances(
    who: str, ranks: Mapping[str, Mapping[Rank, int]], most_steps: int = MOST_STEPS
) -> dict[int, Fraction]:
    """Return the chances of the places of one of those who are in an order, from 1.

    Args:
        who: the one.
        ranks: the possible ranks of each, with the number of faces that give it; all have a die with as many faces.
        most_steps: the maximum number of steps: one for each rank, each of the others, and each number of those who act
            earlier or are tied.

    Raises:
        TooManyResults: it would take more steps.
    """
    steps, sides = StepLimit(most_steps), sum(ranks[who].values())
    ways_of: dict[tuple[int, int], int] = {}  # whole numbers, by the place and how many are tied: fractions take long
    for own, faces in ranks[who].items():
        crowds = {(0, 0): faces}  # how many act earlier, and how many are tied with it, with the number of ways
        for other, possible in ranks.items():
            if other == who:
                continue
            earlier = sum(count for rank, count in possible.items() if rank < own)
            equal = possible.get(own, 0)
            steps.take(len(crowds))
            more: dict[tuple[int, int], int] = {}
            for (before, tied), ways in crowds.items():
                for crowd, share in (
                    ((before + 1, tied), earlier),
                    ((before, tied + 1), equal),
                    ((before, tied), sides - earlier - equal),
                ):
                    if share:
                        more[crowd] = more.get(crowd, 0) + ways * share
            crowds = more
        for (before, tied), ways in crowds.items():
            for place in range(before + 1, before + tied + 2):
                ways_of[place, tied] = ways_of.get((place, tied), 0) + ways
    whole, places = sides ** len(ranks), dict[int, Fraction]()
    for (place, tied), ways in ways_of.items():
        places[place] = places.get(place, Fraction(0)) + Fraction(ways, whole * (tied + 1))
    return dict(sorted(places.items()))
