"""The least size of a table at 100 %: one at which the texts of every seat have room. Pure geometry.

In a small window a table with much on it is larger than its room, and the camera moves it.
"""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import product
from typing import Final

from PySide6.QtCore import QRectF, QSizeF

from vtt.shared.bodies.body_callouts import has_room_round
from vtt.shared.bodies.body_drawing import are_numbers_above, width_for
from vtt.table.layout.seat_layout import (
    LEAST_HAND_HEIGHT,
    LEAST_HAND_WIDTH,
    MOST_HANDS_ABREAST,
    SeatNeeds,
    lay_cells,
)
from vtt.table.layout.station_layout import BODIES_SHARE, BODY_TILE, PILE_NAME, READ_BARS, StationPlan
from vtt.table.layout.table_plan import SeatCell
from vtt.table.layout.table_scale import scale_that_fits
from vtt.widgets.look.ui_metrics import UiMetrics, ui_metrics

_SMALL_GROWTH: Final = (1.0, 1.02, 1.04, 1.06, 1.08)
_GROWTH: Final = (1.0, 1.08, 1.16, 1.24, 1.32, 1.4)
"""The widths and heights that are tried, as multiples of the room's. Up to 1.08 the steps are small: of such a table
nearly all is seen. Of a larger one a part is out of sight anyway, and the plates of seats need free cloth."""
_CARD: Final = 1.95
_SLOT: Final = 2.7
"""In small letters: the height of a pile that is clear without its name, and of a slot."""
_NEARLY: Final = 0.96
"""The share that is enough of the widths that bodies and piles with names are laid out for: a table that is larger than
its room by the rest is worse."""
_BESIDE_BODY: Final = 5.0
_ABOVE_BODY: Final = 5.0
_NUMBERS: Final = 10.0
_LIST: Final = 6.0
"""The same for a character's numbers: beside and above its body, in a column of their own, and if they are many."""
_USUAL: Final = "human"


def least_size(room: QSizeF, seats: tuple[SeatNeeds, ...]) -> QSizeF:
    """Return the size of a table at 100 %: its room, or the smallest larger size that its seats need.

    It is never larger than 1.4 times the room in each direction, even if that is not enough.

    Args:
        room: what can be seen of the table.
        seats: everything about the seats that needs room.
    """
    return QSizeF(*_least(room.width(), room.height(), seats))


@lru_cache(maxsize=16)
def _least(width: float, height: float, seats: tuple[SeatNeeds, ...]) -> tuple[float, float]:
    steps = _SMALL_GROWTH if _has_room(width * _SMALL_GROWTH[-1], height * _SMALL_GROWTH[-1], seats) else _GROWTH
    growths = sorted(product(steps, steps), key=lambda each: each[0] * each[1])
    found = next((each for each in growths if _has_room(width * each[0], height * each[1], seats)), None)
    if found is None:
        return width * growths[-1][0], height * growths[-1][1]
    return width * found[0], height * found[1]


def _has_room(width: float, height: float, seats: tuple[SeatNeeds, ...]) -> bool:
    """Return whether the texts of all seats have room on a table of this size, with letters of the usual size."""
    scale = scale_that_fits(QSizeF(width, height), 1.0, len(seats))
    if scale < 1.0:
        return False
    m = ui_metrics(scale)
    rail = m.rail_width
    cells, _ = lay_cells(QRectF(rail, rail, width - 2 * rail, height - 2 * rail), m, seats)
    return all(_is_legible(cell, seat, m) for cell, seat in zip(cells, seats, strict=True))


def _is_legible(cell: SeatCell, seat: SeatNeeds, m: UiMetrics) -> bool:
    if cell.stations:
        return all(_is_station_legible(plan, m) for plan in cell.stations)
    letter = m.font_small
    if seat.hands > 1:
        columns = min(MOST_HANDS_ABREAST, seat.hands)
        rows = math.ceil(seat.hands / columns)
        if (
            cell.fan.width() < letter * LEAST_HAND_WIDTH * columns
            or cell.fan.height() < letter * LEAST_HAND_HEIGHT * rows
        ):
            return False
    if not seat.body:
        return True
    figure = cell.figure
    if seat.bare:
        if has_room_round(_USUAL, figure.width(), figure.height(), m):
            return cell.numbers.width() >= letter * _NUMBERS
        return figure.width() - width_for(figure.height()) >= letter * _LIST
    if are_numbers_above(figure, m):
        return figure.width() >= letter * _ABOVE_BODY
    return figure.width() - width_for(figure.height()) >= letter * _BESIDE_BODY


def _is_station_legible(plan: StationPlan, m: UiMetrics) -> bool:
    letter = m.font_small
    columns = len({round(body.left()) for body in plan.bodies})
    return (
        (plan.bars.isEmpty() or plan.bars.width() >= letter * READ_BARS)
        and all(
            foot.width() >= letter * PILE_NAME * _NEARLY or cards.height() >= letter * _CARD
            for _, cards, foot in plan.piles
        )
        and all(slot.height() >= letter * _SLOT for slot in plan.slots[:1])
        and (columns < 2 or plan.head.width() * BODIES_SHARE >= letter * BODY_TILE * _NEARLY * columns)
    )
