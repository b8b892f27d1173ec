"""The room for the status page panel: the largest free part of the cloth's middle. Pure geometry."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import product
from typing import Final

from PySide6.QtCore import QRectF

from engine.presentation.visibility import VisibleTable
from vtt.table.layout.table_plan import TablePlan
from vtt.table.layout.zone_placement import ZonePlacement
from vtt.table.painting.dice_tray_painting import divide_dice_lane, with_room_for_numbers
from vtt.widgets.layouts.beside_piece import Sides, covered_weight

LEAST_WIDE: Final = 26
LEAST_HIGH: Final = 10
"""In heights of a letter: with less room than this a page is unreadable, and only its tabs are shown."""
_MOST_WIDE: Final = 66
_MOST_HIGH: Final = 46
"""The greatest width and height, in letters: in longer lines the eye would lose its place."""
_HEIGHT_COUNTS: Final = 1.25
"""The weight of height against width: lines need height more."""
_STRIP_WIDE: Final = 40
_STRIP_HIGH: Final = 4
_STRIP_LEAST: Final = 18.0
"""In heights of a letter: the width and height of a strip of tabs, and its least width."""
_TAB_WIDE: Final = 11.0
_TAB_HIGH: Final = 3.0
"""In heights of a letter: the least room for one tab with its words, or several as icons."""
_ICON_WIDE: Final = 6.5
"""The least width for one tab as an icon, with the menu of the others."""
_TEXT_COUNTS: Final = 4
"""The weight of names, numbers, bodies, slots, piles, results and the card in play, against that of hands and dice."""
_LEADING: Final = 1.3
"""The height of a line of the words in the middle, in heights of its letters."""
_FAR: Final = 0.3
"""The weight of a strip's distance from the middle, against that of its width."""


def idle_hands(plan: TablePlan, placement: ZonePlacement, view: VisibleTable) -> frozenset[str]:
    """Return the seats without cards that watch a battle of others: the room of their hands is free for tabs."""
    if not any(cell.stations for cell in plan.cells):
        return frozenset()
    empty = {seat for seat, zone in placement.hands.items() if zone in view.zones and not view.zones[zone].count}
    return frozenset(cell.seat for cell in plan.cells if cell.seat in empty and not cell.stations)


def taken_rooms(plan: TablePlan, placement: ZonePlacement, idle: frozenset[str] = frozenset()) -> tuple[QRectF, ...]:
    """Return the parts of the cloth that seats and items need, without the hands of some seats."""
    rooms: list[QRectF] = []
    for cell in plan.cells:
        parts = [cell.plate, cell.pills, cell.figure, cell.numbers, cell.beside]
        if cell.seat in placement.hands and cell.seat not in idle:
            parts.append(cell.fan)
        rooms += (cell.in_scene(part) for part in parts if not part.isEmpty())
        if cell.stations:
            rooms.append(cell.area)
    rooms += (box.area for box in (*plan.boxes.values(), *plan.lanes))
    rooms += (plan.pots, plan.clock, *_written_in_middle(plan), plan.outcome)
    return tuple(rect for rect in rooms if not rect.isEmpty())


def free_room(plan: TablePlan, placement: ZonePlacement, seen: QRectF, *, beside_clock: bool = False) -> QRectF:
    """Return the room for the panel: free, seen, around the middle, as large as lines can use; empty for none."""
    letter = plan.lengths.font_body
    whole, taken = _edges(plan, placement, seen)
    # It may cover the clock, because the page shows the time; but half a clock would look like a mistake.
    over = QRectF() if beside_clock else QRectF(plan.clock)
    without = tuple(edges for edges in taken if not _room(edges).contains(over)) if not over.isEmpty() else taken
    free = _room(_free_about_middle(whole, without, letter))
    lies, air = within(free, letter), float(plan.lengths.pad_m)
    if not over.isEmpty() and lies.adjusted(-air, -air, air, air).contains(over):
        return free.united(over.adjusted(-2, -2, 2, 2))
    return _room(_free_about_middle(whole, taken, letter)) if lies.intersects(over) else free


def strip_room(plan: TablePlan, placement: ZonePlacement, seen: QRectF, idle: frozenset[str] = frozenset()) -> QRectF:
    """Return the room for the tabs only, where the middle is taken: any free strip, else a free place for one tab.

    Where there is neither, it is the icon of one tab, where it covers as little as possible.

    Args:
        plan: the layout of the table.
        placement: the zones at their places.
        seen: the part of the table that is seen.
        idle: seats whose hands need no room; see `idle_hands`.
    """
    (whole, taken), letter = _edges(plan, placement, seen, idle), plan.lengths.font_body
    return _room(
        _free_strip(whole, taken, letter, _STRIP_LEAST, _STRIP_HIGH, _FAR)
        or _free_strip(whole, taken, letter, _TAB_WIDE, _TAB_HIGH, 0.0)
        or _free_strip(whole, taken, letter, _ICON_WIDE, _TAB_HIGH, 0.0)
        or _least_covering(whole, taken, _texts(plan, placement), letter)
    )


def _edges(
    plan: TablePlan, placement: ZonePlacement, seen: QRectF, idle: frozenset[str] = frozenset()
) -> tuple[Sides, tuple[Sides, ...]]:
    """Return the cloth that is seen and its taken parts, each from left, top to right, bottom, with a margin.

    The taken parts are in the order of their tops.
    """
    rail, pad = plan.lengths.rail_width, plan.lengths.pad_s
    cloth = QRectF(rail, rail, plan.size.width() - 2 * rail, plan.size.height() - 2 * rail).intersected(seen)
    whole = (cloth.left() + pad, cloth.top() + pad, cloth.right() - pad, cloth.bottom() - pad)
    rooms = taken_rooms(plan, placement, idle)
    taken = {(r.left() - pad, r.top() - pad, r.right() + pad, r.bottom() + pad) for r in rooms}
    return whole, tuple(sorted(taken, key=lambda edges: (edges[1], edges[3], edges[0], edges[2])))


def _texts(plan: TablePlan, placement: ZonePlacement) -> tuple[Sides, ...]:
    """Return the rooms of names, numbers, bodies, slots and piles, of the card in play and beside it, and of results.

    They are edges without a margin.
    """
    texts: list[QRectF] = [*_written_in_middle(plan), plan.outcome]
    for lane, box in zip(placement.lanes, plan.lanes, strict=True):
        texts.append(box.head)
        if lane.side is not None and lane.side.dice and not box.folded:
            rooms = divide_dice_lane(box, (), plan.lengths)  # in a low lane the result is beside the dice
            rooms = with_room_for_numbers(rooms, lane.side, plan.lengths)
            texts += (rooms.foot, rooms.reasons)
        else:
            texts.append(box.foot)
    if not plan.stage.isEmpty():  # the texts of the cards beside the card in play are there
        texts += (box.area for box in plan.boxes.values())
    for cell in plan.cells:
        parts = [cell.plate, cell.pills, cell.numbers, cell.figure]
        for station in cell.stations:  # a hand has free cloth beside its cards, piles and slots have none
            parts += (station.head, station.bars, *station.slots)
            parts += (room for _, cards, foot in station.piles for room in (cards, foot))
        texts += (cell.in_scene(part) for part in parts if not part.isEmpty())
    return tuple((rect.left(), rect.top(), rect.right(), rect.bottom()) for rect in texts if not rect.isEmpty())


def _written_in_middle(plan: TablePlan) -> tuple[QRectF, ...]:
    """Return the rooms of a card in play and of the words beside it.

    A middle with nothing else in it also has words across it, as long as no card is in play.
    """
    if plan.words.isEmpty() or plan.boxes or not plan.pots.isEmpty():
        return plan.stage, plan.words
    line, middle = plan.lengths.font_title + 2 * plan.lengths.font_large, plan.middle
    high = min(middle.height(), line * _LEADING)
    across = QRectF(middle.left(), middle.center().y() - high / 2, middle.width(), high)
    return plan.stage, plan.words, across


def _room(edges: Sides) -> QRectF:
    left, top, right, bottom = edges
    return QRectF(left, top, right - left, bottom - top)


@lru_cache(maxsize=32)
def _free_about_middle(whole: Sides, taken: tuple[Sides, ...], letter: int) -> Sides:
    x, y = (whole[0] + whole[2]) / 2, (whole[1] + whole[3]) / 2
    best, score = (x, y, x, y), 0.0
    lefts = {whole[0], *(edge[2] for edge in taken if whole[0] < edge[2] < x)}
    rights = {whole[2], *(edge[0] for edge in taken if x < edge[0] < whole[2])}
    for left, right in product(sorted(lefts), sorted(rights)):
        if right - left >= LEAST_WIDE * letter:
            for floor, low in _gaps(whole, taken, left, right):
                worth = _worth(right - left, low - floor, letter)
                if worth > score and floor <= y + letter * 4 and low >= y - letter:
                    best, score = (left, floor, right, low), worth
    return best


@lru_cache(maxsize=32)
def _free_strip(
    whole: Sides, taken: tuple[Sides, ...], letter: int, least_wide: float, least_high: float, far: float
) -> Sides | None:
    """Return the widest free strip near the middle of at least a width and height, in letters; None for none."""
    high, y = least_high * letter, (whole[1] + whole[3]) / 2
    best: Sides | None = None
    score = least_wide * letter
    lefts = sorted({whole[0], *(edge[2] for edge in taken if whole[0] < edge[2])})
    rights = sorted({whole[2], *(edge[0] for edge in taken if edge[0] < whole[2])})
    for left, right in product(lefts, rights):
        wide = min(right - left, _STRIP_WIDE * letter)
        for floor, low in _gaps(whole, taken, left, right) if wide > score else ():
            if low - floor >= high:
                # As wide as its text; of several such places the one nearest to the middle.
                top = min(max(floor, y - high / 2), low - high)
                worth = wide - abs(top + high / 2 - y) * far
                if worth > score:
                    best, score = (left, top, right, top + high), worth
    return best


@lru_cache(maxsize=32)
def _least_covering(whole: Sides, taken: tuple[Sides, ...], texts: tuple[Sides, ...], letter: int) -> Sides:
    """Return the place for one icon that covers least; of several such places the one at the upper right."""
    wide, high = min(_ICON_WIDE * letter, whole[2] - whole[0]), min(_TAB_HIGH * letter, whole[3] - whole[1])
    most = (whole[2] - wide, whole[3] - high)
    weighted = [*((text, float(_TEXT_COUNTS)) for text in texts), *((part, 1.0) for part in taken)]
    lefts = {whole[0], most[0], *(edge[2] for edge, _ in weighted), *(edge[0] - wide for edge, _ in weighted)}
    tops = {whole[1], most[1], *(edge[3] for edge, _ in weighted), *(edge[1] - high for edge, _ in weighted)}
    tops = {top for top in tops if whole[1] <= top <= most[1]}
    best, least = (whole[0], whole[1]), math.inf
    for left in sorted((left for left in lefts if whole[0] <= left <= most[0]), reverse=True):
        below = [(edge, weight) for edge, weight in weighted if edge[0] < left + wide and left < edge[2]]
        for top in sorted(tops):
            covered = covered_weight((left, top, left + wide, top + high), below, least)
            if covered < least:
                best, least = (left, top), covered
    return *best, best[0] + wide, best[1] + high


def _gaps(whole: Sides, taken: tuple[Sides, ...], left: float, right: float) -> list[tuple[float, float]]:
    """Return the free stretches between two edges, each with its start and end; `taken` is in the order of tops."""
    gaps, floor, bottom = [], whole[1], whole[3]
    left, right = left + 0.5, right - 0.5
    for start, top, end, low in taken:  # a plain loop, as it runs hundreds of times for one place
        if end > left and start < right:
            if top > floor:
                gaps.append((floor, top))
            if low > floor:
                floor = low
    if bottom > floor:
        gaps.append((floor, bottom))
    return gaps


def _worth(wide: float, high: float, letter: int) -> float:
    if high < LEAST_HIGH * letter * 0.4:
        return 0.0
    high = min(high / letter, _MOST_HIGH)
    return float(min(wide / letter, _MOST_WIDE) * max(0.0, high) ** _HEIGHT_COUNTS)


def is_readable(room: QRectF, letter: int) -> bool:
    """Return whether a page is readable in a room."""
    return room.width() >= LEAST_WIDE * letter and room.height() >= LEAST_HIGH * letter


def within(room: QRectF, letter: int) -> QRectF:
    """Return the part of a room that the panel takes, in its middle."""
    wide, high = min(room.width(), _MOST_WIDE * 1.15 * letter), min(room.height(), _MOST_HIGH * letter)
    room_taken = QRectF(0, 0, wide, high)
    room_taken.moveCenter(room.center())
    return room_taken


def tall_room(plan: TablePlan, lying: QRectF, seen: QRectF) -> QRectF:
    """Return the room of a page that is read: over rail and seats too, but no wider than before."""
    edge = float(plan.lengths.pad_xs)
    return QRectF(lying.left(), seen.top() + edge, lying.width(), seen.height() - 2 * edge)


def sheet_room(plan: TablePlan, seen: QRectF) -> QRectF:
    """Return the room of a sheet over the table."""
    letter, pad = plan.lengths.font_body, float(plan.lengths.pad_m)
    whole = seen.adjusted(pad, pad, -pad, -pad)
    sheet = QRectF(0, 0, min(whole.width(), 84.0 * letter), min(whole.height(), 60.0 * letter))
    sheet.moveCenter(whole.center())
    return sheet
