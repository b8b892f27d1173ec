"""Where everything stands on the table: pure geometry, from the room there is and from what is there.

Scene pixels are widget pixels. A turned seat is laid out upright in its own rectangle and then turned about its middle.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QTransform

from vtt.table.places import Places
from vtt.widgets.metrics import CARD_RATIO, Metrics, metrics

_BASE_WIDTH: Final = 1280
_BASE_HEIGHT: Final = 720
_SHARE_TOP: Final = 0.27
_SHARE_BOTTOM: Final = 0.29

# For each number of players beside the one at the top: seats in the top corners, at each side, and along the bottom.
_ROUND: Final = {0: (0, 0), 1: (0, 0), 2: (0, 0), 3: (0, 1), 4: (0, 1), 5: (0, 1), 6: (1, 1), 7: (1, 1), 8: (1, 1)}


class Edge(StrEnum):
    """The side of the table at which a seat has its place."""

    TOP = "top"
    RIGHT = "right"
    BOTTOM = "bottom"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class Cell:
    """The place of one seat. The rectangles lie in its own upright coordinates; `way` leads from them to the scene."""

    seat: str
    edge: Edge
    turn: int
    size: QSizeF
    way: QTransform
    plate: QRectF
    pills: QRectF
    fan: QRectF
    beside: QRectF

    def in_scene(self, rect: QRectF) -> QRectF:
        """Return where one of the cell's rectangles lies on the table."""
        return self.way.mapRect(rect)

    @property
    def area(self) -> QRectF:
        """The whole cell on the table."""
        return self.way.mapRect(QRectF(QPointF(), self.size))


@dataclass(frozen=True, slots=True)
class Box:
    """The room of one zone or lane in the middle: where its cards lie and where its words stand."""

    area: QRectF
    cards: QRectF
    head: QRectF
    foot: QRectF


@dataclass(frozen=True, slots=True)
class Plan:
    """The whole table laid out.

    Attributes:
        lengths: every length at the scale that fits this table.
        scale: that scale; never more than the group asked for on a small window.
        cells: the seats.
        middle: the room between the seats.
        order: the strip with the order of acting.
        title: the line above the tray.
        outcome: the banner under the tray.
        lanes: the commit tray, lane by lane.
        boxes: piles and other zones in the middle by zone.
        pots: chips in the middle.
        pile_height: how high a card in a pile is.
    """

    size: QSizeF
    lengths: Metrics
    scale: float
    cells: tuple[Cell, ...]
    middle: QRectF
    order: QRectF
    title: QRectF
    outcome: QRectF
    lanes: tuple[Box, ...]
    boxes: dict[str, Box]
    pots: QRectF
    pile_height: float


def fitting_scale(size: QSizeF, wanted: float, seats: int) -> float:
    """Return the scale for a table of this size: as wanted, larger in a large window, but seats never lack room."""
    base = min(size.width() / _BASE_WIDTH, size.height() / _BASE_HEIGHT)
    return max(0.75, min(wanted * max(1.0, 0.84 * base), base * (1.95 - 0.06 * seats)))


def lay_out(
    size: QSizeF, wanted: float, places: Places, *, pills: frozenset[str] = frozenset(), strip: bool = False
) -> Plan:
    """Return the plan of a table.

    Args:
        size: of the widget.
        wanted: the scale that the group chose.
        places: what there is to lay out.
        pills: the seats that have characters to show.
        strip: whether there is an order of acting to show.
    """
    scale = fitting_scale(size, wanted, len(places.seats))
    lengths = metrics(scale)
    rail = lengths.rail_width
    inner = QRectF(rail, rail, size.width() - 2 * rail, size.height() - 2 * rail)
    cells, middle = _seat_cells(inner, lengths, places, pills)
    return _middle(size, scale, lengths, cells, middle, places, strip)


def _seat_cells(inner: QRectF, m: Metrics, places: Places, pills: frozenset[str]) -> tuple[tuple[Cell, ...], QRectF]:
    count = len(places.seats)
    pad = m.pad_s
    if count == 0:
        return (), inner.adjusted(pad, pad, -pad, -pad)
    players = count - 1
    corners, sides = _ROUND.get(players, (1, max(1, math.ceil((players - 6) / 4))))
    bottom = players - 2 * corners - 2 * sides
    top_high = inner.height() * _SHARE_TOP
    bottom_high = inner.height() * _SHARE_BOTTOM if bottom else pad
    # Plates of the long sides stand half on the rail, which gives the cards more cloth.
    over = m.rail_width * 0.62
    top = inner.top() - over
    low = inner.bottom() + (over if bottom else 0.0)
    side_wide = inner.width() * (0.235 if sides else 0.0)
    rects: list[tuple[QRectF, Edge]] = []
    corner_wide = inner.width() * 0.3 if corners else 0.0
    middle_wide = min(inner.width() - 2 * (corner_wide or side_wide + 2 * pad), max(inner.width() * 0.42, m.card * 4))
    rects.append((_about(inner.center().x(), top, middle_wide, top_high + over), Edge.TOP))
    band_top = inner.top() + (top_high if corners else top_high * 0.42) + pad
    band_low = inner.bottom() - bottom_high - pad
    each = (band_low - band_top) / max(1, sides)
    if corners:
        rects.append((QRectF(inner.right() - corner_wide, top, corner_wide, top_high + over), Edge.TOP))
    for i in range(sides):
        area = QRectF(inner.right() - side_wide - pad, band_top + i * each, side_wide, each - pad)
        rects.append((area, Edge.RIGHT))
    if bottom:
        wide = inner.width() / bottom if bottom > 2 else inner.width() * (0.44 if bottom == 2 else 0.5)
        first = inner.center().x() + wide * (bottom - 1) / 2
        for i in range(bottom):
            area = _about(
                first - i * wide, inner.bottom() - bottom_high, wide - pad, bottom_high + low - inner.bottom()
            )
            rects.append((area, Edge.BOTTOM))
    for i in reversed(range(sides)):
        area = QRectF(inner.left() + pad, band_top + i * each, side_wide, each - pad)
        rects.append((area, Edge.LEFT))
    if corners:
        rects.append((QRectF(inner.left(), top, corner_wide, top_high + over), Edge.TOP))
    cells = tuple(
        _cell(area, edge, m, seat.id, seat.turn, seat.id in pills, seat.id in places.beside or seat.id in places.bags)
        for seat, (area, edge) in zip(places.seats, rects, strict=False)
    )
    middle = QRectF(
        inner.left() + side_wide + 2 * pad,
        inner.top() + top_high,
        inner.width() - 2 * side_wide - 4 * pad,
        inner.height() - top_high - bottom_high - pad,
    )
    return cells, middle


def _about(x: float, top: float, wide: float, high: float) -> QRectF:
    return QRectF(x - wide / 2, top, wide, high)


def _cell(area: QRectF, edge: Edge, m: Metrics, seat: str, turn: int, pills: bool, beside: bool) -> Cell:
    upright = turn in (0, 180)
    if upright and edge in (Edge.LEFT, Edge.RIGHT):
        # A hand at the side is as high as its width allows; its place is no higher than that.
        spare = max(0.0, area.height() - area.width() * 0.66 - m.control - m.font_small * 2)
        area = area.adjusted(0, spare / 2, 0, -spare / 2)
    size = area.size() if upright else area.size().transposed()
    way = QTransform().translate(area.center().x(), area.center().y()).rotate(turn)
    way.translate(-size.width() / 2, -size.height() / 2)
    wide, high = size.width(), size.height()
    plate_high = min(m.control, high * 0.24)
    pills_high = min(round(m.font_small * 1.75), high * 0.16) if pills else 0.0
    gap = m.pad_xs
    plate_wide = min(wide * 0.96, m.font_body * 17.0)
    left = (wide - plate_wide) / 2
    # Who sits at the top looks at the screen like everybody else: name above, cards below. Turned, cards lie ahead.
    if edge is Edge.TOP and turn == 0:
        plate = QRectF(left, 0, plate_wide, plate_high)
        pill_row = QRectF(0, plate.bottom() + gap, wide, pills_high)
        cards = QRectF(0, pill_row.bottom() + gap, wide, high - pill_row.bottom() - gap)
    else:
        plate = QRectF(left, high - plate_high, plate_wide, plate_high)
        pill_row = QRectF(0, plate.top() - gap - pills_high, wide, pills_high)
        cards = QRectF(0, 0, wide, pill_row.top() - gap)
    cards.adjust(gap, 0, -gap, 0)
    room = QRectF()
    if beside:
        share = max(m.chip * 1.6, cards.width() * 0.24)
        room = QRectF(cards.right() - share, cards.top(), share, cards.height())
        cards.setRight(room.left() - gap)
    return Cell(
        seat=seat, edge=edge, turn=turn, size=size, way=way, plate=plate, pills=pill_row, fan=cards, beside=room
    )


def _middle(
    size: QSizeF,
    scale: float,
    m: Metrics,
    cells: tuple[Cell, ...],
    middle: QRectF,
    places: Places,
    strip: bool,
) -> Plan:
    gap = float(m.pad_s)
    rest = QRectF(middle)
    order = title = outcome = pots = QRectF()
    if strip:
        high = min(m.font_body * 2.1, rest.height() * 0.2)
        order = QRectF(rest.left(), rest.top(), rest.width(), high)
        rest.setTop(order.bottom() + gap)
    if places.pots:
        high = min(m.chip * 2.2, rest.height() * 0.3)
        pots = QRectF(rest.left(), rest.bottom() - high, rest.width(), high)
        rest.setBottom(pots.top() - gap)
    label_high = m.font_body * 1.5
    sided = any(lane.side for lane in places.lanes)
    pile_high = min(rest.height() * 0.72 - label_high * 0.4, rest.width() * 0.15 / CARD_RATIO, m.card * 1.15)
    pile_high = max(18.0, pile_high)
    pile_wide = pile_high * CARD_RATIO
    boxes: dict[str, Box] = {}
    lanes: tuple[Box, ...] = ()
    left_wide = len(places.left) * (pile_wide + 2 * gap)
    right_wide = len(places.right) * (pile_wide + 2 * gap)
    core = rest.adjusted(left_wide + gap, 0, -right_wide - gap, 0)
    empty = tuple(zone for zone in places.others if zone in places.empty)
    spread = tuple(zone for zone in places.others if zone not in places.empty)
    if empty:
        high = min(m.font_body * 1.7, core.height() * 0.16)
        _row_of_boxes(boxes, QRectF(core.left(), core.bottom() - high, core.width(), high), empty, m)
        core.setBottom(core.bottom() - high - gap)
    if places.lanes:
        if spread:
            high = core.height() * 0.34
            _row_of_boxes(boxes, QRectF(core.left(), core.bottom() - high, core.width(), high), spread, m)
            core.setBottom(core.bottom() - high - gap)
        # A wide table does not pull the lanes apart: what is compared lies together.
        wide = min(core.width(), max(core.height(), m.card) * 1.5 * min(3, len(places.lanes)))
        core = QRectF(core.center().x() - wide / 2, core.top(), wide, core.height())
        if sided:
            high = min(m.font_large * 1.5, core.height() * 0.15)
            title = QRectF(core.left(), core.top(), core.width(), high)
            outcome = QRectF(core.left(), core.bottom() - high, core.width(), high)
            core = core.adjusted(0, high + gap / 2, 0, -high - gap / 2)
        open_now = tuple(lane.side is None or lane.side.total is None for lane in places.lanes)
        lanes = _lanes(core, open_now, m)
    elif spread:
        _row_of_boxes(boxes, core, spread, m)
    between = core.width() if places.lanes or spread else pile_wide * 0.55
    _piles(boxes, rest, places, pile_high, label_high, gap, between)
    return Plan(
        size=size,
        lengths=m,
        scale=scale,
        cells=cells,
        middle=middle,
        order=order,
        title=title,
        outcome=outcome,
        lanes=lanes,
        boxes=boxes,
        pots=pots,
        pile_height=pile_high,
    )


def _piles(
    boxes: dict[str, Box], rest: QRectF, places: Places, high: float, label: float, gap: float, between: float
) -> None:
    """Lay the piles to both sides of what lies between them."""
    wide = high * CARD_RATIO
    step = wide + 2 * gap
    middle = rest.center().x() + (len(places.left) - len(places.right)) * step / 2
    starts = (middle - between / 2 - len(places.left) * step, middle + between / 2 + 2 * gap)
    top = rest.center().y() - (high + label) / 2
    for start, zones in zip(starts, (places.left, places.right), strict=True):
        for i, zone in enumerate(zones):
            cards = QRectF(start + i * step, top, wide, high)
            foot = QRectF(cards.left() - gap * 0.8, cards.bottom() + gap * 0.6, wide + gap * 1.6, label)
            boxes[zone] = Box(area=cards.united(foot), cards=cards, head=QRectF(), foot=foot)


def _row_of_boxes(boxes: dict[str, Box], room: QRectF, zones: tuple[str, ...], m: Metrics) -> None:
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
        boxes[zone] = Box(area=area, cards=cards, head=head, foot=QRectF())


def _columns(core: QRectF, count: int) -> int:
    """Return in how many columns lanes have the tallest cards; a grid with holes only where it is clearly better."""
    best = (0.0, 1)
    for columns in range(1, count + 1):
        rows = math.ceil(count / columns)
        tall = min(core.height() / rows * 0.6, core.width() / columns / (2 * CARD_RATIO))
        tall *= 0.8 if rows * columns != count else 1.0
        best = max(best, (tall, columns))
    return best[1]


def _lanes(core: QRectF, open_now: tuple[bool, ...], m: Metrics) -> tuple[Box, ...]:
    """Lay lanes side by side; in one row those that still take cards get more room than those that are over."""
    count = len(open_now)
    columns = _columns(core, count)
    rows = math.ceil(count / columns)
    gap = m.pad_m if count <= 2 else m.pad_xs
    shares = [1.35 if still else 1.0 for still in open_now] if rows == 1 else [1.0] * columns
    unit = (core.width() - gap * (columns - 1)) / sum(shares)
    high = (core.height() - gap * (rows - 1)) / rows
    lanes = []
    for i in range(count):
        row, column = divmod(i, columns)
        left = core.left() + unit * sum(shares[:column]) + gap * column
        area = QRectF(left, core.top() + row * (high + gap), unit * shares[column], high)
        inside = area.adjusted(m.pad_m, m.pad_s, -m.pad_m, -m.pad_s)
        head = QRectF(inside.left(), inside.top(), inside.width(), min(m.font_body * 1.5, inside.height() * 0.24))
        foot_high = min(m.font_small * 1.5, inside.height() * 0.16)
        foot = QRectF(inside.left(), inside.bottom() - foot_high, inside.width(), foot_high)
        cards = QRectF(inside.left(), head.bottom() + 2, inside.width(), foot.top() - head.bottom() - 4)
        lanes.append(Box(area=area, cards=cards, head=head, foot=foot))
    return tuple(lanes)
