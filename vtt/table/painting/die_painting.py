"""Draws dice: each kind by its outline, with a number large enough to be read across the room."""

from __future__ import annotations

import math
from enum import StrEnum
from functools import lru_cache
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QLinearGradient, QPainter, QPen, QPolygonF

from vtt.shared.fitted_text import text_width
from vtt.widgets.look.theme import Theme
from vtt.widgets.look.ui_fonts import title_font

Points = tuple[tuple[float, float], ...]


class DieStyle(StrEnum):
    """The state of a die: not rolled yet, counting, passed over, or spoiling the roll."""

    BLANK = "blank"
    LIT = "lit"
    PASSED = "passed"
    SPOILT = "spoilt"


def _regular(corners: int, radius: float, turn: float = 0.0) -> Points:
    """Return the corners of a regular polygon about the middle of the unit square, the first one at the top."""
    angles = [2 * math.pi * i / corners + math.radians(turn - 90) for i in range(corners)]
    return tuple((0.5 + radius * math.cos(a), 0.5 + radius * math.sin(a)) for a in angles)


_OUTLINES: Final[dict[int, Points]] = {
    4: ((0.5, 0.05), (0.98, 0.88), (0.02, 0.88)),
    6: ((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)),
    8: ((0.5, -0.02), (0.99, 0.5), (0.5, 1.02), (0.01, 0.5)),
    10: ((0.5, 0.02), (0.98, 0.56), (0.5, 0.96), (0.02, 0.56)),
    12: _regular(10, 0.5),
    20: _regular(6, 0.5),
}
_FACETS: Final[dict[int, tuple[Points, ...]]] = {
    8: (((0.01, 0.5), (0.5, 0.77), (0.99, 0.5)), ((0.5, 0.77), (0.5, 1.02))),
    10: (((0.5, 0.02), (0.79, 0.62), (0.5, 0.76), (0.21, 0.62), (0.5, 0.02)), ((0.02, 0.56), (0.21, 0.62)),
         ((0.98, 0.56), (0.79, 0.62)), ((0.5, 0.76), (0.5, 0.96))),
    12: ((*_regular(5, 0.34), _regular(5, 0.34)[0]),
         *((inner, outer) for inner, outer in zip(_regular(5, 0.34), _regular(5, 0.5), strict=True))),
    20: ((*_regular(3, 0.36), _regular(3, 0.36)[0]),),
}  # fmt: skip
"""The visible edges inside the outline."""
_NUMBER_AT: Final = {4: 0.62, 8: 0.45, 10: 0.46}
"""The height of the number, where that is not the middle."""
_NUMBER_WIDE: Final = {4: 0.46, 8: 0.6, 10: 0.58, 12: 0.64, 20: 0.66}
_NUMBER_HIGH: Final = {4: 0.5, 8: 0.6, 10: 0.58, 12: 0.56, 20: 0.56}
_MARGIN: Final = 0.25
"""The margin around a die for shadow, outline and star, as a share of its side."""


def paint_die(
    painter: QPainter, rect: QRectF, sides: int, text: str, manner: DieStyle, theme: Theme, *, ace: bool = False
) -> None:
    """Draw one die.

    Args:
        painter: the painter.
        rect: a square.
        sides: the kind of die; an unknown kind is round.
        text: the face that it shows, or its kind while it is not rolled.
        manner: its state.
        theme: gives the colours.
        ace: whether it shows its highest face and is rolled again; a star marks it.
    """
    side, dpr = round(rect.width() * 2) / 2, painter.device().devicePixelRatioF()
    margin = math.ceil(side * _MARGIN)
    image = _die(side, margin, sides, text, manner, theme, ace, dpr)
    painter.drawImage(QPointF(round(rect.left()) - margin, round(rect.top()) - margin), image)


@lru_cache(maxsize=128)
def _die(
    side: float, margin: int, sides: int, text: str, manner: DieStyle, theme: Theme, ace: bool, dpr: float
) -> QImage:
    """Return the picture of a die with a margin for shadow and star; cached, because dice are few and often rolled."""
    whole = math.ceil((side + 2 * margin) * dpr)
    image = QImage(whole, whole, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(dpr)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    _draw(painter, QRectF(margin, margin, side, side), sides, text, manner, theme, ace=ace)
    painter.end()
    return image


def _draw(painter: QPainter, rect: QRectF, sides: int, text: str, manner: DieStyle, theme: Theme, *, ace: bool) -> None:
    if manner is DieStyle.PASSED:
        less = rect.width() * 0.08
        rect = rect.adjusted(less, less * 1.7, -less, -less * 0.3)
    outline = _polygon(_OUTLINES.get(sides, _regular(40, 0.47)), rect)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    _body(painter, rect, outline, manner, theme)
    _edges(painter, rect, sides, manner, theme)
    _number(painter, rect, sides, text, manner, theme)
    if manner is DieStyle.SPOILT:
        _crack(painter, rect, theme)
    if ace:
        _star(painter, rect, theme)


def _polygon(points: Points, rect: QRectF) -> QPolygonF:
    return QPolygonF([QPointF(rect.left() + x * rect.width(), rect.top() + y * rect.height()) for x, y in points])


def _pen(colour: QColor, wide: float, style: Qt.PenStyle = Qt.PenStyle.SolidLine) -> QPen:
    return QPen(colour, wide, style, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)


def _body(painter: QPainter, rect: QRectF, outline: QPolygonF, manner: DieStyle, theme: Theme) -> None:
    unit = rect.width()
    if manner is DieStyle.BLANK:
        painter.setPen(_pen(theme.colour("on_cloth", 0.8), max(1.2, unit * 0.028), Qt.PenStyle.DashLine))
        painter.setBrush(theme.colour("cloth_shade", 0.6))
        painter.drawPolygon(outline)
        return
    if manner is not DieStyle.PASSED:
        painter.setPen(_pen(QColor(0, 0, 0, 90), unit * 0.07))
        painter.setBrush(QColor(0, 0, 0, 90))
        painter.drawPolygon(outline.translated(unit * 0.015, unit * 0.06))
    fill = theme.colour("danger_fill" if manner is DieStyle.SPOILT else "paper")
    shade = QLinearGradient(rect.topLeft(), rect.bottomRight())
    shade.setColorAt(0, fill if manner is DieStyle.SPOILT else fill.lighter(103))
    shade.setColorAt(1, fill.darker(112))
    painter.setOpacity(0.7 if manner is DieStyle.PASSED else 1.0)
    painter.setBrush(shade)
    if manner is DieStyle.LIT:
        painter.setPen(_pen(QColor(20, 14, 8), unit * 0.13))
        painter.drawPolygon(outline)
        painter.setPen(_pen(theme.colour("legal"), unit * 0.085))
    else:
        edge = theme.colour("on_danger") if manner is DieStyle.SPOILT else theme.colour("ink", 0.7)
        painter.setPen(_pen(edge, max(1.0, unit * 0.03)))
    painter.drawPolygon(outline)
    painter.setOpacity(1.0)


def _edges(painter: QPainter, rect: QRectF, sides: int, manner: DieStyle, theme: Theme) -> None:
    ink = theme.colour("on_cloth" if manner is DieStyle.BLANK else "ink", 0.22)
    painter.setPen(_pen(ink, max(0.8, rect.width() * 0.018)))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for line in _FACETS.get(sides, ()):
        painter.drawPolyline(_polygon(line, rect))


def _number(painter: QPainter, rect: QRectF, sides: int, text: str, manner: DieStyle, theme: Theme) -> None:
    high = rect.height() * _NUMBER_HIGH.get(sides, 0.56) * (0.62 if manner is DieStyle.BLANK else 1.0)
    font = title_font(max(7, round(high * 1.18)), weight=QFont.Weight.Bold)
    room, wide = rect.width() * _NUMBER_WIDE.get(sides, 0.62), text_width(text, font)
    if wide > room:
        font = QFont(font)
        font.setPixelSize(max(6, int(font.pixelSize() * room / wide)))
    ink = {DieStyle.BLANK: "on_cloth", DieStyle.SPOILT: "on_danger"}.get(manner, "ink")
    painter.setFont(font)
    painter.setPen(theme.colour(ink))
    middle = rect.top() + rect.height() * _NUMBER_AT.get(sides, 0.5)
    where = QRectF(rect.left(), middle - rect.height(), rect.width(), rect.height() * 2)
    painter.drawText(where, int(Qt.AlignmentFlag.AlignCenter.value), text)


def _crack(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    """Draw a crack down the side, so that colour is not the only sign of a bust."""
    line = ((0.24, 0.2), (0.33, 0.36), (0.22, 0.5), (0.34, 0.64), (0.26, 0.8))
    painter.setPen(_pen(theme.colour("on_danger"), max(1.2, rect.width() * 0.045)))
    painter.drawPolyline(_polygon(line, rect))


def _star(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    side = rect.width() * 0.46
    where = QRectF(rect.right() - side * 0.78, rect.top() - side * 0.2, side, side)
    star = tuple((_regular(10, 0.5)[i] if i % 2 == 0 else _regular(10, 0.24)[i]) for i in range(10))
    painter.setPen(_pen(QColor(30, 18, 6), max(1.0, side * 0.09)))
    painter.setBrush(theme.colour("legal"))
    painter.drawPolygon(_polygon(star, where))
