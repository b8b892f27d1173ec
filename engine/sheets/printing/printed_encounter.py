"""An encounter on paper: its read-aloud text, the GM's texts, and a stat block for each kind of character.

It fits on one page if that stays readable: the text gets smaller first, then it flows to a second page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from engine.model.frozen import replace
from engine.sheets.layout.layout_boxes import LaidField
from engine.sheets.layout.page_geometry import Paper, Rect
from engine.sheets.model.sheet_description import FlagField, SheetLook
from engine.sheets.printing.column_flow import PAD, ColumnFlow, FlowBox, FlowPiece
from engine.sheets.printing.composed_pages import ComposedField, ComposedPage
from engine.sheets.printing.flow_text import base_of_line, plain_pieces, text_pieces
from engine.sheets.printing.printed_labels import paper_text
from engine.sheets.printing.sheet_printing import PageCaptions, with_head_and_foot
from engine.sheets.printing.stat_blocks import StatSubject, stat_block_box
from engine.sheets.printing.text_fitting import POINT, Measure, PrintFace, leading_of

_SIZES: Final = (9.0, 8.5, 8.0, 7.5, 7.0, 6.5)
"""The sizes of text to try until everything fits on one page, in points."""
_ON_SEVERAL: Final = 8.0
"""The size on several pages."""
_HOPELESS: Final = 2
"""An encounter with more pages than this at the largest size does not fit on one at the smallest."""
_LOUDER: Final = 1.5
"""Read-aloud text is larger by this: somebody reads it to others."""
_TEXTS, _CAST = 0, 1
"""The column where texts come first, and the one where the cast does."""
_DONE: Final = FlagField(key="done", label="")


@dataclass(frozen=True, slots=True, kw_only=True)
class EncounterText:
    """A text of an encounter, or a list of lines; with `ticks` each line has a box to tick."""

    title: str
    lines: Sequence[tuple[str, str]]
    ticks: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedEncounter:
    """The content of the page of an encounter.

    Attributes:
        name: its name.
        read_out: everybody hears it.
        texts: the GM's texts and lists, in their order.
        cast: the characters, those of one side together.
    """

    name: str
    read_out: str = ""
    texts: Sequence[EncounterText] = ()
    cast: Sequence[StatSubject] = ()


def encounter_pages(
    encounter: PrintedEncounter, paper: Paper, measure: Measure, *, game: str, look: SheetLook
) -> tuple[ComposedPage, ...]:
    """Return the pages of an encounter: one, unless it has too much content for one."""
    pages = _fitted(encounter, paper, measure)
    captions = PageCaptions(game, encounter.name or "–", paper_text("encounter.title"))
    return with_head_and_foot([replace(page, look=look) for page in pages], paper, measure, captions)


def _fitted(encounter: PrintedEncounter, paper: Paper, measure: Measure) -> tuple[ComposedPage, ...]:
    for size in _SIZES:
        pages = _flowed(encounter, paper, measure, size)
        if len(pages) == 1:
            return pages
        if len(pages) > _HOPELESS:
            break
    return _flowed(encounter, paper, measure, _ON_SEVERAL)


def _flowed(encounter: PrintedEncounter, paper: Paper, measure: Measure, size: float) -> tuple[ComposedPage, ...]:
    flow = ColumnFlow(paper.space, measure)
    if encounter.read_out.strip():
        inner = paper.space.w - 2 * PAD
        pieces = tuple(plain_pieces(encounter.read_out, inner, size + _LOUDER, measure, PrintFace.VALUE))
        flow.add_across(FlowBox(paper_text("encounter.read_out"), pieces, shade=True))
    inner = flow.width - 2 * PAD
    for text in encounter.texts:
        flow.add(FlowBox(text.title, tuple(_text_pieces(text, inner, size, measure))), _TEXTS)
    for subject in encounter.cast:
        flow.add(stat_block_box(subject, flow.width, size, measure), _CAST if encounter.texts else None)
    if not flow.pages:
        flow.add(FlowBox(paper_text("encounter.notes"), (FlowPiece(6.0),)))
    return flow.pages


def _text_pieces(text: EncounterText, width: float, size: float, measure: Measure) -> Iterator[FlowPiece]:
    """Yield the lines of a text; a line of a list has a label, or a box to tick, and its text beside or below it."""
    side = max(3.2, size * POINT * 1.05)
    for number, (label, words) in enumerate(text.lines):
        if number:
            yield FlowPiece(leading_of(size) * 0.3)
        if not text.ticks:
            yield from (
                text_pieces(((label, words),), width, size, measure)
                if label
                else plain_pieces(words, width, size, measure, PrintFace.VALUE)
            )
            continue
        indent = side + 1.8
        first = True
        for piece in plain_pieces(words, width - indent, size, measure, PrintFace.VALUE):
            height = max(piece.height, side + 0.6) if first else piece.height
            base = base_of_line(size)
            top = max(0.0, base - size * POINT * 0.36 - side / 2)
            runs = tuple(run.moved(indent) for run in piece.runs)
            cells = (_tick_box(Rect(0.0, top, side, side)),) if first else ()
            yield FlowPiece(height, runs, cells)
            first = False


def _tick_box(rect: Rect) -> ComposedField:
    """Return a box to tick."""
    return ComposedField(
        laid=LaidField(path="done", field=_DONE, rect=rect, label_rect=None, value_rect=rect, marks=(rect,))
    )
