"""Makes other programs read a printed page box by box.

A PDF only says where words stand. Programs that read it (poppler, and with it most viewers of the free desktops) guess
at columns by the air between words, and on a sheet full of short labels they guess wrong: they run across boxes that
stand side by side. So what everybody sees, the line between two boxes, is put down as words of nothing but blanks. They
have no ink, and are copied as blanks.

How such a program goes about it: words near each other that are of one size are a block; a block is widened over what
stands below it, as far as nothing stands beside it; blocks above come before those below which they cover, those on the
left before those on the right unless something that covers both lies between. Hence a line across is one long word as
small as can be, and a line down is a stack of words that are very high, or very small, and of a size of its own.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from math import ceil
from typing import Final, NamedTuple

from pypdf import PageObject, PdfWriter
from pypdf.generic import ArrayObject, DictionaryObject, NameObject, PdfObject, StreamObject

from engine.play.faces import CardFace
from engine.sheets.cuts import Cut, reading_of
from engine.sheets.geometry import Paper, Rect
from engine.sheets.imposing import Imposed
from vtt.sheets.job import Side
from vtt.table.ability_art import set_card

_POINTS: Final = 72 / 25.4
_FINE: Final = 0.3
"""The size, in points, of the words of a line across."""
_OFF: Final = 0.3
"""How far a line keeps from those that it meets, in millimetres."""
_ASIDE: Final = 0.15
"""Half of how far from a line down its companions stand, and how long they are, in millimetres."""
_SMALLEST, _LARGEST = 5.0, 32.0
"""No word of a line has a size between these, in points: they are those of what is written on a sheet."""
_STEP: Final = 1.3
"""Words of which one is larger than the other by so many times never belong together."""
_HIGHEST, _LOWEST = 1.05, 0.4
"""Above and below its line no word is taken to reach further than so many sizes."""
_LEADING: Final = 1.4
"""Words of one size below each other belong together if from one to the next there is no more, in sizes."""
_NO_LETTER: Final = "0000"
"""The code that stands for no letter in each font."""
_BLANKS: Final = ("<0009>", "<0020>", "<00A0>")
_RANGE: Final = re.compile(r"<([0-9A-Fa-f]{4})> <[0-9A-Fa-f]{4}> \[([^\]]*)\]")
_TRY: Final = 1.2
"""By so many times smaller the next size is tried."""


class _Font(NamedTuple):
    """A font of a page: how far its words reach above and below their line, in sizes, and the code of a blank."""

    name: str
    above: float
    below: float
    blank: str


class _Word(NamedTuple):
    """A word of blanks: where its line begins, in points from above, how long it is, and its size."""

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


def with_reading_order(painted: bytes, sides: Sequence[Side], paper: Paper) -> bytes:
    """Return a PDF of these sides that is read box by box."""
    writer = PdfWriter(clone_from=io.BytesIO(painted))
    writer.pdf_header = painted[:8].decode("ascii")
    for page, side in zip(writer.pages, sides, strict=True):
        part(page, side, paper, writer)
    made = io.BytesIO()
    writer.write(made)
    return made.getvalue()


def part(page: PageObject, side: Side, paper: Paper, writer: PdfWriter) -> None:
    """Put the lines between the boxes of one side on its page."""
    font = _font(page)
    if font is None:
        return
    height = float(page.mediabox.height)
    words = [_written(word, font, height) for word in _words(list(cuts_of(side, paper)), font)]
    if not words:
        return
    lines = StreamObject()
    lines.set_data("\n".join(("q 3 Tr", *words, "Q")).encode("ascii"))
    painted = page.raw_get("/Contents")
    after = painted if isinstance(painted, ArrayObject) else [painted]
    page[NameObject("/Contents")] = ArrayObject([writer._add_object(lines.flate_encode()), *after])


def cuts_of(side: Side, paper: Paper) -> Iterator[Cut]:
    """Give the lines between whatever stands on a side: head, boxes, foot; cards, and what stands on each."""
    if side is None:
        return
    whole = Rect(0.0, 0.0, paper.width, paper.height)
    if isinstance(side, Imposed):
        yield from reading_of(side.grid.places, whole).cuts
        for place, card in zip(side.grid.places, side.cards, strict=True):
            if isinstance(card, CardFace):
                regions = [region.moved(place.x, place.y) for region in set_card(card).regions]
                yield from reading_of(regions, place).cuts
            elif card is not None:
                boxes = [box.laid.rect.moved(place.x, place.y) for box in card.boxes]
                yield from reading_of(boxes, place).cuts
        return
    boxes = [box.laid.rect for box in side.boxes]
    yield from reading_of([paper.head, *boxes, paper.foot], whole).cuts


def _font(page: PageObject) -> _Font | None:
    """Return a font of a page, one with a blank if there is any; None if nothing is written on it."""
    fonts = _dictionary(_dictionary(page["/Resources"]).get("/Font", DictionaryObject()))
    found: _Font | None = None
    for name, reference in fonts.items():
        font = _dictionary(reference)
        if "/DescendantFonts" not in font or "/ToUnicode" not in font:
            continue  # Qt writes none such; what lines are written in must be known, and without them all goes as well
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
    """Return the code of a font's blank, for programs that do not heed what letters stand for."""
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
    """Give the words of all lines. None touches another."""
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
        # So that it is not widened itself, something stands beside it: on the left where all has been read that stands
        # there, on the right before anything has.
        yield _Word(x - 2 * aside, upright.bottom - _FINE, aside, _FINE)
        yield _Word(x + 2 * aside, upright.top + _FINE, aside, _FINE)


def _upright(x: float, top: float, bottom: float, others: Sequence[_Upright], font: _Font) -> _Upright:
    """Return a line down in the largest size in which it stands apart from the others."""
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
    """Write a word: two letters that are not shown, one at each end, that stand for blanks."""
    ends = (word.x, word.x + word.length)
    letters = " ".join(f"0.001 0 0 1 {x:.3f} {height - word.y:.3f} Tm <{font.blank}> Tj" for x in ends)
    return f"/Span <</ActualText (  )>> BDC BT {font.name} {word.size:.3f} Tf {letters} ET EMC"
