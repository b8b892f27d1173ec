"""A plan of a table made larger: every room of it, in the same proportions. Pure geometry."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from PySide6.QtCore import QRectF, QSizeF
from PySide6.QtGui import QTransform

from vtt.table.layout.station_layout import StationPlan
from vtt.table.layout.table_plan import SeatCell, TablePlan, ZoneBox
from vtt.widgets.look.ui_metrics import ui_metrics


def magnified_plan(plan: TablePlan, factor: float, size: QSizeF) -> TablePlan:
    """Return a plan with everything larger by a factor, with the lengths for that, and with a size of that factor."""
    scale = plan.scale * factor
    rooms = {field.name: _magnified(getattr(plan, field.name), factor) for field in fields(plan)}
    more = {"size": size, "scale": scale, "lengths": ui_metrics(scale), "pile_height": plan.pile_height * factor}
    return replace(plan, **rooms | more)


def _magnified(part: Any, factor: float) -> Any:
    """Return a room, or anything that is made of rooms, larger by a factor; and whatever else as it is."""
    match part:
        case QRectF():
            return QRectF(part.topLeft() * factor, part.size() * factor)
        case QSizeF():
            return part * factor
        case QTransform():  # it turns and moves, and only the way that it moves is longer
            to = part
            return QTransform(to.m11(), to.m12(), to.m21(), to.m22(), to.dx() * factor, to.dy() * factor)
        case tuple():
            return tuple(_magnified(each, factor) for each in part)
        case dict():
            return {name: _magnified(each, factor) for name, each in part.items()}
        case SeatCell() | StationPlan() | ZoneBox():
            return replace(part, **{each.name: _magnified(getattr(part, each.name), factor) for each in fields(part)})
        case _:
            return part
