"""The commit tray as it is put on the cloth: lanes, title, order of acting, and the banner of what came of it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from engine.play.sight import SideView, View
from engine.play.words import say
from vtt.table.canvas import Z_ABOVE_CARDS, Z_CLOTH, Canvas
from vtt.table.dice_lane import paint_dice, paint_reasons, paint_sum, reckoning_of, rooms_of
from vtt.table.naming import tell
from vtt.table.pile import paint_slot
from vtt.table.places import Places, comparison
from vtt.table.plan import Box, Plan
from vtt.table.showing import Showing
from vtt.table.tray import (
    LaneLook,
    lay_lane,
    look_of_lane,
    outcome_of,
    paint_folded,
    paint_foot,
    paint_head,
    paint_outcome,
    paint_seam,
    paint_title,
    size_of_heads,
    size_of_lines,
    title_of,
)
from vtt.table.turns import lay_tiles, paint_tiles, tile_words


def put_tray(canvas: Canvas, view: View, places: Places, plan: Plan, showing: Showing) -> None:
    """Put the tray on the cloth."""
    m, theme = plan.lengths, canvas.hub.theme
    looks = []
    for lane, box in zip(places.lanes, plan.lanes, strict=True):
        spots, slots = lay_lane(view, lane, box)
        looks.append(
            look_of_lane(view, lane, spots, slots, lit=any(lit in showing.lit for lit in (*lane.zones, lane.name)))
        )
    pairs = list(zip(looks, plan.lanes, strict=True))
    head = size_of_heads([(look.label, box.head) for look, box in pairs if not box.folded], m)
    if any(look.roll is not None for look in looks):
        # Who rolls what is read from afar: a very long name is cut, and told whole when it is asked for.
        head = max(head, round(m.font_small * 0.85))
    line = size_of_lines([(look.label, box.head) for look, box in pairs if box.folded], m)
    for lane, box, look in zip(places.lanes, plan.lanes, looks, strict=True):
        _put_lane(canvas, lane.name, box, look, plan, line if box.folded else head)
        if look.roll is not None:
            canvas.mark("dice", (lane.name,), box.area)
        if lane.zones:
            canvas.mark("zone", lane.zones, box.area, lane_words(look))
        else:
            canvas.mark("words", (f"lane {lane.name}",), box.area, "\n".join(lane_lines(look)), lane_words(look))
    if not plan.title.isEmpty():
        title = title_of(view)
        canvas.picture(
            "title", (title, m), plan.title, lambda p: paint_title(p, plan.title, title, theme, m), Z_ABOVE_CARDS
        )
        canvas.mark("words", ("title",), plan.title, title, title)
    outcome = outcome_of(view)
    if outcome and not plan.outcome.isEmpty():
        canvas.picture(
            "outcome",
            (outcome, m),
            plan.outcome,
            lambda p: paint_outcome(p, plan.outcome, outcome, theme, m),
            Z_ABOVE_CARDS,
        )
        lines = [outcome, *_why(view, looks)]
        canvas.mark("words", ("outcome",), plan.outcome, "\n".join(lines), ". ".join(lines))
    _put_order(canvas, view, plan)


def _why(view: View, looks: list[LaneLook]) -> list[str]:
    """Return where the outcome comes from: from the dice that lie there, else as the game reckons it."""
    if any(look.roll is not None for look in looks):
        return [line for look in looks for line in lane_lines(look)]
    glimpse = comparison(view)
    return [say(line) for line in (glimpse.reckoning if glimpse else ())]


def lane_lines(look: LaneLook) -> tuple[str, ...]:
    """Return line by line what a lane holds, and where its numbers come from."""
    return (look.label, *reckoning_of(look.roll)) if look.roll is not None else (lane_words(look),)


def lane_words(look: LaneLook) -> str:
    """Return what a screen reader says of a lane."""
    if look.roll is not None:
        return ". ".join(lane_lines(look))
    if look.total is not None:
        words = tell("spoken.lane_total", label=look.label, total=look.total)
    elif look.ready:
        words = tell("spoken.lane_ready", label=look.label, laid=look.laid, due=max(look.due, look.laid))
    else:
        words = tell("spoken.lane", label=look.label, laid=look.laid, due=max(look.due, look.laid))
    return ", ".join((words, *look.reasons))


def _put_lane(canvas: Canvas, name: str, box: Box, look: LaneLook, plan: Plan, size: int) -> None:
    """Draw a lane in parts: its seam is costly and seldom changes, its words are cheap and often do."""
    m, hub, theme = plan.lengths, canvas.hub, canvas.hub.theme
    if box.folded:
        key = (look.label, look.total, look.lit, size, m)
        canvas.picture(f"folded {name}", key, box.area, lambda p: paint_folded(p, box, look, size, theme, m), Z_CLOTH)
        return
    canvas.picture(
        f"lane {name}", (look.lit, m), box.area, lambda p: paint_seam(p, box, theme, m, lit=look.lit), Z_CLOTH
    )
    if look.roll is not None:
        _put_roll(canvas, name, box, look, look.roll, plan)
    for number, slot in enumerate(look.slots):
        over = look.slots[number + 1] if number + 1 < len(look.slots) else None
        paint = partial(paint_slot, slot=slot, over=over, theme=theme, m=m)
        canvas.picture(f"slot {name} {number}", (m, over), slot.box(), paint, Z_CLOTH + 1)
    canvas.picture(
        f"head {name}",
        (look.label, size),
        box.head,
        lambda p: paint_head(p, box.head, look.label, size, theme),
        Z_CLOTH + 1,
    )
    if look.roll is not None:
        return
    below = (look.laid, look.due, look.ready, look.reasons, look.captions, look.total, m)
    canvas.picture(
        f"foot {name}", below, box.foot, lambda p: paint_foot(p, box.foot, look, hub, m, canvas.dpr), Z_CLOTH + 1
    )


def _put_roll(canvas: Canvas, name: str, box: Box, look: LaneLook, side: SideView, plan: Plan) -> None:
    """Draw the dice of a lane, and apart from them what changes when a chip is spent or a reason is added."""
    m, theme, rooms = plan.lengths, canvas.hub.theme, rooms_of(box, look.reasons, plan.lengths)
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
        canvas.picture(f"{part} {name}", (key, m), room, paint, Z_CLOTH + 1)


def _put_order(canvas: Canvas, view: View, plan: Plan) -> None:
    tiles = lay_tiles(view, plan.order, plan.lengths)
    if tiles:
        key = (tuple((t.name, t.state, t.rank, t.rect.x(), t.rect.width()) for t in tiles), plan.lengths)
        canvas.picture(
            "order",
            key,
            plan.order,
            lambda p: paint_tiles(p, tiles, canvas.hub, plan.lengths, canvas.dpr),
            Z_ABOVE_CARDS,
        )
    for tile in tiles:
        canvas.mark("actor", (tile.actor,), tile.rect, tile_words(tile))
