"""The parts of a printed page that a screen reader tells apart: headings, paragraphs, pictures, and in which box.

A page's text is painted in a known order, run by run, and Qt writes each run as one text object. So the text objects of
a page are counted off against its runs. Where a letter comes from another font, Qt writes a run in pieces; such a page
is one long paragraph.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from engine.sheets.layout.page_geometry import Rect
from engine.sheets.model.field_paths import parse_path
from engine.sheets.model.sheet_description import RowsField
from engine.sheets.printing.composed_pages import ComposedBox, ComposedField, ComposedPage
from engine.sheets.printing.imposition import ImposedSide
from engine.sheets.printing.text_fitting import PrintFace, TextRun
from vtt.sheets.print.print_job import PaperSide

TITLE, HEADING, PARAGRAPH, PICTURE, ARTIFACT = "H1", "H2", "P", "Figure", ""
"""The kinds of content, as PDF calls them; an artifact is not read, such as a page number."""
_BEGIN, _END = b"\nBT\n", b"\nET\n"
"""The lines around a text object."""
_DRAWN: Final = b"/Im"
_IMAGE: Final = re.compile(rb"^([^\n/]*/Im\d+ +Do)$", re.MULTILINE)


class TaggedPiece(NamedTuple):
    """A piece of content: its kind, how many text objects it has, and where it is. `words` describe a picture."""

    kind: str
    texts: int = 1
    rect: Rect | None = None
    words: str = ""


class TaggedSection(NamedTuple):
    """A box of a page, with its pieces in reading order; without a place it is what is around the boxes."""

    rect: Rect | None
    pieces: tuple[TaggedPiece, ...]


def sections_of(side: PaperSide, *, first: bool) -> tuple[TaggedSection, ...] | None:
    """Return the sections of a side in the order in which they are painted; None if that is not known.

    Args:
        side: the side of paper.
        first: it is the first side of its part, whose head is the title; a later one repeats it.
    """
    match side:
        case None:
            return ()
        case ComposedPage():
            return tuple(_page(side, first=first))
        case ImposedSide(grid=grid, cards=cards):
            sections: list[TaggedSection] = []
            for place, card in zip(grid.places, cards, strict=True):
                if isinstance(card, ComposedPage):
                    sections += (_box(box, card.title, place.x, place.y) for box in card.boxes)
                elif card is not None:
                    return None
            return tuple(sections)


def marked_content(
    content: bytes, sections: Sequence[TaggedSection] | None, start: int = 0
) -> tuple[bytes, list[tuple[TaggedSection, TaggedPiece, list[int]]]]:
    """Mark the content of a page, and return it with the numbers of the marks of each piece.

    Args:
        content: the operators that paint the page.
        sections: what is on it; None if that is not known.
        start: the number of the first mark.
    """
    parts = _split(content)
    texts = sum(part.startswith(b"BT") for part in parts[1::2])
    if sections is None or sum(piece.texts for section in sections for piece in section.pieces) != texts:
        whole = TaggedPiece(PARAGRAPH, texts)
        sections = [TaggedSection(None, (whole,))] if texts else []
    images = len(parts[1::2]) - texts
    pictures = [piece for section in sections for piece in section.pieces if piece.kind == PICTURE]
    with_pictures = images == len(pictures)  # one that cannot be read is not painted
    kinds: list[tuple[str, int]] = []
    marks: list[tuple[TaggedSection, TaggedPiece, list[int]]] = []
    shown: list[tuple[str, int]] = []
    number = start
    for section in sections:
        for piece in section.pieces:
            if piece.kind == ARTIFACT or (piece.kind == PICTURE and not with_pictures):
                kinds += [(ARTIFACT, 0)] * piece.texts
                continue
            numbers = list(range(number, number + max(1, piece.texts)))
            number += len(numbers)
            (shown if piece.kind == PICTURE else kinds).extend((piece.kind, mark) for mark in numbers)
            marks.append((section, piece, numbers))
    return _written(parts, iter(kinds), iter(shown)), marks


def _split(content: bytes) -> list[bytes]:
    r"""Return what is painted, and between and around its text objects and images: every second part is one of them.

    >>> _split(b"q\nBT\n1 Tf\nET\nBT\nET\n1 0 /Im1 Do\nQ\n")
    [b'q\n', b'BT\n1 Tf\nET', b'\n', b'BT\nET', b'\n', b'1 0 /Im1 Do', b'\nQ\n']
    """
    # Looking for fixed bytes takes a quarter of the time of an expression that is tried at each sign.
    lines = b"\n" + content + b"\n"
    parts: list[bytes] = []
    at = 1
    begin, end = lines.find(_BEGIN), -1
    while begin >= 0 and (end := lines.find(_END, begin + len(_BEGIN) - 1)) >= 0:
        between = lines[at : begin + 1]
        parts += _IMAGE.split(between) if _DRAWN in between else (between,)
        at = end + len(_END) - 1
        parts.append(lines[begin + 1 : at])
        begin = lines.find(_BEGIN, at)
    return [*parts, *_IMAGE.split(lines[at:-1])]


def _written(parts: Sequence[bytes], kinds: Iterator[tuple[str, int]], shown: Iterator[tuple[str, int]]) -> bytes:
    made = [b"/Artifact BMC\n", parts[0]]
    for painted, between in zip(parts[1::2], parts[2::2], strict=True):
        kind, mark = next(kinds) if painted.startswith(b"BT") else next(shown, (ARTIFACT, 0))
        if kind:
            made.append(f"\nEMC\n/{kind} <</MCID {mark}>> BDC\n".encode("ascii"))
            made += (painted, b"\nEMC\n/Artifact BMC\n")
        else:
            made.append(painted)
        made.append(between)
    made.append(b"\nEMC\n")
    return b"".join(made)


def _page(page: ComposedPage, *, first: bool) -> Iterator[TaggedSection]:
    if page.head:
        yield TaggedSection(None, (TaggedPiece(TITLE if first else ARTIFACT, _count(page.head)),))
    for box in page.boxes:
        yield _box(box, page.title)
    if page.foot:
        yield TaggedSection(None, (TaggedPiece(ARTIFACT, _count(page.foot)),))
    if page.legend is not None:
        yield TaggedSection(None, (TaggedPiece(PARAGRAPH),))


def _box(box: ComposedBox, title: str, dx: float = 0.0, dy: float = 0.0) -> TaggedSection:
    pieces: list[TaggedPiece] = []
    band = box.laid.title_rect
    titles = [run for run in box.words if band is not None and run.face is PrintFace.HEAD and run.y <= band.bottom]
    if titles and box.words[: len(titles)] == tuple(titles):
        pieces.append(TaggedPiece(HEADING, _count(titles)))
        rest: Sequence[TextRun] = box.words[len(titles) :]
    else:
        rest = box.words
    if _count(rest):
        pieces.append(TaggedPiece(PARAGRAPH, _count(rest)))
    for cell in box.cells:
        rect = cell.laid.rect.moved(dx, dy)
        if cell.picture:
            pieces.append(TaggedPiece(PICTURE, 0, cell.laid.value_rect.moved(dx, dy), cell.laid.field.label or title))
        pieces += (TaggedPiece(PARAGRAPH, count, rect) for count in _counts(cell) if count)
    if _count(box.marks):
        pieces.append(TaggedPiece(PARAGRAPH, _count(box.marks)))
    return TaggedSection(box.laid.rect.moved(dx, dy), tuple(pieces))


def _counts(cell: ComposedField) -> Iterator[int]:
    """Yield how many runs each paragraph of a field has: a table has one for its heads, and one for each row."""
    if not isinstance(cell.laid.field, RowsField):
        yield _count_in(cell)
        return
    yield _count(cell.words)
    row: int | None = None
    count = 0
    for part in cell.parts:
        number = parse_path(part.laid.path).row
        if number != row:
            yield count
            row, count = number, 0
        count += _count_in(part)
    yield count


def _count_in(cell: ComposedField) -> int:
    return _count(cell.words) + _count(cell.runs) + sum(map(_count_in, cell.parts))


def _count(runs: Sequence[TextRun]) -> int:
    return sum(bool(run.text.strip()) for run in runs)
