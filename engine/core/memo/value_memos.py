"""Memos of functions of plain values, whose results can never be out of date."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, ParamSpec, TypeVar

from engine.core.memo.memo_checking import ALL_MEMOS

P = ParamSpec("P")
R = TypeVar("R")


class _MemoOfValues:
    """The results of one function of plain values.

    Attributes:
        function: the function.
        clear: forgets all results.
    """

    def __init__(self, function: Callable[..., Any], clear: Callable[[], None]) -> None:
        self.function, self.clear = function, clear
        ALL_MEMOS.add(self)


def memo_of_values(most: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Cache the last results of a function that reads nothing but its arguments and the game's data, which stay.

    Its arguments are hashable values, such as texts and numbers, never a table or a part of one; nobody may change a
    result.

    Args:
        most: the maximum number of results that are kept.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        cached: Any = lru_cache(maxsize=most)(function)
        cached.memo = _MemoOfValues(function, cached.cache_clear)
        return cached  # type: ignore[no-any-return]

    return decorate
