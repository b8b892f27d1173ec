"""Memos: cached results of functions, valid as long as what they depend on is the same.

`memo` records what a function of a table reads; `memo_of_moment`, `memo_of_each`, `memo_of_rows` and `memo_of_last`
keep results for the very objects of a call; `memo_of_values` keeps those of plain values; `projection` lets memos
depend on the result of a quick function. The rules have no other cache; data of a game that is loaded once is none.
"""

from __future__ import annotations

from engine.core.memo.calls_inside import projection
from engine.core.memo.memo_checking import MemoFault, check_memos, checked_results, clear_memos
from engine.core.memo.moment_memos import memo_of_each, memo_of_last, memo_of_moment, memo_of_rows
from engine.core.memo.part_memos import ENTRIES, memo
from engine.core.memo.value_memos import memo_of_values

__all__ = [
    "ENTRIES",
    "MemoFault",
    "check_memos",
    "checked_results",
    "clear_memos",
    "memo",
    "memo_of_each",
    "memo_of_last",
    "memo_of_moment",
    "memo_of_rows",
    "memo_of_values",
    "projection",
]
