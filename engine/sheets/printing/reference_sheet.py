"""A rules reference on paper: boxes of terms with their meanings, in two columns, on one page if it stays readable."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.model.frozen import replace
from engine.presentation.card_faces import QuickReference, QuickReferenceSection
from engine.sheets.layout.layout_boxes import LaidBox
from engine.sheets.layout.page_geometry import Paper, Rect
from engine.sheets.model.sheet_description import Section, SheetLook
from engine.sheets.printing.composed_pages import ComposedBox, ComposedPage
from engine.sheets.printing.sheet_printing import PageCaptions, with_head_and_foot
from engine.sheets.printing.text_fitting import (
    POINT,
    Measure,
    PrintFace,
    TextRun,
    break_lines,
    clean_text,
    leading_of,
    shorten_text,
)

_BETWEEN: Final = 4.0
_BAND: Final = 7.2
_PAD: Final = 2.6
_SIZES: Final = (10.0, 9.5, 9.0, 8.5, 8.0)
"""Sizes to try until everything fits on one page; several pages use the second one."""
_MOST: Final = 60
"""The greatest number of lines of a meaning."""


def reference_pages(
    reference: QuickReference, paper: Paper, measure: Measure, *, game: str, look: SheetLook
) -> tuple[ComposedPage, ...]:
    """Return the pages of a reference, with head and foot."""
    pages: list[ComposedPage] = []
    for size in _SIZES:
        pages = _Columns(paper, measure, size).pages(reference)
        if len(pages) == 1:
            break
    else:
        pages = _Columns(paper, measure, _SIZES[1]).pages(reference)
    looked = [replace(page, look=look) for page in pages]
    return with_head_and_foot(looked, paper, measure, PageCaptions(game, reference.title, "", reference.notice))


class _Columns:
    def __init__(self, paper: Paper, measure: Measure, size: float) -> None:
        self._space = paper.space
        self._measure = measure
        self._size = size
        self._leading = leading_of(size)
        self._wide = (self._space.w - _BETWEEN) / 2

    def pages(self, reference: QuickReference) -> list[ComposedPage]:
        """Fill column after column with whole boxes; those of the last of several pages end at similar heights."""
        space = self._space
        columns: list[list[QuickReferenceSection]] = []
        tops: list[float] = []
        for part in reference.parts:
            high = self._height(part)
            # Below the other boxes of this page if there is room, else in a new column.
            last = len(columns) - 2 + len(columns) % 2
            at = next((n for n in range(max(0, last), len(columns)) if tops[n] + high <= space.bottom), len(columns))
            if at == len(columns):
                columns.append([])
                tops.append(space.y)
            columns[at].append(part)
            tops[at] += high + _BETWEEN
        if len(columns) > 2:
            last = len(columns) - 2 + len(columns) % 2
            columns[last:] = self._balanced([part for column in columns[last:] for part in column])
        pages: list[ComposedPage] = []
        for at in range(0, len(columns), 2):
            boxes: list[ComposedBox] = []
            signs: list[tuple[str, Rect]] = []
            for side, column in enumerate(columns[at : at + 2]):
                top = space.y
                for part in column:
                    box, drawn = self._box(part, Rect(space.x + side * (self._wide + _BETWEEN), top, self._wide, 0.0))
                    boxes.append(box)
                    signs += drawn
                    top = box.laid.rect.bottom + _BETWEEN
            pages.append(ComposedPage(title="", boxes=tuple(boxes), signs=tuple(signs)))
        return pages

    def _balanced(self, parts: Sequence[QuickReferenceSection]) -> list[list[QuickReferenceSection]]:
        """Share parts between two columns in their order, so that the higher column is as low as possible."""
        heights = [self._height(part) + _BETWEEN for part in parts]
        best = min(range(1, len(parts) + 1), key=lambda cut: max(sum(heights[:cut]), sum(heights[cut:])))
        return [list(parts[:best]), list(parts[best:])]

    def _height(self, part: QuickReferenceSection) -> float:
        return self._box(part, Rect(0.0, 0.0, self._wide, 0.0))[0].laid.rect.h

    def _box(self, part: QuickReferenceSection, place: Rect) -> tuple[ComposedBox, list[tuple[str, Rect]]]:
        """Set a part below the upper edge of a place, as high as it needs."""
        band = Rect(place.x, place.y, place.w, _BAND)
        title = shorten_text(clean_text(part.title), PrintFace.HEAD, 11.5, place.w - 2 * _PAD - 6.0, self._measure)
        words = [TextRun(x=place.x + _PAD, y=band.bottom - 2.1, text=title, face=PrintFace.HEAD, size=11.5)]
        signs: list[tuple[str, Rect]] = []
        sign_side = self._leading * 1.5
        indent = sign_side + 2.0 if part.signs else 0.0
        left, wide = place.x + _PAD + indent, place.w - 2 * _PAD - indent
        top = band.bottom + 1.8
        for number, (word, meaning) in enumerate(part.lines):
            if number < len(part.signs):
                signs.append((part.signs[number], Rect(place.x + _PAD, top + 0.5, sign_side, sign_side)))
            word, meaning = clean_text(word), clean_text(meaning)
            after = self._measure.width(f"{word}  ", PrintFace.STRONG, self._size)
            on_one = after + self._measure.width(meaning, PrintFace.VALUE, self._size) <= wide
            below = self._line(word, PrintFace.STRONG, left, top, wide, words)
            inset = after if on_one else 0.0
            top = self._line(
                meaning, PrintFace.VALUE, left + inset, top if on_one else below, wide - inset + 0.1, words
            )
            top += self._leading * (0.22 if on_one else 0.32)
        rect = Rect(place.x, place.y, place.w, top + 1.2 - place.y)
        laid = LaidBox(section=Section(key="reference", title=title, fields=()), rect=rect, title_rect=band, cells=())
        return ComposedBox(laid=laid, words=tuple(words)), signs

    def _line(self, text: str, face: PrintFace, x: float, top: float, wide: float, words: list[TextRun]) -> float:
        """Set text in lines, and return the y below them."""
        lines, _ = break_lines(text, face, self._size, wide, _MOST, self._measure)
        for _, line in lines:
            words.append(
                TextRun(x=x, y=top + self._size * POINT * 0.95, text=line.rstrip(), face=face, size=self._size)
            )
            top += self._leading
        return top
