"""The items on the table besides cards and chips: places, tray, seats, clock; and their regions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter

from engine.presentation.visibility import VisibleTable
from vtt.shared.card_faces.known_card_face import card_face
from vtt.shared.fitted_text import write_line
from vtt.shared.screen_names import caption_of, clean_name, name_of_zone, table_text, word_for
from vtt.shared.table_queries import HELD_KINDS, is_of_one_of_several, kind_of_zone, seats_waited_for
from vtt.table.display_state import DisplayState
from vtt.table.items.card_layout import SpotsByIndex, enlarged_hands, opened_pile_room, side_text_rects
from vtt.table.items.picture_layer import Z_BACKDROP, Z_CLOTH, PictureLayer
from vtt.table.layout.table_plan import SeatCell, TablePlan, ZoneBox
from vtt.table.layout.zone_placement import ZonePlacement
from vtt.table.painting.card_side_text import paint_side_text
from vtt.table.painting.pile_painting import PileLook, has_room_for_name, paint_pile, paint_stitched_outline
from vtt.table.painting.story_clock import paint_story_clock, spoken_story_clock
from vtt.table.scene.chip_bag_items import ChipBagPlace, put_chip_bags
from vtt.table.scene.commit_tray_items import put_tray
from vtt.table.seats.seat_items import put_seat
from vtt.table.stations.card_in_play_items import put_card_in_play
from vtt.table.stations.station_items import put_stations
from vtt.widgets.look.ui_fonts import title_font, ui_font

_WIDEST_COUNT: Final = 88
"""A count as wide as any of two digits: a discard keeps its name while cards come and go."""


class StaticItems(PictureLayer):
    """Draws the items that do not move, and knows their regions."""

    waited: frozenset[str] = frozenset()
    """The seats that are shown as those that the table waits for."""

    def clear(self) -> None:
        """Remove every picture from the scene; the table waits for nobody."""
        super().clear()
        self.waited = frozenset()

    def draw(
        self,
        view: VisibleTable,
        placement: ZonePlacement,
        plan: TablePlan,
        display_state: DisplayState,
        bags: tuple[ChipBagPlace, ...],
        boxes: Mapping[str, ZoneBox],
        spots: Mapping[str, SpotsByIndex],
        dpr: float,
        *,
        in_pieces: bool = False,
    ) -> None:
        """Update every picture; those that did not change are left alone. The cards are at their spots, by zone.

        The boxes are the room of every pile and open place.

        With `in_pieces`, pictures that take long are left to `draw_late`.
        """
        self.begin(dpr, in_pieces=in_pieces)
        self.keeps_parts = display_state.holds_result
        discards_are_named = discards_have_room_for_names(view, placement, boxes, plan)
        for zone in placement.piles:
            self._place(view, zone, boxes[zone], display_state, plan, thick=True, is_discard_named=discards_are_named)
        for zone in placement.others:
            self._place(view, zone, boxes[zone], display_state, plan, thick=False)
        for zone in placement.others:
            self._words_beside(view, zone, side_text_rects(plan, boxes[zone], view.zones[zone].count), plan)
        put_tray(self, view, placement, plan, display_state)
        put_chip_bags(self, view, bags, plan, display_state)
        self._clock(view, plan)
        if not self.keeps_parts:
            self.waited = seats_waited_for(view)
        for cell in plan.cells:
            self._beside(view, placement, plan, cell, display_state, boxes)
            put_seat(self, view, placement, plan, cell, display_state, self.waited, boxes)
            put_stations(self, view, placement, plan, cell, display_state, spots)
        put_card_in_play(self, view, placement, plan, display_state)
        for zone, hand in enlarged_hands(view, placement, plan, display_state).items():
            self.mark("zone", (zone,), hand.area)
        if display_state.opened in view.zones:
            self._opened(view, plan, display_state)
        self.end()

    def _place(
        self,
        view: VisibleTable,
        zone: str,
        box: ZoneBox,
        display_state: DisplayState,
        plan: TablePlan,
        *,
        thick: bool,
        cell: SeatCell | None = None,
        is_discard_named: bool = True,
    ) -> None:
        m, theme = plan.lengths, self.hub.theme
        lying = view.zones[zone]
        # Beside a hand the owner is clear, but not which of several characters holds it.
        kind, purpose = kind_of_zone(zone), caption_of(view, zone)
        several = kind not in HELD_KINDS and is_of_one_of_several(view, zone)
        if cell is not None and (purpose or several):
            box = replace(box, foot=_room_for_words(box.foot, cell))
        label = name_of_zone(view, zone, whole=False)
        several = several and has_room_for_name(label, lying.count, box.foot, m)
        plain = cell is not None and kind not in HELD_KINDS and not purpose and not several
        spread = kind in HELD_KINDS
        # Without room for all of their names discards have a plain word: the deck beside each says whose it is.
        if plain or (kind == "discard" and not is_discard_named):
            label = word_for(kind, "table.pile", ruleset=view.ruleset)
        look = PileLook(label, lying.count, thick, zone in display_state.lit, bool(lying.cards), spread)
        rect = box.area.adjusted(-m.pad_m, -m.pad_m - box.cards.height() * 0.12, m.pad_m, m.pad_xs)
        rect = rect.united(box.foot.adjusted(-m.pad_m, 0, m.pad_m, 0))
        to_scene = cell.to_scene if cell is not None and cell.turn else None
        if cell is not None and to_scene is None:
            box, rect = _moved(box, cell), cell.in_scene(rect)
        self.picture(f"zone {zone}", (look, m), rect, lambda p: paint_pile(p, box, look, theme, m), Z_CLOTH, to_scene)
        area = box.area if to_scene is None else to_scene.mapRect(box.area)
        self.mark("zone", (zone,), area.adjusted(-m.pad_s, -m.pad_s, m.pad_s, m.pad_s))
        self.tips.append((area, table_text("spoken.pile", zone=name_of_zone(view, zone), count=look.count)))

    def _words_beside(
        self, view: VisibleTable, zone: str, rects: tuple[tuple[QRectF, QRectF], ...], plan: TablePlan
    ) -> None:
        """Write the texts of a game's own cards beside them."""
        m, theme = plan.lengths, self.hub.theme
        for number, ((_, text_rect), card) in enumerate(zip(rects, view.zones[zone].cards, strict=False)):
            face = card_face(view, card) if card else None
            if face is None or not face.text:
                continue
            words = clean_name(face.text, 400)
            self.picture(
                f"says {zone} {number}",
                (words, m),
                text_rect,
                partial(paint_side_text, rect=text_rect, text=words, theme=theme, metrics=m),
                Z_CLOTH + 1,
            )
            self.tips.append((text_rect, f"{clean_name(face.name)}\n{words}"))

    def _beside(
        self,
        view: VisibleTable,
        placement: ZonePlacement,
        plan: TablePlan,
        cell: SeatCell,
        display_state: DisplayState,
        boxes: Mapping[str, ZoneBox],
    ) -> None:
        for zone in placement.beside.get(cell.seat, ()):
            self._place(view, zone, boxes[zone], display_state, plan, thick=True, cell=cell)

    def _clock(self, view: VisibleTable, plan: TablePlan) -> None:
        if plan.clock.isEmpty():
            return
        m, theme, seconds = plan.lengths, self.hub.theme, view.clock
        self.picture(
            "clock",
            (seconds, m),
            plan.clock,
            lambda p: paint_story_clock(p, plan.clock, seconds, theme, m),
            Z_CLOTH + 1,
        )
        words = spoken_story_clock(view)
        self.mark("clock", ("clock",), plan.clock, words, words)

    def _opened(self, view: VisibleTable, plan: TablePlan, display_state: DisplayState) -> None:
        m, theme, zone = plan.lengths, self.hub.theme, display_state.opened
        seen = display_state.seen
        whole = QRectF(QPointF(), QSizeF(plan.size)) if seen.isEmpty() else seen
        room = opened_pile_room(plan, seen)
        words = table_text("open_pile", zone=name_of_zone(view, zone), count=view.zones[zone].count)

        def paint(painter: QPainter) -> None:
            painter.fillRect(whole, QColor(0, 0, 0, 150))
            panel = room.adjusted(-m.pad_m, -m.font_title * 1.7, m.pad_m, m.font_body * 1.6)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("cloth_shade", 0.94))
            painter.drawRoundedRect(panel, m.radius_l, m.radius_l)
            paint_stitched_outline(painter, panel.adjusted(4, 4, -4, -4), theme, m, m.radius_l, lit=False)
            head = QRectF(room.left(), panel.top() + m.pad_xs, room.width(), m.font_title * 1.6)
            write_line(
                painter,
                head,
                words,
                title_font(m.font_title),
                theme.colour("on_cloth"),
                Qt.AlignmentFlag.AlignHCenter,
                least=m.font_least,
            )
            foot = QRectF(room.left(), room.bottom(), room.width(), m.font_body * 1.5)
            font = ui_font(m.font_body)
            colour = theme.colour("muted_on_cloth")
            write_line(
                painter, foot, table_text("close_pile"), font, colour, Qt.AlignmentFlag.AlignHCenter, least=m.font_least
            )

        self.picture("opened", (words, m), whole, paint, Z_BACKDROP)


def _room_for_words(foot: QRectF, cell: SeatCell) -> QRectF:
    """Return the foot of a pile, extended over the empty cloth beside it, because a zone's purpose takes many words.

    It ends at the hand and the chips, which may be beside it, and at the end of the seat's place.
    """
    wide = foot.adjusted(-foot.width() * 0.45, 0, foot.width() * 0.45, 0)
    left, right = min(0.0, foot.left()), max(cell.size.width(), foot.right())
    if cell.fan.top() < foot.bottom() and foot.top() < cell.fan.bottom():
        if cell.fan.center().x() < foot.center().x():
            left = min(cell.fan.right(), foot.left())
        else:
            right = max(cell.fan.left(), foot.right())
    if foot.right() < cell.beside.right() - 1:
        right = foot.right()
    wide.setLeft(max(wide.left(), left))
    wide.setRight(min(wide.right(), right))
    return wide


def _moved(box: ZoneBox, cell: SeatCell) -> ZoneBox:
    area, cards, head, foot = (cell.in_scene(rect) for rect in (box.area, box.cards, box.head, box.foot))
    return ZoneBox(area, cards, head, foot)


def discards_have_room_for_names(
    view: VisibleTable, placement: ZonePlacement, boxes: Mapping[str, ZoneBox], plan: TablePlan
) -> bool:
    """Say whether all discards can be named in full: one answer for all of them, and whatever is in them later."""
    discards = [zone for zone in placement.piles if kind_of_zone(zone) == "discard"]
    widest = max((_WIDEST_COUNT, *(view.zones[zone].count for zone in discards)))
    return all(
        has_room_for_name(name_of_zone(view, zone, whole=False), widest, boxes[zone].foot, plan.lengths)
        for zone in discards
    )
