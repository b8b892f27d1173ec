"""Draws a die as a solid, seen from above and in front, with light from the upper left."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QImage,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPen,
    QPolygonF,
    QRadialGradient,
    QTransform,
)

from vtt.moments.dice_motion import DiePose
from vtt.moments.polyhedra import NumberedDie, SolidFace, Vector, cross, dot, turned, unit
from vtt.widgets.look.theme import Theme
from vtt.widgets.look.ui_fonts import title_font

_TILT: Final = math.radians(24)
"""The angle between the line of sight and the vertical."""
_SIN, _COS = math.sin(_TILT), math.cos(_TILT)
_SIGHT: Final[Vector] = (0.0, -_SIN, _COS)
"""The direction to the viewer."""
_LIGHT: Final[Vector] = unit((-0.5, 0.2, 0.95))
_FAR: Final = 26.0
"""The distance of the viewer, in radii."""
_SLANTED: Final = 0.3
"""The least cosine of the angle at which a number is seen."""
_FILLS: Final = 1.36
"""The size of a number of one digit, in inner radii of its face."""


@dataclass(frozen=True, slots=True)
class DieColours:
    """The colours of a die."""

    body: QColor
    ink: QColor
    edge: QColor

    @classmethod
    def of(cls, theme: Theme) -> DieColours:
        """Return those of a theme."""
        return cls(theme.colour("paper"), theme.colour("ink"), theme.colour("ink", 0.55))


def seen(point: Vector) -> QPointF:
    """Return where a point is seen, in radii; y goes down."""
    nearer = _FAR / (_FAR - dot(point, _SIGHT))
    return QPointF(point[0] * nearer, -(point[1] * _COS + point[2] * _SIN) * nearer)


def paint_die_shadow(painter: QPainter, pose: DiePose, radius: float) -> None:
    """Draw the shadow of a die on the felt. The painter's origin is the middle of the throw."""
    x, y, z = pose.middle
    high = max(0.0, z - 0.7)
    spot = seen((x + 0.16 + high * 0.5, y - 0.1 - high * 0.4, 0.0)) * radius
    shadow = _shadow(round(radius), min(_SHADOWS, round(high * 3)))
    painter.drawImage(QPointF(spot.x() - shadow.width() / 2, spot.y() - shadow.height() / 2), shadow)


_SHADOWS: Final = 6
"""The number of shadows of different height."""


@lru_cache(maxsize=64)
def _shadow(radius: int, step: int) -> QImage:
    """Return a soft shadow; a higher step is that of a die higher above the felt."""
    reach = (1.24 + step * 0.06) * radius
    dark = max(0.12, 0.5 - step * 0.055)
    image = QImage(math.ceil(2 * reach), math.ceil(2 * reach * _COS), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(1.0, _COS)
    shade = QRadialGradient(QPointF(reach, reach), reach)
    shade.setColorAt(0.0, QColor.fromRgbF(0.0, 0.0, 0.0, dark))
    shade.setColorAt(0.6, QColor.fromRgbF(0.0, 0.0, 0.0, dark * 0.75))
    shade.setColorAt(1.0, QColor(0, 0, 0, 0))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(shade)
    painter.drawEllipse(QPointF(reach, reach), reach, reach)
    painter.end()
    return image


def paint_die_solid(
    painter: QPainter, die: NumberedDie, pose: DiePose, radius: float, colours: DieColours, *, rests: bool
) -> None:
    """Draw a die. The painter's origin is the middle of the throw.

    Args:
        painter: the painter.
        die: the die.
        pose: where it is and how it is turned.
        radius: the distance of its corners from its middle, in pixels.
        colours: its colours.
        rests: whether it no longer moves; then there is time for a finer picture.
    """
    mx, my, mz = pose.middle
    points = []
    for corner in die.solid.corners:
        x, y, z = turned(pose.orientation, corner)
        points.append((x + mx, y + my, z + mz))
    spots = [seen(point) * radius for point in points]
    for number, face in enumerate(die.solid.faces):
        normal = turned(pose.orientation, face.normal)
        corner = points[face.corners[0]]
        to_viewer = (_SIGHT[0] * _FAR - corner[0], _SIGHT[1] * _FAR - corner[1], _SIGHT[2] * _FAR - corner[2])
        facing = dot(normal, to_viewer) / _FAR
        if facing <= 0.0:
            continue
        _paint_face(painter, [spots[at] for at in face.corners], dot(normal, _LIGHT), radius, colours, rests)
        if facing < _SLANTED:
            continue
        middle = turned(pose.orientation, face.middle)
        centre = (middle[0] + mx, middle[1] + my, middle[2] + mz)
        if die.solid.reads_corner:
            for at in face.corners:
                _paint_corner_number(painter, die.numbers[at], face, at, die, pose, radius, colours)
        else:
            upward = turned(pose.orientation, face.upward)
            size = face.inner_radius * _FILLS
            _paint_number(painter, die.numbers[number], centre, upward, normal, size, radius, colours)


def _paint_face(
    painter: QPainter, spots: list[QPointF], light: float, radius: float, colours: DieColours, rests: bool
) -> None:
    bright = 0.6 + 0.4 * max(0.0, light)
    body = colours.body
    colour = QColor.fromRgbF(body.redF() * bright, body.greenF() * bright, body.blueF() * min(1.0, bright * 1.03))
    polygon = QPolygonF(spots)
    painter.setBrush(colour)
    if rests:
        box = polygon.boundingRect()
        shade = QLinearGradient(box.topLeft(), box.bottomRight())
        shade.setColorAt(0.0, colour.lighter(106))
        shade.setColorAt(1.0, colour.darker(107))
        painter.setBrush(shade)
    # A pen in nearly the colour of the face rounds the edges, as those of a real die are.
    painter.setPen(_pen(colour.lighter(112), max(1.0, radius * 0.045)))
    painter.drawPolygon(polygon)


@lru_cache(maxsize=256)
def _cached_pen(rgb: int, width: float) -> QPen:
    pen = QPen(QColor.fromRgb(rgb), width)
    pen.setJoinStyle(Qt.PenJoinStyle.BevelJoin)
    return pen


def _pen(colour: QColor, width: float) -> QPen:
    return _cached_pen(colour.rgb() & 0xFFFFFF, round(width, 1))


def _paint_corner_number(
    painter: QPainter,
    text: str,
    face: SolidFace,
    at: int,
    die: NumberedDie,
    pose: DiePose,
    radius: float,
    colours: DieColours,
) -> None:
    """Write a number near a corner of a face, its top towards the corner."""
    corner = die.solid.corners[at]
    share = 0.46
    local = tuple(m + (c - m) * share for m, c in zip(face.middle, corner, strict=True))
    place = turned(pose.orientation, local)  # type: ignore[arg-type]
    centre = (place[0] + pose.middle[0], place[1] + pose.middle[1], place[2] + pose.middle[2])
    out = unit((corner[0] - face.middle[0], corner[1] - face.middle[1], corner[2] - face.middle[2]))
    upward, normal = turned(pose.orientation, out), turned(pose.orientation, face.normal)
    _paint_number(painter, text, centre, upward, normal, face.inner_radius * 1.05, radius, colours)


def _paint_number(
    painter: QPainter,
    text: str,
    centre: Vector,
    upward: Vector,
    normal: Vector,
    size: float,
    radius: float,
    colours: DieColours,
) -> None:
    """Write a number on a face: `centre`, `upward` and `normal` are turned already, `size` is in radii."""
    right = cross(upward, normal)
    origin = seen(centre)
    reach = 0.1
    along = seen(tuple(c + r * reach for c, r in zip(centre, right, strict=True))) - origin  # type: ignore[arg-type]
    up = seen(tuple(c + u * reach for c, u in zip(centre, upward, strict=True))) - origin  # type: ignore[arg-type]
    scale = size * radius / reach
    painter.save()
    painter.setTransform(
        QTransform(
            along.x() * scale,
            along.y() * scale,
            -up.x() * scale,
            -up.y() * scale,
            origin.x() * radius,
            origin.y() * radius,
        ),
        True,
    )
    painter.fillPath(_number_path(text), colours.ink)
    painter.restore()


@lru_cache(maxsize=512)
def _number_path(text: str) -> QPainterPath:
    """Return a number about the origin that fits into a square with sides of length 1."""
    path = QPainterPath()
    font = title_font(100, weight=QFont.Weight.Bold)
    path.addText(0, 0, font, text)
    box = path.boundingRect()
    if text in ("6", "9"):
        path.addRect(QRectF(box.left() + box.width() * 0.1, box.bottom() + 9, box.width() * 0.8, 9))
    elif text.strip("069") == "" and len(text) > 1 and text[0] in "69":
        path.addRect(QRectF(box.left(), box.bottom() + 9, box.width(), 9))
    scale = 1.0 / max(box.height() * 1.08, box.width() * 0.94)
    turn = QTransform.fromScale(scale, scale)
    turn.translate(-box.center().x(), -box.center().y())
    return turn.map(path)
