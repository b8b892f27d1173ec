r"""Two edits of one text, line by line: what was meanwhile saved comes into the lines that were not edited here.

>>> merged_text("At the [[mill]].\nDark.", "At the [[mill]].\nVery dark.", "At the [[Old mill]].\nDark.")
'At the [[Old mill]].\nVery dark.'
>>> merged_text("Dark.", "Very dark.", "Dark.\nA quick note")
'Very dark.\nA quick note'
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

_Change = tuple[int, int, list[str]]


def merged_text(old: str, mine: str, new: str) -> str:
    """Return a text with the changes of both sides; where both change the same lines, those of `mine` stay.

    The lines from the first to the last one that was edited here count as edited, so that the time grows only with the
    length of the text.

    Args:
        old: the text before both edits.
        mine: the text as it is edited here.
        new: the text that was saved meanwhile.
    """
    if mine == new:
        return mine
    before, merged, there = (text.split("\n") for text in (old, mine, new))
    start, end, _ = _changed_lines(before, merged)
    shift = len(merged) - len(before)
    for first, last, lines in reversed(tuple(_changes(before, there))):
        if first >= end:
            merged[first + shift : last + shift] = lines
        elif last <= start:
            merged[first:last] = lines
    return "\n".join(merged)


def _changes(before: Sequence[str], after: Sequence[str]) -> Iterator[_Change]:
    """Yield the lines that change, with what they become: one by one, or in one piece if their number changes."""
    if len(before) != len(after):
        yield _changed_lines(before, after)
        return
    for number, (old, new) in enumerate(zip(before, after, strict=True)):
        if old != new:
            yield number, number + 1, [new]


def _changed_lines(before: Sequence[str], after: Sequence[str]) -> _Change:
    """Return the lines from the first to the last one that changes, and what they become."""
    most = min(len(before), len(after))
    head = sum(1 for _ in takewhile(lambda n: before[n] == after[n], range(most)))
    tail = sum(1 for _ in takewhile(lambda n: before[-1 - n] == after[-1 - n], range(most - head)))
    return head, len(before) - tail, list(after[head : len(after) - tail])
