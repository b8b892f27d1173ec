"""The layout of a seat without cards: all of it is for the body. Pure geometry."""

from __future__ import annotations

import math
from typing import Final

from PySide6.QtCore import QRectF
from PySide6.QtGui import QTransform

from vtt.shared.bodies.body_callouts import has_room_round, height_of_boxes
from vtt.shared.bodies.body_drawing import least_height, width_for
from vtt.table.layout.table_plan import SeatCell, TableEdge
from vtt.widgets.look.ui_metrics import UiMetrics

_WIDE_NUMBERS: Final = 12.0
_NUMBERS: Final = 10.5
_LEAST_NUMBERS: Final = 7.0
"""The width of the numbers beside a body, in a wide place and in others, and their minimum width, in small letters."""
_LEAST_ROUND: Final = 14.5
"""The minimum width of a place at a side for boxes around the body."""
_NUMBERS_LINES: Final = 4
_LOW_LINES: Final = 1.15
_TWO_COLUMNS: Final = 14.5
"""The width of numbers in two columns, in small letters, where lines would be too low otherwise."""
_ROWS: Final = 4
"""The usual number of a body's locations at one side."""
_USUAL: Final = "human"
_BROAD: Final = "quadruped"
"""The charts of a usual body, and of one of the greatest width."""


def has_room_for_boxes(wide: float, high: float, m: UiMetrics) -> bool:
    """Return whether a place has room for boxes at both sides of a body, besides its numbers."""
    return has_room_round(_USUAL, _figure_width(wide, _column(wide, m), m), high - _rail(m), m)


def _column(wide: float, m: UiMetrics) -> float:
    return min(wide * 0.42, m.font_small * _WIDE_NUMBERS, max(m.font_small * _NUMBERS, wide * 0.28))


def _rail(m: UiMetrics) -> float:
    return m.rail_width * 0.62 + m.pad_s


def _figure_width(wide: float, column: float, m: UiMetrics) -> float:
    return wide - column - 2 * m.pad_m


def cardless_cell(
    area: QRectF, edge: TableEdge, m: UiMetrics, seat: str, turn: int, crowd: int, heights: tuple[float, float]
) -> SeatCell:
    """Divide the place of a seat without cards: name, characters and numbers in a column, the body beside them.

    In a narrow place at a side, the body is above them.

    Args:
        area: the place.
        edge: the side of the table.
        m: lengths.
        seat: the seat.
        turn: its turn in degrees.
        crowd: the number of its characters, if there are several.
        heights: of the name, and of the characters.
    """
    upright = turn in (0, 180)
    size = area.size() if upright else area.size().transposed()
    to_scene = QTransform().translate(area.center().x(), area.center().y()).rotate(turn)
    to_scene.translate(-size.width() / 2, -size.height() / 2)
    above = edge is TableEdge.TOP and turn == 0
    wide, high, gap = size.width(), size.height(), float(m.pad_xs)
    plate_high, pills_high = heights
    rail = _rail(m) if edge in (TableEdge.TOP, TableEdge.BOTTOM) else 0.0
    column = _column(wide, m)
    empty = QRectF()
    if edge in (TableEdge.LEFT, TableEdge.RIGHT) and wide < high * 1.3:
        plate = QRectF(0, high - plate_high, wide, plate_high)
        two = 2 * pills_high + gap
        if pills_high and crowd < 2 and plate.top() - two - gap >= least_height(m) + _NUMBERS_LINES * m.font_small:
            pills_high = two  # its states may need a line of their own
        pills = QRectF(0, plate.top() - gap - pills_high, wide, pills_high)
        rows = math.ceil((_NUMBERS_LINES + (crowd > 1)) / 2) * m.font_small * 1.8
        numbers = QRectF(0, pills.top() - gap - rows, wide, rows)
        if wide < m.font_small * _LEAST_ROUND or numbers.top() < wide * 0.4:
            numbers = empty
        figure = QRectF(0, 0, wide, (pills if numbers.isEmpty() else numbers).top() - gap)
        return SeatCell(seat, edge, turn, size, to_scene, plate, pills, empty, empty, figure, numbers=numbers)
    if not has_room_for_boxes(wide, high, m):  # a body alone is slim, and leaves its numbers more
        column = max(column, min(m.font_small * _NUMBERS, wide - 2 * m.pad_m - width_for(high - rail)))
    # Beside the name, on the rail, there is free room for the characters: their states need it, the column does not.
    is_beside = rail > 0 and wide - column - m.pad_s >= column
    free = high - plate_high - gap - (0.0 if is_beside else pills_high + gap)
    two = max(column, m.font_small * _TWO_COLUMNS)
    low = free < (_NUMBERS_LINES + (crowd > 1)) * m.font_small * _LOW_LINES
    if low and has_room_round(_BROAD, _figure_width(wide, two, m), high - rail, m):
        column = two
    plate = QRectF(0, high - plate_high, column, plate_high)
    figure = QRectF(column + m.pad_m, 0, _figure_width(wide, column, m), high - rail)
    pills = QRectF(0, plate.top() - gap - pills_high, column, pills_high)
    if is_beside:
        line = min(pills_high, rail)
        pills = QRectF(plate.right() + m.pad_s, high - line, wide - plate.right() - m.pad_s, line)
    # A crowd has the whole width beside the name if that leaves enough for the body.
    if crowd > 1 and figure.height() - pills_high - gap >= height_of_boxes(_ROWS, m):
        pills = QRectF(plate.right() + gap, high - rail - pills_high, wide - plate.right() - gap, pills_high)
        figure.setBottom(pills.top() - gap)
    numbers = QRectF(0, 0, column, min(pills.top(), plate.top()) - gap)
    if column < m.font_small * _LEAST_NUMBERS:  # with a large font the numbers are beside the body
        numbers = empty
    if above:
        plate, pills, figure, numbers = (
            QRectF(rect.left(), high - rect.bottom(), rect.width(), rect.height()) if not rect.isEmpty() else empty
            for rect in (plate, pills, figure, numbers)
        )
    return SeatCell(seat, edge, turn, size, to_scene, plate, pills, empty, empty, figure, numbers=numbers)
