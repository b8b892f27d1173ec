"""All memos there are: they can be forgotten, and reused results compared with new ones."""

from __future__ import annotations

from typing import Any, Final
from weakref import WeakSet

ALL_MEMOS: Final = WeakSet[Any]()
checking: list[bool] = []
checked = [0]


class MemoFault(AssertionError):
    """A reused result that differs from a new one. Raised in checking mode only."""


def check_memos(on: bool) -> None:
    """Switch the checking mode: each result that is reused for another table is also made anew and compared."""
    clear_memos()
    checking[:] = [True] if on else []


def checked_results() -> int:
    """Return how many reused results were checked since the start of the program."""
    return checked[0]


def clear_memos() -> None:
    """Forget all results; everything is calculated again, and nothing else changes."""
    for one in tuple(ALL_MEMOS):
        one.clear()
