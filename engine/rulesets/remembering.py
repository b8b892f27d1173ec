"""What was made out of a sheet or a list, remembered as long as that stays the same object."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")
REMEMBERED = 256
"""Of how many characters something is remembered."""


class Remembered(Generic[T]):
    """What was last made for each character out of a sheet, a list or plain words.

    A sheet and a list never change, they are replaced: as long as all that something was made of is the same object,
    it is not made again.
    """

    def __init__(self) -> None:
        self._found: dict[str, tuple[tuple[object, ...], T]] = {}

    def get(self, whose: str, made_of: tuple[object, ...], make: Callable[[], T]) -> T:
        """Return what was made before, or else make it."""
        found = self._found.get(whose)
        if found is not None and all(_same(old, new) for old, new in zip(found[0], made_of, strict=True)):
            return found[1]
        if len(self._found) >= REMEMBERED:
            self._found.clear()
        new = make()
        self._found[whose] = made_of, new
        return new


def _same(old: object, new: object) -> bool:
    return old is new or (isinstance(old, str) and old == new)
