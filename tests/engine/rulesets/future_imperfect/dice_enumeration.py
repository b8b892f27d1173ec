"""Enumeration of all dice results: an action is repeated with every row of faces that it needs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

from engine.core.chance import Chance

T = TypeVar("T")
H = TypeVar("H", bound=Hashable)


class RunOut(Exception):
    """Raised for one more die than was given."""

    def __init__(self, sides: int) -> None:
        super().__init__(f"d{sides}")
        self.sides = sides


class Told:
    """A source of given dice, and of cards in their order."""

    def __init__(self, faces: Sequence[int]) -> None:
        self._faces = iter(faces)

    def shuffle(self, cards: Sequence[str]) -> tuple[str, ...]:
        """Leave the cards as they are."""
        return tuple(cards)

    def roll(self, sides: int) -> int:
        """Return the next face."""
        face = next(self._faces, None)
        if face is None:
            raise RunOut(sides)
        return face


def every_way(
    act: Callable[[Chance], T], faces: tuple[int, ...] = (), chance: Fraction = Fraction(1)
) -> Iterator[tuple[T, Fraction]]:
    """Do something with dice in every way in which they can fall, each with its chance."""
    try:
        done = act(Told(faces))
    except RunOut as more:
        for face in range(1, more.sides + 1):
            yield from every_way(act, (*faces, face), chance / more.sides)
    else:
        yield done, chance


def chances(ways: Mapping[T, Fraction] | Iterator[tuple[T, Fraction]], of: Callable[[T], H]) -> dict[H, Fraction]:
    """Add up the chances of equal results."""
    totals: dict[H, Fraction] = defaultdict(Fraction)
    for way, chance in ways.items() if isinstance(ways, Mapping) else ways:
        totals[of(way)] += chance
    return dict(totals)
