"""All that stands on the table besides cards and chips: places, tray, seats, clock; and where each is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter

from engine.play.sight import View
from vtt.table.bags import BagPlace, put_bags
from vtt.table.beside_cards import paint_beside
from vtt.table.canvas import Z_BACKDROP, Z_CLOTH, Canvas
from vtt.table.clock import paint_clock, spoken_clock
from vtt.table.lying import boxes_of, opened_room, told_rooms
from vtt.table.naming import caption_of, clean, name_of_zone, plain_word, tell
from vtt.table.picture import write
from vtt.table.pile import PlaceLook, paint_place, stitched
from vtt.table.places import HELD_KINDS, Places, kind_of_zone, seats_waited_for
from vtt.table.plan import Box, Cell, Plan
from vtt.table.printed import card_face
from vtt.table.seat_fittings import put_seat
from vtt.table.showing import Showing
from vtt.table.stage_fittings import put_stage
from vtt.table.station_fittings import put_stations
from vtt.table.tray_fittings import put_tray
from vtt.widgets.fonts import title_font, ui_font


class Fittings(Canvas):
    """Draws what stands still, and knows where it stands."""

    def draw(
        self, view: View, places: Places, plan: Plan, showing: Showing, bags: tuple[BagPlace, ...], dpr: float
    ) -> None:
        """Bring every picture up to date; those that did not change are left alone."""
        self.begin(dpr)
        boxes = boxes_of(view, places, plan)
        for zone in places.piles + places.others:
            self._place(view, zone, boxes[zone], showing, plan, thick=zone in places.piles)
        for zone in places.others:
            self._words_beside(view, zone, told_rooms(plan, boxes[zone], view.zones[zone].count), plan)
        put_tray(self, view, places, plan, showing)
        put_bags(self, view, bags, plan, showing)
        self._clock(view, plan)
        waited = seats_waited_for(view)
        for cell in plan.cells:
            self._beside(view, places, plan, cell, showing, boxes)
            put_seat(self, view, places, plan, cell, showing, waited, boxes)
            put_stations(self, view, places, plan, cell, showing)
        put_stage(self, view, places, plan, showing)
        if showing.opened in view.zones:
            self._opened(view, plan, showing.opened)
        self.end()

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
        m, theme = plan.lengths, self.hub.theme
        lying = view.zones[zone]
        # Beside a hand it is plain whose it is, but not which of several characters holds it.
        kind = kind_of_zone(zone)
        plain = cell is not None and kind not in HELD_KINDS and not caption_of(view, zone)
        label = plain_word(kind) if plain else name_of_zone(view, zone, whole=False)
        spread = kind in HELD_KINDS
        look = PlaceLook(label, lying.count, thick, zone in showing.lit, bool(lying.cards), spread)
        if cell is not None and caption_of(view, zone):
            box = replace(box, foot=_room_for_words(box.foot, cell))
        rect = box.area.adjusted(-m.pad_m, -m.pad_m - box.cards.height() * 0.12, m.pad_m, m.pad_xs)
        rect = rect.united(box.foot.adjusted(-m.pad_m, 0, m.pad_m, 0))
        way = cell.way if cell is not None and cell.turn else None
        if cell is not None and way is None:
            box, rect = _moved(box, cell), cell.in_scene(rect)
        self.picture(f"zone {zone}", (look, m), rect, lambda p: paint_place(p, box, look, theme, m), Z_CLOTH, way)
        area = box.area if way is None else way.mapRect(box.area)
        self.mark("zone", (zone,), area.adjusted(-m.pad_s, -m.pad_s, m.pad_s, m.pad_s))
        self.tips.append((area, tell("spoken.pile", zone=name_of_zone(view, zone), count=look.count)))

    def _words_beside(self, view: View, zone: str, rooms: tuple[tuple[QRectF, QRectF], ...], plan: Plan) -> None:
        """Put beside cards of a game's own what they say."""
        m, theme = plan.lengths, self.hub.theme
        for number, ((_, room), card) in enumerate(zip(rooms, view.zones[zone].cards, strict=False)):
            face = card_face(view, card) if card else None
            if face is None or not face.text:
                continue
            words = clean(face.text, 400)
            self.picture(
                f"says {zone} {number}",
                (words, m),
                room,
                partial(paint_beside, room=room, text=words, theme=theme, m=m),
                Z_CLOTH + 1,
            )
            self.tips.append((room, f"{clean(face.name)}\n{words}"))

    def _beside(
        self, view: View, places: Places, plan: Plan, cell: Cell, showing: Showing, boxes: Mapping[str, Box]
    ) -> None:
        for zone in places.beside.get(cell.seat, ()):
            self._place(view, zone, boxes[zone], showing, plan, thick=True, cell=cell)

    def _clock(self, view: View, plan: Plan) -> None:
        if plan.clock.isEmpty():
            return
        m, theme, seconds = plan.lengths, self.hub.theme, view.clock
        self.picture(
            "clock", (seconds, m), plan.clock, lambda p: paint_clock(p, plan.clock, seconds, theme, m), Z_CLOTH + 1
        )
        words = spoken_clock(view)
        self.mark("clock", ("clock",), plan.clock, words, words)

    def _opened(self, view: View, plan: Plan, zone: str) -> None:
        m, theme = plan.lengths, self.hub.theme
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

        self.picture("opened", (words, m), whole, paint, Z_BACKDROP)


def _room_for_words(foot: QRectF, cell: Cell) -> QRectF:
    """Return the foot of a pile as wide as the empty cloth beside it, for what cards lie there for takes many words.

    It ends at the hand, which may stand beside it, and at the end of the seat's place.
    """
    wide = foot.adjusted(-foot.width() * 0.45, 0, foot.width() * 0.45, 0)
    left, right = min(0.0, foot.left()), max(cell.size.width(), foot.right())
    if cell.fan.top() < foot.bottom() and foot.top() < cell.fan.bottom():
        if cell.fan.center().x() < foot.center().x():
            left = min(cell.fan.right(), foot.left())
        else:
            right = max(cell.fan.left(), foot.right())
    wide.setLeft(max(wide.left(), left))
    wide.setRight(min(wide.right(), right))
    return wide


def _moved(box: Box, cell: Cell) -> Box:
    area, cards, head, foot = (cell.in_scene(rect) for rect in (box.area, box.cards, box.head, box.foot))
    return Box(area, cards, head, foot)
