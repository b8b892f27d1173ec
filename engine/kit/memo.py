"""Memos: results cached by their arguments, or for as long as their inputs stay the same objects."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from operator import is_
from typing import Any, Generic, ParamSpec, TypeVar, cast
from weakref import WeakSet

from engine.core import memo

F = TypeVar("F")
P = ParamSpec("P")
T = TypeVar("T")
MEMO_ENTRIES = 256
"""The maximum number of characters in one memo."""


_ALL: WeakSet[Memo[Any]] = WeakSet()


def clear_memos() -> None:
    """Clear all memos, so that everything is calculated again; results must not change."""
    memo.clear_memos()
    for one in tuple(_ALL):
        one.forget()


class Memo(Generic[T]):
    """The last result for each character, made from a sheet, a list or plain words.

    Sheets and lists never change, they are replaced: while all inputs are the same objects, the result is reused.
    """

    def __init__(self) -> None:
        self._found: dict[str, tuple[tuple[object, ...], T]] = {}
        _ALL.add(self)

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

    def forget(self) -> None:
        """Clear this memo."""
        self._found.clear()


def _are_same(old: tuple[object, ...], new: tuple[object, ...]) -> bool:
    """Say whether the inputs are the same; words are compared by value, because they are often built anew."""
    for one, other in zip(old, new, strict=True):  # a plain loop: this runs dozens of times a command
        if one is not other and not (isinstance(one, str) and one == other):
            return False
    return True


MEMO_SIZE = 512
"""The maximum number of cached results of one function."""


def memoized(make: Callable[P, F]) -> Callable[P, F]:
    """Cache the results of a function of words and numbers.

    The result must depend on the arguments alone, and no argument may be as large as a table.
    """
    return cast(Callable[P, F], lru_cache(maxsize=MEMO_SIZE)(make))
