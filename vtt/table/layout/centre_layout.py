"""The layout of the middle of the table: piles, the commit tray, open places, chips and texts."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Final

from PySide6.QtCore import QPointF, QRectF

from vtt.table.layout.table_plan import LayoutNeeds, ZoneBox
from vtt.table.layout.zone_placement import TrayLane, ZonePlacement
from vtt.widgets.look.ui_metrics import CARD_RATIO, UiMetrics

_CARDS_BESIDE: Final = 0.46
"""The share of a low lane's width for its cards."""
_LEAST_OF_DICE: Final = 9.0
"""The minimum height of dice with their texts, in heights of a letter."""
_BETWEEN_PILES: Final = 0.4
"""The gap between the piles of two sides that have nothing between them, in steps from pile to pile."""
_MOST_ABREAST: Final = 3
"""The tray is no wider than this number of lanes needs; more of them are narrower."""
_CHIPS_WIDE: Final = 9.0
"""The least width of the chips' row, in chips, that is not given up to keep it in the middle."""


@dataclass(slots=True)
class CentreLayout:
    """The middle of the table, part by part, as a `TablePlan` contains it."""

    outcome: QRectF = field(default_factory=QRectF)
    lanes: tuple[ZoneBox, ...] = ()
    boxes: dict[str, ZoneBox] = field(default_factory=dict)
    pots: QRectF = field(default_factory=QRectF)
    clock: QRectF = field(default_factory=QRectF)
    pile_height: float = 0.0
    stage: QRectF = field(default_factory=QRectF)
    words: QRectF = field(default_factory=QRectF)


def lay_centre(middle: QRectF, m: UiMetrics, placement: ZonePlacement, needs: LayoutNeeds) -> CentreLayout:
    """Return the layout of the middle of the table."""
    centre, gap, rest = CentreLayout(), float(m.pad_s), QRectF(middle)
    if placement.stations:
        rest = _stage(centre, rest, m, needs)
    rolled = any(lane.side is not None and lane.side.dice for lane in placement.lanes)
    if placement.pots:
        high = min(m.chip * 2.4, rest.height() * (0.22 if rolled else 0.3))
        centre.pots = QRectF(rest.left(), rest.bottom() - high, rest.width(), high)
        rest.setBottom(centre.pots.top() - gap)
    if needs.clock:
        centre.clock = _clock(rest, m, centre.pots)
    label_high = m.font_body * 1.5
    clock_high = centre.clock.height() + gap if needs.clock and not placement.pots else 0.0
    pile_high = min((rest.height() - clock_high) * 0.72 - label_high * 0.4, rest.width() * 0.15 / CARD_RATIO)
    pile_high = centre.pile_height = max(18.0, min(pile_high, m.card * 1.15))
    # The name of a pile may be wider than its cards are.
    step = max(pile_high * CARD_RATIO, min(m.font_body * 5.4, rest.width() * 0.14)) + 2 * gap
    if rolled:
        # Everybody reads the dice: the piles make room, one below the other.
        step = min(max(m.font_body * 5.8, pile_high * CARD_RATIO * 0.5), rest.width() * 0.175)
    columns = (min(1, len(placement.left)), min(1, len(placement.right)))
    left_wide, right_wide = (
        step * count for count in (columns if rolled else (len(placement.left), len(placement.right)))
    )
    core = rest.adjusted(left_wide + gap, 0, -right_wide - gap, 0)
    if placement.stations and not placement.piles:
        centre.pile_height = rest.height()
    empty = tuple(zone for zone in placement.others if zone in placement.empty)
    spread = tuple(zone for zone in placement.others if zone not in placement.empty)
    if empty:
        high = min(m.font_body * 1.7, core.height() * 0.16)
        _row_of_boxes(centre.boxes, QRectF(core.left(), core.bottom() - high, core.width(), high), empty, m)
        core.setBottom(core.bottom() - high - gap)
        if not placement.lanes and not spread:  # the piles come together above the row, not beside it
            rest.setBottom(core.bottom())
            pile_high = min(pile_high, (rest.height() - clock_high) * 0.72 - label_high * 0.4)
            pile_high = centre.pile_height = max(18.0, pile_high)
    apart = _tray_width(core, m, _MOST_ABREAST)
    if placement.lanes:
        if spread:
            high = core.height() * 0.34
            _row_of_boxes(centre.boxes, QRectF(core.left(), core.bottom() - high, core.width(), high), spread, m)
            core.setBottom(core.bottom() - high - gap)
        if rolled:
            _make_room_for_clock(core, clock_high, centre.clock, m)
        core = _tray(centre, core, placement.lanes, m)
    elif spread:
        _row_of_boxes(centre.boxes, core, spread, m)
    if rolled:
        _stacked_piles(centre.boxes, rest.adjusted(0, clock_high, 0, 0), core, placement, step, label_high)
        return centre
    # A deck and a discard do not move when cards are played between them.
    if placement.left and placement.right and not (placement.pots or placement.stations or spread):
        between = apart
    else:
        between = core.width() if placement.lanes or spread else step * _BETWEEN_PILES
    _piles(centre.boxes, rest.adjusted(0, clock_high, 0, 0), placement, pile_high, label_high, step, between)
    return centre


def _stage(found: CentreLayout, rest: QRectF, m: UiMetrics, needs: LayoutNeeds) -> QRectF:
    """Take the middle for the card in play, with its text at the right; the left is for everything else."""
    high = rest.height()
    stage = QRectF(0, rest.top(), high * CARD_RATIO, high)
    stage.moveCenter(rest.center())
    found.stage = stage
    found.words = QRectF(stage.right() + m.pad_m, rest.top(), rest.right() - stage.right() - m.pad_m, high)
    return QRectF(rest.left(), rest.top(), stage.left() - rest.left() - m.pad_m, high)


def _clock(rest: QRectF, m: UiMetrics, pots: QRectF) -> QRectF:
    """Return the place of the clock: at the left end of the chips' row if there is one, else above the piles.

    The chips stay in the middle where there is room, so that nothing moves when the clock appears.
    """
    wide = min(m.font_body * 8.2, rest.width() * 0.3)
    if not pots.isEmpty():
        high = min(pots.height(), m.font_body * 4.0)
        clock = QRectF(pots.left(), pots.center().y() - high / 2, wide, high)
        pots.setLeft(clock.right() + m.pad_s)
        if pots.width() - wide >= m.chip * _CHIPS_WIDE:
            pots.setRight(pots.right() - wide - m.pad_s)
        return clock
    high = min(m.font_body * 2.2, rest.height() * 0.2)
    return QRectF(rest.left(), rest.top(), wide, high)


def _make_room_for_clock(core: QRectF, high: float, clock: QRectF, m: UiMetrics) -> None:
    """Move dice below the clock in the corner, or beside it where they would become too low."""
    if not high:
        return
    if core.height() - high >= m.font_body * _LEAST_OF_DICE:
        core.setTop(core.top() + high)
    else:
        core.setLeft(max(core.left(), clock.right() + m.pad_s))


def _piles(
    boxes: dict[str, ZoneBox],
    rest: QRectF,
    placement: ZonePlacement,
    high: float,
    label: float,
    step: float,
    between: float,
) -> None:
    """Place the piles at both sides of what is between them."""
    wide = high * CARD_RATIO
    middle = rest.center().x() + (len(placement.left) - len(placement.right)) * step / 2
    starts = (middle - between / 2 - len(placement.left) * step, middle + between / 2)
    top = rest.center().y() - (high + label) / 2
    for start, zones in zip(starts, (placement.left, placement.right), strict=True):
        for i, zone in enumerate(zones):
            cards = QRectF(start + (i + 0.5) * step - wide / 2, top, wide, high)
            foot = QRectF(start + i * step + 2, cards.bottom() + label * 0.15, step - 4, label)
            if len(zones) == 1 and between < step:  # no tray between them: a long name may use the gap
                foot.adjust(-between * 0.45, 0, between * 0.45, 0)
            boxes[zone] = ZoneBox(area=cards.united(foot), cards=cards, head=QRectF(), foot=foot)


def _stacked_piles(
    boxes: dict[str, ZoneBox], rest: QRectF, core: QRectF, placement: ZonePlacement, wide: float, label: float
) -> None:
    """Place the piles of each side below one another beside the tray."""
    for left, zones in ((core.left() - wide, placement.left), (core.right(), placement.right)):
        high = rest.height() / max(1, len(zones))
        for i, zone in enumerate(zones):
            cell = QRectF(left, rest.top() + i * high, wide, high)
            words = min(label, high * 0.3)
            tall = max(12.0, min((high - words) * 0.8, wide * 0.8 / CARD_RATIO))
            cards = QRectF(0, 0, tall * CARD_RATIO, tall)
            cards.moveCenter(QPointF(cell.center().x(), cell.center().y() - words * 0.45))
            foot = QRectF(cell.left() + 2, cards.bottom() + words * 0.2, cell.width() - 4, words)
            boxes[zone] = ZoneBox(area=cards.united(foot), cards=cards, head=QRectF(), foot=foot)


def _row_of_boxes(boxes: dict[str, ZoneBox], room: QRectF, zones: tuple[str, ...], m: UiMetrics) -> None:
    columns = len(zones) if len(zones) < 4 else math.ceil(math.sqrt(len(zones)))
    rows = math.ceil(len(zones) / columns)
    wide, high = room.width() / columns, room.height() / rows
    for i, zone in enumerate(zones):
        row, column = divmod(i, columns)
        area = QRectF(room.left() + column * wide, room.top() + row * high, wide, high).adjusted(2, 2, -2, -2)
        flat = area.height() < m.font_body * 2.4
        head = QRectF(
            area.left(), area.top(), area.width(), min(m.font_body * 1.4, area.height() * (1 if flat else 0.25))
        )
        cards = area.adjusted(m.pad_xs, head.height(), -m.pad_xs, -m.pad_xs)
        boxes[zone] = ZoneBox(area=area, cards=cards, head=head, foot=QRectF())


def _tray(found: CentreLayout, core: QRectF, lanes: tuple[TrayLane, ...], m: UiMetrics) -> QRectF:
    """Place the commit tray with the outcome banner; return its part of the middle."""
    # A wide table does not pull the lanes apart: compared cards stay together.
    rolls = sum(lane.side is not None and bool(lane.side.dice) for lane in lanes)
    wide = _tray_width(core, m, len(lanes) + rolls)
    core = QRectF(core.center().x() - wide / 2, core.top(), wide, core.height())
    inner, gap = QRectF(core), float(m.pad_xs)
    if any(lane.side for lane in lanes):
        high = min(m.font_title * 1.5, core.height() * 0.17) if rolls else min(m.font_large * 1.5, core.height() * 0.15)
        found.outcome = QRectF(inner.left(), inner.bottom() - high, inner.width(), high)
        inner.setBottom(found.outcome.top() - gap)
    compared = any(lane.side is not None and lane.side.total is not None for lane in lanes)
    over = tuple(compared and _is_over(lane) for lane in lanes)
    found.lanes = _lanes(inner, over, m)
    return core


def _tray_width(core: QRectF, m: UiMetrics, lanes: int) -> float:
    """Return the width of a tray with so many lanes, in the room that it can have."""
    return min(core.width(), max(core.height(), m.card) * 1.5 * min(_MOST_ABREAST, lanes))


def _is_over(lane: TrayLane) -> bool:
    """Return whether a lane takes no more cards once the first sums are known. A side without cards has no sum."""
    side = lane.side
    return side is not None and (side.total is not None or (side.ready and side.due == 0 == side.laid))


def _lanes(core: QRectF, over: tuple[bool, ...], m: UiMetrics) -> tuple[ZoneBox, ...]:
    """Place lanes side by side; where they have no room, the oldest finished ones are folded into lines."""
    count = len(over)
    least, gap = m.font_body * 7.0, float(m.pad_m if count <= 2 else m.pad_xs)
    fit = max(1, int((core.width() + gap) / (least + gap)))
    if count <= fit or not any(over):
        return _open_lanes(core, over, m, gap)
    # The last comparison stays open: at least two lanes.
    most = max(0, min(count - 2, count - fit + 1))
    folded = [i for i, is_over in enumerate(over) if is_over][:most]
    if not folded:
        return _open_lanes(core, over, m, gap)
    left = [i for i in range(count) if i not in folded]
    wide = max(least * 1.15, core.width() / (len(left) + 1))
    wide = min(wide, core.width() * 0.42)
    lines = QRectF(core.left(), core.top(), wide, core.height())
    boxes = dict(zip(folded, _folded_lanes(lines, len(folded), m), strict=True))
    room = core.adjusted(wide + gap, 0, 0, 0)
    boxes |= dict(zip(left, _open_lanes(room, tuple(over[i] for i in left), m, gap), strict=True))
    return tuple(boxes[i] for i in range(count))


def _folded_lanes(room: QRectF, count: int, m: UiMetrics) -> list[ZoneBox]:
    """Return lanes as lines below one another."""
    each = min(room.height() / count, m.font_body * 3.2)
    top = room.center().y() - each * count / 2
    boxes = []
    for i in range(count):
        area = QRectF(room.left(), top + i * each, room.width(), each).adjusted(0, 1, 0, -1)
        inside = area.adjusted(m.pad_s, 1, -m.pad_xs, -1)
        foot = QRectF(inside.right() - m.font_body * 1.75, inside.top(), m.font_body * 1.75, inside.height())
        tall = min(inside.height(), m.font_body * 2.0)
        cards = QRectF(0, 0, min(tall * CARD_RATIO * 1.6, inside.width() * 0.24), tall)
        cards.moveCenter(inside.center())
        cards.moveRight(foot.left())
        head = QRectF(inside.left(), inside.top(), cards.left() - inside.left() - m.pad_xs, inside.height())
        boxes.append(ZoneBox(area=area, cards=cards, head=head, foot=foot, folded=True))
    return boxes


def _columns(core: QRectF, count: int, m: UiMetrics) -> int:
    """Return the number of columns with the tallest cards; a grid with holes only if it is clearly better."""
    best = (0.0, 1)
    for columns in range(1, count + 1):
        rows = math.ceil(count / columns)
        wide, high = core.width() / columns, core.height() / rows
        tall = min(high * 0.6, wide / (2 * CARD_RATIO))
        if rows > 1 and _is_low(wide, high, m):
            tall = max(tall, min(high * 0.88, wide * _CARDS_BESIDE / CARD_RATIO))
        tall *= 0.8 if rows * columns != count else 1.0
        best = max(best, (tall, columns))
    return best[1]


def _open_lanes(core: QRectF, over: tuple[bool, ...], m: UiMetrics, gap: float) -> tuple[ZoneBox, ...]:
    """Place lanes side by side; in one row, lanes that still take cards get more room than finished ones."""
    count = len(over)
    columns = _columns(core, count, m)
    rows = math.ceil(count / columns)
    shares = [1.0 if is_over else 1.35 for is_over in over] if rows == 1 else [1.0] * columns
    unit = (core.width() - gap * (columns - 1)) / sum(shares)
    high = (core.height() - gap * (rows - 1)) / rows
    lanes = []
    for i in range(count):
        row, column = divmod(i, columns)
        left = core.left() + unit * sum(shares[:column]) + gap * column
        area = QRectF(left, core.top() + row * (high + gap), unit * shares[column], high)
        lanes.append(_lane_abreast(area, m) if rows > 1 and _is_low(area.width(), high, m) else _lane(area, m))
    return tuple(lanes)


def _is_low(wide: float, high: float, m: UiMetrics) -> bool:
    """Return whether a lane is so low that its text is better beside its cards, and wide enough for that."""
    return wide > high * 1.3 and high > m.font_body * 3.6 and wide > m.font_body * 8


def _lane(area: QRectF, m: UiMetrics) -> ZoneBox:
    """Divide a lane into rows: its name, the cards, their count or sum."""
    side = min(float(m.pad_m), area.width() * 0.06)
    inside = area.adjusted(side, m.pad_xs, -side, -m.pad_xs)
    # A narrow lane has room for a name in two lines.
    head_high = m.font_body * (2.0 if inside.width() < m.font_body * 7 else 1.5)
    head = QRectF(inside.left(), inside.top(), inside.width(), min(head_high, inside.height() * 0.24))
    foot_high = min(m.font_large * 1.4, inside.height() * 0.18)
    foot = QRectF(inside.left(), inside.bottom() - foot_high, inside.width(), foot_high)
    cards = QRectF(inside.left(), head.bottom() + 2, inside.width(), foot.top() - head.bottom() - 4)
    return ZoneBox(area=area, cards=cards, head=head, foot=foot)


def _lane_abreast(area: QRectF, m: UiMetrics) -> ZoneBox:
    """Divide a low lane into columns: the cards, and beside them its name and the count or sum."""
    inside = area.adjusted(m.pad_s, m.pad_s, -m.pad_s, -m.pad_s)
    cards = QRectF(inside.left(), inside.top(), inside.width() * _CARDS_BESIDE, inside.height())
    left = cards.right() + m.pad_s
    head_high = min(inside.height() * 0.5, m.font_body * 2.4)
    foot_high = min(inside.height() * 0.4, m.font_large * 1.5)
    top = inside.center().y() - (head_high + foot_high) / 2
    head = QRectF(left, top, inside.right() - left, head_high)
    foot = QRectF(left, head.bottom(), head.width(), foot_high)
    return ZoneBox(area=area, cards=cards, head=head, foot=foot)
