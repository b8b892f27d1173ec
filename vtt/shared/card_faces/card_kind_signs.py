"""The signs of the kinds of cards, each of a shape of its own, on a square of 100."""

from __future__ import annotations

from functools import cache
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath, QPainterPathStroker, QPolygonF

from vtt.shared.card_faces.card_ornaments import lozenge, rosette, star

_MIDDLE: Final = QPointF(50, 50)


@cache
def sign_of(kind: str) -> QPainterPath:
    """Return the sign of a kind of card, else a lozenge. Callers must not change it."""
    match kind:
        case "attack":
            return _crossed_blades()
        case "condition":
            return _ring()
        case "ritual":
            return _hourglass()
        case "interrupt":
            return _bolt()
        case "surroundings":
            return _peaks()
        case "automatic":
            return _seal()
        case _:
            return _polygon(lozenge(_MIDDLE, 34, 44))


def _crossed_blades() -> QPainterPath:
    path = QPainterPath()
    for side in (1, -1):
        blade = QPainterPath()
        for number, (x, y) in enumerate(
            ((-40, -42), (-26, -40), (20, 12), (28, 4), (34, 10), (14, 32), (8, 26), (14, 20), (-38, -28))
        ):
            point = QPointF(50 + side * x, 46 + y)
            if number:
                blade.lineTo(point)
            else:
                blade.moveTo(point)
        blade.closeSubpath()
        hilt = QPainterPath()
        hilt.addEllipse(QPointF(50 + side * 36, 46 + 34), 9, 9)
        grip = _stroked([QPointF(50 + side * 22, 46 + 20), QPointF(50 + side * 36, 46 + 34)], 8)
        path = path.united(blade).united(hilt).united(grip)
    return path


def _ring() -> QPainterPath:
    """Return a closed ring, the sign of lasting cards."""
    path = QPainterPath()
    path.addEllipse(_MIDDLE, 42, 42)
    hole = QPainterPath()
    hole.addEllipse(_MIDDLE, 28, 28)
    middle = QPainterPath()
    middle.addEllipse(_MIDDLE, 12, 12)
    return path.subtracted(hole).united(middle)


def _hourglass() -> QPainterPath:
    path = QPainterPath()
    for y in (4, 86):
        path.addRoundedRect(QRectF(16, y, 68, 10), 3, 3)
    glass = QPolygonF(
        [QPointF(24, 18), QPointF(76, 18), QPointF(55, 50), QPointF(76, 82), QPointF(24, 82), QPointF(45, 50)]
    )
    hollow = QPolygonF([QPointF(35, 24), QPointF(65, 24), QPointF(58, 36), QPointF(42, 36)])
    return path.united(_polygon(glass).subtracted(_polygon(hollow)))


def _bolt() -> QPainterPath:
    points = ((60, 2), (18, 56), (44, 56), (36, 98), (82, 38), (54, 38))
    return _polygon(QPolygonF([QPointF(x, y) for x, y in points]))


def _peaks() -> QPainterPath:
    far = QPolygonF([QPointF(44, 84), QPointF(70, 30), QPointF(98, 84)])
    near = QPolygonF([QPointF(2, 84), QPointF(34, 16), QPointF(66, 84)])
    snow = [QPointF(x, y) for x, y in ((18, 44), (28, 36), (33, 44), (39, 36), (50, 44))]
    gap = _stroked([QPointF(34, 12), QPointF(68, 86)], 5)
    peaks = _polygon(far).subtracted(gap).united(_polygon(near))
    return peaks.subtracted(_stroked(snow, 4))


def _seal() -> QPainterPath:
    path = rosette(_MIDDLE, 10, 12, 34)
    disc = QPainterPath()
    disc.addEllipse(_MIDDLE, 34, 34)
    return path.united(disc).subtracted(_polygon(star(_MIDDLE, 5, 26, 11)))


def _polygon(shape: QPolygonF) -> QPainterPath:
    path = QPainterPath()
    path.addPolygon(shape)
    path.closeSubpath()
    return path


def _stroked(points: list[QPointF], width: float) -> QPainterPath:
    line = QPainterPath(points[0])
    for point in points[1:]:
        line.lineTo(point)
    stroker = QPainterPathStroker()
    stroker.setWidth(width)
    stroker.setCapStyle(Qt.PenCapStyle.RoundCap)
    return stroker.createStroke(line)
