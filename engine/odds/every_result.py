"""Every result of something that depends on dice or on a shuffle, each with its exact chance.

>>> from collections import Counter
>>> sums = Counter()
>>> for total, chance in every_result(lambda chance: chance.roll(6) + chance.roll(6), most=36):
...     sums[total] += chance
>>> sums[7], sum(sums.values())
(Fraction(1, 6), Fraction(1, 1))
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import TypeVar

from engine.core.chance import Chance

T = TypeVar("T")


class TooManyResults(Exception):
    """There are more results than were allowed; counting them would take too long."""


class StepLimit:
    """The steps that a count may still take."""

    def __init__(self, most: int) -> None:
        self._left = most

    def take(self, count: int = 1) -> None:
        """Take some steps. Raises TooManyResults if fewer are left."""
        if self._left < count:
            raise TooManyResults
        self._left -= count


class _Branch:
    """Chance that follows one row of faces, and takes the first face beyond its end.

    Attributes:
        path: the faces so far, counted from 0, each with the number of equally likely faces.
    """

    def __init__(self, path: list[tuple[int, int]]) -> None:
        self.path = path
        self._next = 0

    def roll(self, sides: int) -> int:
        """Return the next face."""
        if self._next == len(self.path):
            self.path.append((0, sides))
        face, _ = self.path[self._next]
        self._next += 1
        return face + 1

    def shuffle(self, cards: Sequence[str]) -> tuple[str, ...]:
        """Return the next order; all orders are equally likely."""
        left = list(cards)
        return tuple(left.pop(self.roll(len(left)) - 1 if len(left) > 1 else 0) for _ in cards)


def every_result(decide: Callable[[Chance], T], most: int) -> Iterator[tuple[T, Fraction]]:
    """Yield every result of a function of chance, each with its chance; the chances add up to 1.

    Args:
        decide: the function; it is called once for each row of faces, and must depend on nothing that changes.
        most: the maximum number of results.

    Raises:
        TooManyResults: there are more.
    """
    path: list[tuple[int, int]] = []
    for _ in range(most):
        branch = _Branch(path)
        result = decide(branch)
        ways = 1
        for _, sides in branch.path:
            ways *= sides
        yield result, Fraction(1, ways)
        path = branch.path
        while path and path[-1][0] + 1 == path[-1][1]:
            path.pop()
        if not path:
            return
        face, sides = path[-1]
        path[-1] = (face + 1, sides)
    raise TooManyResults
