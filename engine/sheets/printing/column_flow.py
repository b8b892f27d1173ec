"""Boxes that flow through the columns of pages: each goes where there is room, and a long one continues in the next.

A box is a title and pieces of a known height, one below the other. A piece is never cut; a box is cut between pieces
only if it is higher than a column, or if a page would stay half empty otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.model.frozen import replace
from engine.sheets.layout.layout_boxes import LaidBox, LaidField
from engine.sheets.layout.page_geometry import Rect
from engine.sheets.model.sheet_description import Section
from engine.sheets.printing.composed_pages import ComposedBox, ComposedField, ComposedPage
from engine.sheets.printing.printed_labels import paper_text
from engine.sheets.printing.text_fitting import Measure, PrintFace, TextRun, shorten_text

BETWEEN: Final = 3.0
"""The space between boxes."""
PAD: Final = 2.2
"""The space between the frame of a box and its text."""
_BAND: Final = 5.8
_TITLE: Final = 10.0
_NOTE: Final = 7.0
_SIGN: Final = 4.0
"""The width of the sign of the game at the right end of the title."""
_ABOVE, _BELOW = 1.3, 1.4
"""The space above the first piece, and below the last one."""
_CONTINUED: Final = 3.4
"""The height of the line that says where a box continues."""
_FEWEST: Final = 3
"""A box is cut only where so many pieces stay together on both sides."""
_WORTH: Final = 0.15
"""A box that can be cut is cut if more than this share of the column would stay empty otherwise."""


class FlowPiece(NamedTuple):
    """A part of a box that is never cut; its places count from the left edge of the text and from its own top."""

    height: float
    runs: tuple[TextRun, ...] = ()
    cells: tuple[ComposedField, ...] = ()


class FlowBox(NamedTuple):
    """A box that flows.

    Attributes:
        title: its title.
        pieces: its content.
        note: small words on the right of the title.
        shade: it has a tint.
        whole: it is cut only if it is higher than a column.
    """

    title: str
    pieces: Sequence[FlowPiece]
    note: str = ""
    shade: bool = False
    whole: bool = False

    @property
    def height(self) -> float:
        """Its height with its title."""
        return _BAND + _ABOVE + sum(piece.height for piece in self.pieces) + _BELOW


class ColumnFlow:
    """Fills pages of two columns.

    Args:
        space: the space on each page.
        measure: the widths of letters.
    """

    def __init__(self, space: Rect, measure: Measure) -> None:
        self._space = space
        self._measure = measure
        self.width = (space.w - BETWEEN) / 2
        self._pages: list[list[list[ComposedBox]]] = []
        self._tops = [space.bottom, space.bottom]
        self._cut: tuple[int, int] | None = None
        """The page and the column of the last box if it continues."""

    @property
    def pages(self) -> tuple[ComposedPage, ...]:
        """The pages so far: the boxes over both columns first, then those of the left column."""
        return tuple(
            ComposedPage(title="", boxes=tuple(box for column in page for box in column)) for page in self._pages
        )

    def add_across(self, box: FlowBox) -> None:
        """Add a box over both columns, below everything on the page; what does not fit continues on the next page."""
        self._cut = None
        rest: FlowBox | None = box
        while rest is not None:
            top = max(self._tops)
            part, rest = self._part(rest, self._space.bottom - top, must=top <= self._space.y)
            if part is None or not self._pages:
                self._turn()
                continue
            self._put(part, 0, Rect(self._space.x, top, self._space.w, part.height), continues=rest is not None)
            self._tops = [top + part.height + BETWEEN] * 2

    def add(self, box: FlowBox, prefer: int | None = None) -> None:
        """Add a box to a column: the preferred one, else the emptier one that has room; what is left continues."""
        self._cut = None
        rest: FlowBox | None = box
        while rest is not None:
            part, rest = self._add_part(rest, prefer)
            if part is None:
                self._turn()

    def _add_part(self, box: FlowBox, prefer: int | None) -> tuple[FlowBox | None, FlowBox | None]:
        """Add as much of a box as fits on this page; return that, and the rest."""
        if not self._pages:
            return None, box
        emptier = sorted((0, 1), key=lambda column: self._tops[column])
        order = emptier if prefer is None else [prefer, 1 - prefer]
        fresh = all(top <= self._space.y for top in self._tops)
        for must in (False, fresh):
            for column in order:
                top = self._tops[column]
                part, rest = self._part(box, self._space.bottom - top, must=must)
                if part is None or (rest is not None and not must and not self._is_worth_it(box, column)):
                    continue
                left = self._space.x + column * (self.width + BETWEEN)
                self._put(part, column + 1, Rect(left, top, self.width, part.height), continues=rest is not None)
                self._tops[column] = top + part.height + BETWEEN
                return part, rest
        return None, box

    def _is_worth_it(self, box: FlowBox, column: int) -> bool:
        """Say whether a box is rather cut than moved to the next column."""
        return not box.whole and self._space.bottom - self._tops[column] > _WORTH * self._space.h

    def _part(self, box: FlowBox, room: float, *, must: bool) -> tuple[FlowBox | None, FlowBox | None]:
        """Return the part of a box that fits in a height, and the rest; at least one piece if something must fit."""
        if box.height <= room:
            return box, None
        free = room - _BAND - _ABOVE - _BELOW - _CONTINUED
        count = 0
        for piece in box.pieces:
            free -= piece.height
            if free < 0:
                break
            count += 1
        count = min(count, len(box.pieces) - _FEWEST)
        if count < _FEWEST:
            if not must:
                return None, box
            count = max(1, count)
        if count >= len(box.pieces):
            return box, None
        rest = box._replace(pieces=box.pieces[count:], note=paper_text("continued_page"))
        return box._replace(pieces=[*box.pieces[:count], FlowPiece(_CONTINUED)]), rest

    def _turn(self) -> None:
        self._pages.append([[], [], []])
        self._tops = [self._space.y, self._space.y]

    def _put(self, box: FlowBox, column: int, rect: Rect, *, continues: bool = False) -> None:
        band = Rect(rect.x, rect.y, rect.w, _BAND)
        words: list[TextRun] = []
        note, room = _note_and_room(box.note, rect.w, self._measure)
        if note:
            x = rect.right - PAD - _SIGN - self._measure.width(note, PrintFace.NOTE, _NOTE)
            words.append(TextRun(x=x, y=band.bottom - 1.8, text=note, face=PrintFace.NOTE, size=_NOTE))
        title = shorten_text(box.title, PrintFace.HEAD, _TITLE, room, self._measure)
        words.insert(0, TextRun(x=rect.x + PAD, y=band.bottom - 1.7, text=title, face=PrintFace.HEAD, size=_TITLE))
        cells: list[ComposedField] = []
        top = band.bottom + _ABOVE
        for piece in box.pieces:
            words += (run.moved(rect.x + PAD, top) for run in piece.runs)
            cells += (_moved_cell(cell, rect.x + PAD, top) for cell in piece.cells)
            top += piece.height
        laid = LaidBox(
            section=Section(key="flow", title=title, fields=()),
            rect=rect,
            title_rect=band,
            cells=tuple(cell.laid for cell in cells),
            shade=box.shade,
        )
        self._tell_where_it_continues()
        self._pages[-1][column].append(ComposedBox(laid=laid, words=tuple(words), cells=tuple(cells)))
        self._cut = (len(self._pages) - 1, column) if continues else None

    def _tell_where_it_continues(self) -> None:
        """Write below the part of a box that was cut on an earlier page on which page it continues."""
        if self._cut is None or self._cut[0] == len(self._pages) - 1:
            return
        page, column = self._cut
        cut = self._pages[page][column][-1]
        words = paper_text("continued_on", page=len(self._pages))
        rect = cut.laid.rect
        x = rect.right - PAD - self._measure.width(words, PrintFace.NOTE, _NOTE)
        run = TextRun(x=x, y=rect.bottom - _BELOW - 0.8, text=words, face=PrintFace.NOTE, size=_NOTE)
        self._pages[page][column][-1] = replace(cut, marks=(*cut.marks, run))


def title_is_cut(title: str, note: str, width: float, measure: Measure) -> bool:
    """Say whether a title is too long for one line beside its note in a box of a width."""
    _, room = _note_and_room(note, width, measure)
    return measure.width(title, PrintFace.HEAD, _TITLE) > room


def _note_and_room(note: str, width: float, measure: Measure) -> tuple[str, float]:
    """Return the note of a box as it is printed, and the width that is left for the title."""
    room = width - 2 * PAD - _SIGN
    if not note:
        return "", room
    note = shorten_text(note, PrintFace.NOTE, _NOTE, room / 2, measure)
    return note, room - measure.width(note, PrintFace.NOTE, _NOTE) - 2.0


def _moved_cell(cell: ComposedField, dx: float, dy: float) -> ComposedField:
    laid: LaidField = cell.laid
    moved = replace(
        laid,
        rect=laid.rect.moved(dx, dy),
        value_rect=laid.value_rect.moved(dx, dy),
        marks=tuple(mark.moved(dx, dy) for mark in laid.marks),
    )
    return replace(cell, laid=moved, runs=tuple(run.moved(dx, dy) for run in cell.runs))
