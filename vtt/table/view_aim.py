"""The part of a table to be seen where the table is larger than its room."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QTransform

from vtt.table.layout.table_plan import TablePlan
from vtt.table.layout.visible_part import part_about, part_around, united

_MARGIN: Final = 0.2
"""The part at the top and at the foot of what is compared that is less important than the name of who acts."""


class ViewAim:
    """Aims at the point or seat that a person has chosen, otherwise at the seat that looks or acts."""

    def __init__(self) -> None:
        self._centre: QPointF | None = None
        self._seat = ""
        self._since = ""
        self._is_glance = False

    @property
    def is_held(self) -> bool:
        """True while a person has chosen a point of the table."""
        return self._centre is not None

    def hold(self, centre: QPointF | None) -> None:
        """Keep a point, as shares of the table's width and height, in the middle; None: the usual part is seen."""
        self._centre, self._seat, self._is_glance = centre, "", False

    def show_seat(self, seat: str, acting: str) -> None:
        """Aim at the place of a seat until another one than `acting` acts."""
        self._centre, self._seat, self._since = None, seat, acting

    def glance_at(self, rect: QRectF, seen: QRectF, whole: QSizeF, acting: str) -> None:
        """Aim at a rectangle, moving what is seen as little as possible, until another seat than `acting` acts."""
        centre = part_about(whole, seen.size(), (rect,), seen.center()).center()
        self._centre = QPointF(centre.x() / whole.width(), centre.y() / whole.height())
        self._is_glance, self._since = True, acting

    def part(
        self, whole: QSizeF, room: QSizeF, plan: TablePlan, *, looking: str, acting: str, decided: bool = False
    ) -> QRectF:
        """Return the part of the table that is to be seen.

        It holds the seat that looks or acts, and as much of what is compared as has room; a result before the seat.

        Args:
            whole: the size of the table.
            room: the size of what can be seen of it.
            plan: the layout of the table; it may still be that of another size.
            looking: the seat that looks at its hand; empty for none.
            acting: the seat that the table waits for; empty for none.
            decided: what is compared has a result, and that seat has no card to play for it.
        """
        if acting != self._since:
            self._seat = ""
            if self._is_glance:
                self._centre, self._is_glance = None, False
        if self._centre is not None and not looking:
            return part_around(
                whole, room, QPointF(self._centre.x() * whole.width(), self._centre.y() * whole.height())
            )
        chosen = looking or self._seat
        grown = QTransform.fromScale(whole.width() / plan.size.width(), whole.height() / plan.size.height())
        shown = QSizeF(room.width() / grown.m11(), room.height() / grown.m22())
        targets = _targets(plan, chosen or acting, shown, is_chosen=bool(chosen), decided=decided)
        middle = QPointF(whole.width() / 2, whole.height() / 2)
        rects = [grown.mapRect(target) for target in (*targets, _within_rail(plan))]
        if rects[-1].width() > room.width() or rects[-1].height() > room.height():
            rects.pop()
        return part_about(whole, room, rects, middle)


def _within_rail(plan: TablePlan) -> QRectF:
    """Return everything but the rail, as far as no name is on it."""
    return united([plan.middle, *(cell.area for cell in plan.cells), *(c.in_scene(c.plate) for c in plan.cells)])


def _targets(plan: TablePlan, seat: str, shown: QSizeF, *, is_chosen: bool, decided: bool) -> list[QRectF]:
    """Return what should be seen in a part of this size, the most important last."""
    compared = united(lane.area for lane in plan.lanes).united(plan.outcome) if plan.lanes else plan.stage
    cell = next((cell for cell in plan.cells if cell.seat == seat), None)
    if cell is None:
        return [compared]
    name = cell.in_scene(cell.plate)
    margin = compared.height() * _MARGIN
    inner = compared.adjusted(0, margin, 0, -margin)
    if not cell.fan.isEmpty():
        hand = [cell.in_scene(cell.fan), name]
    elif name.united(inner).height() <= shown.height():
        hand = [name, inner]
    else:
        hand = [name, compared]  # a plate at the edge has the name
    around = [cell.area, name]
    if is_chosen:
        return [compared, *around, *hand]
    # What is compared counts more than a seat that is only waited for, but its hand is there to be played.
    return [*around, *hand, compared] if decided else [*around, compared, *hand]
