"""Bodies as paths that can be painted and clicked: the drawings of `assets/art/figures`, read once."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from PySide6.QtGui import QPainterPath, QTransform

from engine.sheets.figures import drawing_of

_WORDS: Final = re.compile(r"[MLCZ]|-?\d+(?:\.\d+)?")
_NUMBERS: Final = {"M": 2, "L": 2, "C": 6}


@dataclass(frozen=True, slots=True)
class BodyShape:
    """A drawing of a body: the outline of each region, in the order in which they are painted, and fine lines.

    Whoever paints one leaves the paths as they are: everybody shares them.
    """

    width: float
    height: float
    regions: Mapping[str, QPainterPath]
    detail: QPainterPath


@cache
def shape_of(chart: str) -> BodyShape:
    """Return the drawing for a hit chart in its own units; the human one where the chart has none."""
    _, drawing = drawing_of(chart)
    outlines = {region: path_of(text) for region, text in drawing.outlines.items()}
    return BodyShape(drawing.width, drawing.height, outlines, path_of(drawing.detail))


@lru_cache(maxsize=32)
def sized_shape(chart: str, height: float) -> BodyShape:
    """Return the same as high as is wanted."""
    shape = shape_of(chart)
    scale = height / shape.height
    way = QTransform.fromScale(scale, scale)
    outlines = {region: way.map(path) for region, path in shape.regions.items()}
    return BodyShape(shape.width * scale, height, outlines, way.map(shape.detail))


def path_of(text: str) -> QPainterPath:
    """Return a path written in the language of SVG, of which absolute `M`, `L`, `C` and `Z` are understood.

    Raises:
        ValueError: something else stands there.
    """
    path, word, numbers = QPainterPath(), "", list[float]()
    if _WORDS.sub("", text).strip(" ,\n"):
        raise ValueError(text[:40])
    for found in _WORDS.findall(text):
        if found == "Z":
            path.closeSubpath()
        elif found in _NUMBERS:
            word = found
        else:
            numbers.append(float(found))
            if len(numbers) == _NUMBERS[word]:
                _draw(path, word, numbers)
                numbers = []
    return path


def _draw(path: QPainterPath, word: str, numbers: list[float]) -> None:
    match word, numbers:
        case "M", [x, y]:
            path.moveTo(x, y)
        case "L", [x, y]:
            path.lineTo(x, y)
        case "C", [ax, ay, bx, by, x, y]:
            path.cubicTo(ax, ay, bx, by, x, y)
