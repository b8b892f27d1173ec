"""How the place of somebody who holds no cards is divided: all of it is for the body. Pure geometry."""

from __future__ import annotations

import math
from typing import Final

from PySide6.QtCore import QRectF
from PySide6.QtGui import QTransform

from vtt.table.body import width_for
from vtt.table.callouts import has_room_round, height_of_boxes
from vtt.table.plan import Cell, Edge
from vtt.widgets.metrics import Metrics

_NUMBERS: Final = 12.0
_LEAST_NUMBERS: Final = 7.0
"""How wide the numbers beside a body are where nobody holds cards, and how wide at the least, by small letters."""
_LEAST_ROUND: Final = 14.5
"""How wide a place at a side must be for boxes round the body."""
_NUMBERS_LINES: Final = 4
_LOW_LINES: Final = 1.15
_TWO_COLUMNS: Final = 14.5
"""Where lines would be lower than that, by small letters, numbers have room of that width for two columns."""
_ROWS: Final = 4
"""A body has so many locations at a side, as a rule."""
_USUAL: Final = "human"
_BROAD: Final = "quadruped"
"""The charts of a body as most have it, and of one that is as wide as any."""


def has_room_for_boxes(wide: float, high: float, m: Metrics) -> bool:
    """Say whether a place has room for boxes at both sides of a body, besides its numbers."""
    return has_room_round(_USUAL, _figure_width(wide, _column(wide, m), m), high - _rail(m), m)


def _column(wide: float, m: Metrics) -> float:
    return min(wide * 0.42, m.font_small * _NUMBERS)


def _rail(m: Metrics) -> float:
    return m.rail_width * 0.62 + m.pad_s


def _figure_width(wide: float, column: float, m: Metrics) -> float:
    return wide - column - 2 * m.pad_m


def bare_cell(
    area: QRectF, edge: Edge, m: Metrics, seat: str, turn: int, crowd: int, heights: tuple[float, float]
) -> Cell:
    """Divide the place of somebody who holds no cards: name, characters and numbers in a column, beside them the body.

    At a side, where it is narrow, the body stands above them.

    Args:
        area: the place.
        edge: where at the table.
        m: lengths.
        seat: whose it is.
        turn: by how many degrees it is turned.
        crowd: how many characters it leads, if there are several.
        heights: of the name, and of the characters.
    """
    upright = turn in (0, 180)
    size = area.size() if upright else area.size().transposed()
    way = QTransform().translate(area.center().x(), area.center().y()).rotate(turn)
    way.translate(-size.width() / 2, -size.height() / 2)
    above = edge is Edge.TOP and turn == 0
    wide, high, gap = size.width(), size.height(), float(m.pad_xs)
    plate_high, pills_high = heights
    rail = _rail(m) if edge in (Edge.TOP, Edge.BOTTOM) else 0.0
    column = _column(wide, m)
    empty = QRectF()
    if edge in (Edge.LEFT, Edge.RIGHT) and wide < high * 1.3:
        plate = QRectF(0, high - plate_high, wide, plate_high)
        pills = QRectF(0, plate.top() - gap - pills_high, wide, pills_high)
        rows = math.ceil((_NUMBERS_LINES + (crowd > 1)) / 2) * m.font_small * 1.8
        numbers = QRectF(0, pills.top() - gap - rows, wide, rows)
        if wide < m.font_small * _LEAST_ROUND or numbers.top() < wide * 0.4:
            numbers = empty
        figure = QRectF(0, 0, wide, (pills if numbers.isEmpty() else numbers).top() - gap)
        return Cell(seat, edge, turn, size, way, plate, pills, empty, empty, figure, numbers=numbers)
    if not has_room_for_boxes(wide, high, m):  # a body alone is slim, and leaves its numbers more
        column = max(column, min(m.font_small * _NUMBERS, wide - 2 * m.pad_m - width_for(high - rail)))
    free = high - plate_high - pills_high - 2 * gap
    two = max(column, m.font_small * _TWO_COLUMNS)
    low = free < (_NUMBERS_LINES + (crowd > 1)) * m.font_small * _LOW_LINES
    if low and has_room_round(_BROAD, _figure_width(wide, two, m), high - rail, m):
        column = two
    plate = QRectF(0, high - plate_high, column, plate_high)
    figure = QRectF(column + m.pad_m, 0, _figure_width(wide, column, m), high - rail)
    pills = QRectF(0, plate.top() - gap - pills_high, column, pills_high)
    # A crowd has the whole width beside the name, where that leaves the body enough.
    if crowd > 1 and figure.height() - pills_high - gap >= height_of_boxes(_ROWS, m):
        pills = QRectF(plate.right() + gap, high - rail - pills_high, wide - plate.right() - gap, pills_high)
        figure.setBottom(pills.top() - gap)
    numbers = QRectF(0, 0, column, min(pills.top(), plate.top()) - gap)
    if column < m.font_small * _LEAST_NUMBERS:  # where type is large, numbers stand beside the body
        numbers = empty
    if above:
        plate, pills, figure, numbers = (
            QRectF(rect.left(), high - rect.bottom(), rect.width(), rect.height()) if not rect.isEmpty() else empty
            for rect in (plate, pills, figure, numbers)
        )
    return Cell(seat, edge, turn, size, way, plate, pills, empty, empty, figure, numbers=numbers)
