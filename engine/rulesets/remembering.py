"""What was made out of a sheet or a list, remembered as long as that stays the same object."""

from __future__ import annotations

from collections.abc import Callable
from operator import is_
from typing import Any, Generic, TypeVar
from weakref import WeakSet

T = TypeVar("T")
REMEMBERED = 256
"""Of how many characters something is remembered."""


_ALL: WeakSet[Remembered[Any]] = WeakSet()


def forget_all() -> None:
    """Forget everything that is remembered anywhere, so that it is made anew: nothing may come out otherwise then."""
    for one in tuple(_ALL):
        one.forget()


class Remembered(Generic[T]):
    """What was last made for each character out of a sheet, a list or plain words.

    A sheet and a list never change, they are replaced: as long as all that something was made of is the same object,
    it is not made again.
    """

    def __init__(self) -> None:
        self._found: dict[str, tuple[tuple[object, ...], T]] = {}
        _ALL.add(self)

    def get(self, whose: str, made_of: tuple[object, ...], make: Callable[[], T]) -> T:
        """Return what was made before, or else make it."""
        found = self._found.get(whose)
        if found is not None and (all(map(is_, found[0], made_of)) or _are_same(found[0], made_of)):
            return found[1]
        if len(self._found) >= REMEMBERED:
            self._found.clear()
        new = make()
        self._found[whose] = made_of, new
        return new

    def forget(self) -> None:
        """Forget everything."""
        self._found.clear()


def _are_same(old: tuple[object, ...], new: tuple[object, ...]) -> bool:
    """Say whether the same is there; words are compared, for they are often put together anew."""
    for one, other in zip(old, new, strict=True):  # a plain loop: it is gone through dozens of times a command
        if one is not other and not (isinstance(one, str) and one == other):
            return False
    return True
