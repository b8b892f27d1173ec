"""The commit tray on the cloth: lanes and the outcome banner."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from itertools import chain

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from engine.messages.texts import say
from engine.presentation.activity_view import SideView
from engine.presentation.visibility import VisibleTable
from vtt.shared.screen_names import sum_in_words, table_text
from vtt.shared.table_queries import current_comparison
from vtt.table.display_state import DisplayState
from vtt.table.items.picture_layer import Z_ABOVE_CARDS, Z_CLOTH, PictureLayer
from vtt.table.layout.table_plan import TablePlan, ZoneBox
from vtt.table.layout.zone_placement import TrayLane, ZonePlacement
from vtt.table.painting.commit_tray_painting import (
    LaneLook,
    dice_name_size,
    folded_lane_font_size,
    lane_head_font_size,
    lane_head_text,
    lane_look,
    lay_tray_lane,
    paint_folded_lane,
    paint_lane_foot,
    paint_lane_head,
    paint_lane_seam,
    paint_tray_outcome,
    tray_outcome,
    with_room_for_name,
    with_second_line_for_name,
)
from vtt.table.painting.dice_tray_painting import (
    dice_calculation_lines,
    divide_dice_lane,
    paint_dice,
    paint_reasons,
    paint_sum,
    with_room_for_numbers,
)
from vtt.table.painting.pile_painting import paint_slot


def put_tray(
    layer: PictureLayer, view: VisibleTable, placement: ZonePlacement, plan: TablePlan, display_state: DisplayState
) -> None:
    """Put the tray on the cloth."""
    m, theme = plan.lengths, layer.hub.theme
    looks, boxes = [], []
    for lane, box in zip(placement.lanes, plan.lanes, strict=True):
        spots, slots = lay_tray_lane(view, lane, box)
        look = lane_look(view, lane, spots, slots, lit=any(i in display_state.lit for i in (*lane.zones, lane.name)))
        looks.append(look)
        roomy = with_room_for_name(box, look.label, [*chain(*spots.values()), *slots], m)
        boxes.append(roomy if look.roll is None else with_second_line_for_name(roomy, look.label, m))
    pairs = list(zip(looks, boxes, strict=True))
    head = lane_head_font_size([(look.label, box.head) for look, box in pairs if not box.folded], m)
    if any(look.roll is not None for look in looks):
        # The name of a roll is read from afar: a very long one is cut, and the tooltip has all of it.
        head = max(head, dice_name_size(m))
    line = folded_lane_font_size([(look.label, box.head) for look, box in pairs if box.folded], m)
    for lane, whole, box, look in zip(placement.lanes, plan.lanes, boxes, looks, strict=True):
        size = line if box.folded else head
        put = partial(_put_whole_lane, layer, lane, box, look, plan, size)
        layer.part(f"lane {lane.name}", (box, look, size), put, place=(lane.zones, whole, m))
    outcome = tray_outcome(view)
    lines = [outcome, *_why(view, looks)] if outcome and not plan.outcome.isEmpty() else []

    def put_outcome() -> None:
        if lines:
            layer.picture(
                "outcome",
                (outcome, m),
                plan.outcome,
                lambda p: paint_tray_outcome(p, plan.outcome, outcome, theme, m),
                Z_ABOVE_CARDS,
            )
            layer.mark("words", ("outcome",), plan.outcome, "\n".join(lines), ". ".join(lines))

    layer.part("outcome", (lines,), put_outcome, place=(plan.outcome, m))


def _why(view: VisibleTable, looks: list[LaneLook]) -> list[str]:
    """Return where the outcome comes from: the dice in the lanes, else the game's own calculation."""
    if any(look.roll is not None for look in looks):
        return [line for look in looks for line in tray_lane_lines(look)]
    activity_view = current_comparison(view)
    return [say(line) for line in (activity_view.reckoning if activity_view else ())]


def tray_lane_lines(look: LaneLook) -> tuple[str, ...]:
    """Return line by line what a lane contains, and where its numbers come from."""
    return (look.label, *dice_calculation_lines(look.roll)) if look.roll is not None else (tray_lane_text(look),)


def tray_lane_text(look: LaneLook) -> str:
    """Return the text of a lane for a screen reader."""
    if look.roll is not None:
        return ". ".join(tray_lane_lines(look))
    if look.total is not None:
        words = table_text("spoken.lane_total", label=look.label, total=sum_in_words(look.total, look.penalty))
    elif look.ready:
        words = table_text("spoken.lane_ready", label=look.label, laid=look.laid, due=max(look.due, look.laid))
    else:
        words = table_text("spoken.lane", label=look.label, laid=look.laid, due=max(look.due, look.laid))
    return ", ".join((words, *look.reasons))


def _put_whole_lane(
    layer: PictureLayer, lane: TrayLane, box: ZoneBox, look: LaneLook, plan: TablePlan, size: int
) -> None:
    _put_lane(layer, lane.name, box, look, plan, size)
    if not box.folded:
        layer.mark("title", (lane.name,), lane_head_text(box.head, look.label, size))
    if look.roll is not None:
        layer.mark("dice", (lane.name,), box.area)
    if lane.zones:
        layer.mark("zone", lane.zones, box.area, tray_lane_text(look))
    else:
        layer.mark("words", (f"lane {lane.name}",), box.area, "\n".join(tray_lane_lines(look)), tray_lane_text(look))


def _put_lane(layer: PictureLayer, name: str, box: ZoneBox, look: LaneLook, plan: TablePlan, size: int) -> None:
    """Draw a lane in parts: its seam is costly and seldom changes, its texts are cheap and often do."""
    m, hub, theme = plan.lengths, layer.hub, layer.hub.theme
    if box.folded:
        key = (look.label, look.total, look.lit, size, box.head.width(), m)
        layer.picture(
            f"folded {name}", key, box.area, lambda p: paint_folded_lane(p, box, look, size, theme, m), Z_CLOTH
        )
        return
    layer.picture(
        f"lane {name}", (look.lit, m), box.area, lambda p: paint_lane_seam(p, box, theme, m, lit=look.lit), Z_CLOTH
    )
    if look.roll is not None:
        _put_roll(layer, name, box, look, look.roll, plan)
    for number, slot in enumerate(look.slots):
        over = look.slots[number + 1] if number + 1 < len(look.slots) else None
        paint = partial(paint_slot, slot=slot, over=over, theme=theme, m=m)
        layer.picture(f"slot {name} {number}", (m, over), slot.box(), paint, Z_CLOTH + 1)
    layer.picture(
        f"head {name}",
        (look.label, size, m),
        box.head,
        lambda p: paint_lane_head(p, box.head, look.label, size, theme, m),
        Z_CLOTH + 1,
    )
    if look.roll is not None:
        return
    below = (look.laid, look.due, look.ready, look.reasons, look.captions, look.total, look.penalty, m)
    layer.picture(
        f"foot {name}", below, box.foot, lambda p: paint_lane_foot(p, box.foot, look, hub, m, layer.dpr), Z_CLOTH + 1
    )


def _put_roll(layer: PictureLayer, name: str, box: ZoneBox, look: LaneLook, side: SideView, plan: TablePlan) -> None:
    """Draw the dice of a lane, and separately the parts that change when a chip is spent or a reason is added."""
    m, theme = plan.lengths, layer.hub.theme
    rooms = with_room_for_numbers(divide_dice_lane(box, look.reasons, m), side, m)
    verdict = say(side.verdict) if side.verdict is not None else ""
    parts: tuple[tuple[str, QRectF, Hashable, Callable[[QPainter], None]], ...] = (
        ("dice", rooms.dice, side.dice, partial(paint_dice, side=side, room=rooms.dice, theme=theme, m=m)),
        (
            "why",
            rooms.reasons,
            look.reasons,
            partial(paint_reasons, reasons=look.reasons, room=rooms.reasons, theme=theme, m=m),
        ),
        (
            "sum",
            rooms.foot,
            (side.total, side.target, verdict, side.verdict_good),
            partial(paint_sum, side=side, room=rooms.foot, theme=theme, m=m),
        ),
    )
    for part, room, key, paint in parts:
        layer.picture(f"{part} {name}", (key, m), room, paint, Z_CLOTH + 1)
