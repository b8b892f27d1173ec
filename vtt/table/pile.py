"""What lies under and round cards in the middle: the stitched places, the thickness of a pile, labels, and chips."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QLinearGradient, QPainter, QPen

from vtt.table.faces import corner_radius
from vtt.table.fan import Spot
from vtt.table.layout import Box
from vtt.table.picture import Align, font_that_fits, width_of, write, write_shaded
from vtt.widgets.fonts import title_font, ui_font
from vtt.widgets.metrics import Metrics
from vtt.widgets.theme import Theme

_CARDS_A_LAYER: Final = 7
_MOST_LAYERS: Final = 9
_MOST_DISCS: Final = 12
_CHIP_COLOURS: Final = {
    "white": "#efe9dc",
    "red": "#b3282d",
    "blue": "#2458a8",
    "green": "#227a43",
    "black": "#26232a",
    "gold": "#d8a52e",
    "yellow": "#e0b93a",
    "purple": "#6a3b95",
    "orange": "#d07526",
    "grey": "#8d8880",
    "pink": "#c95d8d",
    "brown": "#7a4d2c",
}
_CHIP_FALLBACK: Final = ("#4b7a8c", "#8c5b4b", "#6d7d3c", "#7c4b8c", "#3c6d7d")


@dataclass(frozen=True, slots=True)
class PlaceLook:
    """What a place in the middle shows besides its cards; `lit` when a card in hand may be laid there."""

    label: str
    count: int
    thick: bool
    lit: bool
    face_up: bool = False


def layers_of(count: int) -> int:
    """Return how many edges a pile of so many cards shows below its top card."""
    return min(_MOST_LAYERS, math.ceil(max(0, count - 1) / _CARDS_A_LAYER))


def rise_of(count: int, height: float) -> float:
    """Return how far the top card of a pile is raised above the cloth."""
    return layers_of(count) * max(1.0, height * 0.0115)


def paint_place(painter: QPainter, box: Box, look: PlaceLook, theme: Theme, m: Metrics) -> None:
    """Draw the place of a zone: a stitched outline, the edges of a pile, the label with the count."""
    cards = box.cards
    corner = corner_radius(cards.height()) if look.thick else float(m.radius)
    frame = cards.adjusted(-m.pad_xs, -m.pad_xs, m.pad_xs, m.pad_xs) if look.thick else box.area
    stitched(painter, frame, theme, m, corner + m.pad_xs, lit=look.lit)
    if look.thick and look.count > 1:
        _edges(painter, cards, look.count, theme)
    font = ui_font(m.font_body, weight=QFont.Weight.DemiBold)
    where = box.foot if look.thick else box.head
    ink, shade = theme.colour("on_cloth"), QColor(0, 0, 0, 110)
    if look.thick:
        number = str(look.count)
        fitting = font_that_fits(font, where.height())
        badge_wide = min(where.width() * 0.5, width_of(number, fitting) + m.pad_m)
        name_wide = min(where.width() - badge_wide - m.pad_xs, width_of(look.label, fitting) + 2)
        left = where.center().x() - (name_wide + m.pad_xs + badge_wide) / 2
        name = QRectF(left, where.top(), max(0.0, name_wide), where.height())
        write_shaded(painter, name, look.label, font, ink, shade, Align.AlignLeft, squeeze=0.75)
        badge = QRectF(name.right() + m.pad_xs, where.top(), badge_wide, where.height())
        _count_badge(painter, badge, number, font, theme)
    else:
        write_shaded(painter, where, look.label, font, ink, shade)


def _count_badge(painter: QPainter, rect: QRectF, number: str, font: QFont, theme: Theme) -> None:
    body = rect.adjusted(0, rect.height() * 0.08, 0, -rect.height() * 0.08)
    painter.setPen(QPen(theme.colour("inlay"), 1.2))
    painter.setBrush(theme.colour("plate", 0.92))
    painter.drawRoundedRect(body, body.height() / 2, body.height() / 2)
    write(painter, body, number, font, theme.colour("on_plate"), Align.AlignHCenter)


def stitched(painter: QPainter, frame: QRectF, theme: Theme, m: Metrics, corner: float, *, lit: bool) -> None:
    """Draw the outline of a place: a seam in the cloth, or a bright double line where a card may be laid."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if lit:
        glow = theme.colour("legal", 0.20)
        painter.setBrush(glow)
        painter.setPen(QPen(QColor(0, 0, 0, 120), m.ring * 2.6))
        painter.drawRoundedRect(frame, corner, corner)
        painter.setPen(QPen(theme.colour("legal"), m.ring * 1.5))
        painter.drawRoundedRect(frame, corner, corner)
        inner = frame.adjusted(m.ring * 2.2, m.ring * 2.2, -m.ring * 2.2, -m.ring * 2.2)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.colour("legal"), max(1.0, m.ring * 0.6)))
        painter.drawRoundedRect(inner, max(1.0, corner - m.ring * 2), max(1.0, corner - m.ring * 2))
        return
    pen = QPen(theme.colour("cloth_line", 0.85), max(1.2, m.hair * 1.3))
    pen.setDashPattern([5.0, 3.5])
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    painter.drawRoundedRect(frame, corner, corner)


def _edges(painter: QPainter, top: QRectF, count: int, theme: Theme) -> None:
    """Draw the cards below the top one as edges of paper that end where the pile meets the cloth."""
    layers = layers_of(count)
    rise = rise_of(count, top.height())
    corner = corner_radius(top.height())
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(0, 0, 0, 60))
    painter.drawRoundedRect(top.translated(rise * 0.2, rise * 0.2 + 2), corner, corner)
    for i in range(layers):
        lift = rise * i / max(1, layers)
        painter.setBrush(theme.colour("paper").darker(103 if i % 2 else 109))
        painter.setPen(QPen(theme.colour("paper_edge").darker(118), 0.9))
        painter.drawRoundedRect(top.translated(-lift * 0.55, -lift), corner, corner)


def paint_chips(painter: QPainter, room: QRectF, stacks: tuple[tuple[str, int], ...], theme: Theme, m: Metrics) -> None:
    """Draw stacks of chips: colour, edge marks, a letter and the count, so that none is told by its colour alone.

    Args:
        painter: where to.
        room: the stacks stand in its middle.
        stacks: colours with their counts.
        theme: for the words.
        m: lengths.
    """
    stacks = tuple(s for s in stacks if s[1] > 0)
    if not stacks:
        return
    shape = room.width() / max(1.0, room.height())
    columns = len(stacks) if shape > 1.4 else max(1, round(math.sqrt(len(stacks) * shape)))
    rows = math.ceil(len(stacks) / columns)
    cell_wide, cell_high = min(room.width() / columns, m.chip * 2.2), min(room.height() / rows, m.chip * 2.6)
    radius = min(m.chip * 0.75, cell_wide * 0.42, cell_high * 0.38)
    font = ui_font(max(9, round(min(m.font_body, radius * 0.95))), weight=QFont.Weight.Bold)
    left = room.center().x() - cell_wide * columns / 2
    top = room.center().y() - cell_high * rows / 2
    for i, (colour, count) in enumerate(stacks):
        row, column = divmod(i, columns)
        x = left + (column + 0.5) * cell_wide
        foot = top + (row + 1) * cell_high - radius * 0.62
        thick = max(1.2, min(radius * 0.20, (cell_high - radius * 1.6) / _MOST_DISCS))
        discs = min(count, _MOST_DISCS)
        for disc in range(discs):
            _chip(painter, QPointF(x, foot - disc * thick), radius, thick, colour, top=disc == discs - 1)
        high = min(font.pixelSize() * 1.35, radius * 1.1)
        wide = max(width_of(str(count), font) + m.pad_s, high)
        number = QRectF(min(x + radius * 0.3, x + cell_wide / 2 - wide), foot + radius * 0.6 - high, wide, high)
        _count_badge(painter, number, str(count), font, theme)


def chip_colour(name: str) -> QColor:
    """Return the colour of a chip; a name that is no colour always gets the same one."""
    known = _CHIP_COLOURS.get(name.lower())
    return QColor(known or _CHIP_FALLBACK[sum(map(ord, name[:40])) % len(_CHIP_FALLBACK)])


def _chip(painter: QPainter, middle: QPointF, radius: float, thick: float, name: str, *, top: bool) -> None:
    colour = chip_colour(name)
    flat = radius * 0.55
    light = colour.lightness() > 150
    mark = QColor("#2a2622") if light else QColor("#f4eee0")
    body = QRectF(middle.x() - radius, middle.y() - flat, radius * 2, flat * 2)
    painter.setPen(QPen(QColor(0, 0, 0, 130), 0.8))
    side = QLinearGradient(body.topLeft(), body.topRight())
    side.setColorAt(0, colour.darker(150))
    side.setColorAt(0.35, colour.lighter(108))
    side.setColorAt(1, colour.darker(170))
    painter.setBrush(side)
    painter.drawEllipse(body.translated(0, thick))
    painter.setBrush(colour)
    painter.drawEllipse(body)
    if not top:
        return
    painter.setPen(QPen(mark, max(1.0, radius * 0.16)))
    ring = body.adjusted(radius * 0.1, flat * 0.1, -radius * 0.1, -flat * 0.1)
    for part in range(8):
        painter.drawArc(ring, round((part * 45 + 6) * 16), 18 * 16)
    painter.setPen(QPen(mark, 0.9))
    painter.setBrush(colour.darker(112))
    painter.drawEllipse(body.adjusted(radius * 0.36, flat * 0.36, -radius * 0.36, -flat * 0.36))
    font = title_font(max(7, round(flat * 0.95)), weight=QFont.Weight.Bold)
    write(painter, body, name[:1].upper(), font, mark, Align.AlignHCenter)


def paint_slot(painter: QPainter, slot: Spot, theme: Theme, m: Metrics) -> None:
    """Draw an empty place for one card that is still due."""
    pen = QPen(theme.colour("muted_on_cloth", 0.7), max(1.2, m.hair * 1.3))
    pen.setDashPattern([4.0, 4.0])
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    painter.setBrush(theme.colour("cloth_shade", 0.25))
    painter.drawRoundedRect(slot.box().adjusted(1, 1, -1, -1), corner_radius(slot.height), corner_radius(slot.height))
