"""The layout of one character's station: hand, numbers, bodies, numbered slots, piles. Pure geometry.

Everything is in the upright coordinates of the seat's cell. The slots, which concern everybody, face the middle of the
table; the hand faces its player.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as default
from typing import Final

from PySide6.QtCore import QRectF

from engine.presentation.stations import RowCard, Station
from vtt.widgets.look.ui_metrics import CARD_RATIO, UiMetrics

_ROW_SHARE: Final = 0.46
"""The share of the height for the slots, without the heads."""
_PILE_SHARE: Final = 0.7
"""The height of a pile, as a share of the row's height."""
_LEAST_PILE: Final = 0.4
"""The minimum height of a pile, where slots need the room."""
_PILES_BESIDE: Final = 0.4
PILE_NAME: Final = 5.0
"""The share of the room beside the numbers for piles beside the hand, and the minimum width of a pile with its name, in
small letters."""
_BESIDE: Final = 0.9
"""The minimum room, in widths of a slot, for lasting cards and cards played beside the row."""
_FEW_BODIES: Final = 6
BODIES_SHARE: Final = 0.6
BODY_TILE: Final = 5.6
"""The share of the width of a station for its bodies, and the minimum width of each among several, in small letters."""
_SETTABLE: Final = 8.8
_MOST_SETTABLE: Final = 0.39
"""The minimum width of numbers that can be edited, in letters; with less they are only shown. The greatest share of the
width for that."""
_SHOWN: Final = 7.0
_MOST_BARS: Final = 0.48
"""The minimum width of numbers that are only shown, in letters, and their greatest share of the width for that."""
READ_BARS: Final = 6.8
"""The width in letters at which numbers are still read."""
_READ: Final = 1.45
_SET: Final = 1.8
"""The minimum height of a line, in letters: with a number, and with boxes to edit it."""
_STANDS_OUT: Final = 2.1
_BROADEST: Final = 0.22
"""The greatest height of a portrait: as a multiple of the line beside it, and as a share of the line's length."""


@dataclass(frozen=True, slots=True)
class StationNeed:
    """Everything that decides the layout of a station."""

    actor: str
    hand: str
    row: str
    field: str
    piles: tuple[str, ...]
    slots: int
    over: int
    bodies: int
    bars: int


@dataclass(frozen=True, slots=True)
class StationPlan:
    """The rooms of one station.

    Attributes:
        actor: the character.
        area: all of it.
        head: the line with its bodies and tokens.
        portrait: at the left end of that line, reaching over the numbers where these leave room.
        bodies: one for each body.
        bars: the room for its numbers.
        hand: the zone of the hand, and its room.
        slots: the numbered slots, those of the next round last.
        over: the number of slots of the next round.
        row: the zone of the row, and the room of all its slots.
        field: the zone of lasting cards, and the room for these and for cards played beside the row.
        piles: the zone of each pile with the room of its cards and that of its label.
    """

    actor: str
    area: QRectF
    head: QRectF
    bodies: tuple[QRectF, ...]
    bars: QRectF
    hand: tuple[str, QRectF]
    slots: tuple[QRectF, ...]
    over: int
    row: tuple[str, QRectF]
    field: tuple[str, QRectF]
    piles: tuple[tuple[str, QRectF, QRectF], ...]
    portrait: QRectF = default(default_factory=QRectF)

    def room_of(self, card: RowCard) -> QRectF:
        """Return the room of a card of the row: the slots that it covers."""
        if not self.slots or not card.first:
            return QRectF()
        first = min(card.first, len(self.slots)) - 1
        last = min(max(card.first, card.last), len(self.slots)) - 1
        room = QRectF(self.slots[first])
        for slot in self.slots[first : last + 1]:
            room = room.united(slot)
        # Slots may be in two lines; a card over the end of one stays in the first.
        return room if room.height() < self.slots[first].height() * 1.5 else QRectF(self.slots[first])


def station_need(station: Station) -> StationNeed:
    """Return what decides the layout of a station."""
    reach = max((card.last for card in station.cards), default=0)
    return StationNeed(
        actor=station.actor,
        hand=station.hand,
        row=station.row,
        field=station.field,
        piles=station.piles,
        slots=len(station.slots),
        over=max(0, reach - len(station.slots)),
        bodies=len(station.bodies),
        bars=len(station.bars),
    )


def station_weight(need: StationNeed) -> float:
    """Return the width that a station wants, relative to others of the same seat."""
    return 5.0 + max(need.slots, need.bodies * 1.3)


def least_station_width(need: StationNeed, m: UiMetrics) -> float:
    """Return the width at which the numbers of a station are still read beside its hand; 0 without any."""
    has_bars_beside = need.bars and (need.row or need.piles)
    return m.font_small * READ_BARS / _MOST_BARS + 2 * m.pad_s + 1 if has_bars_beside else 0.0


def shared_widths(whole: float, weights: Sequence[float], least: Sequence[float]) -> list[float]:
    """Share a width by weights; what would have less than its least takes that from the others, if they can give it.

    Args:
        whole: the width.
        weights: the share of each.
        least: the least width of each.
    """
    if sum(least) > whole:
        least = [0.0] * len(weights)
    fixed: dict[int, float] = {}
    while True:
        rest = whole - sum(fixed.values())
        weight = sum(weight for at, weight in enumerate(weights) if at not in fixed)
        widths = [fixed.get(at, rest * each / weight if weight else 0.0) for at, each in enumerate(weights)]
        short = {at: least[at] for at, wide in enumerate(widths) if at not in fixed and wide < least[at]}
        if not short:
            return widths
        fixed |= short


def is_too_narrow_to_set(plans: Iterable[StationPlan], m: UiMetrics) -> bool:
    """Return whether numbers cannot be edited at one of these stations; then all are only shown."""
    return any(not plan.bars.isEmpty() and plan.bars.width() < m.font_small * _SETTABLE for plan in plans)


def lay_stations(
    needs: Sequence[StationNeed], room: QRectF, m: UiMetrics, *, above: bool, narrow: bool
) -> tuple[StationPlan, ...]:
    """Divide a room among the stations of a seat, side by side.

    Args:
        needs: the stations.
        room: the room for all of them.
        m: lengths.
        above: whether the player sits at the upper edge, with the middle of the table below.
        narrow: whether numbers are only shown on this table, which takes less height.
    """
    if not needs:
        return ()
    gap = float(m.pad_m)
    if room.height() > room.width() * 1.2:  # a seat turned to the side has them one below the other
        high = (room.height() - gap * (len(needs) - 1)) / len(needs)
        rooms = (QRectF(room.left(), room.top() + n * (high + gap), room.width(), high) for n in range(len(needs)))
        return tuple(_lay(need, area, m, above=above, narrow=narrow) for need, area in zip(needs, rooms, strict=True))
    free = room.width() - gap * (len(needs) - 1)
    widths = shared_widths(free, [*map(station_weight, needs)], [least_station_width(need, m) for need in needs])
    left, plans = room.left(), []
    for need, wide in zip(needs, widths, strict=True):
        plans.append(_lay(need, QRectF(left, room.top(), wide, room.height()), m, above=above, narrow=narrow))
        left += wide + gap
    return tuple(plans)


def _lay(need: StationNeed, area: QRectF, m: UiMetrics, *, above: bool, narrow: bool) -> StationPlan:
    gap = float(m.pad_xs)
    inside = area.adjusted(m.pad_s, m.pad_xs, -m.pad_s, -m.pad_xs)
    lines = _body_lines(need, inside.width(), m)
    line = min(m.font_body * 1.85, max(inside.height() * 0.13, min(m.font_small * 1.55, inside.height() * 0.19)))
    if lines > 1:
        line = min(line, max(inside.height() * 0.13, min(m.font_small * 1.5, inside.height() * 0.15)))
    head_high = line * lines + gap * (lines - 1)
    rest = inside.height() - head_high - 2 * gap
    has_line = bool(need.row) or _are_piles_crowded(need, inside.width(), m)
    row_high = rest * _ROW_SHARE if has_line else 0.0
    hand_high = rest - row_high
    if above:
        hand_top, head_top = inside.top(), inside.top() + hand_high + gap
        row_top = head_top + head_high + gap
    else:
        row_top = inside.top()
        head_top = row_top + row_high + gap
        hand_top = head_top + head_high + gap
    head = QRectF(inside.left(), head_top, inside.width(), head_high)
    bodies = _heads(need, head, m, lines, line)
    hand = QRectF(inside.left(), hand_top, inside.width(), hand_high)
    bars = QRectF()
    is_beside_piles = has_line and not need.row
    if need.bars and is_beside_piles:
        bars = QRectF(inside.left(), row_top, _width_of_bars(need, inside.width(), m), row_high)
    elif need.bars:
        bars = QRectF(hand.left(), hand.top(), _width_of_bars(need, hand.width(), m), hand.height())
        hand.setLeft(bars.right() + m.pad_s)
    portrait = _portrait(need, head, QRectF() if is_beside_piles else bars, line, m, above=above, narrow=narrow)
    if not has_line:
        return replace(_without_row(need, area, head, bodies, bars, hand, m), portrait=portrait)
    row = QRectF(inside.left(), row_top, inside.width(), row_high)
    if is_beside_piles and need.bars:
        row.setLeft(bars.right() + m.pad_s)
    slots, end = _slots(need, row, m)
    spare = slots[0].width() * _BESIDE if slots else 0.0
    piles, row = _piles(need, row, m, row.right() - end - spare)
    top, low = (slots[0].top(), slots[-1].bottom()) if slots else (row.top(), row.bottom())
    beside = QRectF(end, top, max(0.0, row.right() - end), low - top)
    whole = QRectF()
    for slot in slots:
        whole = whole.united(slot)
    return StationPlan(
        actor=need.actor,
        area=area,
        head=head,
        bodies=bodies,
        bars=bars,
        hand=(need.hand, hand),
        slots=slots,
        over=need.over,
        row=(need.row, whole),
        field=(need.field, beside),
        piles=piles,
        portrait=portrait,
    )


def _width_of_bars(need: StationNeed, whole: float, m: UiMetrics) -> float:
    usual, most = (0.34, _MOST_BARS) if need.row or need.piles else (1.0, 1.0)
    wide = min(m.font_small * 10.5, whole * usual)
    wide = max(wide, min(m.font_small * _SHOWN, whole * most))
    return max(wide, min(m.font_small * _SETTABLE, whole * _MOST_SETTABLE))


def _are_piles_crowded(need: StationNeed, whole: float, m: UiMetrics) -> bool:
    """Return whether piles need a line of their own, because there is no room for their names beside the hand."""
    free = whole - (_width_of_bars(need, whole, m) + m.pad_s if need.bars else 0.0)
    return free * _PILES_BESIDE < len(need.piles) * m.font_small * PILE_NAME


def _portrait(
    need: StationNeed, head: QRectF, bars: QRectF, line: float, m: UiMetrics, *, above: bool, narrow: bool
) -> QRectF:
    """Take the room for a portrait: as high as the lines of the bodies and the spare height of the numbers."""
    numbers_height = m.font_small * (_READ * (need.bars + 1) if narrow else _SET * (need.bars + 2))
    most = min(line * _STANDS_OUT, head.width() * _BROADEST)
    over = max(0.0, min(most - head.height(), bars.height() - numbers_height))
    side = min(head.height() + over, head.width() * _BROADEST)
    if above:
        bars.setBottom(bars.bottom() - over)
        return QRectF(head.left(), head.bottom() - side, side, side)
    bars.setTop(bars.top() + over)
    return QRectF(head.left(), head.top(), side, side)


def _without_row(
    need: StationNeed,
    area: QRectF,
    head: QRectF,
    bodies: tuple[QRectF, ...],
    bars: QRectF,
    hand: QRectF,
    m: UiMetrics,
) -> StationPlan:
    """Divide a station without a line for slots: the piles are beside the hand."""
    piles, hand = _piles(need, hand, m, hand.width() * _PILES_BESIDE)
    empty = QRectF()
    return StationPlan(need.actor, area, head, bodies, bars, (need.hand, hand), (), 0, ("", empty), ("", empty), piles)


def _body_lines(need: StationNeed, wide: float, m: UiMetrics) -> int:
    return 2 if need.bodies > _FEW_BODIES or need.bodies * m.font_small * BODY_TILE > wide * BODIES_SHARE else 1


def _heads(need: StationNeed, head: QRectF, m: UiMetrics, lines: int, line: float) -> tuple[QRectF, ...]:
    """Return the tiles of the bodies if nothing else is in their line; `lay_station_header` shares it otherwise."""
    gap = float(m.pad_xs)
    if need.bodies <= 1:
        wide = min(head.width() * BODIES_SHARE, m.font_body * 17.0)
        return (QRectF(head.left(), head.top(), wide, line),) if need.bodies else ()
    each_line = math.ceil(need.bodies / lines)
    wide = min((head.width() * BODIES_SHARE - gap * (each_line - 1)) / each_line, m.font_body * 7.2)
    places = (divmod(number, each_line) for number in range(need.bodies))
    return tuple(
        QRectF(head.left() + column * (wide + gap), head.top() + at * (line + gap), wide, line) for at, column in places
    )


def _least_step(need: StationNeed, row: QRectF, m: UiMetrics) -> float:
    """Return the minimum width of a pile."""
    wanted = max(row.height() * _LEAST_PILE * CARD_RATIO + m.pad_s, m.font_small * 2.6)
    return min(wanted, row.width() * 0.2)


def _piles(
    need: StationNeed, row: QRectF, m: UiMetrics, free: float
) -> tuple[tuple[tuple[str, QRectF, QRectF], ...], QRectF]:
    """Take the room for the piles off the right end of a row. Return it and the rest.

    Args:
        need: the station.
        row: the room of the row.
        m: lengths.
        free: their greatest common width, where there is more than they need.
    """
    count = max(1, len(need.piles))
    label = min(m.font_small * 1.4, max(row.height() * 0.2, m.least_line))
    high = max(10.0, min(row.height() * _PILE_SHARE, row.height() - label - 4, m.card * 0.8))
    step = max(high * CARD_RATIO + m.pad_s, m.font_small * 5.6)
    step = max(min(step, free / count), _least_step(need, row, m))
    high = max(10.0, min(high, (step - 4) / CARD_RATIO))
    wide = high * CARD_RATIO
    piles = []
    top = row.center().y() - (high + label) / 2
    for number, zone in enumerate(need.piles):
        middle = row.right() - step * (len(need.piles) - number - 0.5)
        cards = QRectF(middle - wide / 2, top, wide, high)
        foot = QRectF(middle - step / 2, cards.bottom() + 2, step, label)
        piles.append((zone, cards, foot))
    return tuple(piles), row.adjusted(0, 0, -step * len(need.piles) - m.pad_xs, 0)


def _slots(need: StationNeed, row: QRectF, m: UiMetrics) -> tuple[tuple[QRectF, ...], float]:
    """Return the slots in one line or two, as large as can be, and where they end."""
    count, gap = need.slots + need.over, float(m.pad_s)
    free = row.width() - _least_step(need, row, m) * len(need.piles) - m.pad_xs
    if not count:
        return (), row.left()

    def height(lines: int) -> float:
        columns = math.ceil(count / lines)
        high = (row.height() - gap * (lines - 1)) / lines
        return min(high, ((free - gap * columns) / (columns + _BESIDE)) / CARD_RATIO)

    lines = max((1, 2), key=height)
    high = max(10.0, height(lines))
    wide, columns = high * CARD_RATIO, math.ceil(count / lines)
    top = row.center().y() - (high * lines + gap * (lines - 1)) / 2
    slots = tuple(
        QRectF(row.left() + (n % columns) * (wide + gap), top + (n // columns) * (high + gap), wide, high)
        for n in range(count)
    )
    return slots, row.left() + columns * (wide + gap)
