"""Words on paper: faces, sizes, and how a text is made to fit its place without a letter lost.

How wide letters are only the window knows; it comes in as a `Measure`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum
from typing import Final, NamedTuple, Protocol

from engine.sheets.geometry import Rect
from engine.table.frozen import Frozen

POINT: Final = 25.4 / 72
"""A point in millimetres."""
LEAST: Final = 6.5
"""No value is set smaller than this; what does not fit then goes on elsewhere."""
_STEP: Final = 0.5
_CAPITAL: Final = 0.72
"""How high capitals and figures are, of the size of their face."""
_HANG: Final = 2.4
"""How far the second line of an entry is indented."""
_BROKEN: Final = re.compile(r"\r\n?|[\v\f\x1c-\x1e\x85\u2028\u2029]")
_EMPTY: Final = re.compile(r"\n{3,}")
_UNSEEN: Final = re.compile(r"[\x00-\x08\x0e-\x1b\x1f\x7f-\x84\x86-\x9f\ufeff]")


class Face(StrEnum):
    """What a piece of text is for; that decides family, weight and colour."""

    TITLE = "title"
    HEAD = "head"
    GAME = "game"
    LABEL = "label"
    ITEM = "item"
    VALUE = "value"
    STRONG = "strong"
    NOTE = "note"
    FINE = "fine"


class Run(Frozen):
    """One line of text: where its baseline begins, in millimetres, and its size in points."""

    x: float
    y: float
    text: str
    face: Face
    size: float


class Measure(Protocol):
    """Knows how wide letters are."""

    def width(self, text: str, face: Face, size: float) -> float:
        """Return how wide a line of text is in millimetres."""
        ...

    def lines(self, text: str, face: Face, size: float, width: float, most: int) -> Sequence[str]:
        """Break a paragraph into lines no wider than `width`, `most` at most; each is a slice of the text, in order.

        Something longer than a line with no place to break is broken anywhere.
        """
        ...


def width_of(run: Run, measure: Measure) -> float:
    """Return how wide a run is in millimetres."""
    return measure.width(run.text, run.face, run.size)


class Block(NamedTuple):
    """Text broken into lines.

    Attributes:
        lines: each with how far it is indented.
        size: its size in points.
        leading: from line to line in millimetres.
        rest: what had no room.
    """

    lines: Sequence[tuple[float, str]]
    size: float
    leading: float
    rest: str


def clean(text: str) -> str:
    """Return a text with plain line ends, no more than one empty line at a time, and nothing that cannot be seen."""
    plain = _UNSEEN.sub("", _BROKEN.sub("\n", text).replace("\t", " ")).rstrip()
    return _EMPTY.sub("\n\n", plain) if "\n\n\n" in plain else plain


def leading_of(size: float, *, tight: bool = False) -> float:
    """Return the distance between lines for a size; tight in a place that is made for one line."""
    return size * POINT * (1.15 if tight else 1.28)


def baseline_in(rect: Rect, size: float) -> float:
    """Return the baseline of a line that stands in the middle of a height."""
    return rect.y + rect.h / 2 + size * POINT * _CAPITAL / 2


def fitting_size(text: str, face: Face, size: float, least: float, width: float, measure: Measure) -> float:
    """Return the largest size, not over `size` and not under `least`, at which a line fits if any does."""
    wide = measure.width(text, face, size)
    if wide <= width or not wide:
        return size
    # A hundredth less than reckoned: letters are not exactly in proportion at all sizes.
    return max(least, int(size * width / wide * 99) / 100)


def shortened(text: str, face: Face, size: float, width: float, measure: Measure) -> str:
    """Return a text that is no value, such as a label, cut with an ellipsis where it is too long."""
    if measure.width(text, face, size) <= width:
        return text
    room = width - measure.width("…", face, size)
    fitting = measure.lines(text, face, size, max(room, 0.1), 1)
    return (fitting[0].rstrip() if fitting and room > 0 else "") + "…"


def broken(
    text: str,
    face: Face,
    size: float,
    width: float,
    most: int,
    measure: Measure,
    *,
    hang: bool = False,
    keep: float = 0,
) -> tuple[list[tuple[float, str]], str]:
    """Break a text of several paragraphs into lines.

    Args:
        text: the text.
        face: its face.
        size: its size.
        width: how wide a line may be.
        most: how many lines there may be.
        measure: how wide letters are.
        hang: every line of a paragraph but its first is indented.
        keep: how much of the last line's width stays free if there is more text.

    Returns:
        The lines, each with its indent, and the rest.
    """
    lines: list[tuple[float, str]] = []
    starts: list[int] = []
    at = 0
    while at < len(text) and len(lines) < most:
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        indent = 0.0
        first = True
        while len(lines) < most and (at < end or first):
            wanted = 1 if first and hang else most - len(lines)
            for line in measure.lines(text[at:end], face, size, width - indent, wanted) or ("",):
                lines.append((indent, line))
                starts.append(at)
                at += len(line)
            indent = _HANG if hang else 0.0
            first = False
        if at >= end:
            at = end + 1
    if at < len(text) and keep and lines:
        indent, last = lines[-1]
        shorter = measure.lines(last, face, size, max(width - indent - keep, 1.0), 1)
        if shorter:
            lines[-1] = (indent, shorter[0])
            at = starts[-1] + len(shorter[0])
    return lines, text[at:]


def fitted(
    text: str,
    face: Face,
    size: float,
    rect: Rect,
    measure: Measure,
    *,
    ruled: int = 0,
    columns: int = 1,
    gutter: float = 0.0,
    hang: bool = False,
    keep: float = 0.0,
    least: float = LEAST,
    tight: bool = False,
) -> Block:
    """Make a text fit a place: as it is, then smaller, then as much of it as goes in at the smallest size.

    Args:
        text: the text.
        face: its face.
        size: the size that is wished.
        rect: the place.
        measure: how wide letters are.
        ruled: how many lines are ruled there, a column; 0 if none.
        columns: how many columns the lines fill one after another.
        gutter: the white between columns.
        hang: every line of a paragraph but its first is indented.
        keep: how much of the last line's width stays free if there is more text.
        least: the smallest size.
        tight: lines stand close, in a place that is made for one.
    """
    width = (rect.w - gutter * (columns - 1)) / columns
    # Less than this many lines no text of its length can be, whatever its words are.
    area = measure.width(text.replace("\n", " "), face, size)
    tried = size
    while True:
        on_rules = ruled and tried == size
        leading = rect.h / ruled if on_rules else leading_of(tried, tight=tight)
        most = columns * (ruled if on_rules else max(1, int((rect.h + (0.0 if tight else 0.2)) / leading)))
        if area * tried / size <= width * most * 1.01 or tried <= least:
            lines, rest = broken(text, face, tried, width, most, measure, hang=hang, keep=keep)
            if not rest or tried <= least:
                return Block(lines, tried, leading, rest)
        tried = max(least, tried - _STEP)
