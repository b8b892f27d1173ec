"""The layout of all visible cards: hands, tops of piles, the tray, and a pile that is spread out."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from PySide6.QtCore import QPointF, QRectF

from engine.presentation.visibility import VisibleTable
from vtt.shared.screen_names import name_of_zone
from vtt.shared.table_queries import HELD_KINDS, kind_of_zone, place_of_card_in_play
from vtt.table.layout.card_spread import INDEX_SHARE, ROW_STEP, CardSpot, lay_fan, lay_grid
from vtt.table.layout.station_layout import StationPlan
from vtt.table.layout.table_plan import SeatCell, TablePlan, ZoneBox
from vtt.table.layout.zone_placement import ZonePlacement
from vtt.table.painting.card_side_text import card_and_text_rects
from vtt.table.painting.commit_tray_painting import lay_tray_lane
from vtt.table.painting.pile_painting import pile_label_width, pile_rise
from vtt.widgets.look.ui_metrics import CARD_RATIO, UiMetrics

Z_PILE: Final = 50.0
Z_LANE: Final = 80.0
Z_HAND: Final = 100.0
Z_STAGE: Final = 200.0
Z_OPENED: Final = 510.0
HELD_RATIO: Final = CARD_RATIO * 1.8
"""The width of a few cards held side by side, as a share of their height."""
_WIDE: Final = 0.9
"""The distance of cards that are read and put in order, in widths of a card, where there is room."""
_READ: Final = 0.62
"""The share of each card that stays free where only the hand is shown."""
_PILE_DEEP: Final = 2

SpotsByIndex = dict[int, CardSpot]
"""The spots of the visible cards of one zone, by index."""


def side_text_rects(plan: TablePlan, box: ZoneBox, count: int) -> tuple[tuple[QRectF, QRectF], ...]:
    """Return the rectangles of the cards beside the card in play and of their texts; empty without space for texts."""
    return () if plan.stage.isEmpty() else card_and_text_rects(box, count, plan.pile_height, plan.lengths)


class CardLayout:
    """Lays out cards, and caches the result for zones that do not change."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[Hashable, SpotsByIndex]] = {}

    def spots(
        self, view: VisibleTable, placement: ZonePlacement, plan: TablePlan, opened: str, seen: QRectF
    ) -> dict[str, SpotsByIndex]:
        """Return the spots of every visible card by zone; `opened` names the pile that is spread out over `seen`."""
        spots_by_zone: dict[str, SpotsByIndex] = {}
        boxes = zone_boxes(view, placement, plan)
        for cell in plan.cells:
            spots_by_zone |= _at_stations(view, placement, cell)
            hand = placement.hands.get(cell.seat)
            if hand and hand not in spots_by_zone and not cell.stations:
                count = view.zones[hand].count
                key = (count, _numbers(cell.fan), _numbers(cell.area), cell.turn, plan.lengths.card)
                spots_by_zone[hand] = self._kept(hand, key, partial(_hand, cell, count, plan))
            for zone in placement.beside.get(cell.seat, ()):
                if kind_of_zone(zone) in HELD_KINDS:
                    row = lay_fan(boxes[zone].cards, view.zones[zone].count, boxes[zone].cards.height(), arc=False)
                    top = _raised(row, Z_HAND)
                else:
                    top = _top(boxes[zone], view.zones[zone].count)
                spots_by_zone[zone] = {i: spot.turned(cell.to_scene, cell.turn) for i, spot in top.items()}
        for zone in placement.piles:
            spots_by_zone[zone] = _top(boxes[zone], view.zones[zone].count)
        for zone in placement.others:
            count = view.zones[zone].count
            rooms = side_text_rects(plan, boxes[zone], count)
            row = lay_fan(boxes[zone].cards, count, plan.pile_height, arc=False, step_share=ROW_STEP)
            if rooms:
                row = tuple(CardSpot(card.center().x(), card.center().y(), card.height()) for card, _ in rooms)
            spots_by_zone[zone] = _raised(row, Z_LANE)
        for lane, box in zip(placement.lanes, plan.lanes, strict=True):
            for zone, row in lay_tray_lane(view, lane, box)[0].items():
                spots_by_zone[zone] = _raised(row, Z_LANE)
        card_in_play = place_of_card_in_play(view)
        if card_in_play is not None and not plan.stage.isEmpty():
            middle = plan.stage.center()
            spot = CardSpot(middle.x(), middle.y(), plan.stage.height(), z=Z_STAGE)
            spots_by_zone[card_in_play[0]] = {**spots_by_zone.get(card_in_play[0], {}), card_in_play[1]: spot}
        if opened in view.zones:
            room, m = opened_pile_room(plan, seen), plan.lengths
            spots_by_zone[opened] = _raised(lay_grid(room, view.zones[opened].count, m.card * 1.1, m.pad_s), Z_OPENED)
        return spots_by_zone

    def _kept(self, zone: str, key: Hashable, lay: Callable[[], SpotsByIndex]) -> SpotsByIndex:
        cached = self._known.get(zone)
        if cached is None or cached[0] != key:
            cached = self._known[zone] = (key, lay())
        return cached[1]


def _numbers(rect: QRectF) -> tuple[float, float, float, float]:
    return (rect.x(), rect.y(), rect.width(), rect.height())


def _raised(row: Iterable[CardSpot], z: float) -> SpotsByIndex:
    return {i: replace(spot, z=z + spot.z) for i, spot in enumerate(row)}


def _hand(cell: SeatCell, count: int, plan: TablePlan) -> SpotsByIndex:
    return _raised((spot.turned(cell.to_scene, cell.turn) for spot in _fanned(cell, count, plan)), Z_HAND)


def station_hand_spots(cell: SeatCell, plan: StationPlan, count: int) -> tuple[CardSpot, ...]:
    """Return the spots of the cards in a character's hand."""
    room = plan.hand[1]
    upright = 0.0 if cell.plate.top() < room.top() else 1.0
    least = INDEX_SHARE if plan.slots else _READ
    return lay_fan(room, count, room.height(), step_share=_WIDE, least_share=least, upright=upright)


def station_loose_spots(plan: StationPlan, count: int) -> tuple[CardSpot, ...]:
    """Return the spots of cards that were played beside the slots or stay with the character."""
    spare = plan.field[1]
    return lay_fan(spare, count, spare.height(), arc=False, step_share=ROW_STEP, least_share=0.5)


def _at_stations(view: VisibleTable, placement: ZonePlacement, cell: SeatCell) -> dict[str, SpotsByIndex]:
    """Return the spots of the cards of a seat's characters: hands, slots, lasting cards, tops of piles."""
    spots_by_zone: dict[str, SpotsByIndex] = {}
    for station, plan in zip(placement.stations.get(cell.seat, ()), cell.stations, strict=True):
        station_spots: dict[str, SpotsByIndex] = {}
        hand = plan.hand[0]
        if hand in view.zones:
            station_spots[hand] = _raised(station_hand_spots(cell, plan, view.zones[hand].count), Z_HAND)
        for zone, cards, foot in plan.piles:
            if zone in view.zones:
                station_spots[zone] = _top(ZoneBox(cards.united(foot), cards, QRectF(), foot), view.zones[zone].count)
        for number, card in enumerate(station.cards):
            slot = plan.room_of(card)
            if not slot.isEmpty():
                high = min(slot.height(), slot.width() / CARD_RATIO)
                spot = CardSpot(slot.center().x(), slot.center().y(), high, z=Z_LANE + number)
                station_spots.setdefault(card.zone, {})[card.index] = spot
        loose = [(card.zone, card.index) for card in station.cards if not card.first]
        field = plan.field[0]
        if field in view.zones:
            loose += [(field, index) for index in range(view.zones[field].count)]
        for (zone, index), spot in zip(loose, station_loose_spots(plan, len(loose)), strict=False):
            station_spots.setdefault(zone, {})[index] = replace(spot, z=Z_LANE + spot.z)
        for zone, spots in station_spots.items():
            spots_by_zone[zone] = {index: spot.turned(cell.to_scene, cell.turn) for index, spot in spots.items()}
    return spots_by_zone


def _fanned(cell: SeatCell, count: int, plan: TablePlan) -> Sequence[CardSpot]:
    upright = 1.0 if cell.plate.top() > cell.fan.top() else 0.0
    return lay_fan(cell.fan, count, plan.lengths.card * 1.7, upright=upright)


def hand_room(cell: SeatCell, count: int, plan: TablePlan) -> QRectF:
    """Return the room that the cards of a hand take, in the coordinates of the cell."""
    room = QRectF()
    for spot in _fanned(cell, count, plan):
        room = room.united(spot.box())
    return room


def _top(box: ZoneBox, count: int) -> SpotsByIndex:
    rise = pile_rise(count, box.cards.height())
    middle = box.cards.center()
    top = CardSpot(middle.x() - rise * 0.55, middle.y() - rise, box.cards.height())
    return {i: replace(top, z=Z_PILE + _PILE_DEEP - i) for i in range(min(_PILE_DEEP, count))}


def zone_boxes(view: VisibleTable, placement: ZonePlacement, plan: TablePlan) -> dict[str, ZoneBox]:
    """Return the room of every pile and open place; those beside a hand are in the coordinates of their cell."""
    boxes = dict(plan.boxes)
    for cell in plan.cells:
        zones = placement.beside.get(cell.seat, ())
        if not zones:
            continue
        hands = [zone for zone in zones if kind_of_zone(zone) in HELD_KINDS]
        room = QRectF(cell.beside)
        if hands:
            # The hands of a seat's several characters are side by side at the place of the seat's own hand.
            needed = max(
                pile_label_width(name_of_zone(view, z, whole=False), view.zones[z].count, plan.lengths) for z in hands
            )
            boxes |= _side_by_side(hands, QRectF(cell.fan), plan.lengths, HELD_RATIO, needed)
        rest = [zone for zone in zones if zone not in hands]
        if rest:
            if placement.bags.get(cell.seat):
                room.setBottom(room.center().y())
            boxes |= _stacked(rest, room, plan.lengths, bottom=cell.plate.top() > cell.fan.top())
    return boxes


def _stacked(zones: Sequence[str], room: QRectF, lengths: UiMetrics, *, bottom: bool) -> dict[str, ZoneBox]:
    """Divide a room into piles, one below the other."""
    label = min(lengths.font_small * 1.4, max(room.height() * 0.2, lengths.least_line))
    high = max(8.0, min(room.height() / len(zones) - label - 6, (room.width() - 6) / CARD_RATIO))
    wide, each = high * CARD_RATIO, high + label + 6
    top = room.bottom() - each * len(zones) if bottom else room.top()
    boxes = {}
    for i, zone in enumerate(zones):
        cards = QRectF(room.center().x() - wide / 2, top + i * each + 3, wide, high)
        foot = QRectF(room.left(), cards.bottom() + 3, room.width(), label)
        boxes[zone] = ZoneBox(area=cards.united(foot), cards=cards, head=QRectF(), foot=foot)
    return boxes


def _side_by_side(
    zones: Sequence[str], room: QRectF, lengths: UiMetrics, ratio: float, needed: float
) -> dict[str, ZoneBox]:
    """Divide a room into a grid with the number of columns that makes its cells largest.

    Labels that need more than the width of a cell have two lines.
    """

    def label_height(columns: int) -> float:
        lines = 1 if room.width() / columns >= needed else 2
        return min(lengths.font_small * 1.4 * lines, max(room.height() * 0.2, lengths.least_line * lines))

    def height(columns: int) -> float:
        rows, label = -(-len(zones) // columns), label_height(columns)
        return min(room.height() / rows - label - 6, (room.width() / columns - 6) / ratio, lengths.card * 1.2)

    columns = max(range(1, len(zones) + 1), key=height)
    rows, high, label = -(-len(zones) // columns), max(8.0, height(columns)), label_height(columns)
    wide, tall = room.width() / columns, high + label + 6
    boxes = {}
    for i, zone in enumerate(zones):
        row, column = divmod(i, columns)
        columns_in_row = len(zones) - row * columns if row == rows - 1 else columns
        left = room.left() + (room.width() - wide * min(columns_in_row, columns)) / 2 + column * wide
        cards = QRectF(left + 3, room.top() + row * tall + 3, wide - 6, high)
        foot = QRectF(left, cards.bottom() + 3, wide, label)
        boxes[zone] = ZoneBox(area=cards.united(foot), cards=cards, head=QRectF(), foot=foot)
    return boxes


def opened_pile_room(plan: TablePlan, seen: QRectF) -> QRectF:
    """Return the room for the cards of an opened pile within the part that is seen; if empty, on the whole table."""
    m = plan.lengths
    edge = m.rail_width + m.pad_l
    whole = QRectF(QPointF(), plan.size) if seen.isEmpty() else seen
    return whole.adjusted(edge, edge + m.font_title * 1.8, -edge, -edge - m.font_body * 1.6)
