"""The layout of all visible cards: hands, tops of piles, the tray, and a pile that is spread out."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from PySide6.QtCore import QPointF, QRectF

from engine.presentation.visibility import VisibleTable
from vtt.shared.screen_names import name_of_zone
from vtt.shared.table_queries import HELD_KINDS, is_held, kind_of_zone, place_of_card_in_play
from vtt.table.display_state import DisplayState
from vtt.table.layout.card_spread import FAN_STEP, INDEX_SHARE, ROW_STEP, CardSpot, lay_fan, lay_grid
from vtt.table.layout.piles_beside_hand import PILE_EDGE, divided, least_pile_width, pile_card_height, pile_name_height
from vtt.table.layout.station_layout import StationPlan
from vtt.table.layout.table_plan import SeatCell, TableEdge, TablePlan, ZoneBox
from vtt.table.layout.visible_part import united
from vtt.table.layout.zone_placement import ZonePlacement, held_zones
from vtt.table.painting.card_side_text import card_and_text_rects
from vtt.table.painting.commit_tray_painting import lay_tray_lane
from vtt.table.painting.pile_painting import pile_label_width, pile_rise
from vtt.widgets.look.ui_metrics import CARD_RATIO, UiMetrics

Z_PILE: Final = 50.0
Z_LANE: Final = 80.0
Z_HAND: Final = 100.0
Z_STAGE: Final = 200.0
Z_ENLARGED: Final = 400.0
Z_OVER_HAND: Final = 480.0
Z_OPENED: Final = 510.0
HELD_RATIO: Final = CARD_RATIO * 1.8
"""The width of a few cards held side by side, as a share of their height."""
_WIDE: Final = 0.9
"""The distance of cards that are read and put in order, in widths of a card, where there is room."""
_READ: Final = 0.62
"""The share of each card that stays free where only the hand is shown."""
_PILE_DEEP: Final = 2
_ENLARGED_HEIGHT: Final = 0.36
_ENLARGED_WIDTH: Final = 0.75
"""The usual height and the greatest width of a hand that is looked at, as shares of what is seen of the table."""
_LARGER: Final = 1.3
"""The least height of such a hand, as a multiple of its height at rest, but not more than the next share."""
_ENLARGED_MOST: Final = 0.7
_CLEAR: Final = 0.5
"""The least share of each card of such a hand that stays free, before it may cover places beside its own."""
_WORTH_MOVING: Final = 1.25
"""A hand beside slots leaves its place during a look only if it becomes larger than there by this factor."""
_AS_LARGE: Final = 0.97
"""Cards that are smaller by no more than this factor are as good."""
_NEARLY: Final = 0.82
"""The same while nothing is played: the piles stay in sight although that costs a little."""
_PLAYABLE_RISE: Final = 0.12
"""The distance by which a card that can be played is raised, as a share of its height."""

SpotsByIndex = dict[int, CardSpot]
"""The spots of the visible cards of one zone, by index."""


def side_text_rects(plan: TablePlan, box: ZoneBox, count: int) -> tuple[tuple[QRectF, QRectF], ...]:
    """Return the rectangles of the cards beside the card in play and of their texts; empty without space for texts."""
    return () if plan.stage.isEmpty() else card_and_text_rects(box, count, plan.pile_height, plan.lengths)


class CardLayout:
    """Lays out cards, and caches the result for zones that do not change."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[Hashable, SpotsByIndex]] = {}
        self._lowered: dict[str, SpotsByIndex] = {}
        self.boxes: Mapping[str, ZoneBox] = {}
        """The `zone_boxes` of the latest layout."""

    def spots(
        self, view: VisibleTable, placement: ZonePlacement, plan: TablePlan, display_state: DisplayState
    ) -> dict[str, SpotsByIndex]:
        """Return the spots of every visible card by zone."""
        spots_by_zone: dict[str, SpotsByIndex] = {}
        opened = display_state.opened
        boxes = self.boxes = zone_boxes(view, placement, plan)
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
        for zone, enlarged in enlarged_hands(view, placement, plan, display_state).items():
            spots_by_zone[zone] = _raised(enlarged.spots(), Z_ENLARGED)
        for zone, order in display_state.orders.items():
            if len(order) == len(spots_by_zone.get(zone, ())):
                spots_by_zone[zone] = {index: spots_by_zone[zone][place] for place, index in enumerate(order)}
        self._lowered = {}
        for zone, playable in display_state.marked.items():
            if not is_held(zone):
                continue
            spots = self._lowered[zone] = spots_by_zone.get(zone, {})
            spots_by_zone[zone] = spots | {i: risen(spots[i]) for i in playable if i in spots}
        card_in_play = place_of_card_in_play(view)
        if card_in_play is not None and not plan.stage.isEmpty():
            middle = plan.stage.center()
            spot = CardSpot(middle.x(), middle.y(), plan.stage.height(), z=Z_STAGE)
            spots_by_zone[card_in_play[0]] = {**spots_by_zone.get(card_in_play[0], {}), card_in_play[1]: spot}
        if opened in view.zones:
            room, m = opened_pile_room(plan, display_state.seen), plan.lengths
            spots_by_zone[opened] = _raised(lay_grid(room, view.zones[opened].count, m.card * 1.1, m.pad_s), Z_OPENED)
        return spots_by_zone

    def lowered(self, zone: str) -> SpotsByIndex | None:
        """Return where the cards of a hand would be if none was raised in the latest layout; None if none is."""
        return self._lowered.get(zone)

    def _kept(self, zone: str, key: Hashable, lay: Callable[[], SpotsByIndex]) -> SpotsByIndex:
        cached = self._known.get(zone)
        if cached is None or cached[0] != key:
            cached = self._known[zone] = (key, lay())
        return cached[1]


def risen(spot: CardSpot) -> CardSpot:
    """Return the spot of a card that is raised because it can be played."""
    rise, turn = spot.height * _PLAYABLE_RISE, math.radians(spot.angle)
    return replace(spot, x=spot.x + rise * math.sin(turn), y=spot.y - rise * math.cos(turn))


@dataclass(frozen=True, slots=True)
class EnlargedHand:
    """A hand that is looked at, larger than usual and above everything else.

    Attributes:
        cell: the place of its seat.
        room: the room for its cards, in the coordinates of the cell.
        count: the number of its cards.
        least_share: the share of each card that stays free before the cards become smaller.
    """

    cell: SeatCell
    room: QRectF
    count: int
    least_share: float

    @property
    def area(self) -> QRectF:
        """The room in scene coordinates, with half a card beside it, where a card is dropped to be the outermost."""
        half = self.room.height() * CARD_RATIO / 2
        return self.cell.in_scene(self.room.adjusted(-half, 0, half, 0))

    @property
    def reach(self) -> QRectF:
        """The part of the room that its cards take, raised or not, in scene coordinates; empty without any room."""
        in_cell = self.cell.to_scene.inverted()[0]
        cards = united(in_cell.mapRect(spot.box()) for spot in self.spots())
        if cards.isEmpty():
            return QRectF()
        return self.cell.in_scene(QRectF(cards.left(), self.room.top(), cards.width(), self.room.height()))

    def spots(self) -> tuple[CardSpot, ...]:
        """Return the spots of its cards from left to right; there is room above them for those that are raised.

        Empty without any room: at a large scale the part of the table that is seen may leave none beside the middle.
        """
        room = self.room.adjusted(0, self.room.height() * _PLAYABLE_RISE, 0, 0)
        upright = 1.0 if self.cell.plate.top() > self.room.top() else 0.0
        row = lay_fan(room, self.count, room.height(), upright=upright, least_share=self.least_share)
        return tuple(spot.turned(self.cell.to_scene, self.cell.turn) for spot in row)

    def is_clear(self, height: float, share: float) -> bool:
        """Return whether its cards are as high as `height`, and this share of each is free."""
        spots = self.spots()
        if not spots:
            return False
        first, *others = spots
        step = math.dist((first.x, first.y), (others[0].x, others[0].y)) if others else first.width
        return first.height >= height and step >= first.width * share


def enlarged_hands(
    view: VisibleTable, placement: ZonePlacement, plan: TablePlan, display_state: DisplayState
) -> Mapping[str, EnlargedHand]:
    """Return the hands that are larger now, because their seat looks at them, by zone.

    The hands of several characters beside one seat keep their size, because their names are below them. The hand of a
    station with slots is beyond them, towards the middle of the table, so that the slots stay in sight, and the line
    with the Health and the cost of the plan; with several such hands, each is as wide as its station, or the one that a
    question is about is alone there. Where that would not make it larger, it takes the room of its numbers.
    A hand leaves the piles in sight, and at a side also the lanes. While cards are played into lanes, it stays at its
    own place instead of moving beside them, and covers them where its own cards would cover each other. It never moves
    to the far side of a pile, where it would be beside somebody else.
    """
    cell = next((cell for cell in plan.cells if cell.seat == display_state.looking), None)
    if cell is None or not display_state.enlarged:
        return {}
    held = [z for z in held_zones(view, placement, cell.seat) if view.zones[z].count and z in display_state.looks]
    in_cell = cell.to_scene.inverted()[0]
    played = tuple(lane.area for lane in plan.lanes)
    limits = in_cell.mapRect(_limits_beside(played, cell, plan, display_state.seen))
    whole = in_cell.mapRect(_seen(plan, display_state.seen))
    piles = tuple(box.area for box in plan.boxes.values())
    narrow = in_cell.mapRect(_limits_beside((*played, *piles), cell, plan, display_state.seen))
    stations = {station.hand[0]: station for station in cell.stations}
    hands: dict[str, EnlargedHand] = {}
    asked = [zone for zone in held if display_state.answering is not None and zone in display_state.answering.possible]
    for zone in held:
        count, station = view.zones[zone].count, stations.get(zone)
        if station is not None and station.slots:
            room = _room_at_slots(station)
            has_card = place_of_card_in_play(view) is not None
            in_play = in_cell.mapRect(plan.stage.united(plan.words)) if has_card else QRectF()
            reach = whole
            if len(held) > 1 and asked != [zone]:
                own = QRectF(station.area.left(), whole.top(), station.area.width(), whole.height())
                reach = QRectF() if len(asked) == 1 else whole & own
            beyond = QRectF() if reach.isEmpty() else _room_beyond_slots(station, reach, in_play, count)
            room = beyond if beyond.height() > room.height() * _WORTH_MOVING else room
            hands[zone] = EnlargedHand(cell, room, count, INDEX_SHARE)
        elif len(held) == 1:
            usual = station.hand[1] if station is not None else cell.fan
            least_share = INDEX_SHARE if station is None else _READ
            slim, wide, over = (
                EnlargedHand(cell, _enlarged_room(usual, room, count, cell, step), count, least_share)
                for room, step in ((narrow, FAN_STEP), (limits, FAN_STEP), (whole, _READ))
            )
            rail = plan.lengths.rail_width
            cloth = whole.adjusted(rail, 0, -rail, 0)
            beside = _beside_piles(slim.room, [in_cell.mapRect(pile) for pile in piles], cloth)
            is_near = beside.left() < usual.right() and usual.left() < beside.right()
            moves = not played and is_near and beside.width() > slim.room.height()
            tries = (*([EnlargedHand(cell, beside, count, INDEX_SHARE)] if moves else []), slim, wide)
            height = max((spot.height for spot in wide.spots()), default=0.0)
            least_height = height * (_AS_LARGE if played else _NEARLY)
            is_played = bool(played) and cell.edge in (TableEdge.LEFT, TableEdge.RIGHT)
            least_step = _CLEAR if is_played else 0.0
            hands[zone] = next((hand for hand in tries if hand.is_clear(least_height, least_step)), over)
    return hands


def _beside_piles(room: QRectF, piles: Sequence[QRectF], cloth: QRectF) -> QRectF:
    """Return the part of a room's height beside or between the piles that it would cover, where there is most of it.

    It is as wide as the room, if there is so much space. Empty if the room covers no pile.
    """
    covered = sorted((pile for pile in piles if pile.intersects(room)), key=lambda pile: pile.left())
    if not covered:
        return QRectF()
    ends = (cloth.left(), *(pile.right() for pile in covered))
    starts = (*(pile.left() for pile in covered), cloth.right())
    left, right = max(zip(ends, starts, strict=True), key=lambda gap: gap[1] - gap[0])
    wide = min(room.width(), max(0.0, right - left))
    return QRectF(min(max(room.center().x() - wide / 2, left), right - wide), room.top(), wide, room.height())


def _room_at_slots(station: StationPlan) -> QRectF:
    """Return the room for a hand that is looked at beside slots, with space for raised cards."""
    usual = station.hand[1]
    rise = usual.height() * _PLAYABLE_RISE / (1 - _PLAYABLE_RISE)
    return usual.united(station.bars).adjusted(0, -rise, 0, 0)


def _room_beyond_slots(station: StationPlan, limits: QRectF, in_play: QRectF, count: int) -> QRectF:
    """Return the room for a hand that is looked at on the other side of the slots, within the limits.

    The card in play stays in sight, because the hand may have an Interrupt for it. Empty if there is no such room.
    """
    hand, row = station.hand[1], station.row[1]
    is_above = row.center().y() < hand.center().y()
    free = row.top() - limits.top() if is_above else limits.bottom() - row.bottom()
    high = min(free, max(hand.height() * _LARGER, limits.height() * _ENLARGED_HEIGHT))
    wanted = high * CARD_RATIO * (1 + FAN_STEP * (count - 1) + 0.25)
    top, left, right = row.top() - high if is_above else row.bottom(), limits.left(), limits.right()
    if in_play.intersects(QRectF(left, top, right - left, high)):
        if in_play.left() - left > right - in_play.right():
            right = in_play.left()
        else:
            left = in_play.right()
    wide = min(right - left, max(hand.width(), wanted))
    if wide < high * CARD_RATIO * (1 + INDEX_SHARE * (count - 1)):
        return QRectF()
    return QRectF(min(max(station.area.center().x() - wide / 2, left), right - wide), top, wide, high)


def _seen(plan: TablePlan, seen: QRectF) -> QRectF:
    """Return the part of the table that is seen, without its edge; empty for the whole table."""
    edge = plan.lengths.pad_s
    return (seen if not seen.isEmpty() else QRectF(QPointF(), plan.size)).adjusted(edge, edge, -edge, -edge)


def _limits_beside(others: Iterable[QRectF], cell: SeatCell, plan: TablePlan, seen: QRectF) -> QRectF:
    """Return the part of the table, in the scene, that a hand may cover: at a side only beside some other places.

    It is within the part that is seen; empty for the whole table.
    """
    edge = plan.lengths.pad_s
    limits = _seen(plan, seen)
    tray = QRectF(plan.middle.center(), plan.middle.center())
    for area in others:
        tray = tray.united(area)
    fan = cell.in_scene(cell.fan)
    if cell.edge is TableEdge.LEFT:
        limits.setRight(min(limits.right(), max(fan.right(), tray.left() - edge)))
    elif cell.edge is TableEdge.RIGHT:
        limits.setLeft(max(limits.left(), min(fan.left(), tray.right() + edge)))
    else:
        spare = limits.width() * (1 - _ENLARGED_WIDTH)
        left = min(max(limits.left(), fan.center().x() - (limits.width() - spare) / 2), limits.left() + spare)
        limits = QRectF(left, limits.top(), limits.width() - spare, limits.height())
    return limits


def _enlarged_room(usual: QRectF, limits: QRectF, count: int, cell: SeatCell, step: float) -> QRectF:
    """Return the room for a hand that is looked at: as wide as its cards need, up from its name, within the limits.

    Args:
        usual: its room at rest.
        limits: the part of the table that it may cover.
        count: the number of its cards.
        cell: the place of its seat.
        step: the distance of its cards, in widths of a card.
    """
    least = usual.height() / (1 - _PLAYABLE_RISE)
    larger = min(usual.height() * _LARGER, limits.height() * _ENLARGED_MOST)
    high = min(limits.height(), max(least, larger, limits.height() * _ENLARGED_HEIGHT))
    needed = high * CARD_RATIO * (1 + step * (count - 1) + 0.25)
    wide = min(limits.width(), max(usual.width(), needed))
    room = QRectF(usual.center().x() - wide / 2, usual.top(), wide, high)
    room.moveLeft(min(max(room.left(), limits.left()), limits.right() - wide))
    name = cell.plate if cell.plate.left() < room.right() and room.left() < cell.plate.right() else QRectF()
    if cell.plate.top() > usual.top():
        room.moveBottom(min(usual.bottom(), name.top()) if not name.isEmpty() else usual.bottom())
    else:
        room.moveTop(max(usual.top(), name.bottom()) if not name.isEmpty() else usual.top())
    room.moveTop(min(max(room.top(), limits.top()), limits.bottom() - high))
    return room


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
        if hands:
            # The hands of a seat's several characters are side by side at the place of the seat's own hand.
            needed = max(
                pile_label_width(name_of_zone(view, z, whole=False), view.zones[z].count, plan.lengths) for z in hands
            )
            boxes |= _side_by_side(hands, QRectF(cell.fan), plan.lengths, HELD_RATIO, needed)
        rest = [zone for zone in zones if zone not in hands]
        if rest:
            chips = bool(placement.bags.get(cell.seat))
            room, _ = divided(QRectF(cell.beside), plan.lengths, len(rest), chips=chips)
            boxes |= _stacked(rest, room, plan.lengths, bottom=cell.plate.top() > cell.fan.top())
    return boxes


def _stacked(zones: Sequence[str], room: QRectF, lengths: UiMetrics, *, bottom: bool) -> dict[str, ZoneBox]:
    """Divide a room into piles, one below the other."""
    label = pile_name_height(room.height(), lengths)
    high = max(8.0, pile_card_height(room.size(), len(zones), lengths))
    wide, each = high * CARD_RATIO, high + label + 2 * PILE_EDGE
    top = room.bottom() - each * len(zones) if bottom else room.top()
    boxes = {}
    for i, zone in enumerate(zones):
        cards = QRectF(room.center().x() - wide / 2, top + i * each + PILE_EDGE, wide, high)
        foot_wide = max(room.width(), least_pile_width(lengths))
        foot = QRectF(room.center().x() - foot_wide / 2, cards.bottom() + PILE_EDGE, foot_wide, label)
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
        rows, label, edges = -(-len(zones) // columns), label_height(columns), 2 * PILE_EDGE
        return min(room.height() / rows - label - edges, (room.width() / columns - edges) / ratio, lengths.card * 1.2)

    columns = max(range(1, len(zones) + 1), key=height)
    rows, high, label = -(-len(zones) // columns), max(8.0, height(columns)), label_height(columns)
    wide, tall = room.width() / columns, high + label + 2 * PILE_EDGE
    boxes = {}
    for i, zone in enumerate(zones):
        row, column = divmod(i, columns)
        columns_in_row = len(zones) - row * columns if row == rows - 1 else columns
        left = room.left() + (room.width() - wide * min(columns_in_row, columns)) / 2 + column * wide
        cards = QRectF(left + PILE_EDGE, room.top() + row * tall + PILE_EDGE, wide - 2 * PILE_EDGE, high)
        foot = QRectF(left, cards.bottom() + PILE_EDGE, wide, label)
        boxes[zone] = ZoneBox(area=cards.united(foot), cards=cards, head=QRectF(), foot=foot)
    return boxes


def opened_pile_room(plan: TablePlan, seen: QRectF) -> QRectF:
    """Return the room for the cards of an opened pile within the part that is seen; if empty, on the whole table."""
    m = plan.lengths
    edge = m.rail_width + m.pad_l
    whole = QRectF(QPointF(), plan.size) if seen.isEmpty() else seen
    return whole.adjusted(edge, edge + m.font_title * 1.8, -edge, -edge - m.font_body * 1.6)
