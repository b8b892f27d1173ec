"""The letters of printed sheets: which family and weight each face is, and how wide its words are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from PySide6.QtGui import QFont, QFontMetricsF, QTextLayout, QTextOption

from engine.sheets.typeset import POINT, Face
from vtt.widgets.fonts import TITLE_FAMILY, UI_FAMILY

UNITS: Final = 100
"""Units of the painter in a millimetre: letters are measured in whole pixels, so these must be fine."""
_NARROWEST: Final = 0.16
"""Narrower than this part of its size no letter is on the average."""
_WIDTHS_KEPT: Final = 4096
# Signs that letters turn into have no place in the font's own list of letters, so nobody could copy or search them.
_OFF: Final = ("calt", "liga", "clig", "dlig")


class _Cut(NamedTuple):
    family: str
    weight: QFont.Weight
    italic: bool = False
    spacing: float = 0.0


_CUTS: Final = {
    Face.TITLE: _Cut(TITLE_FAMILY, QFont.Weight.Bold),
    Face.HEAD: _Cut(TITLE_FAMILY, QFont.Weight.DemiBold),
    Face.GAME: _Cut(UI_FAMILY, QFont.Weight.DemiBold, spacing=9),
    Face.LABEL: _Cut(UI_FAMILY, QFont.Weight.DemiBold, spacing=6),
    Face.ITEM: _Cut(UI_FAMILY, QFont.Weight.Normal),
    Face.VALUE: _Cut(UI_FAMILY, QFont.Weight.Normal),
    Face.STRONG: _Cut(UI_FAMILY, QFont.Weight.DemiBold),
    Face.NOTE: _Cut(UI_FAMILY, QFont.Weight.Normal, italic=True),
    Face.FINE: _Cut(UI_FAMILY, QFont.Weight.Normal),
}


class Letters:
    """Makes fonts in the painter's units, and measures with them. Each thread needs one of its own."""

    def __init__(self) -> None:
        self._fonts: dict[tuple[Face, int], tuple[QFont, QFontMetricsF]] = {}
        self._widths: dict[tuple[str, Face, int], float] = {}

    def font(self, face: Face, size: float) -> QFont:
        """Return the font of a face in a size in points."""
        return self._cut(face, size)[0]

    def width(self, text: str, face: Face, size: float) -> float:
        """Return how wide a line is in millimetres."""
        key = (text, face, round(size * 100))
        found = self._widths.get(key)
        if found is None:
            if len(self._widths) >= _WIDTHS_KEPT:
                self._widths.clear()
            found = self._widths[key] = self._cut(face, size)[1].horizontalAdvance(text) / UNITS
        return found

    def lines(self, text: str, face: Face, size: float, width: float, most: int) -> Sequence[str]:
        """Break a paragraph into lines, `most` at most."""
        if "\n" not in text and len(text) < 400 and self.width(text, face, size) <= width:
            return [text] if most > 0 else []
        # Of a very long text only so much is looked at as can stand in these lines.
        cap = max(64, most * int(width / (_NARROWEST * size * POINT)) + 64)
        layout = QTextLayout(text[:cap], self.font(face, size))
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        layout.setCacheEnabled(False)
        wide = text[:cap].encode("utf-16-le", "surrogatepass")
        found: list[str] = []
        layout.beginLayout()
        while len(found) < most:
            line = layout.createLine()
            if not line.isValid():
                break
            line.setLineWidth(width * UNITS)
            start, length = line.textStart(), line.textLength()
            found.append(wide[2 * start : 2 * (start + length)].decode("utf-16-le", "surrogatepass"))
        layout.endLayout()
        return found

    def _cut(self, face: Face, size: float) -> tuple[QFont, QFontMetricsF]:
        pixels = max(1, round(size * POINT * UNITS))
        found = self._fonts.get((face, pixels))
        if found is None:
            cut = _CUTS[face]
            font = QFont(cut.family)
            font.setPixelSize(pixels)
            font.setWeight(cut.weight)
            font.setItalic(cut.italic)
            font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
            if cut.spacing:
                font.setLetterSpacing(QFont.SpacingType.PercentageSpacing, 100 + cut.spacing)
            for feature in _OFF:
                font.setFeature(QFont.Tag(feature), 0)
            found = self._fonts[face, pixels] = (font, QFontMetricsF(font))
        return found
