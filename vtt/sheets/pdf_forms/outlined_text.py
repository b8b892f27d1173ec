"""Lines of a fillable field with letters that our font lacks: set with the system's fonts, and drawn as outlines.

Outlines can be displayed and printed anywhere, joined and from right to left if the script needs it. The text itself is
the value of the field.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import QPointF
from PySide6.QtGui import QFont, QPainterPath, QTextLayout

from vtt.widgets.look.ui_fonts import UI_FAMILY

_SIZE: Final = 100
_MOVE: Final = QPainterPath.ElementType.MoveToElement
_LINE: Final = QPainterPath.ElementType.LineToElement


class OutlinedLine:
    """One line as outlines. Each thread needs its own."""

    def __init__(self, line: str) -> None:
        font = QFont(UI_FAMILY)
        font.setPixelSize(_SIZE)
        font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
        self._layout = QTextLayout(line, font)
        self._layout.beginLayout()
        self._line = self._layout.createLine()
        self._line.setLineWidth(1e6)
        self._line.setPosition(QPointF(0, 0))
        self._layout.endLayout()

    def width(self, size: float) -> float:
        """Return how wide it is in points."""
        return self._line.naturalTextWidth() * size / _SIZE

    def drawn(self, size: float, x: float, y: float) -> str:
        """Return the PDF operators that draw the line; its baseline begins at x, y in points from below."""
        scale, base = size / _SIZE, self._line.ascent()
        left = self._line.naturalTextRect().x()
        parts: list[str] = []
        for run in self._line.glyphRuns():
            face = run.rawFont()
            for glyph, place in zip(run.glyphIndexes(), run.positions(), strict=True):
                dx, dy = place.x() - left, place.y() - base
                parts += _path(face.pathForGlyph(glyph), scale, x + dx * scale, y - dy * scale)
        return f"{' '.join(parts)} f" if parts else ""


def _path(path: QPainterPath, scale: float, x: float, y: float) -> Iterator[str]:
    """Yield the PDF operators that draw a path whose y goes down."""
    curve: list[str] = []
    for at in range(path.elementCount()):
        element: QPainterPath.Element = path.elementAt(at)
        point = f"{x + element.x * scale:.2f} {y - element.y * scale:.2f}"
        if element.type in (_MOVE, _LINE):
            yield f"{point} {'m' if element.type is _MOVE else 'l'}"
            continue
        curve.append(point)
        if len(curve) == 3:
            yield f"{' '.join(curve)} c"
            curve = []
