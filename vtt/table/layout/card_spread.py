"""Spreads of cards: fans, rows and grids. Pure geometry, in scene pixels.

The index column on the left of each card always stays free, however many cards there are: a hand must be readable.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Final

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QTransform

from vtt.widgets.look.ui_metrics import CARD_RATIO

INDEX_SHARE: Final = 0.25
"""The share of a card's width that its neighbour must leave free; the index column ends at 22 %."""

FAN_STEP: Final = 1.04
"""The distance of the cards of a hand where there is room, in widths of a card: they overlap only where they must."""

ROW_STEP: Final = 1.06
"""The same for cards in a row."""

_SMALL_HAND: Final = 9
_ROW_PITCH: Final = 0.46
_MOST_ROWS: Final = 4
_STEP_DEGREES: Final = 2.6
_MOST_DEGREES: Final = 13.0


@dataclass(frozen=True, slots=True)
class CardSpot:
    """The place of one card: its middle, its height, its turn clockwise, and its z value."""

    x: float
    y: float
    height: float
    angle: float = 0.0
    z: float = 0.0

    @property
    def width(self) -> float:
        """The card's width."""
        return self.height * CARD_RATIO

    def outline(self) -> QTransform:
        """Return the transform from the card's own pixels, with 0 | 0 in its middle, to the scene."""
        return QTransform().translate(self.x, self.y).rotate(self.angle)

    def holds(self, point: QPointF) -> bool:
        """Return whether a point of the scene is on the card."""
        inside = self.outline().inverted()[0].map(point)
        return abs(inside.x()) <= self.width / 2 and abs(inside.y()) <= self.height / 2

    def box(self) -> QRectF:
        """Return the upright rectangle about the card."""
        w, h = self.width, self.height
        return self.outline().mapRect(QRectF(-w / 2, -h / 2, w, h))

    def turned(self, way: QTransform, degrees: float) -> CardSpot:
        """Return the spot after its surroundings were turned."""
        middle = way.map(QPointF(self.x, self.y))
        return replace(self, x=middle.x(), y=middle.y(), angle=self.angle + degrees)


def _degrees(count: int) -> float:
    return min(_MOST_DEGREES, _STEP_DEGREES * (count - 1))


def _height(room: QRectF, per_row: int, rows: int, share: float, *, arc: bool) -> float:
    half = math.radians(_degrees(per_row) / 2) if arc else 0.0
    wide = CARD_RATIO * (1 + share * (per_row - 1)) + math.sin(half)
    high = 1 + _ROW_PITCH * (rows - 1) + (CARD_RATIO * math.sin(half) + 0.05 if half else 0.0)
    return min(room.width() / wide, room.height() / high)


def tallest_card(room: QRectF, count: int) -> float:
    """Return the greatest height of the cards of a hand in one row."""
    return _height(room, count, 1, INDEX_SHARE, arc=True)


def lay_fan(
    room: QRectF,
    count: int,
    tallest: float,
    *,
    arc: bool = True,
    step_share: float = FAN_STEP,
    least_share: float = INDEX_SHARE,
    upright: float = 0.5,
) -> tuple[CardSpot, ...]:
    """Return the spots of a hand within `room`, leftmost first; many cards need several rows.

    Args:
        room: the room for the cards.
        count: how many cards.
        tallest: the height that no card exceeds.
        arc: whether the row is bent like a hand of cards.
        step_share: the distance of the cards where there is room, in widths of a card.
        least_share: the share of each card that stays free before the cards become smaller; at least the index.
        upright: the position of a row that is lower than the room: 0 at the top, 1 at the bottom.
    """
    if count <= 0 or room.width() < 4 or room.height() < 4:
        return ()
    best_rows, best = 1, 0.0
    for rows in range(1, min(_MOST_ROWS, count) + 1):
        share = least_share if count <= _SMALL_HAND else INDEX_SHARE
        height = min(tallest, _height(room, math.ceil(count / rows), rows, share, arc=arc))
        # A hand is one row as long as it is readable; only then two.
        if rows == 1 or (height > best * 1.25 and (count >= _SMALL_HAND or best < room.height() * 0.4)):
            best_rows, best = rows, height
    per_row = math.ceil(count / best_rows)
    height = max(6.0, best)
    bend = arc and best_rows == 1
    half = math.radians(_degrees(per_row) / 2) if bend else 0.0
    width = height * CARD_RATIO
    free = room.width() - width - height * math.sin(half)
    step = min(width * step_share, free / (per_row - 1)) if per_row > 1 else 0.0
    stack = height * (1 + _ROW_PITCH * (best_rows - 1))
    tilt = width / 2 * math.sin(half)
    if half and step:  # a wide fan is bent less, so that its ends stay in the room
        half = min(half, 4 * max(0.0, room.height() - stack - 2 * tilt) / (step * (per_row - 1)))
    radius = step * (per_row - 1) / (2 * half) if half and step else 0.0
    sag = radius * (1 - math.cos(half)) if radius else 0.0
    left = room.left() + (room.width() - width - step * (per_row - 1)) / 2 + width / 2
    lean = min(half, width / (2 * radius)) if radius else 0.0  # the turn of the card whose corner is highest
    over = width / 2 * math.sin(lean) - radius * (1 - math.cos(lean))
    top = room.top() + (room.height() - stack - sag - tilt - over) * upright + over + height / 2
    spots = []
    for i in range(count):
        row, column = divmod(i, per_row)
        x, y, angle = left + column * step, top + row * height * _ROW_PITCH, 0.0
        if radius:
            turn = (column - (per_row - 1) / 2) * 2 * half / (per_row - 1)
            x = left + step * (per_row - 1) / 2 + radius * math.sin(turn)
            y = top + radius * (1 - math.cos(turn))
            angle = math.degrees(turn)
        spots.append(CardSpot(x, y, height, angle, float(i)))
    return tuple(spots)


def lay_grid(room: QRectF, count: int, tallest: float, gap: float) -> tuple[CardSpot, ...]:
    """Return the spots of a grid that shows every card of a pile; cards overlap only where the room is too small."""
    if count <= 0:
        return ()
    height, columns = max(_grid(room, count, tallest, gap, 1.0), _grid(room, count, tallest * 0.6, gap, 0.4))
    rows = math.ceil(count / columns)
    # The rows are filled evenly, so that no card is left alone below.
    columns = math.ceil(count / rows)
    width = height * CARD_RATIO
    step_x = min(width + gap, (room.width() - width) / (columns - 1)) if columns > 1 else 0.0
    step_y = min(height + gap, (room.height() - height) / (rows - 1)) if rows > 1 else 0.0
    left = room.center().x() - step_x * (columns - 1) / 2
    top = room.center().y() - step_y * (rows - 1) / 2
    return tuple(
        CardSpot(left + (i % columns) * step_x, top + (i // columns) * step_y, height, 0.0, float(i))
        for i in range(count)
    )


def _grid(room: QRectF, count: int, tallest: float, gap: float, share: float) -> tuple[float, int]:
    """Return the greatest height of a card and its number of columns, if each shows this share of itself."""
    best = (8.0, count)
    for columns in range(1, count + 1):
        rows = math.ceil(count / columns)
        high = (room.height() - gap * (rows - 1)) / (1 + (rows - 1) * share)
        wide = (room.width() - gap * (columns - 1)) / (CARD_RATIO * (1 + (columns - 1) * share))
        height = min(tallest, high, wide)
        # Among equal heights the widest grid reads best, for people read along rows.
        if height >= best[0]:
            best = (height, columns)
    return best
