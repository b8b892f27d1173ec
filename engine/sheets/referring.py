"""A reference on paper: boxes of words and what they mean, in two columns, on one page if that can be read."""

from __future__ import annotations

from typing import Final

from engine.play.faces import Reference, ReferencePart
from engine.sheets.composed import SetBox, SetPage
from engine.sheets.description import Look, Section
from engine.sheets.geometry import Paper, Rect
from engine.sheets.laid import LaidBox
from engine.sheets.printing import Words, framed
from engine.sheets.typeset import POINT, Face, Measure, Run, broken, clean, leading_of, shortened
from engine.table.frozen import replace

_BETWEEN: Final = 4.0
_BAND: Final = 7.2
_PAD: Final = 2.6
_SIZES: Final = (10.0, 9.5, 9.0, 8.5, 8.0)
"""Sizes that are tried, until all of it stands on one page; on several it has the second of them."""
_MOST: Final = 60
"""So many lines what a word means may have."""


def reference_pages(
    reference: Reference, paper: Paper, measure: Measure, *, game: str, look: Look
) -> tuple[SetPage, ...]:
    """Return the pages of a reference, with head and foot."""
    pages: list[SetPage] = []
    for size in _SIZES:
        pages = _Columns(paper, measure, size).pages(reference)
        if len(pages) == 1:
            break
    else:
        pages = _Columns(paper, measure, _SIZES[1]).pages(reference)
    looked = [replace(page, look=look) for page in pages]
    return framed(looked, paper, measure, Words(game, reference.title, "", reference.notice))


class _Columns:
    def __init__(self, paper: Paper, measure: Measure, size: float) -> None:
        self._space = paper.space
        self._measure = measure
        self._size = size
        self._leading = leading_of(size)
        self._wide = (self._space.w - _BETWEEN) / 2

    def pages(self, reference: Reference) -> list[SetPage]:
        """Fill column after column, each box whole as far as it can be."""
        space = self._space
        columns: list[list[ReferencePart]] = []
        tops: list[float] = []
        for part in reference.parts:
            high = self._height(part)
            # Below what stands on this page already, if there is room; else in a new column.
            last = len(columns) - 2 + len(columns) % 2
            at = next((n for n in range(max(0, last), len(columns)) if tops[n] + high <= space.bottom), len(columns))
            if at == len(columns):
                columns.append([])
                tops.append(space.y)
            columns[at].append(part)
            tops[at] += high + _BETWEEN
        pages: list[SetPage] = []
        for at in range(0, len(columns), 2):
            boxes: list[SetBox] = []
            signs: list[tuple[str, Rect]] = []
            for side, column in enumerate(columns[at : at + 2]):
                top = space.y
                for part in column:
                    box, drawn = self._box(part, Rect(space.x + side * (self._wide + _BETWEEN), top, self._wide, 0.0))
                    boxes.append(box)
                    signs += drawn
                    top = box.laid.rect.bottom + _BETWEEN
            pages.append(SetPage(title="", boxes=tuple(boxes), signs=tuple(signs)))
        return pages

    def _height(self, part: ReferencePart) -> float:
        return self._box(part, Rect(0.0, 0.0, self._wide, 0.0))[0].laid.rect.h

    def _box(self, part: ReferencePart, place: Rect) -> tuple[SetBox, list[tuple[str, Rect]]]:
        """Set a part below the upper edge of a place, as high as it needs."""
        band = Rect(place.x, place.y, place.w, _BAND)
        title = shortened(clean(part.title), Face.HEAD, 11.5, place.w - 2 * _PAD - 6.0, self._measure)
        words = [Run(x=place.x + _PAD, y=band.bottom - 2.1, text=title, face=Face.HEAD, size=11.5)]
        signs: list[tuple[str, Rect]] = []
        sign_side = self._leading * 1.5
        indent = sign_side + 2.0 if part.signs else 0.0
        left, wide = place.x + _PAD + indent, place.w - 2 * _PAD - indent
        top = band.bottom + 1.8
        for number, (word, meaning) in enumerate(part.lines):
            if number < len(part.signs):
                signs.append((part.signs[number], Rect(place.x + _PAD, top + 0.5, sign_side, sign_side)))
            word, meaning = clean(word), clean(meaning)
            after = self._measure.width(f"{word}  ", Face.STRONG, self._size)
            on_one = after + self._measure.width(meaning, Face.VALUE, self._size) <= wide
            below = self._line(word, Face.STRONG, left, top, wide, words)
            inset = after if on_one else 0.0
            top = self._line(meaning, Face.VALUE, left + inset, top if on_one else below, wide - inset + 0.1, words)
            top += self._leading * (0.22 if on_one else 0.32)
        rect = Rect(place.x, place.y, place.w, top + 1.2 - place.y)
        laid = LaidBox(section=Section(key="reference", title=title, fields=()), rect=rect, title_rect=band, cells=())
        return SetBox(laid=laid, words=tuple(words)), signs

    def _line(self, text: str, face: Face, x: float, top: float, wide: float, words: list[Run]) -> float:
        """Set words in lines, and return where they end."""
        lines, _ = broken(text, face, self._size, wide, _MOST, self._measure)
        for _, line in lines:
            words.append(Run(x=x, y=top + self._size * POINT * 0.95, text=line.rstrip(), face=face, size=self._size))
            top += self._leading
        return top
