"""The seats around the table, and the layout of each seat's cell. Pure geometry.

There are two layouts. In the usual one each seat has a name, a hand, and numbers or a body. Seats with stations, that
is rows of slots for cards in play, need more height and have a layout of their own.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from PySide6.QtCore import QRectF, QSizeF
from PySide6.QtGui import QTransform

from engine.model.zones import hand_of
from vtt.shared.bodies.body_drawing import least_height, width_for
from vtt.shared.table_queries import HELD_KINDS, kind_of_zone
from vtt.table.layout.card_spread import tallest_card
from vtt.table.layout.cardless_seat_layout import cardless_cell, has_room_for_boxes
from vtt.table.layout.piles_beside_hand import CHIPS_WIDE, are_beside_one_another, least_pile_width
from vtt.table.layout.station_layout import (
    StationNeed,
    is_too_narrow_to_set,
    lay_stations,
    least_station_width,
    shared_widths,
    station_need,
    station_weight,
)
from vtt.table.layout.table_plan import LayoutNeeds, SeatCell, TableEdge
from vtt.table.layout.zone_placement import ZonePlacement
from vtt.widgets.look.ui_metrics import UiMetrics

_TOP_HEIGHT: Final = 0.27
_MOST_TOP_HEIGHT: Final = 0.34
_BOTTOM_HEIGHT: Final = 0.29
"""The height of the seats along the top, at most with several hands, and along the bottom; a share of the table's."""
LEAST_HAND_HEIGHT: Final = 5.6
LEAST_HAND_WIDTH: Final = 7.6
MOST_HANDS_ABREAST: Final = 3
"""The minimum height and width of a hand with its name, among several of a seat, in small letters, and the greatest
number of them side by side."""
_SIDE_WIDTH: Final = 0.215
_CORNER_WIDTH: Final = 0.3
"""The width of a seat at a side and in a top corner, as a share of the table's width."""
_MIN_CORNER_WIDTH: Final = 13.0
"""The minimum width of a corner, in small letters, where it gives width to the seat at the top."""
_CHIPS_ROOM: Final = 1.6
"""The least width beside a hand for piles and chips, in chips."""
_BESIDE_SEVERAL_HANDS: Final = 0.12
"""The share of piles and chips in the width of several hands."""
_USUAL_HAND: Final = 7
"""The number of cards by which two layouts of a hand are compared."""
_SMALL_CARD: Final = 0.6
"""Cards below this share of their normal height are small."""
_MAX_BODY_HEIGHT: Final = 2.2
"""The greatest height of a body above a hand at a side, as a multiple of the smallest readable height."""
_MIN_HAND_HEIGHT: Final = 0.46
"""The minimum height of a hand at a side, as a share of its width, before a body takes room from it."""
_MIN_HAND_WIDTH: Final = 0.34
"""The minimum share of its width that a hand keeps beside a body."""
_LEAST_NUMBERS: Final = 5.2
"""The minimum width of the numbers, in small letters, beside a body and several hands."""
_NARROW_NUMBERS: Final = 4.4
"""The width of the numbers, in small letters, where a body leaves part of its width to a hand."""
_NARROW_BODY: Final = 0.37
"""The width of a body in a narrow cell, as a share of the hand's width."""
_STATIONS_TOP: Final = 0.355
_STATIONS_BOTTOM: Final = 0.385
"""The share of the height for a place with a row of slots and a hand."""
_LOW_TABLE_EXTRA: Final = 0.03
_LOW_TABLE_LINES: Final = 34
"""On a table of less than this many lines, seats with stations take an extra share of the height."""
_MAX_ALONG_BOTTOM: Final = 4
"""The number of seats with stations along the bottom; further ones are at the sides."""
_MIN_SIDE_HEIGHT: Final = 11.0
"""The minimum height of such a seat at a side, in letters; with less it is beside the one at the top."""
_MAX_CARDLESS_WIDTH: Final = 52.0
"""The greatest width of a cardless seat at the top, in small letters, unless it is half the table."""
_CROWD: Final = 5
"""The number of further characters that need another row for their names."""

_WIDTH_WITHOUT_STATIONS: Final = 6.0
"""The relative width of a seat without stations among others (see `station_weight`): enough for a name and a hand."""

_CORNERS_AND_SIDES: Final = {
    0: (0, 0),
    1: (0, 0),
    2: (0, 0),
    3: (0, 1),
    4: (0, 1),
    5: (0, 1),
    6: (1, 1),
    7: (1, 1),
    8: (1, 1),
}
"""By the number of seats besides the one at the top: the seats in each top corner, and the seats at each side."""


@dataclass(frozen=True, slots=True)
class SeatNeeds:
    """Everything about a seat that decides its layout.

    Attributes:
        seat: the seat.
        turn: the rotation of its cell in degrees.
        pills: whether it has characters to name.
        beside: whether anything is in the room beside its own hand: piles, chips, or hands of its characters.
        lines: the number of lines with numbers of its character.
        body: whether its character's body is drawn.
        crowd: the number of its characters with numbers, if there are several.
        stations: the stations of its characters, if the game has any.
        bare: whether it has no cards and chips, so that its whole cell is for numbers and body.
        hands: the number of hands that its characters have.
        piles: the number of piles beside its hand.
        chips: whether it has chips there.
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
    hands: int = 0
    piles: int = 0
    chips: bool = False


def seat_needs(placement: ZonePlacement, needs: LayoutNeeds) -> tuple[SeatNeeds, ...]:
    """Return everything that decides the layout of the seats."""
    return tuple(
        SeatNeeds(
            seat.id,
            seat.turn,
            seat.id in needs.pills,
            seat.id in placement.beside or seat.id in placement.bags,
            needs.figures.get(seat.id, 0),
            seat.id in needs.bodies,
            needs.crowds.get(seat.id, 0),
            tuple(station_need(station) for station in placement.stations.get(seat.id, ())),
            bare=not (seat.id in placement.hands or seat.id in placement.beside or seat.id in placement.bags),
            hands=sum(kind_of_zone(zone) in HELD_KINDS for zone in placement.beside.get(seat.id, ())),
            piles=sum(kind_of_zone(zone) not in HELD_KINDS for zone in placement.beside.get(seat.id, ())),
            chips=bool(placement.bags.get(seat.id)),
        )
        for seat in placement.seats
    )


def lay_cells(inner: QRectF, metrics: UiMetrics, seats: tuple[SeatNeeds, ...]) -> tuple[tuple[SeatCell, ...], QRectF]:
    """Return the cells of the seats, the first one at the top, and the room that they leave in the middle."""
    within = (inner.x(), inner.y(), inner.width(), inner.height())
    lay = _lay_station_cells if any(seat.stations for seat in seats) else _lay_usual_cells
    return lay(within, metrics, seats)


@lru_cache(maxsize=64)
def _lay_usual_cells(
    within: tuple[float, float, float, float], metrics: UiMetrics, seats: tuple[SeatNeeds, ...]
) -> tuple[tuple[SeatCell, ...], QRectF]:
    """Return the cells of seats without stations, clockwise from the top, and the middle. Cached: it rarely changes."""
    inner = QRectF(*within)
    count = len(seats)
    pad = metrics.pad_s
    if count == 0:
        return (), inner.adjusted(pad, pad, -pad, -pad)
    players = count - 1
    corners, sides = _CORNERS_AND_SIDES.get(players, (1, max(1, math.ceil((players - 6) / 4))))
    bottom = players - 2 * corners - 2 * sides
    top_height = inner.height() * _TOP_HEIGHT
    if seats[0].hands > 1 and not corners:  # their names take height
        wanted = metrics.control + _plate_and_pills_heights(inner.size(), metrics, seats[0])[1] + 2 * metrics.pad_xs
        wanted += metrics.font_small * LEAST_HAND_HEIGHT
        top_height = max(top_height, min(wanted, inner.height() * _MOST_TOP_HEIGHT))
    bottom_height = inner.height() * _BOTTOM_HEIGHT if bottom else pad
    # The name plates along the top and bottom are partly on the rail, which leaves more cloth for the cards.
    plate_overhang = metrics.rail_width * 0.62
    top = inner.top() - plate_overhang
    bottom_edge = inner.bottom() + (plate_overhang if bottom else 0.0)
    side_width = inner.width() * (_SIDE_WIDTH if sides else 0.0)
    areas: list[tuple[QRectF, TableEdge]] = []
    all_cardless = all(seat.bare and seat.lines for seat in seats[1:])
    corner_width = inner.width() * _CORNER_WIDTH if corners else 0.0
    if corners and all_cardless and not has_room_for_boxes(corner_width, top_height + plate_overhang, metrics):
        corner_width = max(side_width, metrics.font_small * _MIN_CORNER_WIDTH) + pad
    top_width = inner.width() - 2 * (corner_width or side_width + 2 * pad)
    if seats[0].bare and seats[0].lines:
        top_width = min(top_width, max(inner.width() * 0.5, metrics.font_small * _MAX_CARDLESS_WIDTH))
    elif not (seats[0].body or seats[0].crowd):
        top_width = min(top_width, max(inner.width() * 0.42, metrics.card * 4))
    areas.append((_rect_centred_on(inner.center().x(), top, top_width, top_height + plate_overhang), TableEdge.TOP))
    band_top = inner.top() + (top_height if corners else top_height * 0.42) + pad
    band_bottom = inner.bottom() - bottom_height - pad
    side_height = (band_bottom - band_top) / max(1, sides)
    if not corners and any(seat.body for seat in seats) and side_height - pad < _height_with_body(side_width, metrics):
        band_top = inner.top() + pad  # beside the seat at the top there is free cloth
        side_height = (band_bottom - band_top) / max(1, sides)
    if corners:
        areas.append(
            (QRectF(inner.right() - corner_width, top, corner_width, top_height + plate_overhang), TableEdge.TOP)
        )
    for i in range(sides):
        area = QRectF(inner.right() - side_width - pad, band_top + i * side_height, side_width, side_height - pad)
        areas.append((area, TableEdge.RIGHT))
    if bottom:
        shares = (0.6, 0.5) if all_cardless else (0.5, 0.485 if any(seat.body for seat in seats) else 0.44)
        width = inner.width() / bottom if bottom > 2 else inner.width() * shares[bottom - 1]
        first_centre = inner.center().x() + width * (bottom - 1) / 2
        for i in range(bottom):
            area = _rect_centred_on(
                first_centre - i * width,
                inner.bottom() - bottom_height,
                width - pad,
                bottom_height + bottom_edge - inner.bottom(),
            )
            areas.append((area, TableEdge.BOTTOM))
    for i in reversed(range(sides)):
        area = QRectF(inner.left() + pad, band_top + i * side_height, side_width, side_height - pad)
        areas.append((area, TableEdge.LEFT))
    if corners:
        areas.append((QRectF(inner.left(), top, corner_width, top_height + plate_overhang), TableEdge.TOP))
    variants = [_cell_variants(area, edge, metrics, seat) for seat, (area, edge) in zip(seats, areas, strict=False)]
    # Numbers at the top fill their cell to its lower edge, and a pile in the middle is a little higher than its cards.
    gap_below_top = pad if seats[0].lines or seats[0].body else 0.0
    middle = QRectF(
        inner.left() + side_width + 2 * pad,
        inner.top() + top_height + gap_below_top,
        inner.width() - 2 * side_width - 4 * pad,
        inner.height() - top_height - bottom_height - pad - gap_below_top,
    )
    cells = _choose_variants(variants, metrics)
    return tuple(_with_wide_pills(cell, cells, inner.left() + pad, pad) for cell in cells), middle


def _with_wide_pills(cell: SeatCell, cells: tuple[SeatCell, ...], left: float, pad: float) -> SeatCell:
    """Return a cell whose characters have all the free cloth at the left, if their names are beside the hand.

    Args:
        cell: the cell.
        cells: all cells.
        left: the left end of the cloth, in the scene.
        pad: the gap to what is there.
    """
    if cell.turn or cell.pills.isEmpty() or cell.pills.left() > 0 or cell.pills.right() > cell.fan.left():
        return cell
    pills = cell.in_scene(cell.pills)
    free = QRectF(left, pills.top(), pills.left() - left, pills.height())
    for other in cells:
        if other is not cell and other.area.intersects(free):
            free.setLeft(max(free.left(), other.area.right() + pad))
    if free.width() <= 0:
        return cell
    return replace(cell, pills=cell.pills.adjusted(-free.width(), 0, 0, 0))


def _choose_variants(variants_by_seat: list[list[SeatCell]], metrics: UiMetrics) -> tuple[SeatCell, ...]:
    """Return each cell in one of its variants: where cards would be small, names are beside the hands and not above."""
    card_heights = [[tallest_card(variant.fan, _USUAL_HAND) for variant in each] for each in variants_by_seat]
    gains_height = [len(each) > 1 and each[1] > each[0] * 1.1 for each in card_heights]
    # If one hand needs it, all seats of an edge have the same variant, so that the table looks uniform.
    gains_and_heights = list(zip(gains_height, card_heights, strict=True))
    use_second = any(
        gain and each[0] < metrics.card * _SMALL_CARD and each[1] > each[0] * 1.25 for gain, each in gains_and_heights
    )
    edges_without_gain = {each[0].edge for gain, each in zip(gains_height, variants_by_seat, strict=True) if not gain}
    return tuple(
        each[1] if use_second and each[0].edge not in edges_without_gain else each[0] for each in variants_by_seat
    )


def _rect_centred_on(centre_x: float, top: float, width: float, height: float) -> QRectF:
    return QRectF(centre_x - width / 2, top, width, height)


def _cell_variants(area: QRectF, edge: TableEdge, metrics: UiMetrics, seat: SeatNeeds) -> list[SeatCell]:
    """Return the possible layouts of a cell: the name above the hand, and in a wide cell beside it."""
    turn, lines = seat.turn, seat.lines
    upright = turn in (0, 180)
    if seat.bare and seat.lines:
        size = area.size() if upright else area.size().transposed()
        return [
            cardless_cell(
                area, edge, metrics, seat.seat, turn, seat.crowd, _plate_and_pills_heights(size, metrics, seat)
            )
        ]
    height_above_hand, is_narrow = 0.0, False
    if upright and edge in (TableEdge.LEFT, TableEdge.RIGHT):
        name_height = _name_height(metrics)
        hand_height, min_body_height = area.width() * 0.66 + name_height, least_height(metrics) + metrics.pad_xs
        if seat.body and area.height() >= _height_with_body(area.width(), metrics):
            hand_height = min(area.width() * 0.6 + name_height, area.height() - min_body_height)
            height_above_hand = min(area.height() - hand_height, min_body_height * _MAX_BODY_HEIGHT)
        elif (
            seat.body
            and area.height() - name_height - 2 * _number_line_height(metrics) - metrics.pad_s >= min_body_height
        ):
            is_narrow = True
            min_height = name_height + 2 * _number_line_height(metrics) + metrics.pad_s + min_body_height
            hand_height = max(hand_height, min_height)
        elif lines:
            height_above_hand = (
                _number_line_height(metrics)
                * math.ceil(lines / max(1, int(area.width() / _number_line_width(metrics))))
                + metrics.pad_xs
            )
            height_above_hand = min(height_above_hand, area.height() * 0.3)
        # A hand at a side is as high as its width allows; its cell is no higher than that.
        spare_height = max(0.0, area.height() - height_above_hand - hand_height)
        area = area.adjusted(0, spare_height / 2, 0, -spare_height / 2)
    size = area.size() if upright else area.size().transposed()
    to_scene = QTransform().translate(area.center().x(), area.center().y()).rotate(turn)
    to_scene.translate(-size.width() / 2, -size.height() / 2)
    # An upright seat at the top has its name above the cards, at the rail; every other seat has it below them.
    is_name_on_top = edge is TableEdge.TOP and turn == 0
    empty = QRectF()
    cell = SeatCell(seat.seat, edge, turn, size, to_scene, empty, empty, empty, empty, empty)
    return [
        _with_room_for_piles_and_numbers(
            _with_room_for_body(variant, metrics, is_name_on_top, narrow=is_narrow, hands=seat.hands)
            if seat.body and not height_above_hand
            else variant,
            metrics,
            seat,
            lines=lines,
            height_above_hand=height_above_hand,
        )
        for variant in (
            _name_above_hand(cell, metrics, is_name_on_top, seat),
            _name_beside_hand(cell, metrics, is_name_on_top, seat),
        )
        if variant is not None
    ]


def _name_height(metrics: UiMetrics) -> float:
    """Return the height of the name and of the characters of a seat at a side."""
    return metrics.control + metrics.font_small * 2


def _height_with_body(width: float, metrics: UiMetrics) -> float:
    """Return the minimum height of a seat at a side that has a body above its hand."""
    return width * _MIN_HAND_HEIGHT + _name_height(metrics) + least_height(metrics) + metrics.pad_xs


def _plate_and_pills_heights(size: QSizeF, metrics: UiMetrics, seat: SeatNeeds) -> tuple[float, float]:
    """Return the heights of the name plate and of the row with the names of characters."""
    rows = min(3, 1 + seat.crowd // _CROWD)  # a crowd needs several rows
    row_height = round(metrics.font_small * 1.75) * rows + metrics.pad_xs * (rows - 1)
    pills_height = min(row_height, size.height() * (0.08 + 0.09 * rows)) if seat.pills else 0.0
    return min(metrics.control, size.height() * 0.24), pills_height


def _name_above_hand(cell: SeatCell, metrics: UiMetrics, is_name_on_top: bool, seat: SeatNeeds) -> SeatCell:
    """Divide a cell into rows: the name, the characters, the hand."""
    width, height = cell.size.width(), cell.size.height()
    plate_height, pills_height = _plate_and_pills_heights(cell.size, metrics, seat)
    gap = metrics.pad_xs
    plate_width = min(width * 0.96, metrics.font_body * 17.0)
    left = (width - plate_width) / 2
    if is_name_on_top:
        plate = QRectF(left, 0, plate_width, plate_height)
        pills = QRectF(0, plate.bottom() + gap, width, pills_height)
        cards = QRectF(0, pills.bottom() + gap, width, height - pills.bottom() - gap)
    else:
        plate = QRectF(left, height - plate_height, plate_width, plate_height)
        pills = QRectF(0, plate.top() - gap - pills_height, width, pills_height)
        cards = QRectF(0, 0, width, pills.top() - gap)
    return replace(cell, plate=plate, pills=pills, fan=cards.adjusted(gap, 0, -gap, 0))


def _name_beside_hand(cell: SeatCell, metrics: UiMetrics, is_name_on_top: bool, seat: SeatNeeds) -> SeatCell | None:
    """Divide a wide and low cell into columns: name and characters beside the hand.

    None if the cell is too narrow, or has too many characters for a column.
    """
    width, height, has_pills = cell.size.width(), cell.size.height(), seat.pills
    if seat.crowd >= _CROWD:
        return None
    column_width = min(metrics.font_body * 13.0, width * 0.44)
    if cell.edge in (TableEdge.LEFT, TableEdge.RIGHT) or column_width < metrics.font_body * 9.0:
        return None
    plate_height, gap = min(metrics.control, height * (0.36 if has_pills else 0.6)), metrics.pad_s
    if is_name_on_top:
        plate = QRectF(0, 0, column_width, plate_height)
        pills = QRectF(0, plate.bottom() + gap, column_width, height - plate_height - 2 * gap)
        cards = QRectF(
            column_width + gap, metrics.rail_width * 0.8, width - column_width - gap, height - metrics.rail_width * 0.8
        )
    else:
        plate = QRectF(0, height - plate_height, column_width, plate_height)
        pills = QRectF(0, gap, column_width, plate.top() - 2 * gap)
        cards = QRectF(column_width + gap, 0, width - column_width - gap, height - metrics.rail_width * 0.8)
    return replace(cell, plate=plate, pills=pills if has_pills else QRectF(), fan=cards)


def _with_room_for_body(
    cell: SeatCell, metrics: UiMetrics, is_name_on_top: bool, *, narrow: bool, hands: int
) -> SeatCell:
    """Take the room for a drawn body off the left end of a cell: as high as the cell, or beside the hand only.

    In a narrow cell the numbers are above the body and not beside it. Several hands need the width for their names.
    """
    if narrow:
        figure = QRectF(cell.fan.left(), cell.fan.top(), cell.fan.width() * _NARROW_BODY, cell.fan.height())
        return replace(cell, fan=cell.fan.adjusted(figure.width() + metrics.pad_xs, 0, 0, 0), figure=figure)
    gap, rail_height = float(metrics.pad_s), metrics.rail_width * 0.62 + metrics.pad_m
    height = cell.size.height()
    room = QRectF(0, rail_height if is_name_on_top else 0.0, cell.fan.right(), height - rail_height)
    numbers_width = min(_number_line_width(metrics) * (1.1 if hands < 2 else 1.0), cell.size.width() * 0.19)
    if hands > 1:
        numbers_width = max(metrics.font_small * _LEAST_NUMBERS, min(numbers_width, cell.size.width() * 0.165))
        body_width = cell.fan.right() - room.left() - numbers_width - 2 * gap - _least_width_of_hands(hands, metrics)
        if least_height(metrics) < room.height() and body_width < width_for(room.height()):
            room.setHeight(max(least_height(metrics), room.height() * body_width / width_for(room.height())))
    figure_width = width_for(room.height()) + gap + numbers_width
    cards, pills, plate = QRectF(cell.fan), QRectF(cell.pills), QRectF(cell.plate)
    if plate.right() < cards.left():  # the name is beside the hand already
        room = QRectF(cards)
        figure_width = width_for(room.height()) + gap + numbers_width
    elif plate.left() < figure_width + gap:
        plate = QRectF(
            figure_width + gap, plate.top(), min(plate.width(), cell.size.width() - figure_width - gap), plate.height()
        )
    # Numbers may be narrow, so that a body has room.
    if cards.right() - room.left() - figure_width < cards.width() * _MIN_HAND_WIDTH:
        figure_width -= max(0.0, numbers_width - metrics.font_small * _NARROW_NUMBERS)
    if (
        room.height() < least_height(metrics)
        or cards.right() - room.left() - figure_width < cards.width() * _MIN_HAND_WIDTH
    ):
        return cell
    figure = QRectF(room.left(), room.top(), figure_width, room.height())
    cards.setLeft(figure.right() + gap)
    if not pills.isEmpty() and figure.intersects(pills):
        pills.setLeft(figure.right() + gap)
    return replace(cell, plate=plate, fan=cards, pills=pills, figure=figure)


def _least_width_of_hands(hands: int, metrics: UiMetrics) -> float:
    """Return the width at which the names of several hands are read, with the piles and chips beside them."""
    names = metrics.font_small * LEAST_HAND_WIDTH * min(MOST_HANDS_ABREAST, hands) + metrics.pad_xs
    return max(names + metrics.chip * _CHIPS_ROOM, names / (1.0 - _BESIDE_SEVERAL_HANDS))


def _number_line_height(metrics: UiMetrics) -> float:
    """Return the height of a line with one number of a character."""
    return metrics.font_small * 1.8


def _number_line_width(metrics: UiMetrics) -> float:
    """Return the width of such a line."""
    return metrics.font_small * 8.5


def _with_room_for_piles_and_numbers(
    cell: SeatCell, metrics: UiMetrics, seat: SeatNeeds, *, lines: int, height_above_hand: float
) -> SeatCell:
    """Take room off the hand: for chips and piles at its right end, for numbers at its left end or its top.

    Args:
        cell: a cell that has its name, characters, hand, and body if it is beside the hand.
        metrics: lengths.
        seat: whether there are chips or piles, and how many hands side by side, whose names need the width.
        lines: the number of lines with numbers.
        height_above_hand: the height of numbers or body above the hand; 0 if they are beside it.
    """
    cards, gap = QRectF(cell.fan), float(metrics.pad_xs)
    piles, figure = QRectF(), QRectF(cell.figure)
    if lines and height_above_hand:
        figure = QRectF(cards.left(), cards.top(), cards.width(), height_above_hand - gap)
        cards.setTop(figure.bottom() + gap)
    if seat.beside:
        piles_width = max(
            metrics.chip * _CHIPS_ROOM, cards.width() * (0.24 if seat.hands < 2 else _BESIDE_SEVERAL_HANDS)
        )
        if seat.piles and seat.hands < 2:  # their names are read; several hands need the width for their own
            needed = least_pile_width(metrics)
            if seat.chips and are_beside_one_another(cards.height(), seat.piles, metrics):
                needed += max(piles_width, metrics.chip * CHIPS_WIDE)
            if cards.width() - needed > metrics.font_body * 6:
                piles_width = max(piles_width, needed)
        piles = QRectF(cards.right() - piles_width, cards.top(), piles_width, cards.height())
        cards.setRight(piles.left() - gap)
    if lines and not height_above_hand and figure.isEmpty():
        columns = max(1, math.ceil(lines * _number_line_height(metrics) / max(1.0, cards.height())))
        numbers_width = min(
            columns * _number_line_width(metrics) * 1.25, cards.width() * (0.36 if columns == 1 else 0.6)
        )
        if cards.width() - numbers_width > metrics.font_body * 4:
            figure = QRectF(cards.left(), cards.top(), numbers_width, cards.height())
            cards.setLeft(figure.right() + gap)
    return replace(cell, fan=cards, beside=piles, figure=figure)


# ---- seats with stations ---------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _lay_station_cells(
    within: tuple[float, float, float, float], metrics: UiMetrics, seats: tuple[SeatNeeds, ...]
) -> tuple[tuple[SeatCell, ...], QRectF]:
    """Return the cells of seats with stations, and the middle. The first seat is at the top."""
    inner, pad, plate_overhang = QRectF(*within), metrics.pad_s, metrics.rail_width * 0.62
    extra = _LOW_TABLE_EXTRA if inner.height() < metrics.font_body * _LOW_TABLE_LINES else 0.0
    top_height = inner.height() * (_STATIONS_TOP + extra)
    bottom_height = inner.height() * (_STATIONS_BOTTOM + extra if len(seats) > 1 else 0.0)
    top_seat, others = seats[0], seats[1:]
    seats_per_side = max(0, math.ceil((len(others) - _MAX_ALONG_BOTTOM) / 2))
    right_seats, bottom_seats = others[:seats_per_side], others[seats_per_side : len(others) - seats_per_side]
    left_seats = others[len(others) - seats_per_side :] if seats_per_side else ()
    band = QRectF(inner.left(), inner.top() + top_height, inner.width(), inner.height() - top_height - bottom_height)
    beside_top: tuple[tuple[SeatNeeds, ...], tuple[SeatNeeds, ...]] = ((), ())
    if band.height() < metrics.font_body * _MIN_SIDE_HEIGHT * max(1, len(right_seats)):  # the sides would be unreadable
        seats_per_side = _seats_beside_top(top_seat, others)
        right_seats, bottom_seats = others[:seats_per_side], others[seats_per_side : len(others) - seats_per_side]
        beside_top = right_seats, others[len(others) - seats_per_side :] if seats_per_side else ()
        right_seats, left_seats, seats_per_side = (), (), 0
    side_width = inner.width() * _SIDE_WIDTH if seats_per_side else 0.0
    areas: dict[str, tuple[QRectF, TableEdge]] = {}
    top_seats = (*beside_top[0][::-1], top_seat, *beside_top[1])
    x = inner.right()
    for seat, width in zip(top_seats, _widths(top_seats, inner.width(), metrics), strict=True):
        x -= width
        areas[seat.seat] = (
            QRectF(x, inner.top() - plate_overhang, width, top_height + plate_overhang),
            TableEdge.TOP,
        )
    x = inner.right()
    # Clockwise from the top: the first seat along the bottom is at the right.
    for seat, width in zip(bottom_seats, _widths(bottom_seats, inner.width(), metrics), strict=True):
        x -= width
        areas[seat.seat] = (
            QRectF(x, inner.bottom() - bottom_height, width, bottom_height + plate_overhang),
            TableEdge.BOTTOM,
        )
    for side_seats, left_edge, edge in (
        (right_seats, band.right() - side_width, TableEdge.RIGHT),
        (left_seats[::-1], band.left(), TableEdge.LEFT),
    ):
        height = band.height() / max(1, len(side_seats))
        for number, seat in enumerate(side_seats):
            areas[seat.seat] = (QRectF(left_edge, band.top() + number * height, side_width, height), edge)
    cells = tuple(_lay_station_cell(*areas[seat.seat], metrics, seat, narrow=False) for seat in seats)
    if is_too_narrow_to_set((plan for cell in cells for plan in cell.stations), metrics):
        cells = tuple(_lay_station_cell(*areas[seat.seat], metrics, seat, narrow=True) for seat in seats)
    return cells, band.adjusted(side_width + pad, pad / 2, -side_width - pad, -pad / 2)


def _seats_beside_top(top_seat: SeatNeeds, others: tuple[SeatNeeds, ...]) -> int:
    """Return the number of seats on each side of the top seat that leaves the fullest edge the most room."""

    def fullest_edge(count: int) -> float:
        top_seats = (top_seat, *others[:count], *others[len(others) - count :])
        bottom_seats = others[count : len(others) - count]
        return max(sum(map(_relative_width, top_seats)), sum(map(_relative_width, bottom_seats)))

    return min(range(len(others) // 2 + 1), key=fullest_edge) if others else 0


def _widths(seats: Sequence[SeatNeeds], whole: float, metrics: UiMetrics) -> list[float]:
    """Share the width of an edge among its seats with stations."""
    return shared_widths(whole, [*map(_relative_width, seats)], [_least_width(seat, metrics) for seat in seats])


def _least_width(seat: SeatNeeds, metrics: UiMetrics) -> float:
    """Return the width at which the numbers of all stations of a seat are still read."""
    beside = metrics.chip * 3.2 + metrics.pad_xs if seat.beside else 0.0
    between = metrics.pad_m * (len(seat.stations) - 1) + 2 * metrics.pad_s if seat.stations else 0.0
    return sum(least_station_width(need, metrics) for need in seat.stations) + between + beside


def _relative_width(seat: SeatNeeds) -> float:
    """Return the width of a seat relative to others."""
    return sum(station_weight(need) for need in seat.stations) or _WIDTH_WITHOUT_STATIONS


def _lay_station_cell(area: QRectF, edge: TableEdge, metrics: UiMetrics, seat: SeatNeeds, *, narrow: bool) -> SeatCell:
    """Return a seat's cell with the name at the rail and the stations of its characters."""
    upright = seat.turn in (0, 180)
    size = area.size() if upright else area.size().transposed()
    to_scene = QTransform().translate(area.center().x(), area.center().y()).rotate(seat.turn)
    to_scene.translate(-size.width() / 2, -size.height() / 2)
    is_name_on_top = edge is TableEdge.TOP and seat.turn == 0
    empty = QRectF()
    cell = SeatCell(seat.seat, edge, seat.turn, size, to_scene, empty, empty, empty, empty, empty)
    if not seat.stations:
        plain_needs = replace(seat, pills=seat.pills, lines=0, body=False)
        return _with_room_for_piles_and_numbers(
            _name_above_hand(cell, metrics, is_name_on_top, plain_needs),
            metrics,
            replace(seat, hands=0),
            lines=0,
            height_above_hand=0.0,
        )
    width, height = size.width(), size.height()
    plate_height = min(metrics.control, height * 0.15)
    plate_width = min(width * 0.96, metrics.font_body * 17.0)
    plate = QRectF((width - plate_width) / 2, 0 if is_name_on_top else height - plate_height, plate_width, plate_height)
    room = (
        QRectF(0, plate.bottom(), width, height - plate_height) if is_name_on_top else QRectF(0, 0, width, plate.top())
    )
    room.adjust(metrics.pad_s, metrics.pad_xs, -metrics.pad_s, -metrics.pad_xs)
    piles = QRectF()
    if seat.beside:
        piles = QRectF(room.right() - metrics.chip * 3.2, room.top(), metrics.chip * 3.2, room.height())
        room.setRight(piles.left() - metrics.pad_xs)
    stations = lay_stations(seat.stations, room, metrics, above=is_name_on_top, narrow=narrow)
    fan = next((station.hand[1] for station in stations if station.hand[0] == hand_of(seat.seat)), empty)
    return replace(cell, plate=plate, fan=fan, beside=piles, stations=stations)
