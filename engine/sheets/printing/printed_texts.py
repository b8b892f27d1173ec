"""Handouts and notes on paper: a handout has pages of its own, for the players; notes flow through two columns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from engine.model.frozen import Frozen, replace
from engine.sheets.layout.layout_boxes import LaidBox, LaidField
from engine.sheets.layout.page_geometry import Paper, Rect
from engine.sheets.model.sheet_description import PictureField, Section, SheetLook
from engine.sheets.printing.column_flow import PAD, ColumnFlow, FlowBox, FlowPiece
from engine.sheets.printing.composed_pages import ComposedBox, ComposedField, ComposedPage
from engine.sheets.printing.flow_text import plain_pieces
from engine.sheets.printing.printed_labels import paper_text
from engine.sheets.printing.sheet_printing import PageCaptions, with_head_and_foot
from engine.sheets.printing.text_fitting import Measure, PrintFace, TextRun

_HANDOUT_SIZE: Final = 11.5
"""The size of a handout's text in points: it is passed round a table."""
_NOTE_SIZE: Final = 9.0
_INNER: Final = 4.0
"""The space between the frame of a handout and its content."""
_PICTURE_SHARE: Final = 0.55
"""The share of the page that a picture takes at most if there is text below it."""
_NOTE_PICTURE: Final = 70.0
"""The maximum height of a picture in a note."""
_BETWEEN: Final = 3.0
_PICTURE: Final = PictureField(key="picture", label="")
_HEADING: Final = re.compile(r"\s{0,3}#{1,6}\s+(.*)")
_BULLET: Final = re.compile(r"(\s*)[-*+]\s+(.*)")
_QUOTE: Final = re.compile(r"\s{0,3}>\s?")
_RULE_OF_TABLE: Final = frozenset("|-: \t")
"""The signs of the line below the heads of a table."""
_MARKS: Final = re.compile(r"(?<!\w)(\*\*|__|~~|`|\*)(?=[^\s*])(.{1,400}?)(?<=\S)\1")


class PrintedText(Frozen):
    """A text with a title, and a picture above it.

    Attributes:
        title: its title.
        text: its text; that of a note may have marks of Markdown, and none of what its page does not show.
        note: small words beside the title of a note.
        picture: the id of its picture; empty for none.
        ratio: the height of the picture divided by its width.
    """

    title: str
    text: str = ""
    note: str = ""
    picture: str = ""
    ratio: float = 1.0


def handout_pages(
    handout: PrintedText, paper: Paper, measure: Measure, *, game: str, look: SheetLook
) -> tuple[ComposedPage, ...]:
    """Return the pages of a handout: its picture as large as it can be, and its text in one wide column."""
    inside = paper.space.inset(_INNER, _INNER)
    pieces = list(plain_pieces(handout.text, inside.w, _HANDOUT_SIZE, measure, PrintFace.VALUE))
    while pieces and not pieces[-1].runs:
        pieces.pop()
    pages: list[ComposedPage] = []
    room = inside
    cells: list[ComposedField] = []
    if handout.picture:
        most = inside.h * _PICTURE_SHARE if pieces else inside.h
        height = min(most, inside.w * handout.ratio)
        width = min(inside.w, height / handout.ratio)
        place = Rect(inside.x + (inside.w - width) / 2, inside.y, width, height)
        cells.append(_picture_cell(handout.picture, place))
        room = inside.below(place.h + _BETWEEN)
    while pieces or cells:
        words, top = list[TextRun](), room.y
        while pieces and top + pieces[0].height <= room.bottom:
            piece = pieces.pop(0)
            words += (run.moved(room.x, top) for run in piece.runs)
            top += piece.height
        pages.append(_framed(paper, words, cells, min(paper.space.bottom, top + _INNER)))
        room, cells = inside, []
    pages = pages or [_framed(paper, [], [], paper.space.y + 3 * _INNER)]
    captions = PageCaptions(game, handout.title or "–", "")
    return with_head_and_foot([replace(page, look=look) for page in pages], paper, measure, captions)


def note_pages(
    notes: Sequence[PrintedText], paper: Paper, measure: Measure, *, game: str, look: SheetLook
) -> tuple[ComposedPage, ...]:
    """Return the pages of notes: a box for each, through two columns."""
    flow = ColumnFlow(paper.space, measure)
    for note in notes:
        pieces = tuple(_note_pieces(note, flow.width - 2 * PAD, measure))
        flow.add(FlowBox(note.title or "–", pieces or (FlowPiece(6.0),), note.note))
    captions = PageCaptions(game, paper_text("notes"), "")
    return with_head_and_foot([replace(page, look=look) for page in flow.pages], paper, measure, captions)


def _framed(paper: Paper, words: Sequence[TextRun], cells: Sequence[ComposedField], bottom: float) -> ComposedPage:
    space = paper.space
    laid = LaidBox(
        section=Section(key="handout", title="", fields=()),
        rect=Rect(space.x, space.y, space.w, bottom - space.y),
        title_rect=None,
        cells=tuple(cell.laid for cell in cells),
    )
    return ComposedPage(title="", boxes=(ComposedBox(laid=laid, words=tuple(words), cells=tuple(cells)),))


def _picture_cell(picture: str, place: Rect) -> ComposedField:
    laid = LaidField(path="picture", field=_PICTURE, rect=place, label_rect=None, value_rect=place)
    return ComposedField(laid=laid, picture=picture)


def _note_pieces(note: PrintedText, width: float, measure: Measure) -> Iterator[FlowPiece]:
    if note.picture:
        height = min(_NOTE_PICTURE, width * note.ratio)
        place = Rect(0.0, 0.0, min(width, height / note.ratio), height)
        yield FlowPiece(height + 1.5, cells=(_picture_cell(note.picture, place),))
    for line in note.text.strip().split("\n"):
        if "|" in line and "-" in line and _RULE_OF_TABLE.issuperset(line):
            continue
        face, indent, words = _markdown_line(line)
        sign = TextRun(x=indent - 2.2, y=0.0, text="•", face=PrintFace.VALUE, size=_NOTE_SIZE)
        for number, piece in enumerate(plain_pieces(words, width - indent, _NOTE_SIZE, measure, face)):
            runs = tuple(run.moved(indent) for run in piece.runs)
            if indent and not number and runs:
                runs = (replace(sign, y=runs[0].y), *runs)
            yield FlowPiece(piece.height, runs)


def _markdown_line(line: str) -> tuple[PrintFace, float, str]:
    """Return the face, the indent in millimetres, and the words of a line of Markdown without its marks."""
    line = _QUOTE.sub("", line, count=1) if _QUOTE.match(line) else line
    cells = line.strip()
    if len(cells) > 2 and cells.startswith("|") and cells.endswith("|"):
        line = " · ".join(cell.strip() for cell in cells.strip("|").split("|"))
    heading, bullet = _HEADING.fullmatch(line), _BULLET.fullmatch(line)
    if heading is not None:
        return PrintFace.STRONG, 0.0, _without_marks(heading[1])
    if bullet is not None:
        return PrintFace.VALUE, 3.0 + 2.5 * min(3, len(bullet[1].expandtabs(4)) // 2), _without_marks(bullet[2])
    return PrintFace.VALUE, 0.0, _without_marks(line)


def _without_marks(words: str) -> str:
    return _MARKS.sub(r"\2", _MARKS.sub(r"\2", words))
