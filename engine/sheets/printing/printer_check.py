"""A page with a square of 50 mm: with a ruler one sees whether the printer changes the scale."""

from __future__ import annotations

from typing import Final

from engine.sheets.layout.layout_boxes import LaidBox
from engine.sheets.layout.page_geometry import Paper, Rect
from engine.sheets.model.sheet_description import Section
from engine.sheets.printing.composed_pages import ComposedBox, ComposedPage
from engine.sheets.printing.flow_text import plain_pieces
from engine.sheets.printing.printed_labels import paper_text
from engine.sheets.printing.sheet_printing import PageCaptions, with_head_and_foot
from engine.sheets.printing.text_fitting import Measure, PrintFace, TextRun

SIDE: Final = 50.0
_SIZE: Final = 11.0
_BESIDE: Final = 8.0


def printer_check_page(paper: Paper, measure: Measure) -> ComposedPage:
    """Return the page: the square, the words in it, and beside it what to do if it has another size."""
    space = paper.space
    square = Rect(space.x + _BESIDE, space.y + _BESIDE, SIDE, SIDE)
    beside = Rect(square.right + _BESIDE, square.y, space.right - square.right - 2 * _BESIDE, SIDE)
    words = [TextRun(x=square.x + 4.0, y=square.y + 8.0, text="50 mm × 50 mm", face=PrintFace.STRONG, size=_SIZE)]
    top = beside.y
    text = f"{paper_text('printer_check.what')}\n\n{paper_text('printer_check.otherwise')}"
    for piece in plain_pieces(text, beside.w, _SIZE, measure, PrintFace.VALUE):
        words += (run.moved(beside.x, top) for run in piece.runs)
        top += piece.height
    section = Section(key="printer_check", title="", fields=())
    box = ComposedBox(laid=LaidBox(section=section, rect=square, title_rect=None, cells=()), words=tuple(words))
    page = ComposedPage(title="", boxes=(box,))
    return with_head_and_foot([page], paper, measure, PageCaptions("", paper_text("printer_check.title"), ""))[0]
