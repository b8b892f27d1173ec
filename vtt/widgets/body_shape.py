"""Bodies as paths that can be painted and clicked: the drawings of `assets/art/figures`, read once."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from PySide6.QtGui import QPainterPath, QTransform

from engine.sheets.layout.body_outline import outline_of

_WORDS: Final = re.compile(r"[MLCZ]|-?\d+(?:\.\d+)?")
_NUMBERS: Final = {"M": 2, "L": 2, "C": 6}


@dataclass(frozen=True, slots=True)
class BodyShape:
    """A drawing of a body: the outline of each region, in painting order, and fine lines.

    The paths are shared: painters must not change them.
    """

    width: float
    height: float
    regions: Mapping[str, QPainterPath]
    detail: QPainterPath


@cache
def shape_of(chart: str) -> BodyShape:
    """Return the drawing for a hit chart in its own units; the human one where the chart has none."""
    _, drawing = outline_of(chart)
    outlines = {region: svg_path(text) for region, text in drawing.outlines.items()}
    return BodyShape(drawing.width, drawing.height, outlines, svg_path(drawing.detail))


@lru_cache(maxsize=32)
def scaled_shape(chart: str, height: float) -> BodyShape:
    """Return the same as high as is wanted."""
    shape = shape_of(chart)
    scale = height / shape.height
    way = QTransform.fromScale(scale, scale)
    outlines = {region: way.map(path) for region, path in shape.regions.items()}
    return BodyShape(shape.width * scale, height, outlines, way.map(shape.detail))


def svg_path(text: str) -> QPainterPath:
    """Return a path from SVG path data with absolute `M`, `L`, `C` and `Z`.

    Raises:
        ValueError: the data contains anything else.
    """
    path, word, numbers = QPainterPath(), "", list[float]()
    if _WORDS.sub("", text).strip(" ,\n"):
        raise ValueError(text[:40])
    for token in _WORDS.findall(text):
        if token == "Z":
            path.closeSubpath()
        elif token in _NUMBERS:
            word = token
        else:
            numbers.append(float(token))
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
