"""Text that flows: paragraphs, and labels with their values, as pieces of a box."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from engine.sheets.layout.page_geometry import Rect
from engine.sheets.printing.column_flow import FlowPiece
from engine.sheets.printing.text_fitting import (
    Measure,
    PrintFace,
    TextRun,
    baseline_in,
    break_lines,
    clean_text,
    leading_of,
)

KEPT_SPACE: Final = "\u00a0"
"""A space where no line ends; it is printed as a plain one."""
_SPACE, _WIDE_SPACE, _NEW_LINE = 1.0, 2.6, -1.0
"""The space before a word, in spaces; a new line before it."""
_LONGEST_KEPT: Final = 12
"""A value of up to so many letters stays on the line of its label."""
_MOST_LINES: Final = 20_000
"""The greatest number of lines of a text."""


def text_pieces(pairs: Sequence[tuple[str, str]], width: float, size: float, measure: Measure) -> Iterator[FlowPiece]:
    """Yield the lines of a paragraph of labels with values; a line break in a value begins a new line."""
    space = measure.width("n n", PrintFace.VALUE, size) - measure.width("nn", PrintFace.VALUE, size)
    base = base_of_line(size)
    line: list[TextRun] = []
    end = 0.0
    for word in _words_of(pairs, width, size, measure):
        joins = bool(line) and line[-1].face is word.face and word.before == _SPACE
        start = line[-1].x if joins else end + space * word.before if line else 0.0
        words = f"{line[-1].text} {word.text}" if joins else word.text
        wide = measure.width(words, word.face, size)
        if line and (start + wide + word.behind > width or word.before == _NEW_LINE):
            yield FlowPiece(leading_of(size), tuple(line))
            line, joins, start, words = [], False, 0.0, word.text
            wide = measure.width(words, word.face, size)
        run = TextRun(x=start, y=base, text=words, face=word.face, size=size)
        line[len(line) - joins :] = [run]  # words of one face are one run, so that they are copied as they are read
        end = start + wide
    if line:
        yield FlowPiece(leading_of(size), tuple(line))


def plain_pieces(text: str, width: float, size: float, measure: Measure, face: PrintFace) -> Iterator[FlowPiece]:
    """Yield the lines of a text of several paragraphs."""
    lines, _ = break_lines(clean_text(text), face, size, width, _MOST_LINES, measure)
    for _, line in lines:
        run = TextRun(x=0.0, y=base_of_line(size), text=line.rstrip(), face=face, size=size)
        yield FlowPiece(leading_of(size) * (1.0 if line.strip() else 0.5), (run,) if line.strip() else ())


def base_of_line(size: float) -> float:
    """Return the baseline of a line below its upper edge."""
    return baseline_in(Rect(0.0, 0.0, 0.0, leading_of(size)), size)


class _Word(NamedTuple):
    """A word, the space before it (so many spaces, or a new line), and the width behind it that stays on its line."""

    text: str
    face: PrintFace
    before: float
    behind: float = 0.0


def _words_of(pairs: Sequence[tuple[str, str]], width: float, size: float, measure: Measure) -> Iterator[_Word]:
    """Yield the words of labels and values; one that is wider than a line comes in parts."""
    for label, text in pairs:
        before = _WIDE_SPACE
        first = next(iter(text.split()), "")
        behind = measure.width(f" {first}", PrintFace.VALUE, size) if len(first) <= _LONGEST_KEPT else 0.0
        labels = label.split()
        for number, word in enumerate(labels, 1):
            yield _Word(word, PrintFace.STRONG, before, behind if number == len(labels) else 0.0)
            before = _SPACE
        for number, line in enumerate(text.split("\n")):
            before = _NEW_LINE if number else before
            for word in filter(None, line.split(" ")):
                for part in _fitting(word.replace(KEPT_SPACE, " "), width, size, measure):
                    yield _Word(part, PrintFace.VALUE, before)
                    before = _SPACE


def _fitting(word: str, width: float, size: float, measure: Measure) -> Iterator[str]:
    """Yield a word, or the parts of one that is wider than a line."""
    while word and measure.width(word, PrintFace.VALUE, size) > width:
        part = next(iter(measure.lines(word, PrintFace.VALUE, size, width, 1)), "") or word[:1]
        yield part
        word = word[len(part) :]
    if word:
        yield word
