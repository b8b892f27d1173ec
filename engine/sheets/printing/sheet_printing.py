"""Whole printed sheets: composed pages with head, foot and page number.

This is the only way from a sheet to paper; preview, PDF and printer all paint these pages.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from engine.model.frozen import replace
from engine.sheets.layout.page_geometry import Paper, Rect
from engine.sheets.layout.page_layout import lay_out
from engine.sheets.layout.printable_sheet import PrintableSheet
from engine.sheets.layout.spacing import BLANK_CARD_SPACING, CARD_SPACING, SHEET_SPACING
from engine.sheets.model.filled_sheet import FilledSheet
from engine.sheets.printing.compact_layout import CompactCard
from engine.sheets.printing.composed_pages import ComposedPage
from engine.sheets.printing.continuation_pages import ContinuationPages, signed_boxes
from engine.sheets.printing.page_typesetting import PageTypesetter
from engine.sheets.printing.printed_labels import paper_text
from engine.sheets.printing.text_fitting import (
    LEAST_SIZE,
    Measure,
    PrintFace,
    TextRun,
    clean_text,
    fitting_size,
    shorten_text,
)

MOTIF: Final = 8.5
"""The side of the square for the motif, on the left of the head."""
_NAME_SIZE: Final = 12.5
_NOTE_SIZE: Final = 8.0
_LEAST_TITLE: Final = 8.0
"""The smallest size of a title; only a longer one is cut."""
_LONGEST_BOOKMARK: Final = 120
_BESIDE_TITLE: Final = 6.0
"""The space between the title and what is on the right of it."""


def sheet_pages(
    source: PrintableSheet,
    paper: Paper,
    measure: Measure,
    *,
    game: str,
    name: str = "",
    picked: Collection[str] | None = None,
) -> tuple[ComposedPage, ...]:
    """Return the pages of one sheet.

    Args:
        source: the sheet.
        paper: the paper.
        measure: the widths of letters.
        game: the name of the game.
        name: the character's name; empty on a blank.
        picked: the keys of the wanted sections; all if not given.
    """
    setter = PageTypesetter(source, measure, SHEET_SPACING)
    laid = lay_out(source, paper, picked)
    pages = [setter.page(page, number) for number, page in enumerate(laid, 1)]
    whole = ContinuationPages(signed_boxes(pages, setter), paper.space).filled(setter.overflow)
    description = source.description
    made = [replace(page, look=description.look) for page in whole]
    return with_head_and_foot(made, paper, measure, PageCaptions(game, description.title, name, description.notice))


def card_sides(source: PrintableSheet, measure: Measure) -> tuple[ComposedPage, ...]:
    """Return the sides of one card, each from 0, 0; content that does not fit continues on further cards."""
    spacing = BLANK_CARD_SPACING
    if isinstance(source, FilledSheet):
        source, spacing = CompactCard(source), CARD_SPACING
    setter = PageTypesetter(source, measure, spacing)
    size = source.description.size or (63.0, 88.0)
    laid = lay_out(source, Paper(), spacing=spacing)
    pages = [setter.page(page, number) for number, page in enumerate(laid, 1)]
    pad = 3.0
    space = Rect(pad, pad, size[0] - 2 * pad, size[1] - 2 * pad)
    whole = ContinuationPages(signed_boxes(pages, setter), space).filled(setter.overflow)
    return tuple(replace(page, look=source.description.look) for page in whole)


class PageCaptions:
    """The text in the head and foot of a sheet's pages."""

    def __init__(self, game: str, title: str, name: str, notice: str = "") -> None:
        self.game, self.title, self.name, self.notice = (
            clean_text(w).replace("\n", " ") for w in (game, title, name, notice)
        )


def with_head_and_foot(
    pages: Sequence[ComposedPage], paper: Paper, measure: Measure, words: PageCaptions
) -> tuple[ComposedPage, ...]:
    """Return pages with head, foot and number."""
    framing = _Framing(paper, measure, words)
    return tuple(framing.page(page, number, len(pages)) for number, page in enumerate(pages, 1))


class _Framing:
    def __init__(self, paper: Paper, measure: Measure, words: PageCaptions) -> None:
        self._paper = paper
        self._measure = measure
        self._words = words

    def page(self, page: ComposedPage, number: int, count: int) -> ComposedPage:
        foot = self._foot(number, count)
        legend = (
            self._legend(foot[-1 if not self._words.notice else -2])
            if any(cell.by_hand for box in page.boxes for cell in box.cells)
            else None
        )
        title = paper_text("continued_page") if page.continued else page.title
        if title == self._words.title:
            title = ""
        bookmark = " – ".join(filter(None, (self._words.name, self._words.title))) if number == 1 else ""
        return replace(
            page, head=self._head(page, title), foot=foot, legend=legend, bookmark=bookmark[:_LONGEST_BOOKMARK]
        )

    def _head(self, page: ComposedPage, title: str) -> tuple[TextRun, ...]:
        place = self._paper.head
        left = place.x + (MOTIF + 2.4 if page.look.motif else 0.0)
        width = place.right - left
        beside = max(
            self._measure.width(self._words.name, PrintFace.HEAD, _NAME_SIZE),
            self._measure.width(title, PrintFace.NOTE, _NOTE_SIZE),
        )
        title_width = max(width * 0.6, width - beside - _BESIDE_TITLE)  # a long one takes the room that is free
        runs = [
            *self._run(self._words.game.upper(), PrintFace.GAME, LEAST_SIZE, left, place.y + 2.1, width * 0.5),
            *self._run(self._words.title, PrintFace.TITLE, 18.0, left, place.y + 7.6, title_width, least=_LEAST_TITLE),
        ]
        taken = max((run.x + self._measure.width(run.text, run.face, run.size) for run in runs), default=left)
        room = place.right - taken - _BESIDE_TITLE
        if self._words.name:
            baseline = place.y + (3.6 if title else 7.2)
            runs += self._run(self._words.name, PrintFace.HEAD, _NAME_SIZE, place.right, baseline, room, right=True)
        if title:
            runs += self._run(title, PrintFace.NOTE, _NOTE_SIZE, place.right, place.y + 7.6, room, right=True)
        return tuple(runs)

    def _foot(self, number: int, count: int) -> tuple[TextRun, ...]:
        place = self._paper.foot
        words = self._words
        baseline = place.y + (1.2 if words.notice else 2.6)
        third = place.w / 3
        left = " · ".join(part for part in (words.game, words.title) if part)
        runs = [*self._run(left, PrintFace.FINE, LEAST_SIZE, place.x, baseline, third)]
        number_words = paper_text("page", page=number, pages=count)
        if words.name:
            name = self._run(words.name, PrintFace.FINE, LEAST_SIZE, place.x, baseline, third - 4)
            wide = self._measure.width(name[0].text, PrintFace.FINE, name[0].size) if name else 0.0
            runs += (replace(run, x=place.x + (place.w - wide) / 2) for run in name)
        runs += self._run(number_words, PrintFace.FINE, LEAST_SIZE, place.right, baseline, third, right=True)
        if words.notice:
            runs += self._run(words.notice, PrintFace.FINE, LEAST_SIZE, place.x, place.bottom - 0.2, place.w)
        return tuple(runs)

    def _legend(self, number: TextRun) -> TextRun:
        """Explain the sign, before the page number."""
        text = paper_text("by_hand")
        wide = self._measure.width(text, PrintFace.NOTE, LEAST_SIZE)
        return TextRun(x=number.x - wide - 5, y=number.y, text=text, face=PrintFace.NOTE, size=LEAST_SIZE)

    def _run(
        self,
        text: str,
        face: PrintFace,
        size: float,
        x: float,
        y: float,
        width: float,
        *,
        right: bool = False,
        least: float | None = None,
    ) -> tuple[TextRun, ...]:
        """Return one line of these words, smaller down to `least` or four fifths if that can be read, then cut."""
        if not text or width <= 2:
            return ()
        size = fitting_size(
            text, face, size, max(LEAST_SIZE, size * 0.8 if least is None else least), width, self._measure
        )
        text = shorten_text(text, face, size, width, self._measure)
        if right:
            x -= self._measure.width(text, face, size)
        return (TextRun(x=x, y=y, text=text, face=face, size=size),)
