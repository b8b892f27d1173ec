"""Where everything stands on the table: pure geometry, from the room there is and from what is there.

Scene pixels are widget pixels. A turned seat is laid out upright in its own rectangle and then turned about its middle.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, QSizeF

from vtt.table.centre import lay_centre
from vtt.table.places import Places
from vtt.table.plan import Needs, Plan
from vtt.table.seating import seat_cells
from vtt.widgets.metrics import metrics

_BASE_WIDTH: Final = 1280
_BASE_HEIGHT: Final = 720
_LEAST_NEED: Final = 0.72


def fitting_scale(size: QSizeF, wanted: float, seats: int) -> float:
    """Return the scale for a table of this size: as wanted, larger in a large window, but seats never lack room."""
    # A low table has its names beside the hands, not above them, and makes do with less height.
    low = max(0.0, size.width() / max(1.0, size.height()) - _BASE_WIDTH / _BASE_HEIGHT)
    needed = _BASE_HEIGHT * max(_LEAST_NEED, 1.0 - low * 0.3)
    base = min(size.width() / _BASE_WIDTH, size.height() / needed)
    return max(0.75, min(wanted * max(1.0, 0.84 * base), base * (1.95 - 0.06 * seats)))


def lay_out(size: QSizeF, wanted: float, places: Places, needs: Needs | None = None) -> Plan:
    """Return the plan of a table.

    Args:
        size: of the widget.
        wanted: the scale that the group chose.
        places: what there is to lay out.
        needs: what there is besides.
    """
    needs = needs or Needs()
    scale = fitting_scale(size, wanted, len(places.seats))
    lengths = metrics(scale)
    rail = lengths.rail_width
    inner = QRectF(rail, rail, size.width() - 2 * rail, size.height() - 2 * rail)
    cells, middle = seat_cells(inner, lengths, places, needs)
    centre = lay_centre(middle, lengths, places, needs)
    return Plan(
        size=size,
        lengths=lengths,
        scale=scale,
        cells=cells,
        middle=middle,
        order=centre.order,
        title=centre.title,
        outcome=centre.outcome,
        lanes=centre.lanes,
        boxes=centre.boxes,
        pots=centre.pots,
        clock=centre.clock,
        pile_height=centre.pile_height,
        stage=centre.stage,
        words=centre.words,
    )
