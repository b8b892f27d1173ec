"""The fonts of printed sheets: the family and weight of each face, and the width of its words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from PySide6.QtGui import QFont, QFontMetricsF, QTextLayout, QTextOption

from engine.sheets.printing.text_fitting import POINT, PrintFace
from vtt.widgets.look.ui_fonts import TITLE_FAMILY, UI_FAMILY

UNITS: Final = 100
"""Painter units in a millimetre; letters are measured in whole pixels, so these must be fine."""
_NARROWEST: Final = 0.16
"""The smallest average width of a letter, as a share of its size."""
_WIDTHS_KEPT: Final = 4096
# Ligatures are not in the font's own list of letters, so text with them could not be copied or searched.
_OFF: Final = ("calt", "liga", "clig", "dlig")


class _Cut(NamedTuple):
    family: str
    weight: QFont.Weight
    italic: bool = False
    spacing: float = 0.0


_CUTS: Final = {
    PrintFace.TITLE: _Cut(TITLE_FAMILY, QFont.Weight.Bold),
    PrintFace.HEAD: _Cut(TITLE_FAMILY, QFont.Weight.DemiBold),
    PrintFace.GAME: _Cut(UI_FAMILY, QFont.Weight.DemiBold, spacing=9),
    PrintFace.LABEL: _Cut(UI_FAMILY, QFont.Weight.DemiBold, spacing=6),
    PrintFace.ITEM: _Cut(UI_FAMILY, QFont.Weight.Normal),
    PrintFace.VALUE: _Cut(UI_FAMILY, QFont.Weight.Normal),
    PrintFace.STRONG: _Cut(UI_FAMILY, QFont.Weight.DemiBold),
    PrintFace.NOTE: _Cut(UI_FAMILY, QFont.Weight.Normal, italic=True),
    PrintFace.FINE: _Cut(UI_FAMILY, QFont.Weight.Normal),
}


def leave_out_ligatures(font: QFont) -> None:
    """Let a font draw its plain letters only, so that text on paper can be searched and copied."""
    for feature in _OFF:
        font.setFeature(QFont.Tag(feature), 0)


class PrintFonts:
    """Makes fonts in the painter's units, and measures with them. Each thread needs one of its own."""

    def __init__(self) -> None:
        self._fonts: dict[tuple[PrintFace, int], tuple[QFont, QFontMetricsF]] = {}
        self._widths: dict[tuple[str, PrintFace, int], float] = {}

    def font(self, face: PrintFace, size: float) -> QFont:
        """Return the font of a face in a size in points."""
        return self._cut(face, size)[0]

    def width(self, text: str, face: PrintFace, size: float) -> float:
        """Return the width of a line in millimetres."""
        key = (text, face, round(size * 100))
        width = self._widths.get(key)
        if width is None:
            if len(self._widths) >= _WIDTHS_KEPT:
                self._widths.clear()
            width = self._widths[key] = self._cut(face, size)[1].horizontalAdvance(text) / UNITS
        return width

    def lines(self, text: str, face: PrintFace, size: float, width: float, most: int) -> Sequence[str]:
        """Break a paragraph into lines, `most` at most."""
        if "\n" not in text and len(text) < 400 and self.width(text, face, size) <= width:
            return [text] if most > 0 else []
        # Of a very long text only the part is measured that can be in these lines.
        cap = max(64, most * int(width / (_NARROWEST * size * POINT)) + 64)
        layout = QTextLayout(text[:cap], self.font(face, size))
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        layout.setCacheEnabled(False)
        wide = text[:cap].encode("utf-16-le", "surrogatepass")
        lines: list[str] = []
        layout.beginLayout()
        while len(lines) < most:
            line = layout.createLine()
            if not line.isValid():
                break
            line.setLineWidth(width * UNITS)
            start, length = line.textStart(), line.textLength()
            lines.append(wide[2 * start : 2 * (start + length)].decode("utf-16-le", "surrogatepass"))
        layout.endLayout()
        return lines

    def _cut(self, face: PrintFace, size: float) -> tuple[QFont, QFontMetricsF]:
        pixels = max(1, round(size * POINT * UNITS))
        cached = self._fonts.get((face, pixels))
        if cached is None:
            cut = _CUTS[face]
            font = QFont(cut.family)
            font.setPixelSize(pixels)
            font.setWeight(cut.weight)
            font.setItalic(cut.italic)
            font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
            if cut.spacing:
                font.setLetterSpacing(QFont.SpacingType.PercentageSpacing, 100 + cut.spacing)
            leave_out_ligatures(font)
            cached = self._fonts[face, pixels] = (font, QFontMetricsF(font))
        return cached
