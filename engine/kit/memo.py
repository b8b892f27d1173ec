"""Memos of the content editor: results kept as long as the records that they are made from stay the same objects.

What depends on a table is in `engine.core.memo`, which finds out by itself what a function read.

>>> totals, numbers = Memo[int](), (1, 2)
>>> totals.get("hild", (numbers,), lambda: sum(numbers)), totals.get("hild", (numbers,), lambda: 0)
(3, 3)
"""

from __future__ import annotations

from collections.abc import Callable
from operator import is_
from typing import Generic, TypeVar

T = TypeVar("T")
MEMO_ENTRIES = 256
"""The maximum number of characters in one memo."""


class Memo(Generic[T]):
    """The last result for each character, made from a sheet, a list or plain words.

    Sheets and lists never change, they are replaced: while all inputs are the same objects, the result is reused.
    """

    def __init__(self) -> None:
        self._found: dict[str, tuple[tuple[object, ...], T]] = {}

    def get(self, whose: str, made_of: tuple[object, ...], make: Callable[[], T]) -> T:
        """Return the cached result, or make it."""
        found = self._found.get(whose)
        if found is not None and (all(map(is_, found[0], made_of)) or _are_same(found[0], made_of)):
            return found[1]
        if len(self._found) >= MEMO_ENTRIES:
            self._found.clear()
        new = make()
        self._found[whose] = made_of, new
        return new


def _are_same(old: tuple[object, ...], new: tuple[object, ...]) -> bool:
    """Say whether the inputs are the same; words are compared by value, because they are often built anew."""
    for one, other in zip(old, new, strict=True):  # a plain loop: this runs dozens of times a command
        if one is not other and not (isinstance(one, str) and one == other):
            return False
    return True
