"""Makes other programs read a printed page box by box.

A PDF only contains the positions of words. Programs that read it (poppler, and with it most viewers of the free
desktops) guess columns from the space between words, and they guess wrong on a sheet full of short labels: they read
across boxes that are side by side. So each line between two boxes is also written as words of nothing but blanks. They
are invisible, and are copied as blanks.

Such a program works like this: words near each other that have the same size are a block; a block is widened over what
is below it, as long as nothing is beside it; blocks above come before blocks that they cover, and blocks on the left
before blocks on the right unless something that covers both is between them. Hence a horizontal line is one long word,
as small as possible, and a vertical line is a stack of words that are very high, or very small, with a size of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import ceil
from typing import Final, NamedTuple

from pypdf import PageObject, PdfWriter
from pypdf.generic import ArrayObject, DictionaryObject, NameObject, PdfObject, StreamObject

from engine.presentation.card_faces import CardFace
from engine.sheets.layout.page_geometry import Paper, Rect
from engine.sheets.layout.reading_order import Cut, reading_order_of
from engine.sheets.printing.imposition import ImposedSide
from vtt.shared.card_faces.ability_card_painting import set_card
from vtt.sheets.print.print_job import PaperSide

_POINTS: Final = 72 / 25.4
_FINE: Final = 0.3
"""The size, in points, of the words of a line across."""
_OFF: Final = 0.3
"""The distance of a line from those that it meets, in millimetres."""
_ASIDE: Final = 0.15
"""Half the distance of a vertical line's companions from it, and their length, in millimetres."""
_SMALLEST, _LARGEST = 5.0, 32.0
"""No word of a line has a size between these, in points: they are the sizes of real text on a sheet."""
_STEP: Final = 1.3
"""Words whose sizes differ by at least this factor never belong together."""
_HIGHEST, _LOWEST = 1.05, 0.4
"""A word never reaches further than this above and below its line, in sizes."""
_LEADING: Final = 1.4
"""Words of one size below each other belong together if their distance is at most this, in sizes."""
_NO_LETTER: Final = "0000"
"""The code without a letter in each font."""
_BLANKS: Final = ("<0009>", "<0020>", "<00A0>")
_RANGE: Final = re.compile(r"<([0-9A-Fa-f]{4})> <[0-9A-Fa-f]{4}> \[([^\]]*)\]")
_TRY: Final = 1.2
"""The factor between one tried size and the next smaller one."""


class _Font(NamedTuple):
    """A font of a page: how far its words reach above and below their line, in sizes, and the code of a blank."""

    name: str
    above: float
    below: float
    blank: str


class _Word(NamedTuple):
    """A word of blanks: the start of its line in points from above, its length, and its size."""

    x: float
    y: float
    length: float
    size: float


class _Upright(NamedTuple):
    """A line down, in points from above, and the size of its words."""

    x: float
    top: float
    bottom: float
    size: float


def add_reading_order(page: PageObject, side: PaperSide, paper: Paper, writer: PdfWriter) -> None:
    """Add the lines between the boxes of one side to its page."""
    font = _font(page)
    if font is None:
        return
    height = float(page.mediabox.height)
    words = [_written(word, font, height) for word in _words(list(cuts_of(side, paper)), font)]
    if not words:
        return
    lines = StreamObject()
    lines.set_data("\n".join(("/Artifact BMC q 3 Tr", *words, "Q EMC")).encode("ascii"))
    painted = page.raw_get("/Contents")
    after = painted if isinstance(painted, ArrayObject) else [painted]
    page[NameObject("/Contents")] = ArrayObject([writer._add_object(lines.flate_encode()), *after])


def cuts_of(side: PaperSide, paper: Paper) -> Iterator[Cut]:
    """Yield the lines between the parts of a side: head, boxes, foot; cards, and the parts of each."""
    if side is None:
        return
    whole = Rect(0.0, 0.0, paper.width, paper.height)
    if isinstance(side, ImposedSide):
        yield from reading_order_of(side.grid.places, whole).cuts
        for place, card in zip(side.grid.places, side.cards, strict=True):
            if isinstance(card, CardFace):
                regions = [region.moved(place.x, place.y) for region in set_card(card).regions]
                yield from reading_order_of(regions, place).cuts
            elif card is not None:
                boxes = [box.laid.rect.moved(place.x, place.y) for box in card.boxes]
                yield from reading_order_of(boxes, place).cuts
        return
    boxes = [box.laid.rect for box in side.boxes]
    yield from reading_order_of([paper.head, *boxes, paper.foot], whole).cuts


def _font(page: PageObject) -> _Font | None:
    """Return a font of a page, preferably one with a blank; None if there is no text on it."""
    fonts = _dictionary(_dictionary(page["/Resources"]).get("/Font", DictionaryObject()))
    found: _Font | None = None
    for name, reference in fonts.items():
        font = _dictionary(reference)
        if "/DescendantFonts" not in font or "/ToUnicode" not in font:
            continue  # Qt writes no such font; the lines need a known font, and the page is complete without them
        blank = _blank_of(font)
        if found is None or blank != _NO_LETTER:
            descendants = font["/DescendantFonts"]
            assert isinstance(descendants, ArrayObject)
            descriptor = _dictionary(_dictionary(descendants[0])["/FontDescriptor"])
            above, below = (float(str(descriptor[key])) / 1000 for key in ("/Ascent", "/Descent"))
            found = _Font(name, min(above, _HIGHEST), min(-below, _LOWEST), blank)
        if blank != _NO_LETTER:
            break
    return found


def _blank_of(font: DictionaryObject) -> str:
    """Return the code of a font's blank, for programs that ignore the letters of codes."""
    table = font["/ToUnicode"].get_object()
    assert isinstance(table, StreamObject)
    for first, signs in _RANGE.findall(table.get_data().decode("ascii", "replace")):
        for at, sign in enumerate(signs.split()):
            if sign in _BLANKS:
                return f"{int(first, 16) + at:04X}"
    return _NO_LETTER


def _dictionary(made: PdfObject) -> DictionaryObject:
    found = made.get_object()
    assert isinstance(found, DictionaryObject)
    return found


def _words(cuts: Sequence[Cut], font: _Font) -> Iterator[_Word]:
    """Yield the words of all lines. No word touches another."""
    uprights: list[_Upright] = []
    off, aside = _OFF * _POINTS, _ASIDE * _POINTS
    for cut in cuts:
        x, y, length = cut.x * _POINTS, cut.y * _POINTS, cut.length * _POINTS - 2 * off
        if not cut.down:
            yield _Word(x + off, y, length, _FINE)
            continue
        upright = _upright(x, y + off, y + off + length, uprights, font)
        uprights.append(upright)
        yield from _stack(upright, font)
        # A word on each side keeps the line from being widened: on the left below everything there, on the right
        # above everything.
        yield _Word(x - 2 * aside, upright.bottom - _FINE, aside, _FINE)
        yield _Word(x + 2 * aside, upright.top + _FINE, aside, _FINE)


def _upright(x: float, top: float, bottom: float, others: Sequence[_Upright], font: _Font) -> _Upright:
    """Return a vertical line in the largest size that keeps it apart from the others."""
    size = (bottom - top) / (font.above + font.below)
    while True:
        if _SMALLEST < size < _LARGEST:
            size = _SMALLEST
        made = _Upright(x, top, bottom, size)
        if all(_apart(made, other) for other in others):
            return made
        size /= _TRY


def _apart(one: _Upright, other: _Upright) -> bool:
    """Say whether the words of two lines are never taken for parts of one."""
    small, large = sorted((one.size, other.size))
    if large >= small * _STEP:
        return True
    between = max(one.top, other.top) - min(one.bottom, other.bottom)
    return abs(one.x - other.x) > large * 1.1 or between > large


def _stack(line: _Upright, font: _Font) -> Iterator[_Word]:
    first, last = line.top + line.size * font.above, line.bottom - line.size * font.below
    more = max(0, ceil((last - first) / (line.size * _LEADING) - 1e-6))
    for at in range(more + 1):
        yield _Word(line.x, first + (last - first) * at / max(1, more), _ASIDE / 2, line.size)


def _written(word: _Word, font: _Font, height: float) -> str:
    """Write a word: two invisible letters, one at each end, that are read as blanks."""
    ends = (word.x, word.x + word.length)
    letters = " ".join(f"0.001 0 0 1 {x:.3f} {height - word.y:.3f} Tm <{font.blank}> Tj" for x in ends)
    return f"/Span <</ActualText (  )>> BDC BT {font.name} {word.size:.3f} Tf {letters} ET EMC"
