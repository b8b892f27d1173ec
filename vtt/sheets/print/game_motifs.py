"""The motif of each game: a small drawing beside the title, and a smaller one at the end of each box's title."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF, QTransform

from engine.sheets.layout.page_geometry import Rect
from vtt.sheets.print.millimetre_painter import MillimetrePainter
from vtt.widgets.look.art_files import svg_renderer

_SIDE: Final = 100.0
_FILL: Final = 'fill="currentColor"'
"""The fill attribute in the drawing of a suit sign."""
Draw = Callable[[QPainter, QColor, QColor | None], None]
"""Draws on a square of 100: with an ink, and a tint to fill with unless ink is saved."""


def paint_motif(canvas: MillimetrePainter, name: str, rect: Rect) -> None:
    """Draw a game's motif into a square; nothing for a name that is not known."""
    draw = _LARGE.get(name)
    if draw is not None:
        with canvas.placed(rect, _SIDE, _SIDE) as painter:
            draw(painter, canvas.inks.title, canvas.inks.band)


def paint_ornament(canvas: MillimetrePainter, name: str, rect: Rect) -> None:
    """Draw the small sign of a motif."""
    draw = _SMALL.get(name)
    if draw is not None:
        with canvas.placed(rect, _SIDE, _SIDE) as painter:
            draw(painter, canvas.inks.frame, None)


def _suits(painter: QPainter, ink: QColor, tint: QColor | None) -> None:
    for sign, x, y in (("S", 4, 4), ("H", 54, 4), ("D", 4, 54), ("C", 54, 54)):
        _sign(painter, sign, ink, QRectF(x, y, 42, 42), filled=tint is not None)


def _sign(painter: QPainter, sign: str, ink: QColor, rect: QRectF, *, filled: bool = True) -> None:
    dress = {"currentColor": ink.name()} if filled else {_FILL: f'fill="none" stroke="{ink.name()}" stroke-width="5"'}
    svg_renderer(f"suits/{sign}", dress).render(painter, rect)


def _spade(painter: QPainter, ink: QColor, tint: QColor | None) -> None:
    _sign(painter, "S", ink, QRectF(8, 8, 84, 84))


def _cards(painter: QPainter, ink: QColor, tint: QColor | None) -> None:
    """Three cards, fanned."""
    for angle, sign in ((-19, ""), (0, ""), (19, "X")):
        painter.save()
        painter.translate(50, 118)
        painter.rotate(angle)
        painter.setPen(_pen(ink, 3.2))
        painter.setBrush(tint or QColor("white"))
        painter.drawRoundedRect(QRectF(-24, -100, 48, 68), 6, 6)
        painter.setPen(_pen(ink, 1.4))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(QRectF(-18.5, -94.5, 37, 57), 3, 3)
        if sign:
            _sign(painter, sign, ink, QRectF(-13, -79, 26, 26))
        painter.restore()


def _card(painter: QPainter, ink: QColor, tint: QColor | None) -> None:
    painter.setPen(_pen(ink, 6))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(QRectF(17, 6, 66, 88), 11, 11)
    _sign(painter, "X", ink, QRectF(30, 29, 40, 40))


def _ten_sided(middle: QPointF, size: float) -> tuple[QPolygonF, list[tuple[QPointF, QPointF]]]:
    """Return the outline of a ten-sided die seen from the front, and its edges."""

    def at(x: float, y: float) -> QPointF:
        return QPointF(middle.x() + x * size, middle.y() + y * size)

    outline = QPolygonF([at(0, -1), at(0.94, -0.1), at(0.94, 0.16), at(0, 1), at(-0.94, 0.16), at(-0.94, -0.1)])
    top, left, right, low = at(0, -1), at(-0.56, 0.2), at(0.56, 0.2), at(0, 0.5)
    edges = [
        (top, left),
        (top, right),
        (left, low),
        (right, low),
        (left, at(-0.94, 0.04)),
        (right, at(0.94, 0.04)),
        (low, at(0, 1)),
    ]
    return outline, edges


def _d100(painter: QPainter, ink: QColor, tint: QColor | None) -> None:
    """Two ten-sided dice."""
    for middle, size in ((QPointF(66, 62), 32), (QPointF(35, 38), 33)):
        outline, edges = _ten_sided(middle, size)
        painter.setPen(_pen(ink, 3.4))
        painter.setBrush(tint or QColor("white"))
        painter.drawPolygon(outline)
        painter.setPen(_pen(ink, 1.7))
        for a, b in edges:
            painter.drawLine(a, b)


def _one_ten(painter: QPainter, ink: QColor, tint: QColor | None) -> None:
    outline, edges = _ten_sided(QPointF(50, 50), 44)
    painter.setPen(_pen(ink, 6))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolygon(outline)
    painter.setPen(_pen(ink, 3.4))
    for a, b in edges:
        painter.drawLine(a, b)


def _hexagon(middle: QPointF, radius: float, turn: float = -90.0) -> QPolygonF:
    angles = (math.radians(turn + 60 * i) for i in range(6))
    return QPolygonF([QPointF(middle.x() + radius * math.cos(a), middle.y() + radius * math.sin(a)) for a in angles])


def _dice(painter: QPainter, ink: QColor, tint: QColor | None) -> None:
    """A twenty-sided die upon a chip with a notched rim."""
    chip = QPointF(66, 66)
    painter.setPen(_pen(ink, 3.2))
    painter.setBrush(tint or QColor("white"))
    painter.drawEllipse(chip, 30, 30)
    painter.setPen(_pen(ink, 5.5))
    for i in range(8):
        angle = math.radians(45 * i + 22.5)
        inner, outer = 25.5, 29.5
        painter.drawLine(
            QPointF(chip.x() + inner * math.cos(angle), chip.y() + inner * math.sin(angle)),
            QPointF(chip.x() + outer * math.cos(angle), chip.y() + outer * math.sin(angle)),
        )
    painter.setPen(_pen(ink, 1.6))
    painter.drawEllipse(chip, 21, 21)
    _twenty(painter, QPointF(38, 38), 34, ink, tint or QColor("white"), 3.2)


def _twenty(painter: QPainter, middle: QPointF, radius: float, ink: QColor, fill: QColor | None, width: float) -> None:
    outer = _hexagon(middle, radius)
    painter.setPen(_pen(ink, width))
    painter.setBrush(fill if fill is not None else Qt.BrushStyle.NoBrush)
    painter.drawPolygon(outer)
    painter.setPen(_pen(ink, width * 0.5))
    inner = [
        QPointF(middle.x() + radius * 0.56 * math.cos(a), middle.y() + radius * 0.56 * math.sin(a))
        for a in (math.radians(-90 + 120 * i) for i in range(3))
    ]
    painter.drawPolygon(QPolygonF(inner))
    for i, corner in enumerate(inner):
        for j in (2 * i - 1, 2 * i, 2 * i + 1):
            painter.drawLine(corner, outer.at(j % 6))


def _one_twenty(painter: QPainter, ink: QColor, tint: QColor | None) -> None:
    _twenty(painter, QPointF(50, 50), 44, ink, None, 6)


@cache
def _star_path() -> QPainterPath:
    path = QPainterPath()
    points = QPolygonF()
    for i in range(16):
        radius = (46.0 if i % 4 == 0 else 26.0) if i % 2 == 0 else 12.0
        angle = math.radians(-90 + 22.5 * i)
        points.append(QPointF(50 + radius * math.cos(angle), 50 + radius * math.sin(angle)))
    path.addPolygon(points)
    path.closeSubpath()
    return path


def _star(painter: QPainter, ink: QColor, tint: QColor | None) -> None:
    painter.setPen(_pen(ink, 2.4))
    painter.setBrush(tint or Qt.BrushStyle.NoBrush)
    painter.drawEllipse(QPointF(50, 50), 45, 45)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    painter.drawPath(QTransform().translate(50, 50).scale(0.86, 0.86).translate(-50, -50).map(_star_path()))


def _small_star(painter: QPainter, ink: QColor, tint: QColor | None) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    painter.drawPath(_star_path())


def _pen(ink: QColor, width: float) -> QPen:
    pen = QPen(ink, width)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    return pen


_LARGE: Final[Mapping[str, Draw]] = {
    "suits": _suits,
    "cards": _cards,
    "dice": _dice,
    "chips": _dice,
    "d100": _d100,
    "stars": _star,
}
_SMALL: Final[Mapping[str, Draw]] = {
    "suits": _spade,
    "cards": _card,
    "dice": _one_twenty,
    "chips": _one_twenty,
    "d100": _one_ten,
    "stars": _small_star,
}
