"""Text on paper: faces, sizes, and fitting a text into its place without losing a letter.

Only the window knows the widths of letters; it provides them as a `Measure`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum
from typing import Final, NamedTuple, Protocol

from engine.model.frozen import Frozen, replace
from engine.sheets.layout.page_geometry import Rect

POINT: Final = 25.4 / 72
"""A point in millimetres."""
LEAST_SIZE: Final = 6.5
"""The smallest size of any text; a value that does not fit at this size continues elsewhere."""
_STEP: Final = 0.5
_CAPITAL: Final = 0.72
"""The height of capitals and digits, as a share of the font size."""
_HANG: Final = 2.4
"""The indent of the second line of an entry."""
_BROKEN: Final = re.compile(r"\r\n?|[\v\f\x1c-\x1e\x85\u2028\u2029]")
_EMPTY: Final = re.compile(r"\n{3,}")
_UNSEEN: Final = re.compile(r"[\x00-\x08\x0e-\x1b\x1f\x7f-\x84\x86-\x9f\ufeff]")


class PrintFace(StrEnum):
    """The role of a piece of text; it decides family, weight and colour."""

    TITLE = "title"
    HEAD = "head"
    GAME = "game"
    LABEL = "label"
    ITEM = "item"
    VALUE = "value"
    STRONG = "strong"
    NOTE = "note"
    FINE = "fine"


class TextRun(Frozen):
    """One line of text: the start of its baseline in millimetres, and its size in points."""

    x: float
    y: float
    text: str
    face: PrintFace
    size: float

    def moved(self, dx: float, dy: float = 0.0) -> TextRun:
        """Return the same line elsewhere."""
        return replace(self, x=self.x + dx, y=self.y + dy)


class Measure(Protocol):
    """Knows how wide letters are."""

    def width(self, text: str, face: PrintFace, size: float) -> float:
        """Return how wide a line of text is in millimetres."""
        ...

    def lines(self, text: str, face: PrintFace, size: float, width: float, most: int) -> Sequence[str]:
        """Break a paragraph into lines no wider than `width`, `most` at most; each is a slice of the text, in order.

        Something longer than a line with no place to break is broken anywhere.
        """
        ...


def width_of(run: TextRun, measure: Measure) -> float:
    """Return how wide a run is in millimetres."""
    return measure.width(run.text, run.face, run.size)


class TextBlock(NamedTuple):
    """Text broken into lines.

    Attributes:
        lines: each line with its indent.
        size: its size in points.
        leading: the distance of lines in millimetres.
        rest: the text that did not fit.
    """

    lines: Sequence[tuple[float, str]]
    size: float
    leading: float
    rest: str


def clean_text(text: str) -> str:
    """Return a text with plain line ends, no more than one empty line at a time, and nothing that cannot be seen."""
    plain = _UNSEEN.sub("", _BROKEN.sub("\n", text).replace("\t", " ")).rstrip()
    return _EMPTY.sub("\n\n", plain) if "\n\n\n" in plain else plain


def leading_of(size: float, *, tight: bool = False) -> float:
    """Return the distance between lines for a size; tight in a place for a single line."""
    return size * POINT * (1.15 if tight else 1.28)


def baseline_in(rect: Rect, size: float) -> float:
    """Return the baseline of a line in the middle of a rectangle."""
    return rect.y + rect.h / 2 + size * POINT * _CAPITAL / 2


def fitting_size(text: str, face: PrintFace, size: float, least: float, width: float, measure: Measure) -> float:
    """Return the largest size, not over `size` and not under `least`, at which a line fits if any does."""
    wide = measure.width(text, face, size)
    if wide <= width or not wide:
        return size
    # A hundredth less than calculated: letters are not exactly proportional at all sizes.
    return max(least, int(size * width / wide * 99) / 100)


def shorten_text(text: str, face: PrintFace, size: float, width: float, measure: Measure) -> str:
    """Return a label, cut with an ellipsis if it is too long. Not for values."""
    if measure.width(text, face, size) <= width:
        return text
    room = width - measure.width("…", face, size)
    fitting = measure.lines(text, face, size, max(room, 0.1), 1)
    return (fitting[0].rstrip() if fitting and room > 0 else "") + "…"


def break_lines(
    text: str,
    face: PrintFace,
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
        width: the greatest width of a line.
        most: the greatest number of lines.
        measure: the widths of letters.
        hang: every line of a paragraph but its first is indented.
        keep: the width of the last line that stays free if there is more text.

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


def breaks_word(lines: Sequence[tuple[float, str]]) -> bool:
    """Say whether a line of one paragraph ends within a word, or within numbers such as `2/-3`."""
    return not all(line[-1:].isspace() or (line[-1:] in "-/" and line[-2:-1].isalpha()) for _, line in lines[:-1])


def fit_text(
    text: str,
    face: PrintFace,
    size: float,
    rect: Rect,
    measure: Measure,
    *,
    ruled: int = 0,
    columns: int = 1,
    gutter: float = 0.0,
    hang: bool = False,
    keep: float = 0.0,
    least: float = LEAST_SIZE,
    tight: bool = False,
) -> TextBlock:
    """Fit a text into a place: at the wanted size, else smaller, else as much as fits at the smallest size.

    Args:
        text: the text.
        face: its face.
        size: the wanted size.
        rect: the place.
        measure: the widths of letters.
        ruled: the number of ruled lines in a column; 0 if none.
        columns: the number of columns that the lines fill one after another.
        gutter: the space between columns.
        hang: every line of a paragraph but its first is indented.
        keep: the width of the last line that stays free if there is more text.
        least: the smallest size.
        tight: the lines are close together, in a place for a single line; a word is broken only if it fits at no size.
    """
    width = (rect.w - gutter * (columns - 1)) / columns
    # A lower bound for the number of lines, from the length of the text alone.
    area = measure.width(text.replace("\n", " "), face, size)
    tried = size
    broken: TextBlock | None = None
    while True:
        on_rules = ruled and tried == size
        leading = rect.h / ruled if on_rules else leading_of(tried, tight=tight)
        most = columns * (ruled if on_rules else max(1, int((rect.h + (0.0 if tight else 0.2)) / leading)))
        if area * tried / size <= width * most * 1.01 or tried <= least:
            lines, rest = break_lines(text, face, tried, width, most, measure, hang=hang, keep=keep)
            block = TextBlock(lines, tried, leading, rest)
            if not rest and not (tight and breaks_word(lines)):
                return block
            broken = broken or (None if rest else block)
            if tried <= least:
                return broken or block
        tried = max(least, tried - _STEP)
