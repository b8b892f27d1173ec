"""A drawn body: its regions show harm by number, pattern and colour, and can be clicked."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QPainter, QPainterPath, QPainterPathStroker, QPen

from engine.model.body import Body, Location
from engine.presentation.body_annotations import HarmLevel
from engine.sheets.layout.body_outline import outline_of, regions_of
from vtt.shared.fitted_text import Align, text_width, write_line
from vtt.shared.screen_names import number_words
from vtt.widgets.body_shape import BodyShape, scaled_shape, shape_of
from vtt.widgets.look.theme import Theme
from vtt.widgets.look.ui_fonts import ui_font
from vtt.widgets.look.ui_metrics import UiMetrics

GRAVEST: Final = 5
"""The number of grades of harm with a pattern and a colour; the values of every game are mapped to these."""
HIT, REACH, OPEN = "hit", "reach", "open"
DROP: Final = "drop"
"""The sign of bleeding."""
_TINTS: Final = (0.0, 0.34, 0.5, 0.66, 0.82, 1.0)
_HATCHES: Final = ((0.0, False), (0.055, False), (0.034, False), (0.05, True), (0.034, True), (0.022, True))
_HIGH_ENOUGH: Final = 100.0
"""The height in pixels from which a body is better than lines without room, whatever the font size."""
_JUST: Final = 0.95
"""The factor by which a body may be smaller than that."""
_BADGE: Final = 0.128
_BROADEST: Final = 0.155
"""The size of the discs under numbers, as shares of a body's height: the usual and, on small bodies, the greatest."""
_SHIELD: Final = 0.42
"""The reach of a shield from its middle, in discs."""
_AROUND: Final = ((0, 0.98), (-0.98, 0), (0.98, 0), (-0.78, -0.66), (0.78, -0.66), (-0.7, 0.7), (0.7, 0.7), (0, -0.98))
"""The places of a shield around the middle of a disc, in discs; the first is the usual one."""
_SLIM: Final = 0.44
"""The width of a usual body, as a share of its height."""
_WIDEST: Final = 0.62
"""The greatest width of a drawing, as a share of its height; a wider one is made smaller."""


@dataclass(frozen=True, slots=True)
class BodyPart:
    """One location on a drawing: its regions, the place of its numbers, and its click area."""

    name: str
    regions: tuple[str, ...]
    badges: tuple[QPointF, ...]
    shape: QPainterPath
    near: QPainterPath


@dataclass(frozen=True, slots=True)
class BodyPlan:
    """A body laid out: the chart, the place of the drawing, and its locations.

    Attributes:
        chart: the hit chart.
        rect: the place of the drawing.
        badge: the size of the disc under a number.
        letters: the smallest size of a number.
        parts: its locations.
    """

    chart: str
    rect: QRectF
    badge: float
    letters: int
    parts: tuple[BodyPart, ...]


PaintSign = Callable[[QPointF, float, "ShownSign"], None]
"""Draws a sign around a point, in a size."""


@dataclass(frozen=True, slots=True)
class ShownSign:
    """A sign at a location: its icon, its meaning, and the time that is left, if it has an end."""

    icon: str
    words: str
    left: str = ""
    grave: bool = False


NOTHING_SAID: Final = "–"
"""Shown in place of a number that nobody has entered yet."""


@dataclass(frozen=True, slots=True)
class BodyPartLook:
    """The state of a location as it is shown.

    Attributes:
        level: its value.
        grade: the gravity of its harm.
        armour: its protection.
        mark: whether a hit is there, or may be moved there.
        covered: whether there is cover in front of it.
        most: the maximum of its value.
        harm: the name of its harm.
        signs: further signs.
        left: the time until the first of them strikes or ends.
        unsaid: whether nobody has entered or changed its value, so that it is not shown.
    """

    level: int
    grade: int
    armour: int
    mark: str = ""
    covered: bool = False
    most: int | None = None
    harm: str = ""
    signs: tuple[ShownSign, ...] = ()
    left: str = ""
    unsaid: bool = False

    @property
    def number(self) -> str:
        """Its value and its maximum; a dash if nobody has entered it."""
        if self.unsaid:
            return NOTHING_SAID
        return number_words(self.level, self.most)

    @property
    def is_numbered(self) -> bool:
        """True if its value is written on a body."""
        return (self.level != 0 or self.grade > 0) and not self.unsaid

    @property
    def bleeds(self) -> bool:
        """True if it bleeds."""
        return any(sign.icon == DROP for sign in self.signs)


def can_be_drawn(body: Body) -> bool:
    """Return whether a drawing has every location of a body."""
    return bool(body.locations) and _known(body.chart, tuple(body.locations))


@lru_cache(maxsize=64)
def _known(chart: str, areas: tuple[str, ...]) -> bool:
    return all(regions_of(areas, outline_of(chart)[1]).values())


def least_height(m: UiMetrics) -> float:
    """Return the minimum height of a drawing with readable numbers."""
    return min(m.font_small * 6.5, _HIGH_ENOUGH)


def are_numbers_above(room: QRectF, m: UiMetrics) -> bool:
    """Return whether a room is so narrow that a character's numbers are above its body, and not beside it."""
    return room.width() < min(least_height(m), room.height()) * _SLIM + m.font_small * 5


def width_for(height: float) -> float:
    """Return the width that a room of this height wants for any body."""
    return height * _WIDEST * 0.8


def grade_of(location: Location, harm: HarmLevel | None = None) -> int:
    """Return the gravity of a location's harm, from 0 to `GRAVEST`: by its game, else by its level.

    From 0 upwards a level counts wounds. Where it may fall below 0 it counts the points that are left of `most`.
    """
    if harm is not None:
        return max(0, min(GRAVEST, harm.grade))
    most = location.most
    if location.least == 0:
        hurt = max(0, location.level)
        return min(GRAVEST, math.ceil(hurt * GRAVEST / most) if most else hurt)
    if most is None or most <= 0:
        return 0 if location.level >= 0 else GRAVEST
    return max(0, min(GRAVEST, math.ceil((most - location.level) * GRAVEST / most)))


def lay_body(
    chart: str, areas: Sequence[str], room: QRectF, m: UiMetrics, least: float | None = None
) -> BodyPlan | None:
    """Return a body drawn at the left of a room; None without a drawing or without room.

    Args:
        chart: the hit chart.
        areas: its locations.
        room: the room.
        m: lengths.
        least: its minimum height; None for the height that numbers on it need.
    """
    if not areas or not _known(chart, tuple(areas)):
        return None
    shape = shape_of(chart)
    high = math.floor(min(room.height(), room.width() * shape.height / shape.width))
    if high < max(8.0, least_height(m) * _JUST if least is None else least):
        return None
    place = QRectF(room.left(), room.center().y() - high / 2, high * shape.width / shape.height, high)
    badge = min(max(m.font_small * 1.25, high * _BADGE), high * _BROADEST)
    at = place.topLeft()
    parts = tuple(
        BodyPart(
            part.name,
            part.regions,
            tuple(badge + at for badge in part.badges),
            part.shape.translated(at),
            part.near.translated(at),
        )
        for part in _parts(chart, tuple(areas), float(high), badge)
    )
    return BodyPlan(chart, place, badge, m.font_least, parts)


@lru_cache(maxsize=32)
def _parts(chart: str, areas: tuple[str, ...], high: float, badge: float) -> tuple[BodyPart, ...]:
    """Lay out the locations of a drawing with its corner at the origin."""
    _, drawing = outline_of(chart)
    shape, scale = scaled_shape(chart, high), high / drawing.height
    body_parts = []
    for name, regions in regions_of(areas, drawing).items():
        outline = QPainterPath()
        for region in regions:
            outline.addPath(shape.regions[region])
        anchors = [QPointF(*drawing.anchors[region]) * scale for region in regions]
        if (
            max(a.x() for a in anchors) - min(a.x() for a in anchors) < badge
        ):  # regions one above the other share one number
            anchors = [QPointF(anchors[0].x(), sum(a.y() for a in anchors) / len(anchors))]
        body_parts.append((name, regions, anchors, outline))
    _push_apart([(anchors, i) for _, _, anchors, _ in body_parts for i in range(len(anchors))], badge)
    stroker = QPainterPathStroker()
    stroker.setWidth(badge * 0.5)
    parts = []
    for name, regions, anchors, outline in body_parts:
        near = stroker.createStroke(outline)
        near.setFillRule(Qt.FillRule.WindingFill)
        for anchor in anchors:
            near.addEllipse(anchor, badge * 0.6, badge * 0.6)
        parts.append(BodyPart(name, regions, tuple(anchors), outline, near))
    return tuple(parts)


def _push_apart(places: list[tuple[list[QPointF], int]], least: float) -> None:
    """Move numbers apart that would overlap."""
    for n, (anchors, i) in enumerate(places):
        for other, j in places[:n]:
            a, b = anchors[i], other[j]
            missing = least * 1.06 - abs(a.x() - b.x())
            if abs(a.y() - b.y()) < least * 0.9 and missing > 0:
                way = 1 if a.x() >= b.x() else -1
                anchors[i] = a + QPointF(way * missing / 2, 0)
                other[j] = b - QPointF(way * missing / 2, 0)


def paint_body(painter: QPainter, plan: BodyPlan, looks: Mapping[str, BodyPartLook], theme: Theme) -> None:
    """Draw a body with its harm, its cover and its hits; `paint_badges` draws the numbers."""
    shape = scaled_shape(plan.chart, plan.rect.height())
    painter.save()
    painter.translate(plan.rect.topLeft())
    part_of = {region: part.name for part in plan.parts for region in part.regions}
    fine = max(1.0, plan.rect.height() * 0.0042)
    for region, outline in shape.regions.items():
        look = looks.get(part_of.get(region, ""))
        _paint_region(painter, outline, look, plan.rect.height(), fine, theme)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(theme.colour("on_plate", 0.4), max(0.7, fine * 0.7)))
    painter.drawPath(shape.detail)
    _paint_marks(painter, plan, shape, looks, theme)
    painter.restore()


def paint_badges(
    painter: QPainter, plan: BodyPlan, looks: Mapping[str, BodyPartLook], theme: Theme, sign: PaintSign
) -> None:
    """Draw each location's value on the body, with its armour and its first sign."""
    for name, at in shield_places(plan, looks):
        paint_shield(painter, at, plan.badge, looks[name].armour, theme, plan.letters)
    for part in plan.parts:
        for at in part.badges:
            _paint_numbers(painter, at, plan, looks[part.name], theme, sign)


def shield_places(plan: BodyPlan, looks: Mapping[str, BodyPartLook]) -> list[tuple[str, QPointF]]:
    """Return the middle of the shield of each armoured location: beside its number, where it covers no other one.

    Where every place is taken it is the one that covers least. All are within the drawing.
    """
    side = plan.badge
    reach = side * _SHIELD
    inside = plan.rect.adjusted(reach, reach, -reach, -reach)
    taken = [(at, side / 2) for part in plan.parts if looks[part.name].is_numbered for at in part.badges]
    taken += [
        (_sign_place(at, side, looks[part.name]), side * 0.35)
        for part in plan.parts
        for at in part.badges
        if looks[part.name].signs
    ]
    places = list[tuple[str, QPointF]]()

    def covered_about(place: QPointF) -> int:
        return round(sum(max(0.0, radius + reach - QLineF(place, at).length()) for at, radius in taken))

    for part in plan.parts:
        look = looks[part.name]
        for at in part.badges if look.armour else ():
            around = _AROUND if look.is_numbered or look.signs else ((0.0, 0.0),)
            spots = [at + QPointF(*way) * side for way in around]
            place = min((spot for spot in spots if inside.contains(spot)), key=covered_about, default=spots[0])
            places.append((part.name, place))
            taken.append((place, reach))
    return places


def _sign_place(at: QPointF, side: float, look: BodyPartLook) -> QPointF:
    return at + QPointF(side * 0.58, -side * 0.5) if look.is_numbered else at


def _paint_region(
    painter: QPainter, outline: QPainterPath, look: BodyPartLook | None, high: float, fine: float, theme: Theme
) -> None:
    grade = look.grade if look is not None else 0
    paint_harm(painter, outline, grade, high, theme)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(_round_pen(theme.colour("inlay"), fine * 1.15))
    painter.drawPath(outline)


def paint_harm(painter: QPainter, outline: QPainterPath, grade: int, high: float, theme: Theme) -> None:
    """Fill an outline with the colour and the pattern of a grade, as on a body of this height."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(_mixed(theme.colour("plate"), theme.colour("danger_fill"), _TINTS[grade]))
    painter.drawPath(outline)
    if grade:
        _paint_hatch(painter, outline, high, grade, theme)


def _paint_hatch(painter: QPainter, outline: QPainterPath, high: float, grade: int, theme: Theme) -> None:
    """Draw the pattern of a grade: lines that come closer, then cross."""
    share, crossed = _HATCHES[grade]
    step, box = max(3.2, high * share), outline.boundingRect()
    painter.save()
    painter.setClipPath(outline)
    painter.setPen(QPen(theme.colour("on_danger", 0.62), max(1.0, step * 0.2)))
    reach = box.height()
    lines = []
    for n in range(int((box.width() + reach) / step) + 1):
        x = box.left() - reach + n * step
        lines.append(QLineF(x, box.bottom(), x + reach, box.top()))
        if crossed:
            lines.append(QLineF(x, box.top(), x + reach, box.bottom()))
    painter.drawLines(lines)
    painter.restore()


def _paint_marks(
    painter: QPainter, plan: BodyPlan, shape: BodyShape, looks: Mapping[str, BodyPartLook], theme: Theme
) -> None:
    """Draw dashes around locations that a hit may be moved to, and highlight the one that it is at."""
    broad = max(2.2, plan.rect.height() * 0.012)
    for part in plan.parts:
        if looks[part.name].covered:  # planks in front of it, thinner than any line of the body
            painter.setPen(QPen(theme.colour("on_plate", 0.55), max(1.0, broad * 0.45)))
            painter.setBrush(QBrush(theme.colour("inlay", 0.9), Qt.BrushStyle.HorPattern))
            for region in part.regions:
                painter.drawPath(shape.regions[region])
    for wanted in ((REACH, OPEN), (HIT,)):
        for part in plan.parts:
            if looks[part.name].mark not in wanted:
                continue
            for region in part.regions:
                dark = _round_pen(QColor(0, 0, 0, 170), broad + 2.2)
                pen = _round_pen(theme.colour("legal"), broad)
                if HIT not in wanted:
                    pen.setDashPattern([1.6, 1.8])
                painter.setBrush(theme.colour("legal", 0.5) if HIT in wanted else Qt.BrushStyle.NoBrush)
                painter.setPen(dark)
                painter.drawPath(shape.regions[region])
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(pen)
                painter.drawPath(shape.regions[region])


def _paint_numbers(
    painter: QPainter, at: QPointF, plan: BodyPlan, look: BodyPartLook, theme: Theme, sign: PaintSign
) -> None:
    """Draw a location's level on a disc, its first sign, and crosshairs at a hit."""
    side = plan.badge
    if look.mark == HIT:
        _paint_crosshairs(painter, at, side * 0.62, theme)
    if look.is_numbered:
        disc = QRectF(at.x() - side / 2, at.y() - side / 2, side, side)
        painter.setPen(QPen(theme.colour("on_danger"), max(1.2, side * 0.07)))
        painter.setBrush(theme.colour("danger_fill") if look.grade else theme.colour("plate"))
        painter.drawEllipse(disc)
        font = ui_font(max(plan.letters, round(side * 0.78)), weight=QFont.Weight.Bold)
        ink = theme.colour("on_danger" if look.grade else "on_plate")
        level = number_words(look.level)
        write_line(painter, disc.adjusted(-2, 0, 2, 0), level, font, ink, Align.AlignHCenter, least=plan.letters)
    if look.signs:  # only the first has room; tooltip and card have the others
        sign(_sign_place(at, side, look), side * 0.7, look.signs[0])


def _paint_crosshairs(painter: QPainter, at: QPointF, reach: float, theme: Theme) -> None:
    for colour, width in ((QColor(0, 0, 0, 190), reach * 0.36), (theme.colour("legal"), reach * 0.2)):
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(_round_pen(colour, width))
        painter.drawEllipse(at, reach, reach)
        for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            painter.drawLine(at + QPointF(x, y) * reach * 0.86, at + QPointF(x, y) * reach * 1.4)


def paint_shield(
    painter: QPainter, at: QPointF, side: float, armour: int, theme: Theme, letters: int, *, filled: bool = True
) -> None:
    """Draw the armour on a shield, in letters of at least this size."""
    font = ui_font(max(letters, round(side * 0.56)), weight=QFont.Weight.Bold)
    reach = max(side * 0.4, font.pixelSize() * 0.5, text_width(str(armour), font) * 0.6)
    painter.setPen(QPen(theme.colour("on_plate"), max(1.0, side * 0.06)))
    painter.setBrush(theme.colour("plate") if filled else Qt.BrushStyle.NoBrush)
    painter.drawPath(shield(at - QPointF(0, reach * 0.125), reach))
    box = QRectF(at.x() - reach, at.y() - reach, reach * 2, reach * 2)
    write_line(painter, box, str(armour), font, theme.colour("on_plate"), Align.AlignHCenter, least=letters)


def shield(middle: QPointF, side: float) -> QPainterPath:
    """Return the outline of a shield."""
    x, y = middle.x(), middle.y()
    path = QPainterPath(QPointF(x - side, y - side))
    path.lineTo(x + side, y - side)
    path.lineTo(x + side, y + side * 0.2)
    path.quadTo(x + side * 0.8, y + side, x, y + side * 1.25)
    path.quadTo(x - side * 0.8, y + side, x - side, y + side * 0.2)
    path.closeSubpath()
    return path


def drop(middle: QPointF, side: float) -> QPainterPath:
    """Return the outline of a drop."""
    x, y = middle.x(), middle.y()
    top, foot = QPointF(x, y - side * 1.2), QPointF(x, y + side * 1.2)
    path = QPainterPath(top)
    path.cubicTo(QPointF(x + side * 1.2, y + side * 0.2), QPointF(x + side * 0.7, y + side * 1.2), foot)
    path.cubicTo(QPointF(x - side * 0.7, y + side * 1.2), QPointF(x - side * 1.2, y + side * 0.2), top)
    return path


def _mixed(colour: QColor, other: QColor, share: float) -> QColor:
    pairs = ((colour.red(), other.red()), (colour.green(), other.green()), (colour.blue(), other.blue()))
    return QColor(*(round(a + (b - a) * share) for a, b in pairs))


def _round_pen(colour: QColor, width: float) -> QPen:
    return QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
