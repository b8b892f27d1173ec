"""Where people sit round the table, and how each one's place is divided. Pure geometry."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from PySide6.QtCore import QRectF, QSizeF
from PySide6.QtGui import QTransform

from engine.table.zones import hand_of
from vtt.table.bare_seat import bare_cell, has_room_for_boxes
from vtt.table.body import least_height, width_for
from vtt.table.fan import tallest_card
from vtt.table.places import Places
from vtt.table.plan import Cell, Edge, Needs
from vtt.table.station_plan import StationNeed, is_narrow, lay_stations, need_of, weight_of
from vtt.widgets.metrics import Metrics

_SHARE_TOP: Final = 0.27
_SHARE_BOTTOM: Final = 0.29
_SHARE_SIDE: Final = 0.215
_SHARE_CORNER: Final = 0.3
_LEAST_CORNER: Final = 13.0
"""A corner is no narrower than so many small letters, where it gives its width to the one at the top."""
_USUAL_HAND: Final = 7
_SMALL: Final = 0.6
_TALLEST: Final = 2.2
"""A body beside a hand at the side is no higher than so many times what can just be read."""
_LOWEST: Final = 0.46
"""A hand at the side is at least so high, by its width, before a body takes room from it."""
_HAND_LEFT: Final = 0.34
_NARROW_NUMBERS: Final = 4.4
"""A body leaves so much of its width to a hand; for that its numbers are so narrow, by their letters."""
_NARROW: Final = 0.37
_STATIONS_TOP: Final = 0.355
_STATIONS_BOTTOM: Final = 0.385
"""How much of the height a place has that holds a row of slots as well as a hand."""
_LOW_TABLE: Final = 0.03
_LOW_LINES: Final = 34
"""On a table that is no higher than so many lines, places have so much more of it, and the middle less."""
_MOST_ALONG: Final = 4
"""So many places with slots lie along the bottom; further ones lie at the sides."""
_LEAST_SIDE: Final = 11.0
"""Where they would be lower than so many letters at the sides, they lie beside the one at the top."""
_BARE: Final = 52.0
"""How wide such a place is at the most, where it is not half the table."""
_CROWD: Final = 5
"""So many characters more want another row for their names."""

_WITHOUT_STATIONS: Final = 6.0
"""How much width the place of somebody without slots wants beside others: as much as a name and a hand take."""

# For each number of players beside the one at the top: seats in the top corners, at each side, and along the bottom.
_ROUND: Final = {0: (0, 0), 1: (0, 0), 2: (0, 0), 3: (0, 1), 4: (0, 1), 5: (0, 1), 6: (1, 1), 7: (1, 1), 8: (1, 1)}


@dataclass(frozen=True, slots=True)
class _Sitting:
    """What of a seat decides how its place is divided: characters, piles and chips beside it, lines of numbers.

    Who holds no cards (`bare`) has all the place for the body.
    """

    seat: str
    turn: int
    pills: bool
    beside: bool
    lines: int
    body: bool
    crowd: int
    stations: tuple[StationNeed, ...] = ()
    bare: bool = False


def seat_cells(inner: QRectF, m: Metrics, places: Places, needs: Needs) -> tuple[tuple[Cell, ...], QRectF]:
    """Return the cells of the seats within the rail, and the room that they leave in the middle."""
    sitting = tuple(
        _Sitting(
            seat.id,
            seat.turn,
            seat.id in needs.pills,
            seat.id in places.beside or seat.id in places.bags,
            needs.figures.get(seat.id, 0),
            seat.id in needs.bodies,
            needs.crowds.get(seat.id, 0),
            tuple(need_of(station) for station in places.stations.get(seat.id, ())),
            bare=not (seat.id in places.hands or seat.id in places.beside or seat.id in places.bags),
        )
        for seat in places.seats
    )
    within = (inner.x(), inner.y(), inner.width(), inner.height())
    return (_wide_cells if any(seat.stations for seat in sitting) else _cells)(within, m, sitting)


@lru_cache(maxsize=16)
def _cells(
    within: tuple[float, float, float, float], m: Metrics, sitting: tuple[_Sitting, ...]
) -> tuple[tuple[Cell, ...], QRectF]:
    """Divide the table among the seats; from one moment to the next that stays as it is."""
    inner = QRectF(*within)
    count = len(sitting)
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
    side_wide = inner.width() * (_SHARE_SIDE if sides else 0.0)
    rects: list[tuple[QRectF, Edge]] = []
    bare = all(seat.bare and seat.lines for seat in sitting[1:])
    corner_wide = inner.width() * _SHARE_CORNER if corners else 0.0
    if corners and bare and not has_room_for_boxes(corner_wide, top_high + over, m):
        corner_wide = max(side_wide, m.font_small * _LEAST_CORNER) + pad
    middle_wide = inner.width() - 2 * (corner_wide or side_wide + 2 * pad)
    if sitting[0].bare and sitting[0].lines:
        middle_wide = min(middle_wide, max(inner.width() * 0.5, m.font_small * _BARE))
    elif not (sitting[0].body or sitting[0].crowd):
        middle_wide = min(middle_wide, max(inner.width() * 0.42, m.card * 4))
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
        shares = (0.6, 0.5) if bare else (0.5, 0.485 if any(seat.body for seat in sitting) else 0.44)
        wide = inner.width() / bottom if bottom > 2 else inner.width() * shares[bottom - 1]
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
    forms = [_forms(area, edge, m, seat) for seat, (area, edge) in zip(sitting, rects, strict=False)]
    # Numbers at the top reach down to the end of their place, and a pile stands a little higher than its cards.
    air = pad if sitting[0].lines or sitting[0].body else 0.0
    middle = QRectF(
        inner.left() + side_wide + 2 * pad,
        inner.top() + top_high + air,
        inner.width() - 2 * side_wide - 4 * pad,
        inner.height() - top_high - bottom_high - pad - air,
    )
    return _chosen(forms, m), middle


def _chosen(forms: list[list[Cell]], m: Metrics) -> tuple[Cell, ...]:
    """Return each place in one of its forms: where cards would be small, names stand beside the hands and not above."""
    tall = [[tallest_card(form.fan, _USUAL_HAND) for form in each] for each in forms]
    gains = [len(each) > 1 and each[1] > each[0] * 1.1 for each in tall]
    # One hand that needs it decides for all, and those of one side go together, so that the table looks of a piece.
    pairs = list(zip(gains, tall, strict=True))
    needed = any(gain and each[0] < m.card * _SMALL and each[1] > each[0] * 1.25 for gain, each in pairs)
    stacked = {each[0].edge for gain, each in zip(gains, forms, strict=True) if not gain}
    return tuple(each[1] if needed and each[0].edge not in stacked else each[0] for each in forms)


def _about(x: float, top: float, wide: float, high: float) -> QRectF:
    return QRectF(x - wide / 2, top, wide, high)


def _forms(area: QRectF, edge: Edge, m: Metrics, seat: _Sitting) -> list[Cell]:
    """Return the ways in which a place can be divided: name above the hand, and where it is wide, beside it."""
    turn, lines = seat.turn, seat.lines
    upright = turn in (0, 180)
    if seat.bare and seat.lines:
        size = area.size() if upright else area.size().transposed()
        return [bare_cell(area, edge, m, seat.seat, turn, seat.crowd, _heights(size, m, seat))]
    over, narrow = 0.0, False
    if upright and edge in (Edge.LEFT, Edge.RIGHT):
        name = m.control + m.font_small * 2
        hand, least = area.width() * 0.66 + name, least_height(m) + m.pad_xs
        if seat.body and area.height() - area.width() * _LOWEST - name >= least:
            hand = min(area.width() * 0.6 + name, area.height() - least)
            over = min(area.height() - hand, least * _TALLEST)
        elif seat.body and area.height() - name - 2 * _line(m) - m.pad_s >= least:
            narrow, hand = True, max(hand, name + 2 * _line(m) + m.pad_s + least)
        elif lines:
            over = _line(m) * math.ceil(lines / max(1, int(area.width() / _column(m)))) + m.pad_xs
            over = min(over, area.height() * 0.3)
        # A hand at the side is as high as its width allows; its place is no higher than that.
        spare = max(0.0, area.height() - over - hand)
        area = area.adjusted(0, spare / 2, 0, -spare / 2)
    size = area.size() if upright else area.size().transposed()
    way = QTransform().translate(area.center().x(), area.center().y()).rotate(turn)
    way.translate(-size.width() / 2, -size.height() / 2)
    # Who sits at the top looks at the screen like everybody else: name above, cards below. Turned, cards lie ahead.
    above = edge is Edge.TOP and turn == 0
    empty = QRectF()
    cell = Cell(seat.seat, edge, turn, size, way, empty, empty, empty, empty, empty)
    return [
        _with_room_beside(
            _beside_body(divided, m, above, narrow=narrow) if seat.body and not over else divided,
            m,
            beside=seat.beside,
            lines=lines,
            over=over,
        )
        for divided in (_stacked(cell, m, above, seat), _abreast(cell, m, above, seat))
        if divided is not None
    ]


def _heights(size: QSizeF, m: Metrics, seat: _Sitting) -> tuple[float, float]:
    rows = min(3, 1 + seat.crowd // _CROWD)  # a crowd stands in several rows
    high = round(m.font_small * 1.75) * rows + m.pad_xs * (rows - 1)
    pills_high = min(high, size.height() * (0.08 + 0.09 * rows)) if seat.pills else 0.0
    return min(m.control, size.height() * 0.24), pills_high


def _stacked(cell: Cell, m: Metrics, above: bool, seat: _Sitting) -> Cell:
    """Divide a place into rows: the name, the characters, the hand."""
    wide, high = cell.size.width(), cell.size.height()
    plate_high, pills_high = _heights(cell.size, m, seat)
    gap = m.pad_xs
    plate_wide = min(wide * 0.96, m.font_body * 17.0)
    left = (wide - plate_wide) / 2
    if above:
        plate = QRectF(left, 0, plate_wide, plate_high)
        row = QRectF(0, plate.bottom() + gap, wide, pills_high)
        cards = QRectF(0, row.bottom() + gap, wide, high - row.bottom() - gap)
    else:
        plate = QRectF(left, high - plate_high, plate_wide, plate_high)
        row = QRectF(0, plate.top() - gap - pills_high, wide, pills_high)
        cards = QRectF(0, 0, wide, row.top() - gap)
    return replace(cell, plate=plate, pills=row, fan=cards.adjusted(gap, 0, -gap, 0))


def _abreast(cell: Cell, m: Metrics, above: bool, seat: _Sitting) -> Cell | None:
    """Divide a wide and low place into columns: name and characters beside the hand; None where it is too narrow.

    A crowd has no room in a column.
    """
    wide, high, pills = cell.size.width(), cell.size.height(), seat.pills
    if seat.crowd >= _CROWD:
        return None
    column = min(m.font_body * 13.0, wide * 0.44)
    if cell.edge in (Edge.LEFT, Edge.RIGHT) or column < m.font_body * 9.0:
        return None
    plate_high, gap = min(m.control, high * (0.36 if pills else 0.6)), m.pad_s
    if above:
        plate = QRectF(0, 0, column, plate_high)
        rows = QRectF(0, plate.bottom() + gap, column, high - plate_high - 2 * gap)
        cards = QRectF(column + gap, m.rail_width * 0.8, wide - column - gap, high - m.rail_width * 0.8)
    else:
        plate = QRectF(0, high - plate_high, column, plate_high)
        rows = QRectF(0, gap, column, plate.top() - 2 * gap)
        cards = QRectF(column + gap, 0, wide - column - gap, high - m.rail_width * 0.8)
    return replace(cell, plate=plate, pills=rows if pills else QRectF(), fan=cards)


def _beside_body(cell: Cell, m: Metrics, above: bool, *, narrow: bool) -> Cell:
    """Take the room for a drawn body off the left end of a place: as high as it is, or beside the hand alone.

    In a narrow place the numbers stand above the body, and not beside it.
    """
    if narrow:
        body = QRectF(cell.fan.left(), cell.fan.top(), cell.fan.width() * _NARROW, cell.fan.height())
        return replace(cell, fan=cell.fan.adjusted(body.width() + m.pad_xs, 0, 0, 0), figure=body)
    gap, rail = float(m.pad_s), m.rail_width * 0.62 + m.pad_m
    high = cell.size.height()
    free = QRectF(0, rail if above else 0.0, cell.fan.right(), high - rail)
    column = min(_column(m) * 1.1, cell.size.width() * 0.19)
    wide = width_for(free.height()) + gap + column
    cards, pills, plate = QRectF(cell.fan), QRectF(cell.pills), QRectF(cell.plate)
    if plate.right() < cards.left():  # the name stands beside the hand already
        free = QRectF(cards)
        wide = width_for(free.height()) + gap + column
    elif plate.left() < wide + gap:
        plate = QRectF(wide + gap, plate.top(), min(plate.width(), cell.size.width() - wide - gap), plate.height())
    if cards.right() - free.left() - wide < cards.width() * _HAND_LEFT:  # numbers may be narrow, a body may not go
        wide -= max(0.0, column - m.font_small * _NARROW_NUMBERS)
    if free.height() < least_height(m) or cards.right() - free.left() - wide < cards.width() * _HAND_LEFT:
        return cell
    body = QRectF(free.left(), free.top(), wide, free.height())
    cards.setLeft(body.right() + gap)
    if not pills.isEmpty() and body.intersects(pills):
        pills.setLeft(body.right() + gap)
    return replace(cell, plate=plate, fan=cards, pills=pills, figure=body)


def _line(m: Metrics) -> float:
    """Return how high a line is that tells one number of a character."""
    return m.font_small * 1.8


def _column(m: Metrics) -> float:
    """Return how wide such a line is."""
    return m.font_small * 8.5


def _with_room_beside(cell: Cell, m: Metrics, *, beside: bool, lines: int, over: float) -> Cell:
    """Take the room for chips and piles off the right end of the hand's, and that for numbers and body off the left.

    Args:
        cell: divided already.
        m: lengths.
        beside: whether there are chips or piles.
        lines: how many numbers there are.
        over: how much of the height they take where they stand over the hand and not beside it.
    """
    cards, gap = QRectF(cell.fan), float(m.pad_xs)
    room, drawn = QRectF(), QRectF(cell.figure)
    if lines and over:
        drawn = QRectF(cards.left(), cards.top(), cards.width(), over - gap)
        cards.setTop(drawn.bottom() + gap)
    if beside:
        share = max(m.chip * 1.6, cards.width() * 0.24)
        room = QRectF(cards.right() - share, cards.top(), share, cards.height())
        cards.setRight(room.left() - gap)
    if lines and not over and drawn.isEmpty():
        columns = max(1, math.ceil(lines * _line(m) / max(1.0, cards.height())))
        wide = min(columns * _column(m) * 1.25, cards.width() * (0.36 if columns == 1 else 0.6))
        if cards.width() - wide > m.font_body * 4:
            drawn = QRectF(cards.left(), cards.top(), wide, cards.height())
            cards.setLeft(drawn.right() + gap)
    return replace(cell, fan=cards, beside=room, figure=drawn)


# ---- places with slots -----------------------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def _wide_cells(
    within: tuple[float, float, float, float], m: Metrics, sitting: tuple[_Sitting, ...]
) -> tuple[tuple[Cell, ...], QRectF]:
    """Divide a table on which cards lie in slots: the GM along the top, players along the bottom, some at the sides."""
    inner, pad, over = QRectF(*within), m.pad_s, m.rail_width * 0.62
    low = _LOW_TABLE if inner.height() < m.font_body * _LOW_LINES else 0.0
    top_high = inner.height() * (_STATIONS_TOP + low)
    low_high = inner.height() * (_STATIONS_BOTTOM + low if len(sitting) > 1 else 0.0)
    first, players = sitting[0], sitting[1:]
    aside = max(0, math.ceil((len(players) - _MOST_ALONG) / 2))
    right, along = players[:aside], players[aside : len(players) - aside]
    left = players[len(players) - aside :] if aside else ()
    band = QRectF(inner.left(), inner.top() + top_high, inner.width(), inner.height() - top_high - low_high)
    ends: tuple[tuple[_Sitting, ...], tuple[_Sitting, ...]] = ((), ())
    if band.height() < m.font_body * _LEAST_SIDE * max(1, len(right)):  # nothing could be read at the sides
        aside = _fewest_beside_the_first(first, players)
        right, along = players[:aside], players[aside : len(players) - aside]
        ends, right, left, aside = (right, players[len(players) - aside :] if aside else ()), (), (), 0
    side_wide = inner.width() * _SHARE_SIDE if aside else 0.0
    areas: dict[str, tuple[QRectF, Edge]] = {}
    upper = (*ends[0][::-1], first, *ends[1])
    whole, at = sum(_width_of(seat) for seat in upper), inner.right()
    for seat in upper:
        wide = inner.width() * _width_of(seat) / whole
        at -= wide
        areas[seat.seat] = (QRectF(at, inner.top() - over, wide, top_high + over), Edge.TOP)
    whole = sum(_width_of(seat) for seat in along)
    at = inner.right()
    for seat in along:  # clockwise from the top, the first player along the bottom sits at the right
        wide = inner.width() * _width_of(seat) / whole
        at -= wide
        areas[seat.seat] = (QRectF(at, inner.bottom() - low_high, wide, low_high + over), Edge.BOTTOM)
    for seats, start, edge in ((right, band.right() - side_wide, Edge.RIGHT), (left[::-1], band.left(), Edge.LEFT)):
        high = band.height() / max(1, len(seats))
        for number, seat in enumerate(seats):
            areas[seat.seat] = (QRectF(start, band.top() + number * high, side_wide, high), edge)
    cells = tuple(_with_stations(*areas[seat.seat], m, seat, narrow=False) for seat in sitting)
    if is_narrow((plan for cell in cells for plan in cell.stations), m):
        cells = tuple(_with_stations(*areas[seat.seat], m, seat, narrow=True) for seat in sitting)
    return cells, band.adjusted(side_wide + pad, pad / 2, -side_wide - pad, -pad / 2)


def _fewest_beside_the_first(first: _Sitting, players: tuple[_Sitting, ...]) -> int:
    """Return how many sit at each side of the one at the top, so that everybody has as much room as can be."""

    def crowded(aside: int) -> float:
        upper = (first, *players[:aside], *players[len(players) - aside :])
        along = players[aside : len(players) - aside]
        return max(sum(map(_width_of, upper)), sum(map(_width_of, along)))

    return min(range(len(players) // 2 + 1), key=crowded) if players else 0


def _width_of(seat: _Sitting) -> float:
    return sum(weight_of(need) for need in seat.stations) or _WITHOUT_STATIONS


def _with_stations(area: QRectF, edge: Edge, m: Metrics, seat: _Sitting, *, narrow: bool) -> Cell:
    """Divide the place of somebody into the name at the rail and the places of their characters."""
    upright = seat.turn in (0, 180)
    size = area.size() if upright else area.size().transposed()
    way = QTransform().translate(area.center().x(), area.center().y()).rotate(seat.turn)
    way.translate(-size.width() / 2, -size.height() / 2)
    above = edge is Edge.TOP and seat.turn == 0
    empty = QRectF()
    cell = Cell(seat.seat, edge, seat.turn, size, way, empty, empty, empty, empty, empty)
    if not seat.stations:
        plain = replace(seat, pills=seat.pills, lines=0, body=False)
        return _with_room_beside(_stacked(cell, m, above, plain), m, beside=seat.beside, lines=0, over=0.0)
    wide, high = size.width(), size.height()
    plate_high = min(m.control, high * 0.15)
    plate_wide = min(wide * 0.96, m.font_body * 17.0)
    plate = QRectF((wide - plate_wide) / 2, 0 if above else high - plate_high, plate_wide, plate_high)
    room = QRectF(0, plate.bottom(), wide, high - plate_high) if above else QRectF(0, 0, wide, plate.top())
    room.adjust(m.pad_s, m.pad_xs, -m.pad_s, -m.pad_xs)
    beside = QRectF()
    if seat.beside:
        beside = QRectF(room.right() - m.chip * 3.2, room.top(), m.chip * 3.2, room.height())
        room.setRight(beside.left() - m.pad_xs)
    stations = lay_stations(seat.stations, room, m, above=above, narrow=narrow)
    fan = next((station.hand[1] for station in stations if station.hand[0] == hand_of(seat.seat)), empty)
    return replace(cell, plate=plate, fan=fan, beside=beside, stations=stations)
