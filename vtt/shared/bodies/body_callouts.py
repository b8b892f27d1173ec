"""Boxes around a body, one for each location: its name, its value, its harm and its signs."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QPainter, QPainterPath, QPen

from engine.sheets.layout.figure_layout import sides_of, stack
from engine.sheets.layout.page_geometry import Rect
from vtt.shared.bodies.body_drawing import (
    HIT,
    OPEN,
    REACH,
    BodyPartLook,
    BodyPlan,
    ShownSign,
    lay_body,
    paint_harm,
    paint_shield,
)
from vtt.shared.fitted_text import Align, font_that_fits, least_width, text_width, write_line
from vtt.shared.screen_names import plain_word
from vtt.widgets.body_shape import shape_of
from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.look.ui_fonts import ui_font
from vtt.widgets.look.ui_metrics import UiMetrics

_NARROWEST: Final = 5.6
_NARROWEST_LINE: Final = 8.4
_NARROWEST_IN_LIST: Final = 7.4
_WIDEST: Final = 9.6
_LOWEST: Final = 1.5
_TWO_LINES: Final = 2.3
_HIGHEST: Final = 3.1
"""In heights of small letters: the width of a box with two lines, with one, and in a list; its height, and that of two
lines."""
_USUAL_COUNT: Final = 7
"""The number of locations of a usual body."""
_LEAST_BODY: Final = 3.8
"""The minimum height of a drawing between boxes, in small letters; with less, numbers on the body are better."""
_LEAST_SHARE: Final = 0.4
"""The same as a share of the height of its room."""


@dataclass(frozen=True, slots=True)
class BodyCallout:
    """The box of one location, and the line from it to the location on the body; none without a drawing."""

    name: str
    rect: QRectF
    leader: tuple[QPointF, QPointF] | None = None


def callouts_around_body(
    chart: str, areas: Sequence[str], room: QRectF, m: UiMetrics
) -> tuple[BodyPlan, tuple[BodyCallout, ...]] | None:
    """Return a body in the middle of a room with a box for each location at its sides; None without room for that."""
    bare = lay_body(chart, areas, QRectF(0, 0, room.width(), room.height()), m, least=0.0)
    if bare is None:
        return None
    gap, ratio = float(m.pad_m), bare.rect.width() / bare.rect.height()
    wide, high = _shares(room.width(), room.height(), ratio, len(areas), m)
    if not high:
        return None
    place = QRectF(0, 0, high * ratio, high)
    place.moveCenter(room.center())
    body = lay_body(chart, areas, place, m, least=0.0)
    if body is None:
        return None
    anchors = {part.name: part.badges[0] for part in body.parts}
    at = {name: (anchor.x(), anchor.y()) for name, anchor in anchors.items()}
    left, right = sides_of(areas, at, place.center().x())
    line = min(m.font_small * _HIGHEST, room.height() / max(len(left), len(right)) - m.pad_xs)
    if line < m.font_small * _LOWEST:
        return None
    callouts: dict[str, BodyCallout] = {}
    for names, x, edge in ((left, place.left() - gap - wide, wide), (right, place.right() + gap, 0.0)):
        for name, box in zip(
            names, stack(names, at, Rect(x, room.y(), wide, room.height()), line, m.pad_xs), strict=True
        ):
            rect = QRectF(*box)
            callouts[name] = BodyCallout(name, rect, (QPointF(rect.left() + edge, rect.center().y()), anchors[name]))
    return body, tuple(callouts[name] for name in areas)


def _shares(width: float, height: float, ratio: float, count: int, m: UiMetrics) -> tuple[float, float]:
    """Return the width of the boxes in a room and the height of the body between them; 0 if that is too low."""
    line = height / (count // 2 + 1) - m.pad_xs
    least = m.font_small * (_NARROWEST if _has_two_lines(line, m) else _NARROWEST_LINE)
    gap = float(m.pad_m)
    wide = min(m.font_small * _WIDEST, max(least, (width - height * ratio) / 2 - gap))
    high = min(height, (width - 2 * (wide + gap)) / ratio)
    too_low = high < m.font_small * _LEAST_BODY or high < height * _LEAST_SHARE
    return wide, 0.0 if too_low else high


def has_room_round(chart: str, width: float, height: float, m: UiMetrics) -> bool:
    """Return whether a room is wide enough for boxes at the sides of such a body."""
    shape = shape_of(chart)
    return bool(_shares(width, height, shape.width / shape.height, _USUAL_COUNT, m)[1])


def _has_two_lines(high: float, m: UiMetrics) -> bool:
    """Return whether a box of this height has two lines."""
    return high - 2 >= m.font_small * _TWO_LINES - 2


def height_of_boxes(rows: int, m: UiMetrics) -> float:
    """Return the height that a room needs for this number of boxes, one below the other."""
    return rows * (m.font_small * _LOWEST + m.pad_xs)


def list_width(columns: int, m: UiMetrics) -> float:
    """Return the minimum width of a list of boxes in columns."""
    return columns * m.font_small * _NARROWEST_IN_LIST


def callouts_in_list(
    areas: Sequence[str], room: QRectF, m: UiMetrics, *, narrow: bool = False
) -> tuple[BodyCallout, ...]:
    """Return the boxes of a body without a drawing in columns; none if they have no room.

    Where nothing else can show the locations, columns may be so narrow that names are cut.
    """
    count = len(areas)
    low = m.font_small * _LOWEST
    for columns in range(1, max(1, int(room.width() / (list_width(1, m) * (0.4 if narrow else 1.0)))) + 1):
        rows = math.ceil(count / columns)
        line = min(m.font_small * _HIGHEST, room.height() / rows - m.pad_xs)
        if line >= (m.font_small * _TWO_LINES if columns == 1 else low):
            wide = min(room.width() / columns, m.font_small * _WIDEST * 1.4)
            top = room.center().y() - rows * (line + m.pad_xs) / 2
            left = room.center().x() - columns * wide / 2
            return tuple(
                BodyCallout(
                    name,
                    QRectF(left + (i // rows) * wide, top + (i % rows) * (line + m.pad_xs), wide - m.pad_xs, line),
                )
                for i, name in enumerate(areas)
            )
    return ()


def paint_leaders(
    painter: QPainter, callouts: Sequence[BodyCallout], theme: Theme, m: UiMetrics, ground: str = "cloth_shade"
) -> None:
    """Draw the lines from boxes to the body, each with a dot at its end; `ground` is the colour around them."""
    for callout in callouts:
        if callout.leader is None:
            continue
        for colour, wide, dot in ((ground, 3.2, 3.4), ("inlay", 1.3, 2.2)):
            painter.setPen(QPen(theme.colour(colour, 0.9), max(1.0, m.hair * wide)))
            painter.setBrush(theme.colour(colour))
            painter.drawLine(*callout.leader)
            painter.drawEllipse(callout.leader[1], m.hair * dot, m.hair * dot)


def paint_callouts(
    painter: QPainter,
    callouts: Sequence[BodyCallout],
    looks: Mapping[str, BodyPartLook],
    theme: Theme,
    m: UiMetrics,
    hub: ThemeHub | None,
    dpr: float,
) -> None:
    """Draw the boxes of all locations."""
    for callout in callouts:
        _paint(painter, callout, looks[callout.name], theme, m, hub, dpr)


def _paint(
    painter: QPainter,
    callout: BodyCallout,
    look: BodyPartLook,
    theme: Theme,
    m: UiMetrics,
    hub: ThemeHub | None,
    dpr: float,
) -> None:
    rect, ink = callout.rect, theme.colour("on_plate")
    lit = look.mark in (HIT, REACH, OPEN)
    pen = QPen(theme.colour("legal" if lit else "inlay", 1.0 if lit else 0.7), m.ring if lit else max(1.0, m.hair))
    if look.mark in (REACH, OPEN):
        pen.setDashPattern([2.0, 2.0])
    painter.setPen(pen)
    painter.setBrush(theme.colour("plate", 0.94))
    painter.drawRoundedRect(rect, m.radius_s, m.radius_s)
    inner = rect.adjusted(m.pad_xs, 1, -m.pad_xs, -1)
    two = _has_two_lines(rect.height(), m)
    upper = QRectF(inner.left(), inner.top(), inner.width(), inner.height() / (2 if two else 1))
    lower = upper.translated(0, upper.height()) if two else QRectF(upper)
    font = font_that_fits(ui_font(m.font_small, weight=QFont.Weight.DemiBold), upper.height(), m.font_least)
    side = min(upper.height() * 0.92, m.font_small * 1.2)
    name = plain_word(callout.name)
    value = look.number
    chip = text_width(value, font) + m.pad_s if two else least_width(value, font, m.font_least) + m.pad_xs
    if not two:
        free = QRectF(lower.right() - chip, lower.top(), chip, lower.height())
        _paint_value(painter, free, value, look, font, theme, m)
        upper.setRight(free.left() - m.pad_xs)
    brush = _Brush(painter, theme, m, hub, dpr)
    wanted = least_width(_initialled(name), font, m.font_least) + (side + 1) * (1 + bool(look.signs))
    whole = least_width(name, font, m.font_least) + (side + 1) * (1 + min(1, len(look.signs)))
    below = two and whole > upper.width()  # the second line has room for the armour
    # Name and harm matter more than armour if there is no room for all.
    right = brush.armour(upper, look, side) if not below and (two or wanted <= upper.width()) else upper.right()
    here = max(
        0, min(len(look.signs), int((right - upper.left() - least_width(name, font, m.font_least)) / (side + 1)))
    )
    if not two and not here and look.signs:
        here = 1
    if least_width(name, font, m.font_least) > right - upper.left() - here * (side + 1) - 1:
        name = _initialled(name)
    left = brush.signs(look.signs[:here], right, upper.center().y(), side)
    line = QRectF(upper.left(), upper.top(), left - upper.left(), upper.height())
    write_line(painter, line, name, font, ink, least=m.font_least)
    if two:
        free = QRectF(lower.left(), lower.top(), min(chip, lower.width()), lower.height())
        _paint_value(painter, free, value, look, font, theme, m)
        rest = QRectF(free.right() + m.pad_xs, lower.top(), lower.right() - free.right() - m.pad_xs, lower.height())
        if below:
            rest.setRight(brush.armour(rest, look, side))
        brush.state(rest, look, look.signs[here:], font, side)


def _initialled(name: str) -> str:
    """Return the short form of a name of several words: `R. Arm`."""
    *before, last = name.split()
    return " ".join([*(f"{word[0]}." for word in before), last])


class _Brush:
    """Draws the parts of a box beside name and value."""

    def __init__(self, painter: QPainter, theme: Theme, m: UiMetrics, hub: ThemeHub | None, dpr: float) -> None:
        self._painter, self._theme, self._m, self._hub, self._dpr = painter, theme, m, hub, dpr

    def armour(self, line: QRectF, look: BodyPartLook, side: float) -> float:
        """Draw the armour at the end of a line; return where it begins."""
        if not look.armour:
            return line.right()
        at = QPointF(line.right() - side * 0.5, line.center().y())
        paint_shield(self._painter, at, side, look.armour, self._theme, self._m.font_least, filled=False)
        return line.right() - side

    def signs(self, signs: Sequence[ShownSign], right: float, y: float, side: float) -> float:
        """Draw signs that end at a point; return where they begin."""
        for sign in reversed(signs):
            right -= side + 1
            paint_sign(self._painter, QPointF(right + side / 2, y), side, sign, self._theme, self._hub, self._dpr)
        return right - 1

    def state(self, rest: QRectF, look: BodyPartLook, signs: Sequence[ShownSign], font: QFont, side: float) -> None:
        """Write the time that is left at the end of a line, before it further signs, and the name of the harm."""
        right, y = rest.right(), rest.center().y()
        if look.left:
            wide = min(text_width(look.left, font) + 1, rest.width())
            time = QRectF(right - wide, rest.top(), wide, rest.height())
            write_line(
                self._painter,
                time,
                look.left,
                font,
                self._theme.colour("on_plate"),
                Align.AlignRight,
                least=self._m.font_least,
            )
            right = time.left() - self._m.pad_xs
        fit = max(0, int((right - rest.left()) / (side + 1)))
        right = self.signs(signs[:fit], right, y, side) if signs else right
        if look.harm and least_width(look.harm, font, self._m.font_least) <= right - rest.left():
            words = QRectF(rest.left(), rest.top(), right - rest.left(), rest.height())
            write_line(self._painter, words, look.harm, font, self._theme.colour("on_plate"), least=self._m.font_least)


def _paint_value(
    painter: QPainter, rect: QRectF, value: str, look: BodyPartLook, font: QFont, theme: Theme, m: UiMetrics
) -> None:
    """Write a location's value, on the pattern of its region."""
    if look.grade:
        path = QPainterPath()
        path.addRoundedRect(rect.adjusted(0, 1, 0, -1), m.radius_s, m.radius_s)
        paint_harm(painter, path, look.grade, m.font_small * 9.0, theme)
        painter.setPen(Qt.PenStyle.NoPen)  # numbers need an even ground
        painter.setBrush(theme.colour("danger_fill", 0.72))
        painter.drawRoundedRect(rect.adjusted(m.pad_xs, 2, -m.pad_xs, -2), m.radius_s, m.radius_s)
    ink = theme.colour("on_danger" if look.grade else "on_plate")
    write_line(painter, rect, value, font, ink, Align.AlignHCenter, least=m.font_least)


def paint_sign(
    painter: QPainter, middle: QPointF, side: float, sign: ShownSign, theme: Theme, hub: ThemeHub | None, dpr: float
) -> None:
    """Draw a sign, on a disc in the colour of harm if it is urgent."""
    rect = QRectF(middle.x() - side / 2, middle.y() - side / 2, side, side)
    if sign.grave:
        painter.setPen(QPen(theme.colour("on_danger"), max(1.0, side * 0.06)))
        painter.setBrush(theme.colour("danger_fill"))
        painter.drawEllipse(rect.adjusted(0.5, 0.5, -0.5, -0.5))
    if hub is not None:
        size = max(6, round(side * (0.7 if sign.grave else 0.92)))
        picture = hub.pixmap(sign.icon, size, role="on_danger" if sign.grave else "on_plate", dpr=dpr)
        painter.drawPixmap(QPointF(middle.x() - size / 2, middle.y() - size / 2), picture)
