"""The layout of the whole table: pure geometry from the size and from what must be shown.

Scene pixels are widget pixels. A turned seat is laid out upright in its own rectangle and then turned about its middle.
"""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSizeF

from vtt.table.layout.centre_layout import lay_centre
from vtt.table.layout.magnified_plan import magnified_plan
from vtt.table.layout.seat_layout import lay_cells, seat_needs
from vtt.table.layout.table_plan import LayoutNeeds, TablePlan
from vtt.table.layout.table_scale import scale_that_fits
from vtt.table.layout.zone_placement import ZonePlacement
from vtt.widgets.look.ui_metrics import ui_metrics


def lay_out_table(
    size: QSizeF, magnification: float, placement: ZonePlacement, needs: LayoutNeeds | None = None
) -> TablePlan:
    """Return the plan of a table.

    Args:
        size: of the widget.
        magnification: the size of everything relative to a table at 100 %; a table that is as much larger looks the
            same, only larger.
        placement: the zones at their places.
        needs: everything else that needs room.
    """
    plan = _lay_out(size / magnification, placement, needs or LayoutNeeds())
    return plan if magnification == 1.0 else magnified_plan(plan, magnification, size)


def _lay_out(size: QSizeF, placement: ZonePlacement, needs: LayoutNeeds) -> TablePlan:
    scale = scale_that_fits(size, 1.0, len(placement.seats))
    lengths = ui_metrics(scale)
    rail = lengths.rail_width
    inner = QRectF(rail, rail, size.width() - 2 * rail, size.height() - 2 * rail)
    cells, middle = lay_cells(inner, lengths, seat_needs(placement, needs))
    centre = lay_centre(middle, lengths, placement, needs)
    return TablePlan(
        size=size,
        lengths=lengths,
        scale=scale,
        cells=cells,
        middle=middle,
        outcome=centre.outcome,
        lanes=centre.lanes,
        boxes=centre.boxes,
        pots=centre.pots,
        clock=centre.clock,
        pile_height=centre.pile_height,
        stage=centre.stage,
        words=centre.words,
    )
