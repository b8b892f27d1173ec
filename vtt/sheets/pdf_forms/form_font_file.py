"""The font of fillable fields: Inter, small enough for every file, in the two encodings that PDF needs.

Viewers use a single-byte font for text that is typed into a field, so the field's own font has the letters of Western
Europe. Other letters are set by us, in a font with just the letters that the text needs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Final, NamedTuple

from PySide6.QtGui import QFont, QRawFont

from vtt.widgets.look.art_files import ART

CODEC: Final = "cp1252"
_FILE: Final = ART / "fonts" / "Inter-Regular.otf"
_EM: Final = 1000
_END: Final = 14
"""The sign in a glyph's outline that ends it."""
_CHARSTRINGS: Final = 17


class FontMetrics(NamedTuple):
    """The metrics of a font for a PDF, in thousandths of its size."""

    ascent: int
    descent: int
    capital: int
    box: tuple[int, int, int, int]


class _Advances(dict[str, float]):
    """How wide letters are, in thousandths of the size; each is measured once."""

    def __init__(self, measure: Callable[[str], float]) -> None:
        super().__init__()
        self._measure = measure

    def __missing__(self, letter: str) -> float:
        """Measure a letter."""
        found = self[letter] = self._measure(letter)
        return found


class FormFont:
    """Inter for use in a file. Each thread needs its own."""

    def __init__(self) -> None:
        self._raw = QRawFont(str(_FILE), float(_EM), QFont.HintingPreference.PreferNoHinting)
        self._program = bytes(self._raw.fontTable("CFF ").data())
        self._glyphs: dict[str, int] = {}
        self._advances = _Advances(lambda letter: self._raw.advancesForGlyphIndexes([self.glyph(letter)])[0].x())

    @property
    def metrics(self) -> FontMetrics:
        """Heights and the box into which every letter fits."""
        raw = self._raw
        return FontMetrics(round(raw.ascent()), -round(raw.descent()), round(raw.capHeight()), (-739, -320, 2583, 1091))

    def glyph(self, letter: str) -> int:
        """Return the number of a letter's glyph; 0 for a letter that the face does not have."""
        known = self._glyphs.get(letter)
        if known is None:
            glyphs = self._raw.glyphIndexesForString(letter)
            known = self._glyphs[letter] = glyphs[0] if len(glyphs) == 1 else 0
        return known

    def advance(self, letter: str) -> float:
        """Return how wide a letter is, in thousandths of the size."""
        return self._advances[letter]

    def width(self, text: str, size: float) -> float:
        """Return how wide a line is in points."""
        return sum(map(self._advances.__getitem__, text)) * size / _EM

    def program(self, letters: Iterable[str]) -> bytes:
        """Return the font's program with the outlines of these letters only."""
        return without_outlines(self._program, {0, *(self.glyph(letter) for letter in letters)})

    def lines(self, text: str, size: float, width: float, most: int) -> list[str]:
        """Break a text into lines no wider than `width` points, `most` at most."""
        found: list[str] = []
        for paragraph in text.split("\n"):
            rest = paragraph
            while len(found) < most:
                cut = self._fitting(rest, size, width)
                found.append(rest[:cut].rstrip())
                rest = rest[cut:].lstrip()
                if not rest:
                    break
        return found

    def _fitting(self, text: str, size: float, width: float) -> int:
        """Return how many letters of a text fit in a line: up to the last space before its end, if there is one."""
        room = width * _EM / size
        advances = self._advances
        at = space = 0
        for at, letter in enumerate(text):
            room -= advances[letter]
            if letter == " ":
                space = at + 1
            if room < 0:
                return space or max(1, at)
        return at + 1 if text else 0


@cache
def western() -> tuple[tuple[int, str], ...]:
    """Return the letters of the field's own font, each with its byte."""
    pairs = ((code, bytes([code]).decode(CODEC, "ignore")) for code in range(32, 256))
    return tuple((code, letter) for code, letter in pairs if letter and letter != "\x7f")


def is_western(text: str) -> bool:
    """Say whether the field's own font has every letter of a text."""
    try:
        text.encode(CODEC)
    except UnicodeEncodeError:
        return False
    return True


def without_outlines(program: bytes, kept: set[int]) -> bytes:
    """Return a CFF font program in which only some glyphs have an outline.

    Nothing moves; removed outlines are filled with the sign that ends one, which takes no room once compressed.
    """
    made = bytearray(program)
    at = program[2]
    _, at = _index(program, at)
    tops, _ = _index(program, at)
    start, end = tops[0]
    outlines, _ = _index(program, _operand(program[start:end], _CHARSTRINGS))
    for glyph, (begin, stop) in enumerate(outlines):
        if glyph not in kept:
            made[begin:stop] = bytes([_END]) * (stop - begin)
    return bytes(made)


def _index(data: bytes, at: int) -> tuple[Sequence[tuple[int, int]], int]:
    """Read an INDEX of a font program: the start and end of each part, and the end of the INDEX."""
    count = int.from_bytes(data[at : at + 2], "big")
    if not count:
        return (), at + 2
    size = data[at + 2]
    first = at + 3
    ends = [int.from_bytes(data[first + n * size : first + (n + 1) * size], "big") for n in range(count + 1)]
    base = first + (count + 1) * size - 1
    return [(base + ends[n], base + ends[n + 1]) for n in range(count)], base + ends[count]


def _operand(top: bytes, wanted: int) -> int:
    """Return the whole number before an operator of a font's top dictionary."""
    at, last = 0, 0
    while at < len(top):
        sign = top[at]
        at += 1
        if sign <= 21:
            if sign == 12:
                at += 1
            elif sign == wanted:
                return last
        elif sign == 28:
            last, at = int.from_bytes(top[at : at + 2], "big", signed=True), at + 2
        elif sign == 29:
            last, at = int.from_bytes(top[at : at + 4], "big", signed=True), at + 4
        elif sign == 30:
            while top[at] & 15 != 15 and top[at] >> 4 != 15:
                at += 1
            at += 1
        elif sign <= 246:
            last = sign - 139
        else:
            part = top[at]
            last = (sign - 247) * 256 + part + 108 if sign <= 250 else -(sign - 251) * 256 - part - 108
            at += 1
    raise ValueError("the font has no outlines")
