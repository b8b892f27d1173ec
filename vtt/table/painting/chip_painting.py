"""Chips drawn as stacks: the layout of the stacks of a bag, and one chip with its colour, edge marks and letter."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFont, QLinearGradient, QPainter, QPen

from vtt.shared.fitted_text import Align, text_width, write_line
from vtt.table.layout.card_spread import CardSpot
from vtt.widgets.look.ui_fonts import title_font, ui_font
from vtt.widgets.look.ui_metrics import UiMetrics

Z_CHIP: Final = 60.0
Z_COUNT: Final = 90.0
_MOST_DISCS: Final = 12
CHIP_FLATNESS: Final = 0.55
_BADGE_AT: Final = 0.3
"""Where the count of a stack begins, to the right of its middle, in radii."""
_LETTER: Final = 1.2
"""The size of a chip's letter, in halves of its height."""
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
_OTHER_COLOURS: Final = ("#4b7a8c", "#8c5b4b", "#6d7d3c", "#7c4b8c", "#3c6d7d")


@dataclass(frozen=True, slots=True)
class ChipStack:
    """Chips of one colour in one bag, in the coordinates of their place.

    Attributes:
        bag, colour, count: the bag, the colour and the number of chips.
        cell: the room of the stack.
        foot: the middle of the lowest chip.
        radius: of a chip.
        thick: the height of one chip in the stack.
        badge: the room of the count.
    """

    bag: str
    colour: str
    count: int
    cell: QRectF
    foot: QPointF
    radius: float
    thick: float
    badge: QRectF

    @property
    def discs(self) -> int:
        """The number of chips that are drawn; the badge tells the count of a taller stack."""
        return min(self.count, _MOST_DISCS)

    def spot(self, index: int) -> CardSpot:
        """Return the spot of a chip, counted from the top."""
        level = self.discs - 1 - index
        return CardSpot(self.foot.x(), self.foot.y() - level * self.thick, self.radius * 2, 0.0, Z_CHIP + level)


def _stack_room(room: QRectF, count: int, columns: int, m: UiMetrics) -> tuple[float, float]:
    rows = math.ceil(count / columns)
    return min(room.width() / columns, m.chip * 2.2), min(room.height() / rows, m.chip * 2.6)


def _chip_radius(room: QRectF, count: int, columns: int, m: UiMetrics) -> float:
    wide, high = _stack_room(room, count, columns, m)
    return min(m.chip * 0.75, wide * 0.42, high * 0.38)


def _badge_size(count: int, font: QFont, m: UiMetrics) -> tuple[float, float]:
    """Return the height and the width of the count of a stack."""
    tall = font.pixelSize() * 1.35
    return tall, max(text_width(str(count), font) + m.pad_s, tall)


def _visible_radius(room: QRectF, stacks: int, columns: int, most: int, m: UiMetrics) -> float:
    """Return the radius of a chip; less where the count, of `most` chips, has no room beside most of it."""
    wide, _ = _stack_room(room, stacks, columns, m)
    radius = _chip_radius(room, stacks, columns, m)
    _, broad = _badge_size(most, chip_count_font(radius, m), m)
    return min(radius, wide / 2 + radius - broad)


def lay_chip_stacks(bag: str, chips: Mapping[str, int], room: QRectF, m: UiMetrics) -> tuple[ChipStack, ...]:
    """Return the stacks of a bag, in the middle of a room."""
    held = [(colour, count) for colour, count in chips.items() if count > 0]
    if not held or room.width() < 8 or room.height() < 8:
        return ()
    # The number of columns with the most to see of a chip; the greatest of several.
    most = max(count for _, count in held)
    columns = max(range(len(held), 0, -1), key=lambda columns: _visible_radius(room, len(held), columns, most, m))
    wide, high = _stack_room(room, len(held), columns, m)
    radius = _chip_radius(room, len(held), columns, m)
    font = chip_count_font(radius, m)
    left = room.center().x() - wide * columns / 2
    top = room.center().y() - high * math.ceil(len(held) / columns) / 2
    thick = max(1.2, min(radius * 0.20, (high - radius * 1.6) / _MOST_DISCS))
    stacks = []
    for i, (colour, count) in enumerate(held):
        row, column = divmod(i, columns)
        cell = QRectF(left + column * wide, top + row * high, wide, high)
        foot = QPointF(cell.center().x(), cell.bottom() - radius * 0.62)
        tall, broad = _badge_size(count, font, m)
        x = min(foot.x() + radius * _BADGE_AT, cell.right() - broad)
        badge = QRectF(x, min(foot.y() + radius * 0.6, room.bottom()) - tall, broad, tall)
        stacks.append(ChipStack(bag, colour, count, cell, foot, radius, thick, badge))
    return tuple(stacks)


def chip_count_font(radius: float, m: UiMetrics) -> QFont:
    """Return the font for the count of a stack, which is read across the room."""
    return ui_font(max(m.font_least, round(min(m.font_large, radius * 1.15))), weight=QFont.Weight.Bold)


def chip_colour(name: str) -> QColor:
    """Return the colour of a chip; a name that is no colour always gets the same one."""
    known = _CHIP_COLOURS.get(name.lower())
    return QColor(known or _OTHER_COLOURS[sum(map(ord, name[:40])) % len(_OTHER_COLOURS)])


def paint_chip(painter: QPainter, radius: float, thick: float, name: str) -> None:
    """Draw a chip around the origin, seen from the side like those on the table."""
    colour = chip_colour(name)
    flat = radius * CHIP_FLATNESS
    mark = QColor("#2a2622") if colour.lightness() > 150 else QColor("#f4eee0")
    body = QRectF(-radius, -flat, radius * 2, flat * 2)
    painter.setPen(QPen(QColor(0, 0, 0, 130), 0.8))
    side = QLinearGradient(body.topLeft(), body.topRight())
    side.setColorAt(0, colour.darker(150))
    side.setColorAt(0.35, colour.lighter(108))
    side.setColorAt(1, colour.darker(170))
    painter.setBrush(side)
    painter.drawEllipse(body.translated(0, thick))
    painter.setBrush(colour)
    painter.drawEllipse(body)
    painter.setPen(QPen(mark, max(1.0, radius * 0.16)))
    ring = body.adjusted(radius * 0.1, flat * 0.1, -radius * 0.1, -flat * 0.1)
    for part in range(8):
        painter.drawArc(ring, round((part * 45 + 6) * 16), 18 * 16)
    painter.setPen(QPen(mark, 0.9))
    painter.setBrush(colour.darker(112))
    painter.drawEllipse(body.adjusted(radius * 0.36, flat * 0.36, -radius * 0.36, -flat * 0.36))
    font = title_font(round(flat * _LETTER), weight=QFont.Weight.Bold)
    write_line(painter, body, name[:1].upper(), font, mark, Align.AlignHCenter, least=font.pixelSize())
