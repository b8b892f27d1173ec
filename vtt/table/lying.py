"""Where each card lies that can be seen: the hands, the tops of piles, the tray, and a pile that is spread out."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from PySide6.QtCore import QPointF, QRectF

from engine.play.sight import View
from vtt.table.beside_cards import rooms_beside
from vtt.table.fan import APART, INDEX_SHARE, Spot, fan, spread
from vtt.table.pile import rise_of
from vtt.table.places import HELD_KINDS, Places, kind_of_zone, spotlight
from vtt.table.plan import Box, Cell, Plan
from vtt.table.station_plan import StationPlan
from vtt.table.tray import lay_lane
from vtt.widgets.metrics import CARD_RATIO, Metrics

Z_PILE: Final = 50.0
Z_LANE: Final = 80.0
Z_HAND: Final = 100.0
Z_STAGE: Final = 200.0
Z_OPENED: Final = 510.0
HELD_RATIO: Final = CARD_RATIO * 1.8
"""How wide a few cards that are held side by side are to their height."""
_WIDE: Final = 0.9
"""How far apart cards lie that are read and laid in order, in widths of a card, where there is room."""
_READ: Final = 0.62
"""How much of each card stays free where there is nothing but the hand to look at."""
_PILE_DEEP: Final = 2

Spots = dict[int, Spot]
"""Where the visible cards of one zone lie, by their index in it."""


def told_rooms(plan: Plan, box: Box, count: int) -> tuple[tuple[QRectF, QRectF], ...]:
    """Return where cards beside the one in play lie and where their words stand; nothing if only the cards do."""
    return () if plan.stage.isEmpty() else rooms_beside(box, count, plan.pile_height, plan.lengths)


class Lying:
    """Lays cards out, and remembers what it laid, for most zones stay as they are from one moment to the next."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[Hashable, Spots]] = {}

    def spots(self, view: View, places: Places, plan: Plan, opened: str) -> dict[str, Spots]:
        """Return the spots of every visible card by zone; `opened` names the pile that is spread out."""
        found: dict[str, Spots] = {}
        boxes = boxes_of(view, places, plan)
        for cell in plan.cells:
            found |= _at_stations(view, places, cell)
            hand = places.hands.get(cell.seat)
            if hand and hand not in found and not cell.stations:
                count = view.zones[hand].count
                key = (count, _numbers(cell.fan), _numbers(cell.area), cell.turn, plan.lengths.card)
                found[hand] = self._kept(hand, key, partial(_hand, cell, count, plan))
            for zone in places.beside.get(cell.seat, ()):
                if kind_of_zone(zone) in HELD_KINDS:
                    row = fan(boxes[zone].cards, view.zones[zone].count, boxes[zone].cards.height(), arc=False)
                    top = _raised(row, Z_HAND)
                else:
                    top = _top(boxes[zone], view.zones[zone].count)
                found[zone] = {i: spot.turned(cell.way, cell.turn) for i, spot in top.items()}
        for zone in places.piles:
            found[zone] = _top(boxes[zone], view.zones[zone].count)
        for zone in places.others:
            count = view.zones[zone].count
            rooms = told_rooms(plan, boxes[zone], count)
            row = fan(boxes[zone].cards, count, plan.pile_height, arc=False, step_share=APART)
            if rooms:
                row = tuple(Spot(card.center().x(), card.center().y(), card.height()) for card, _ in rooms)
            found[zone] = _raised(row, Z_LANE)
        for lane, box in zip(places.lanes, plan.lanes, strict=True):
            for zone, row in lay_lane(view, lane, box)[0].items():
                found[zone] = _raised(row, Z_LANE)
        shown = spotlight(view)
        if shown is not None and not plan.stage.isEmpty():
            middle = plan.stage.center()
            spot = Spot(middle.x(), middle.y(), plan.stage.height(), z=Z_STAGE)
            found[shown[0]] = {**found.get(shown[0], {}), shown[1]: spot}
        if opened in view.zones:
            room, m = opened_room(plan), plan.lengths
            found[opened] = _raised(spread(room, view.zones[opened].count, m.card * 1.1, m.pad_s), Z_OPENED)
        return found

    def _kept(self, zone: str, key: Hashable, lay: Callable[[], Spots]) -> Spots:
        known = self._known.get(zone)
        if known is None or known[0] != key:
            known = self._known[zone] = (key, lay())
        return known[1]


def _numbers(rect: QRectF) -> tuple[float, float, float, float]:
    return (rect.x(), rect.y(), rect.width(), rect.height())


def _raised(row: Iterable[Spot], z: float) -> Spots:
    return {i: replace(spot, z=z + spot.z) for i, spot in enumerate(row)}


def _hand(cell: Cell, count: int, plan: Plan) -> Spots:
    return _raised((spot.turned(cell.way, cell.turn) for spot in _fanned(cell, count, plan)), Z_HAND)


def hand_spots(cell: Cell, plan: StationPlan, count: int) -> tuple[Spot, ...]:
    """Return where the cards of a character's hand lie."""
    room = plan.hand[1]
    upright = 0.0 if cell.plate.top() < room.top() else 1.0
    least = INDEX_SHARE if plan.slots else _READ
    return fan(room, count, room.height(), step_share=_WIDE, least_share=least, upright=upright)


def loose_spots(plan: StationPlan, count: int) -> tuple[Spot, ...]:
    """Return where cards lie that were played beside the slots or are borne."""
    spare = plan.field[1]
    return fan(spare, count, spare.height(), arc=False, step_share=APART, least_share=0.5)


def _at_stations(view: View, places: Places, cell: Cell) -> dict[str, Spots]:
    """Return where the cards of a seat's characters lie: hands, slots, what they bear, tops of piles."""
    found: dict[str, Spots] = {}
    for station, plan in zip(places.stations.get(cell.seat, ()), cell.stations, strict=True):
        laid: dict[str, Spots] = {}
        hand = plan.hand[0]
        if hand in view.zones:
            laid[hand] = _raised(hand_spots(cell, plan, view.zones[hand].count), Z_HAND)
        for zone, cards, foot in plan.piles:
            if zone in view.zones:
                laid[zone] = _top(Box(cards.united(foot), cards, QRectF(), foot), view.zones[zone].count)
        for number, card in enumerate(station.cards):
            slot = plan.room_of(card)
            if not slot.isEmpty():
                high = min(slot.height(), slot.width() / CARD_RATIO)
                spot = Spot(slot.center().x(), slot.center().y(), high, z=Z_LANE + number)
                laid.setdefault(card.zone, {})[card.index] = spot
        loose = [(card.zone, card.index) for card in station.cards if not card.first]
        field = plan.field[0]
        if field in view.zones:
            loose += [(field, index) for index in range(view.zones[field].count)]
        for (zone, index), spot in zip(loose, loose_spots(plan, len(loose)), strict=False):
            laid.setdefault(zone, {})[index] = replace(spot, z=Z_LANE + spot.z)
        for zone, spots in laid.items():
            found[zone] = {index: spot.turned(cell.way, cell.turn) for index, spot in spots.items()}
    return found


def _fanned(cell: Cell, count: int, plan: Plan) -> Sequence[Spot]:
    upright = 1.0 if cell.plate.top() > cell.fan.top() else 0.0
    return fan(cell.fan, count, plan.lengths.card * 1.7, upright=upright)


def room_of_hand(cell: Cell, count: int, plan: Plan) -> QRectF:
    """Return the room that the cards of a hand really take, in the coordinates of the cell."""
    room = QRectF()
    for spot in _fanned(cell, count, plan):
        room = room.united(spot.box())
    return room


def _top(box: Box, count: int) -> Spots:
    rise = rise_of(count, box.cards.height())
    middle = box.cards.center()
    top = Spot(middle.x() - rise * 0.55, middle.y() - rise, box.cards.height())
    return {i: replace(top, z=Z_PILE + _PILE_DEEP - i) for i in range(min(_PILE_DEEP, count))}


def boxes_of(view: View, places: Places, plan: Plan) -> dict[str, Box]:
    """Return the room of every pile and open place; those beside a hand lie in their cell's own coordinates."""
    boxes = dict(plan.boxes)
    for cell in plan.cells:
        zones = places.beside.get(cell.seat, ())
        if not zones:
            continue
        held = [zone for zone in zones if kind_of_zone(zone) in HELD_KINDS]
        room = QRectF(cell.beside)
        if held:
            # Who leads several has their cards side by side where the own hand would be; it holds none of them.
            boxes |= _side_by_side(held, QRectF(cell.fan), plan.lengths, HELD_RATIO)
        rest = [zone for zone in zones if zone not in held]
        if rest:
            if places.bags.get(cell.seat):
                room.setBottom(room.center().y())
            boxes |= _stacked(rest, room, plan.lengths, bottom=cell.plate.top() > cell.fan.top())
    return boxes


def _stacked(zones: Sequence[str], room: QRectF, lengths: Metrics, *, bottom: bool) -> dict[str, Box]:
    """Divide a room into piles, one below the other."""
    label = min(lengths.font_small * 1.4, room.height() * 0.2)
    high = max(8.0, min(room.height() / len(zones) - label - 6, (room.width() - 6) / CARD_RATIO))
    wide, each = high * CARD_RATIO, high + label + 6
    top = room.bottom() - each * len(zones) if bottom else room.top()
    found = {}
    for i, zone in enumerate(zones):
        cards = QRectF(room.center().x() - wide / 2, top + i * each + 3, wide, high)
        foot = QRectF(room.left(), cards.bottom() + 3, room.width(), label)
        found[zone] = Box(area=cards.united(foot), cards=cards, head=QRectF(), foot=foot)
    return found


def _side_by_side(zones: Sequence[str], room: QRectF, lengths: Metrics, ratio: float) -> dict[str, Box]:
    """Divide a room into a grid of so many columns that what lies in it is as large as can be."""
    label = min(lengths.font_small * 1.4, room.height() * 0.2)

    def height(columns: int) -> float:
        rows = -(-len(zones) // columns)
        return min(room.height() / rows - label - 6, (room.width() / columns - 6) / ratio, lengths.card * 1.2)

    columns = max(range(1, len(zones) + 1), key=height)
    rows, high = -(-len(zones) // columns), max(8.0, height(columns))
    wide, tall = room.width() / columns, high + label + 6
    found = {}
    for i, zone in enumerate(zones):
        row, column = divmod(i, columns)
        here = len(zones) - row * columns if row == rows - 1 else columns
        left = room.left() + (room.width() - wide * min(here, columns)) / 2 + column * wide
        cards = QRectF(left + 3, room.top() + row * tall + 3, wide - 6, high)
        foot = QRectF(left, cards.bottom() + 3, wide, label)
        found[zone] = Box(area=cards.united(foot), cards=cards, head=QRectF(), foot=foot)
    return found


def opened_room(plan: Plan) -> QRectF:
    """Return where the cards of an opened pile are spread."""
    m = plan.lengths
    edge = m.rail_width + m.pad_l
    whole = QRectF(QPointF(), plan.size)
    return whole.adjusted(edge, edge + m.font_title * 1.8, -edge, -edge - m.font_body * 1.6)
