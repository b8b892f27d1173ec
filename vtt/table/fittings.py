"""All that stands on the table besides cards: plates, plaques, piles, lanes, chips, turns; and where each is."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QTransform
from PySide6.QtWidgets import QGraphicsScene

from engine.play.sight import View
from engine.play.words import say
from vtt.table.fan import Spot
from vtt.table.layout import Box, Cell, Plan
from vtt.table.lying import boxes_of, opened_room
from vtt.table.naming import clean, name_of_seat, name_of_zone, plain_word, states_of, tell
from vtt.table.picture import Picture, write
from vtt.table.pile import PlaceLook, paint_chips, paint_place, paint_slot, stitched
from vtt.table.places import Places, comparison, kind_of_zone, seats_waited_for
from vtt.table.seat import Pill, eye_rect, lay_pills, look_of_seat, paint_pill, paint_plate
from vtt.table.showing import Showing
from vtt.table.tray import (
    LaneLook,
    Tile,
    lay_lane,
    lay_tiles,
    look_of_lane,
    outcome_of,
    paint_foot,
    paint_head,
    paint_outcome,
    paint_seam,
    paint_tiles,
    paint_title,
    title_of,
)
from vtt.widgets.fonts import title_font, ui_font
from vtt.widgets.theme import ThemeHub

Z_CLOTH: Final = 1.0
Z_ABOVE_CARDS: Final = 300.0
Z_BACKDROP: Final = 500.0


@dataclass(frozen=True, slots=True)
class Hot:
    """A part of the table that means something: `zone`, `seat`, `eye`, `actor` or `chips`; its names and its place."""

    kind: str
    names: tuple[str, ...]
    rect: QRectF


class Fittings:
    """Draws what stands still, and knows where it stands.

    Args:
        scene: where the pictures go.
        hub: theme and icons.
    """

    def __init__(self, scene: QGraphicsScene, hub: ThemeHub) -> None:
        self._scene = scene
        self._hub = hub
        self._pictures: dict[str, Picture] = {}
        self._used: set[str] = set()
        self._dpr = 1.0
        self.hot: list[Hot] = []
        self.tips: list[tuple[QRectF, str]] = []

    def place_of(self, zone: str) -> QRectF | None:
        """Return where a zone has its place."""
        return next((hot.rect for hot in self.hot if hot.kind == "zone" and zone in hot.names), None)

    def at(self, point: QPointF, kind: str) -> tuple[str, ...]:
        """Return what part of a kind a point lies on; empty for none."""
        return next((hot.names for hot in reversed(self.hot) if hot.kind == kind and hot.rect.contains(point)), ())

    def tip_at(self, point: QPointF) -> str:
        """Return the full text of what is written at a point."""
        return next((text for rect, text in reversed(self.tips) if rect.contains(point)), "")

    def clear(self) -> None:
        """Take every picture out of the scene, one by one."""
        for picture in self._pictures.values():
            self._scene.removeItem(picture)
        self._pictures.clear()
        self.hot.clear()
        self.tips.clear()

    def draw(
        self,
        view: View,
        places: Places,
        plan: Plan,
        showing: Showing,
        spots: Mapping[str, Mapping[int, Spot]],
        dpr: float,
    ) -> None:
        """Bring every picture up to date; those that did not change are left alone."""
        self._dpr = dpr
        self._used = set()
        self.hot = []
        self.tips = []
        boxes = boxes_of(view, places, plan)
        for zone in places.piles + places.others:
            self._place(view, zone, boxes[zone], showing, plan, thick=zone in places.piles)
        self._tray(view, places, plan, showing)
        if places.pots:
            self._chips("pots", view, places.pots, plan.pots, plan, None)
        waited = seats_waited_for(view)
        for cell in plan.cells:
            self._seat(view, places, plan, cell, showing, boxes, waited)
        if showing.opened in view.zones:
            self._opened(view, plan, showing.opened)
        for name in set(self._pictures) - self._used:
            self._scene.removeItem(self._pictures.pop(name))

    def _picture(
        self,
        name: str,
        key: Hashable,
        rect: QRectF,
        paint: Callable[[QPainter], None],
        z: float,
        way: QTransform | None = None,
    ) -> None:
        picture = self._pictures.get(name)
        if picture is None:
            picture = self._pictures[name] = Picture(z)
            self._scene.addItem(picture)
        self._used.add(name)
        picture.draw((key, self._hub.theme), rect, self._dpr, paint, way)

    def _place(
        self,
        view: View,
        zone: str,
        box: Box,
        showing: Showing,
        plan: Plan,
        *,
        thick: bool,
        cell: Cell | None = None,
    ) -> None:
        m, theme = plan.lengths, self._hub.theme
        lying = view.zones[zone]
        # Beside a hand it is plain whose it is.
        label = name_of_zone(view, zone) if cell is None else plain_word(kind_of_zone(zone))
        look = PlaceLook(label, lying.count, thick, zone in showing.lit, bool(lying.cards))
        rect = box.area.adjusted(-m.pad_m, -m.pad_m - box.cards.height() * 0.12, m.pad_m, m.pad_xs)
        way = cell.way if cell is not None and cell.turn else None
        if cell is not None and way is None:
            box, rect = _moved(box, cell), cell.in_scene(rect)
        self._picture(f"zone {zone}", (look, m), rect, lambda p: paint_place(p, box, look, theme, m), Z_CLOTH, way)
        area = box.area if way is None else way.mapRect(box.area)
        self.hot.append(Hot("zone", (zone,), area.adjusted(-m.pad_s, -m.pad_s, m.pad_s, m.pad_s)))
        self.tips.append((area, tell("spoken.pile", zone=name_of_zone(view, zone), count=look.count)))

    def _tray(self, view: View, places: Places, plan: Plan, showing: Showing) -> None:
        m, theme = plan.lengths, self._hub.theme
        for lane, box in zip(places.lanes, plan.lanes, strict=True):
            spots, slots = lay_lane(view, lane, box)
            look = look_of_lane(view, lane, spots, slots, lit=any(zone in showing.lit for zone in lane.zones))
            self._lane(lane.name, box, look, plan)
            self.hot.append(Hot("zone", lane.zones, box.area))
            self.tips.append((box.area, lane_words(look)))
        title, outcome = title_of(view), outcome_of(view)
        if not plan.title.isEmpty():
            self._picture(
                "title", (title, m), plan.title, lambda p: paint_title(p, plan.title, title, theme, m), Z_ABOVE_CARDS
            )
            self.tips.append((plan.title, title))
        if outcome:
            self._picture(
                "outcome",
                (outcome, m),
                plan.outcome,
                lambda p: paint_outcome(p, plan.outcome, outcome, theme, m),
                Z_ABOVE_CARDS,
            )
            glimpse = comparison(view)
            lines = [outcome, *(say(line) for line in (glimpse.reckoning if glimpse else ()))]
            self.tips.append((plan.outcome, "\n".join(lines)))
        tiles = lay_tiles(view, plan.order, m)
        if tiles:
            self._picture(
                "order",
                (_tile_key(tiles), m),
                plan.order,
                lambda p: paint_tiles(p, tiles, self._hub, m, self._dpr),
                Z_ABOVE_CARDS,
            )
        for tile in tiles:
            self.hot.append(Hot("actor", (tile.actor,), tile.rect))
            self.tips.append((tile.rect, tile_words(tile)))

    def _lane(self, name: str, box: Box, look: LaneLook, plan: Plan) -> None:
        """Draw a lane in parts: its seam is costly and seldom changes, its words are cheap and often do."""
        m, hub, theme = plan.lengths, self._hub, self._hub.theme
        self._picture(
            f"lane {name}", (look.lit, m), box.area, lambda p: paint_seam(p, box, theme, m, lit=look.lit), Z_CLOTH
        )
        for number, slot in enumerate(look.slots):
            paint = partial(paint_slot, slot=slot, theme=theme, m=m)
            self._picture(f"slot {name} {number}", m, slot.box(), paint, Z_CLOTH + 1)
        words = (look.label, look.laid, look.due, look.ready, look.total, m)
        self._picture(
            f"head {name}", words, box.head, lambda p: paint_head(p, box.head, look, hub, m, self._dpr), Z_CLOTH + 1
        )
        below = (look.reasons, look.captions, m)
        self._picture(f"foot {name}", below, box.foot, lambda p: paint_foot(p, box.foot, look, theme, m), Z_CLOTH + 1)

    def _seat(
        self,
        view: View,
        places: Places,
        plan: Plan,
        cell: Cell,
        showing: Showing,
        boxes: Mapping[str, Box],
        waited: frozenset[str],
    ) -> None:
        m, hub, theme = plan.lengths, self._hub, self._hub.theme
        seat = cell.seat
        hand = places.hands.get(seat)
        if hand is not None:
            area = cell.in_scene(cell.fan)
            self.hot.append(Hot("zone", (hand,), area))
            if hand in showing.lit:
                inner = cell.fan.adjusted(m.ring, m.ring, -m.ring, -m.ring)
                self._picture(
                    f"lit {seat}",
                    m,
                    cell.fan,
                    lambda p: stitched(p, inner, theme, m, m.radius_l, lit=True),
                    Z_CLOTH,
                    cell.way,
                )
        for zone in places.beside.get(seat, ()):
            self._place(view, zone, boxes[zone], showing, plan, thick=True, cell=cell)
        bags = places.bags.get(seat)
        if bags:
            room = QRectF(cell.beside)
            if places.beside.get(seat):
                room.setTop(room.center().y())
            self._chips(f"chips {seat}", view, bags, room, plan, cell)
        for pill in lay_pills(view, cell, m):
            self._pill(view, pill, cell, plan)
        look = look_of_seat(
            view,
            seat,
            hand,
            looking=showing.looking == seat,
            waited=seat in waited,
            active=showing.active == seat,
        )
        way = cell.way if cell.turn else None
        plate = cell.plate if way is not None else cell.in_scene(cell.plate)
        self._picture(
            f"plate {seat}",
            (look, m),
            plate,
            lambda p: paint_plate(p, plate, look, hub, m, self._dpr),
            Z_ABOVE_CARDS + 1,
            way,
        )
        where = cell.in_scene(cell.plate)
        self.hot.append(Hot("seat", (seat,), where))
        self.tips.append((where, view.seats[seat].name))
        if look.eye:
            eye = cell.in_scene(eye_rect(cell.plate))
            self.hot.append(Hot("eye", (seat,), eye))
            key = list(view.seats).index(seat) + 1
            self.tips.append((eye, tell("seat.look", name=name_of_seat(view, seat), key=str(key))))

    def _pill(self, view: View, pill: Pill, cell: Cell, plan: Plan) -> None:
        m = plan.lengths
        way = cell.way if cell.turn else None
        rect = pill.rect if way is not None else cell.in_scene(pill.rect)
        drawn = Pill(pill.actor, rect, pill.name, pill.states, pill.state)
        key = (pill.name, pill.states, pill.state, m)
        self._picture(
            f"pill {cell.seat} {pill.actor}",
            key,
            rect.adjusted(-2, -2, 2, 2),
            lambda p: paint_pill(p, drawn, self._hub, m, self._dpr),
            Z_ABOVE_CARDS,
            way,
        )
        where = cell.in_scene(pill.rect)
        if pill.actor:
            actor = view.actors[pill.actor]
            self.hot.append(Hot("actor", (pill.actor,), where))
            self.tips.append((where, ", ".join((actor.name, *states_of(actor)))))
        else:
            names = [a.name[:80] for a in view.actors.values() if a.seat == cell.seat and not a.archived]
            self.tips.append((where, ", ".join(names[:40])))

    def _chips(
        self,
        name: str,
        view: View,
        bags: tuple[str, ...],
        room: QRectF,
        plan: Plan,
        cell: Cell | None,
    ) -> None:
        theme, m = self._hub.theme, plan.lengths
        counts: dict[str, int] = {}
        for bag in bags:
            for colour, count in view.chips[bag].items():
                counts[colour] = counts.get(colour, 0) + count
        stacks = tuple(counts.items())
        way = cell.way if cell is not None else None
        self._picture(
            name,
            (stacks, m),
            room,
            lambda p: paint_chips(p, room, stacks, theme, m),
            Z_CLOTH + 1,
            way,
        )
        area = room if way is None else way.mapRect(room)
        words = chip_words(view, cell.seat if cell is not None else "", stacks)
        self.hot.append(Hot("chips", (words,), area))
        self.tips.append((area, words))

    def _opened(self, view: View, plan: Plan, zone: str) -> None:
        m, theme = plan.lengths, self._hub.theme
        whole = QRectF(QPointF(), QSizeF(plan.size))
        room = opened_room(plan)
        words = tell("open_pile", zone=name_of_zone(view, zone), count=view.zones[zone].count)

        def paint(painter: QPainter) -> None:
            painter.fillRect(whole, QColor(0, 0, 0, 150))
            panel = room.adjusted(-m.pad_m, -m.font_title * 1.7, m.pad_m, m.font_body * 1.6)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("cloth_shade", 0.94))
            painter.drawRoundedRect(panel, m.radius_l, m.radius_l)
            stitched(painter, panel.adjusted(4, 4, -4, -4), theme, m, m.radius_l, lit=False)
            head = QRectF(room.left(), panel.top() + m.pad_xs, room.width(), m.font_title * 1.6)
            write(
                painter, head, words, title_font(m.font_title), theme.colour("on_cloth"), Qt.AlignmentFlag.AlignHCenter
            )
            foot = QRectF(room.left(), room.bottom(), room.width(), m.font_body * 1.5)
            font = ui_font(m.font_body)
            colour = theme.colour("muted_on_cloth")
            write(painter, foot, tell("close_pile"), font, colour, Qt.AlignmentFlag.AlignHCenter)

        self._picture("opened", (words, m), whole, paint, Z_BACKDROP)


def chip_words(view: View, seat: str, stacks: tuple[tuple[str, int], ...]) -> str:
    """Return what a screen reader says of the chips before a seat, or of those in the middle for no seat."""
    chips = ", ".join(f"{count} {clean(colour, 40)}" for colour, count in stacks if count) or tell("spoken.chips_none")
    if not seat:
        return tell("spoken.chips_middle", chips=chips)
    return tell("spoken.chips", name=name_of_seat(view, seat), chips=chips)


def lane_words(look: LaneLook) -> str:
    """Return what a screen reader says of a lane."""
    if look.total is not None:
        words = tell("spoken.lane_total", label=look.label, total=look.total)
    elif look.ready:
        words = tell("spoken.lane_ready", label=look.label, laid=look.laid, due=max(look.due, look.laid))
    else:
        words = tell("spoken.lane", label=look.label, laid=look.laid, due=max(look.due, look.laid))
    return ", ".join((words, *look.reasons))


def tile_words(tile: Tile) -> str:
    """Return what a screen reader says of a place in the order of acting."""
    return tell("spoken.order", name=tile.title, state=tell(f"turn.{tile.state}"))


def _tile_key(tiles: tuple[Tile, ...]) -> tuple[tuple[str, str, int, float, float], ...]:
    return tuple((t.name, t.state, t.rank, t.rect.x(), t.rect.width()) for t in tiles)


def _moved(box: Box, cell: Cell) -> Box:
    return Box(*(cell.in_scene(rect) for rect in (box.area, box.cards, box.head, box.foot)))
