"""The ornaments on cards: the back, the ace's medallion, the courts' belt. Each is the same when turned by 180°."""

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPainterPath, QPen, QPolygonF

from vtt.widgets.look.colour_palette import Colours


def lozenge(middle: QPointF, wide: float, high: float) -> QPolygonF:
    """Return a diamond about `middle`, `wide` and `high` from the middle to the corners."""
    x, y = middle.x(), middle.y()
    return QPolygonF([QPointF(x, y - high), QPointF(x + wide, y), QPointF(x, y + high), QPointF(x - wide, y)])


def star(middle: QPointF, points: int, outer: float, inner: float, turn: float = -90.0) -> QPolygonF:
    """Return a star; `turn` is the direction of its first point in degrees."""
    corners = []
    for i in range(points * 2):
        angle = math.radians(turn + 180 * i / points)
        radius = inner if i % 2 else outer
        corners.append(QPointF(middle.x() + radius * math.cos(angle), middle.y() + radius * math.sin(angle)))
    return QPolygonF(corners)


def rosette(middle: QPointF, petals: int, radius: float, reach: float, turn: float = 0.0) -> QPainterPath:
    """Return a ring of `petals` circles of `radius`, their middles `reach` from the middle."""
    path = QPainterPath()
    for i in range(petals):
        angle = math.radians(turn + 360 * i / petals)
        where = QPointF(middle.x() + reach * math.cos(angle), middle.y() + reach * math.sin(angle))
        path.addEllipse(where, radius, radius)
    return path


def paint_medallion(painter: QPainter, middle: QPointF, colour: str, c: Colours) -> None:
    """Draw the ring of rays and leaves around the sign of an ace."""
    gold = QColor("#c0913a") if c.paper_edge != "#000000" else QColor(colour)
    painter.save()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(gold, 3))
    painter.drawEllipse(middle, 168, 168)
    painter.setPen(QPen(gold, 5))
    painter.drawEllipse(middle, 178, 178)
    painter.setPen(Qt.PenStyle.NoPen)
    for i in range(48):
        angle = math.radians(i * 7.5)
        where = QPointF(middle.x() + 194 * math.cos(angle), middle.y() + 194 * math.sin(angle))
        painter.setBrush(gold)
        painter.drawEllipse(where, 4.2 if i % 2 else 2.4, 4.2 if i % 2 else 2.4)
    for side in (-1, 1):
        _garland(painter, middle, gold, side)
        painter.setBrush(QColor(colour))
        painter.drawPolygon(lozenge(QPointF(middle.x(), middle.y() + side * 262), 15, 26))
        painter.setBrush(gold)
        painter.drawPolygon(lozenge(QPointF(middle.x(), middle.y() + side * 312), 7, 12))
        painter.setBrush(QColor(colour))
        painter.drawPolygon(lozenge(QPointF(middle.x() + side * 194, middle.y()), 9, 17))
    painter.restore()


def _garland(painter: QPainter, middle: QPointF, gold: QColor, side: int) -> None:
    """Draw the two twigs that meet above (`side` -1) or below (1) the ring."""
    for turn in (-1, 1):
        painter.save()
        painter.translate(middle)
        painter.scale(turn, side)
        stem = QPainterPath()
        stem.arcMoveTo(QRectF(-228, -228, 456, 456), -86)
        stem.arcTo(QRectF(-228, -228, 456, 456), -86, 46)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(gold, 3))
        painter.drawPath(stem)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(gold)
        for i in range(7):
            size = 1.0 - i * 0.06
            for lean, out in ((34, 12), (-34, -12)):
                painter.save()
                painter.rotate(-(7 + i * 6.2) + (1.6 if lean > 0 else 0))
                painter.translate(0, 228 + out)
                painter.rotate(-90 + lean)
                leaf = QPainterPath(QPointF(0, 16 * size))
                leaf.cubicTo(8 * size, 6 * size, 7 * size, -9 * size, 0, -18 * size)
                leaf.cubicTo(-7 * size, -9 * size, -8 * size, 6 * size, 0, 16 * size)
                painter.drawPath(leaf)
                painter.restore()
        painter.restore()


def paint_band(painter: QPainter, rect: QRectF, colour: str) -> None:
    """Draw the belt across the middle of a court card."""
    painter.save()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("#231d22"))
    painter.drawRect(rect)
    gold = QLinearGradient(rect.topLeft(), rect.topRight())
    for at, tone in ((0.0, "#b8873a"), (0.5, "#efd795"), (1.0, "#b8873a")):
        gold.setColorAt(at, QColor(tone))
    painter.setBrush(gold)
    painter.drawRect(rect.adjusted(0, 4, 0, -4))
    steps = 9
    for i in range(steps):
        x = rect.x() + rect.width() * (i + 0.5) / steps
        painter.setBrush(QColor(colour))
        painter.drawPolygon(lozenge(QPointF(x, rect.center().y()), 13, 10))
        if i:
            painter.setBrush(QColor("#231d22"))
            painter.drawEllipse(QPointF(rect.x() + rect.width() * i / steps, rect.center().y()), 3, 3)
    painter.restore()


def paint_back(painter: QPainter, rect: QRectF, corner: float, c: Colours) -> None:
    """Draw the back: a lattice of stars within a frame, and a compass rose in the middle."""
    painter.save()
    line, ground = QColor(c.back_line), QColor(c.back)
    painter.setPen(QPen(QColor(c.paper_edge), 4))
    painter.setBrush(QColor(c.paper))
    painter.drawRoundedRect(rect.adjusted(2, 2, -2, -2), corner, corner)
    field = rect.adjusted(26, 26, -26, -26)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ground)
    painter.drawRoundedRect(field, 18, 18)
    inner = field.adjusted(30, 30, -30, -30)
    clip = QPainterPath()
    clip.addRoundedRect(inner, 8, 8)
    painter.save()
    painter.setClipPath(clip)
    _lattice(painter, inner, line)
    painter.restore()
    _frame(painter, field, inner, line)
    _rose(painter, rect.center(), line, ground, QColor(c.paper))
    painter.restore()


def _lattice(painter: QPainter, inner: QRectF, line: QColor) -> None:
    wide, high = inner.width() / 8, inner.height() / 12
    soft = QColor(line)
    soft.setAlphaF(0.55)
    painter.setPen(QPen(soft, 2.4))
    middle = inner.center()
    for i in range(-12, 13):
        for lean in (-1, 1):
            x = middle.x() + i * wide
            reach = 14.0
            painter.drawLine(
                QPointF(x - lean * reach * wide, middle.y() - reach * high),
                QPointF(x + lean * reach * wide, middle.y() + reach * high),
            )
    painter.setPen(Qt.PenStyle.NoPen)
    for row in range(-7, 8):
        for column in range(-5, 6):
            at = QPointF(middle.x() + (column + 0.5) * wide, middle.y() + row * high)
            painter.setBrush(line)
            painter.drawPolygon(star(at, 4, 13, 4.6))
            at = QPointF(middle.x() + column * wide, middle.y() + (row + 0.5) * high)
            painter.setBrush(soft)
            painter.drawEllipse(at, 4.5, 4.5)


def _frame(painter: QPainter, field: QRectF, inner: QRectF, line: QColor) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(line, 4))
    painter.drawRoundedRect(field.adjusted(9, 9, -9, -9), 12, 12)
    painter.setPen(QPen(line, 3))
    painter.drawRoundedRect(inner, 8, 8)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(line)
    between = (field.adjusted(19, 19, -19, -19).width(), field.adjusted(19, 19, -19, -19).height())
    middle = field.center()
    across, down = 22, 32
    for side in (-1, 1):
        for i in range(across + 1):
            x = middle.x() + side * between[0] * (i / across - 0.5)
            painter.drawEllipse(QPointF(x, middle.y() + side * between[1] / 2), 3.2, 3.2)
        for i in range(1, down):
            y = middle.y() + side * between[1] * (i / down - 0.5)
            painter.drawEllipse(QPointF(middle.x() + side * between[0] / 2, y), 3.2, 3.2)


def _rose(painter: QPainter, middle: QPointF, line: QColor, ground: QColor, paper: QColor) -> None:
    painter.setPen(QPen(line, 5))
    painter.setBrush(ground)
    painter.drawPath(rosette(middle, 16, 30, 138))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.drawEllipse(middle, 152, 152)
    painter.setBrush(line)
    painter.drawPath(rosette(middle, 16, 5, 145))
    painter.setBrush(ground)
    painter.setPen(QPen(line, 5))
    painter.drawEllipse(middle, 126, 126)
    painter.setPen(QPen(line, 2))
    painter.drawEllipse(middle, 117, 117)
    soft = QColor(line)
    soft.setAlphaF(0.6)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(soft)
    painter.drawPolygon(star(middle, 16, 112, 62, -90 + 11.25))
    painter.setBrush(ground)
    painter.drawEllipse(middle, 78, 78)
    painter.setBrush(line)
    painter.drawPolygon(star(middle, 8, 112, 40, -67.5))
    painter.setPen(QPen(ground, 4))
    painter.setBrush(paper)
    painter.drawPolygon(star(middle, 4, 116, 30))
    painter.drawPolygon(star(middle, 4, 66, 22, -45))
    painter.setBrush(ground)
    painter.setPen(QPen(line, 4))
    painter.drawEllipse(middle, 20, 20)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(line)
    painter.drawPolygon(star(middle, 4, 14, 6))
