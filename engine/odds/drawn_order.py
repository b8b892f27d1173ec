"""The exact chances of a place in an order that drawn cards decide: everybody who draws takes one card of one pile.

Equal ranks share their place, and the next rank has the next place. Cards are counted by kind, so that a whole table
can draw.

>>> queen, king, ace = (0, -12), (0, -13), (0, -14)
>>> some = DrawnOrder(sizes=(1, 1, 2), drawers=((queen, king, ace), (queen, king, ace)))
>>> {place: str(chance) for place, chance in some.places_of_rank(king).items()}
{1: '1/6', 2: '5/6'}
>>> {place: str(chance) for place, chance in some.places_of_drawer(0).items()}
{1: '7/12', 2: '5/12'}
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb, perm
from typing import Final

from engine.odds.every_result import StepLimit

MOST_STEPS: Final = 60_000
"""The maximum number of steps of a count for all who draw: as many as take a quarter of a second."""
Rank = tuple[int, int]
"""A key of the order; the lowest is first."""


@dataclass(frozen=True, slots=True)
class DrawnOrder:
    """Those who draw for an order, and those whose rank is known already.

    Attributes:
        sizes: the number of cards of each kind in the pile.
        drawers: for each one who draws, the rank of each kind of card.
        known: the ranks of all others.
    """

    sizes: tuple[int, ...]
    drawers: tuple[tuple[Rank, ...], ...] = ()
    known: tuple[Rank, ...] = ()

    def places_of_rank(self, rank: Rank) -> dict[int, Fraction]:
        """Return the chances of the place of somebody whose rank is known. Raises TooManyResults."""
        return self._places(rank, self.sizes, self.drawers, self._steps())

    def places_of_drawer(self, index: int) -> dict[int, Fraction]:
        """Return the chances of the place of one who draws. Raises TooManyResults.

        Those with the same ranks have the same chances, so that it is enough to ask for one of them.
        """
        others, whole = (*self.drawers[:index], *self.drawers[index + 1 :]), sum(self.sizes)
        steps = self._steps()
        places: dict[int, Fraction] = {}
        for kind, size in enumerate(self.sizes):
            if size:
                left = (*self.sizes[:kind], size - 1, *self.sizes[kind + 1 :])
                for place, chance in self._places(self.drawers[index][kind], left, others, steps).items():
                    places[place] = places.get(place, Fraction(0)) + chance * Fraction(size, whole)
        return dict(sorted(places.items()))

    def _steps(self) -> StepLimit:
        """Return the steps for one place: each of those with other ranks has as many."""
        return StepLimit(MOST_STEPS // max(1, len(set(self.drawers))))

    def _places(
        self, rank: Rank, sizes: Sequence[int], drawers: Iterable[tuple[Rank, ...]], steps: StepLimit
    ) -> dict[int, Fraction]:
        """Return the chances of the place of a rank: one more than the number of different ranks before it.

        Kind by kind, some of those who draw take its cards; those with the same ranks are as good as each other. Of the
        ranks before it only those are remembered by name that another kind can give once more.
        """
        alike = Counter(drawers)
        drawing = tuple(alike.values())
        sizes, ranks = _without_later(rank, sizes, tuple(alike))
        open_ranks = frozenset(known for known in self.known if known < rank)
        states: dict[tuple[tuple[int, ...], int, frozenset[Rank]], int] = {(drawing, 0, open_ranks): 1}
        for kind, size in enumerate(sizes):
            later = {ranks_by_kind[other] for ranks_by_kind in ranks for other in range(kind + 1, len(sizes))}
            following: dict[tuple[tuple[int, ...], int, frozenset[Rank]], int] = {}
            for (waiting, count, named), ways in states.items():
                for taking in _shares(waiting, size):
                    steps.take()
                    taken = {by_kind[kind] for by_kind, some in zip(ranks, taking, strict=True) if some}
                    before = named.union(one for one in taken if one < rank)
                    left = tuple(some - taker for some, taker in zip(waiting, taking, strict=True))
                    state = left, count + len(before - later), before & later
                    more = ways * perm(size, sum(taking))
                    for some, taker in zip(waiting, taking, strict=True):
                        more *= comb(some, taker)
                    following[state] = following.get(state, 0) + more
            states = following
        whole, places = perm(sum(sizes), sum(drawing)), dict[int, Fraction]()
        for (waiting, count, named), ways in states.items():
            if not any(waiting):
                place = count + len(named) + 1
                places[place] = places.get(place, Fraction(0)) + Fraction(ways, whole)
        return dict(sorted(places.items()))


def _without_later(
    rank: Rank, sizes: Sequence[int], ranks: tuple[tuple[Rank, ...], ...]
) -> tuple[tuple[int, ...], tuple[tuple[Rank, ...], ...]]:
    """Return the kinds of cards with all those as one that nobody would be before a rank with: they are as good."""
    later = {kind for kind in range(len(sizes)) if all(by_kind[kind] >= rank for by_kind in ranks)}
    kept = [kind for kind in range(len(sizes)) if kind not in later]
    rest = sum(sizes[kind] for kind in later)
    return (*(sizes[kind] for kind in kept), rest), tuple((*(by[kind] for kind in kept), rank) for by in ranks)


def _shares(waiting: tuple[int, ...], most: int) -> Iterator[tuple[int, ...]]:
    """Yield how many of each group take a card, at most so many together."""
    for taking in product(*(range(min(some, most) + 1) for some in waiting)):
        if sum(taking) <= most:
            yield taking
