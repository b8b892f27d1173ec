"""Every way in which dice can fall: something is done again and again, with each row of faces that it asks for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

from engine.play.chance import Chance

T = TypeVar("T")
H = TypeVar("H", bound=Hashable)


class RunOut(Exception):
    """One more die is thrown than was told."""

    def __init__(self, sides: int) -> None:
        super().__init__(f"d{sides}")
        self.sides = sides


class Told:
    """Dice that fall as they are told, and cards that stay as they lie."""

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
    act: Callable[[Chance], T], told: tuple[int, ...] = (), chance: Fraction = Fraction(1)
) -> Iterator[tuple[T, Fraction]]:
    """Do something with dice in every way in which they can fall, each with its chance."""
    try:
        done = act(Told(told))
    except RunOut as more:
        for face in range(1, more.sides + 1):
            yield from every_way(act, (*told, face), chance / more.sides)
    else:
        yield done, chance


def chances(ways: Mapping[T, Fraction] | Iterator[tuple[T, Fraction]], of: Callable[[T], H]) -> dict[H, Fraction]:
    """Add up the chances of the ways that come to the same."""
    found: dict[H, Fraction] = defaultdict(Fraction)
    for way, chance in ways.items() if isinstance(ways, Mapping) else ways:
        found[of(way)] += chance
    return dict(found)
