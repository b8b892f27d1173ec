"""Whole sheets as they are printed: pages set with their words, with head and foot, numbered.

This is the one way from a sheet to paper; preview, PDF and printer all paint what it gives.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from engine.sheets.composed import SetPage
from engine.sheets.continuing import Continuation, signed_boxes
from engine.sheets.finished import Finished
from engine.sheets.geometry import Paper, Rect
from engine.sheets.labels import said
from engine.sheets.layout import lay_out
from engine.sheets.setting import Setter
from engine.sheets.sheet import Sheet
from engine.sheets.source import Source
from engine.sheets.spacing import CARD, SHEET
from engine.sheets.typeset import Face, Measure, Run, clean, fitting_size, shortened
from engine.table.frozen import replace

MOTIF: Final = 8.5
"""The side of the square on the left of the head in which the motif stands."""
_FOOT_SIZE: Final = 6.0
_NOTICE: Final = 5.2


def sheet_pages(
    source: Source,
    paper: Paper,
    measure: Measure,
    *,
    game: str,
    name: str = "",
    picked: Collection[str] | None = None,
) -> tuple[SetPage, ...]:
    """Return the pages of one sheet.

    Args:
        source: the sheet.
        paper: what it is printed on.
        measure: how wide letters are.
        game: what the game is called.
        name: the character's name; empty on a blank.
        picked: the keys of the sections that are wanted; all if not given.
    """
    setter = Setter(source, measure, SHEET)
    laid = lay_out(source, paper, picked)
    pages = [setter.page(page, number) for number, page in enumerate(laid, 1)]
    whole = Continuation(signed_boxes(pages, setter), paper.space).filled(setter.overflow)
    description = source.description
    made = [replace(page, look=description.look) for page in whole]
    return framed(made, paper, measure, Words(game, description.title, name, description.notice))


def card_sides(source: Source, measure: Measure) -> tuple[SetPage, ...]:
    """Return the sides of one card, each from 0, 0; what has no room on it follows on more of its kind."""
    if isinstance(source, Sheet):
        source = Finished(source)
    setter = Setter(source, measure, CARD)
    size = source.description.size or (63.0, 88.0)
    laid = lay_out(source, Paper())
    pages = [setter.page(page, number) for number, page in enumerate(laid, 1)]
    pad = 3.0
    space = Rect(pad, pad, size[0] - 2 * pad, size[1] - 2 * pad)
    whole = Continuation(signed_boxes(pages, setter), space).filled(setter.overflow)
    return tuple(replace(page, look=source.description.look) for page in whole)


class Words:
    """What head and foot of the pages of one sheet say."""

    def __init__(self, game: str, title: str, name: str, notice: str = "") -> None:
        self.game, self.title, self.name, self.notice = (
            clean(w).replace("\n", " ") for w in (game, title, name, notice)
        )


def framed(pages: Sequence[SetPage], paper: Paper, measure: Measure, words: Words) -> tuple[SetPage, ...]:
    """Return pages with head, foot and number."""
    framing = _Framing(paper, measure, words)
    return tuple(framing.page(page, number, len(pages)) for number, page in enumerate(pages, 1))


class _Framing:
    def __init__(self, paper: Paper, measure: Measure, words: Words) -> None:
        self._paper = paper
        self._measure = measure
        self._words = words

    def page(self, page: SetPage, number: int, count: int) -> SetPage:
        foot = self._foot(number, count)
        legend = (
            self._legend(foot[-1 if not self._words.notice else -2])
            if any(cell.by_hand for box in page.boxes for cell in box.cells)
            else None
        )
        title = said("continued_page") if page.continued else page.title
        if title == self._words.title:
            title = ""
        return replace(page, head=self._head(page, title), foot=foot, legend=legend)

    def _head(self, page: SetPage, title: str) -> tuple[Run, ...]:
        place = self._paper.head
        left = place.x + (MOTIF + 2.4 if page.look.motif else 0.0)
        width = place.right - left
        runs = [
            *self._run(self._words.game.upper(), Face.GAME, 6.2, left, place.y + 2.1, width * 0.5),
            *self._run(self._words.title, Face.TITLE, 18.0, left, place.y + 7.6, width * 0.6),
        ]
        taken = max((run.x + self._measure.width(run.text, run.face, run.size) for run in runs), default=left)
        room = place.right - taken - 6
        if self._words.name:
            baseline = place.y + (3.6 if title else 7.2)
            runs += self._run(self._words.name, Face.HEAD, 12.5, place.right, baseline, room, right=True)
        if title:
            runs += self._run(title, Face.NOTE, 8.0, place.right, place.y + 7.6, room, right=True)
        return tuple(runs)

    def _foot(self, number: int, count: int) -> tuple[Run, ...]:
        place = self._paper.foot
        words = self._words
        baseline = place.y + (1.5 if words.notice else 2.6)
        third = place.w / 3
        left = " · ".join(part for part in (words.game, words.title) if part)
        runs = [*self._run(left, Face.FINE, _FOOT_SIZE, place.x, baseline, third)]
        number_words = said("page", page=number, pages=count)
        if words.name:
            name = self._run(words.name, Face.FINE, _FOOT_SIZE, place.x, baseline, third - 4)
            wide = self._measure.width(name[0].text, Face.FINE, name[0].size) if name else 0.0
            runs += (replace(run, x=place.x + (place.w - wide) / 2) for run in name)
        runs += self._run(number_words, Face.FINE, _FOOT_SIZE, place.right, baseline, third, right=True)
        if words.notice:
            runs += self._run(words.notice, Face.FINE, _NOTICE, place.x, place.bottom - 0.2, place.w, least=3.8)
        return tuple(runs)

    def _legend(self, number: Run) -> Run:
        """Say before the page's number what the sign means."""
        text = said("by_hand")
        wide = self._measure.width(text, Face.NOTE, 5.6)
        return Run(x=number.x - wide - 5, y=number.y, text=text, face=Face.NOTE, size=5.6)

    def _run(
        self,
        text: str,
        face: Face,
        size: float,
        x: float,
        y: float,
        width: float,
        *,
        right: bool = False,
        least: float = 0.0,
    ) -> tuple[Run, ...]:
        """Return one line of these words, smaller down to four fifths, then cut."""
        if not text or width <= 2:
            return ()
        size = fitting_size(text, face, size, least or size * 0.8, width, self._measure)
        text = shortened(text, face, size, width, self._measure)
        if right:
            x -= self._measure.width(text, face, size)
        return (Run(x=x, y=y, text=text, face=face, size=size),)
