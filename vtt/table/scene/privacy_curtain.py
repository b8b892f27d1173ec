"""The privacy curtain: it covers the table for one person, so that nobody else sees their hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt, QTimer, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFont,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QRadialGradient,
    QResizeEvent,
)
from PySide6.QtWidgets import QWidget

from engine.messages.texts import say
from engine.model.seats import SHARED
from engine.model.zones import hand_of
from engine.presentation.stations import RowCard
from vtt.campaign.open_campaign import OpenCampaign
from vtt.shared.fitted_text import Align, font_that_fits, text_width, write_line
from vtt.shared.hand_order import HandOrders
from vtt.shared.hand_peek import HandPeek
from vtt.shared.screen_names import clean_name, table_text
from vtt.shared.table_queries import is_held, stations_of
from vtt.table.items.card_item import CardMark, CardPictures
from vtt.table.items.card_layout import risen
from vtt.table.items.large_card import REST_MS, LargeCard
from vtt.table.layout.card_spread import ROW_STEP, CardSpot, lay_fan
from vtt.table.layout.table_scale import scale_that_fits
from vtt.table.stations.station_painting import TokenLook, paint_slot_tag, paint_token, slot_tag, tokens_that_fit
from vtt.widgets.basic_widgets import button
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.look.ui_fonts import title_font, ui_font
from vtt.widgets.look.ui_metrics import CARD_RATIO, UiMetrics, ui_metrics
from vtt.widgets.visible_part import visible_part

_MIDDLE = Align.AlignHCenter
_STEPS: Final = {Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
"""The keys that move through the cards, and their direction."""


class PrivacyCurtain(QWidget):
    """Covers the table for one person, who holds a button or the space bar to see their hand.

    Args:
        campaign: the open campaign.
        looker: begins and ends the look.
        orders: the orders in which hands are shown.
        pictures: the pictures of cards.
        hub: the theme.
        parent: the widget that it covers.

    Signals:
        left: the person goes back to the table: the seat, and the indices of the picked cards of the hand.
        print_wanted: the person wants the hand on paper: the seat.
        touched: with slots, the person clicked a card of the hand or in a slot: its zone and its index.
    """

    left = Signal(str, object)
    print_wanted = Signal(str)
    touched = Signal(str, int)

    def __init__(
        self,
        campaign: OpenCampaign,
        looker: HandPeek,
        orders: HandOrders,
        pictures: CardPictures,
        hub: ThemeHub,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._page = parent
        self._campaign = campaign
        self._hand_peek = looker
        self._orders = orders
        self._pictures = pictures
        self._hub = hub
        self._seat = ""
        self._name = ""
        self._picked: list[int] = []
        self._by_mouse = False
        self._aimed: tuple[tuple[str, int], CardSpot] | None = None
        self._read: tuple[str, int] | None = None
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.timeout.connect(self._rested)
        self.card = LargeCard(hub, pictures.faces, self)
        self.paper = button(table_text("curtain.print"), "quiet", table_text("curtain.print_help"), self)
        self.paper.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the space bar belongs to the look
        self.paper.clicked.connect(self._print)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        looker.changed.connect(self._looked)
        campaign.changed.connect(self._changed)
        campaign.setting_stored.connect(self._changed)
        pictures.faces.arrived.connect(self.update)
        self.hide()

    @property
    def seat(self) -> str:
        """The seat that it is drawn for; an empty string while it is open."""
        return self._seat

    def draw_for(self, seat: str) -> None:
        """Cover the table for one person."""
        view = self._campaign.viewer_campaign(seat).view
        hand = view.zones.get(hand_of(seat))
        if seat not in view.seats or (hand is not None and seat not in hand.owners):
            return  # real cards cannot be shown here
        self._hand_peek.end()
        from engine.rulesets.loader import printer_of  # no game is loaded before the window is painted

        self._seat = seat
        self._name = clean_name(view.seats[seat].name)
        self._picked = []
        self.paper.setVisible(printer_of(view.ruleset) is not None and hand is not None and hand.count > 0)
        self.setAccessibleName(table_text("curtain.title", name=self._name))
        self.setAccessibleDescription(table_text("curtain.hold_key"))
        self.setGeometry(visible_part(self._page))
        self._place_paper()
        self.show()
        self.raise_()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def leave(self) -> None:
        """Open the curtain again."""
        if not self._seat:
            return
        seat, picked = self._seat, tuple(sorted(self._picked))
        self._hand_peek.end()
        self._seat, self._picked = "", []
        self.hide()
        self.left.emit(seat, picked)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the print button in its corner."""
        super().resizeEvent(event)
        self._place_paper()

    def _place_paper(self) -> None:
        self.paper.adjustSize()
        gap = self._lengths().pad_m
        self.paper.move(self.width() - self.paper.width() - gap, self.height() - self.paper.height() - gap)

    def _print(self) -> None:
        if self._seat and not self.paper.isHidden():
            self._hand_peek.end()
            self.print_wanted.emit(self._seat)

    def _lengths(self) -> UiMetrics:
        size = self.rect().toRectF().size()
        return ui_metrics(scale_that_fits(size, self._hub.theme.scale, 3))

    def _button(self) -> QRectF:
        m = self._lengths()
        wide = min(self.width() * 0.6, m.font_title * 12.0)
        high = min(m.control * 1.7, self.height() * 0.14)
        return QRectF((self.width() - wide) / 2, self.height() * 0.80, wide, high)

    def _rooms(self) -> dict[str, QRectF]:
        """Return the room of the hand, or with slots the rooms of each character's slots and hand."""
        room = self._whole()
        stations = [
            s for s in stations_of(self._campaign.viewer_campaign(SHARED).view) if s.seat == self._seat and s.row
        ]
        if not stations:
            return {hand_of(self._seat): room}
        rooms, wide = {}, room.width() / len(stations)
        for number, station in enumerate(stations):
            part = QRectF(room.left() + number * wide, room.top(), wide - 12, room.height())
            slots_room = QRectF(part.left(), part.top(), part.width(), part.height() * 0.46)
            rooms[station.row] = slots_room
            rooms[station.hand] = QRectF(
                part.left(), slots_room.bottom() + 8, part.width(), part.bottom() - slots_room.bottom() - 8
            )
        return rooms

    def _cards(self) -> list[tuple[str, int, CardSpot]]:
        """Return every card behind the curtain: its zone, its index, and its spot; each zone from left to right."""
        zones, rooms = self._campaign.viewer_campaign(SHARED).view.zones, self._rooms()
        playable = self._playable()
        cards = []
        for zone, room in rooms.items():
            count = zones[zone].count if zone in zones else 0
            if len(rooms) > 1:
                room = self._free_of(zone, room)
                spots = lay_fan(room, count, min(self.height() * 0.42, room.height()), arc=False, step_share=ROW_STEP)
            else:
                spots = self._spots(count)
            row = zip(self._order(zone, count), spots, strict=True)
            cards += [(zone, i, risen(spot) if i in playable.get(zone, ()) else spot) for i, spot in row]
        return cards

    def _order(self, zone: str, count: int) -> Sequence[int]:
        """Return the indices of a zone from left to right; a hand is in its order only while its player looks."""
        own = self._campaign.viewer_campaign(self._seat).view.zones.get(zone) if self._is_looking() else None
        if own is None or own.count != count or not is_held(zone):
            return range(count)
        return self._orders.shown(zone, [own.face(index) for index in range(count)], self._pictures.printed)

    def _is_looking(self) -> bool:
        return bool(self._seat) and self._hand_peek.seat == self._seat

    def _playable(self) -> Mapping[str, frozenset[int]]:
        """Return by zone the indices of the cards that can be played now, while their player looks."""
        return self._hand_peek.playable() if self._is_looking() else {}

    def _charging(self) -> dict[str, tuple[RowCard, ...]]:
        """Return the openly charging cards, by the row whose slots they cover."""
        stations = stations_of(self._campaign.viewer_campaign(SHARED).view)
        return {s.row: tuple(c for c in s.cards if c.state == "charging") for s in stations}

    def _free_of(self, row: str, room: QRectF) -> QRectF:
        """Return the part of a row's room without charging cards."""
        charging_count = len(self._charging().get(row, ()))
        return room.adjusted(min(charging_count * room.height() * CARD_RATIO, room.width() * 0.5), 0, 0, 0)

    def _paint_charging(self, painter: QPainter, row: str, room: QRectF) -> None:
        """Draw charging cards at the start of the row, with the slots that they cover and their remaining time."""
        m, view, dpr = self._lengths(), self._campaign.viewer_campaign(SHARED).view, self.devicePixelRatioF()
        cards = self._charging().get(row, ())
        free = self._free_of(row, room)
        for number, card in enumerate(cards):
            wide = (free.left() - room.left()) / len(cards)
            high = min(room.height() * 0.94, wide * 0.94 / CARD_RATIO)
            spot = CardSpot(room.left() + wide * (number + 0.5), room.center().y(), high)
            lying = view.zones.get(card.zone)
            face = lying.face(card.index) if lying is not None and card.index < lying.count else None
            picture = self._pictures.picture(face, high, 0.0, dpr)
            corner = QPointF(spot.x - picture.width() / dpr / 2, spot.y - picture.height() / dpr / 2)
            painter.drawPixmap(QPointF(round(corner.x()), round(corner.y())), picture)
            box = spot.box()
            station = next(s for s in stations_of(view) if s.row == row)
            for token in (token for token in station.tokens if token.place == card.place):
                label = QRectF(box.left(), box.top(), box.width(), m.font_small * 1.7)
                words = tokens_that_fit(say(token.label), label.width(), m)
                paint_token(painter, label, TokenLook(token.sign, words), words, self._hub, m, dpr)
            self._paint_slots(painter, box, card)

    def _paint_slots(self, painter: QPainter, box: QRectF, card: RowCard) -> None:
        """Write on a card's corner the slots that it covers, as at its character's station."""
        m = self._lengths()
        label = str(card.first) if card.last <= card.first else f"{card.first}–{card.last}"
        tag = slot_tag(box, m)
        tag.setLeft(tag.right() - tag.width() * (1.0 if len(label) < 3 else 1.8))
        tag.moveRight(box.right())
        tag.moveBottom(box.bottom())
        paint_slot_tag(painter, tag, label, card.state, self._hub.theme, m)

    def _slots_of(self, zone: str, index: int) -> RowCard | None:
        """Return the slots that a card covers, as the person who looks may know it."""
        row_cards = (card for station in self._hand_peek.stations().values() for card in station.cards)
        return next((card for card in row_cards if (card.zone, card.index) == (zone, index) and card.first), None)

    def _spots(self, count: int) -> tuple[CardSpot, ...]:
        """Return the spots of a hand that is alone behind the curtain."""
        room = self._whole()
        return lay_fan(room.adjusted(0, room.height() * 0.1, 0, 0), count, self.height() * 0.42)

    def _whole(self) -> QRectF:
        return QRectF(self.width() * 0.06, self.height() * 0.30, self.width() * 0.88, self.height() * 0.44)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the curtain, and the hand while it is held."""
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        theme, m = self._hub.theme, self._lengths()
        shade = QRadialGradient(QPointF(self.rect().center()), max(self.width(), self.height()) * 0.7)
        shade.setColorAt(0, theme.colour("surface"))
        shade.setColorAt(1, theme.colour("sunken"))
        painter.fillRect(self.rect(), shade)
        wide = self.width() * 0.9
        left = (self.width() - wide) / 2
        high = min(m.font_display * 1.5, self.height() * 0.12)
        head = QRectF(left, self.height() * 0.08, wide, high)
        ink, muted = theme.colour("text"), theme.colour("muted")
        write_line(
            painter,
            head,
            table_text("curtain.title", name=self._name),
            title_font(m.font_display),
            ink,
            Align.AlignHCenter,
            least=m.font_least,
        )
        line = QRectF(left, head.bottom() + m.pad_s, wide, min(m.font_large * 1.5, self.height() * 0.07))
        if all(station.budget is None for station in self._hand_peek.stations().values()):  # else the sum is shown
            write_line(
                painter,
                line,
                table_text("curtain.others"),
                ui_font(m.font_large),
                muted,
                Align.AlignHCenter,
                least=m.font_least,
            )
        self._paint_hand(painter)
        self._paint_button(painter, m)
        foot = QRectF(left, self._button().bottom() + m.pad_s, wide, min(m.font_body * 1.5, self.height() * 0.05))
        write_line(
            painter,
            foot,
            table_text("curtain.hold_key"),
            ui_font(m.font_body),
            muted,
            Align.AlignHCenter,
            least=m.font_least,
        )
        painter.end()

    def _paint_hand(self, painter: QPainter) -> None:
        if not self._seat:
            return
        is_looking = self._hand_peek.seat == self._seat
        zones = self._campaign.viewer_campaign(self._seat if is_looking else SHARED).view.zones
        cards = self._cards()
        theme, m = self._hub.theme, self._lengths()
        if not cards:
            room = QRectF(0, self.height() * 0.45, self.width(), self.height() * 0.1)
            font = ui_font(m.font_large)
            write_line(
                painter,
                room,
                table_text("curtain.empty"),
                font,
                theme.colour("muted"),
                Align.AlignHCenter,
                least=m.font_least,
            )
            return
        rooms, playable = self._rooms(), self._playable()
        for number, (zone, room) in enumerate(rooms.items() if len(rooms) > 1 else ()):
            painter.setPen(theme.colour("line"))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(room, m.radius_l, m.radius_l)
            if number % 2 == 0 and not zones[zone].count:
                free = self._free_of(zone, room)
                write_line(
                    painter,
                    free,
                    table_text("curtain.slots"),
                    ui_font(m.font_large),
                    theme.colour("muted"),
                    _MIDDLE,
                    least=m.font_least,
                )
            if number % 2 == 0:
                self._paint_charging(painter, zone, room)
        if is_looking:
            self._paint_budget(painter)
        dpr = self.devicePixelRatioF()
        for zone, i, spot in cards:
            face = zones[zone].face(i) if is_looking and i < zones[zone].count else None
            picked = i in self._picked and is_looking and len(rooms) == 1
            can_play = CardMark.PLAYABLE if i in playable.get(zone, ()) else CardMark.NONE
            mark = CardMark.PICKED if picked else can_play
            picture = self._pictures.picture(face, spot.height, spot.angle, dpr, mark)
            up = spot.height * 0.1 if picked else 0.0
            corner = QPointF(spot.x - picture.width() / dpr / 2, spot.y - up - picture.height() / dpr / 2)
            painter.drawPixmap(QPointF(round(corner.x()), round(corner.y())), picture)
            covers = self._slots_of(zone, i) if is_looking else None
            if covers is not None:
                self._paint_slots(painter, spot.box(), covers)

    def _paint_budget(self, painter: QPainter) -> None:
        """Write the plan's cost and its errors, for the person who looks."""
        m, theme = self._lengths(), self._hub.theme
        budgets = [s.budget for s in self._hand_peek.stations().values() if s.budget is not None]
        warns = any(budget.warnings for budget in budgets)
        words = " · ".join(say(part) for budget in budgets for part in (budget.words, *budget.warnings))
        room = QRectF(self.width() * 0.05, self.height() * 0.24, self.width() * 0.9, m.font_large * 1.5)
        font = ui_font(m.font_large, weight=QFont.Weight.DemiBold)
        colour = theme.colour("danger" if warns else "text")
        write_line(painter, room, words, font, colour, Align.AlignHCenter, least=m.font_least)

    def _paint_button(self, painter: QPainter, m: UiMetrics) -> None:
        theme = self._hub.theme
        is_looking = bool(self._hand_peek.seat)
        body = self._button()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(0, 0, 0, 70))
        painter.drawRoundedRect(body.translated(0, 2), m.radius, m.radius)
        painter.setPen(theme.colour("outline"))
        painter.setBrush(theme.colour("accent_down" if is_looking else "accent"))
        painter.drawRoundedRect(body, m.radius, m.radius)
        side = round(min(m.icon_l, body.height() * 0.6))
        dpr = self.devicePixelRatioF()
        icon = self._hub.pixmap("eye" if is_looking else "eye-off", side, role="on_accent", dpr=dpr)
        font = font_that_fits(ui_font(m.font_large), body.height(), m.font_least)
        wide = side + m.pad_s + text_width(table_text("curtain.hold"), font)
        left = max(body.left() + m.pad_s, body.center().x() - wide / 2)
        painter.drawPixmap(QPointF(round(left), round(body.center().y() - side / 2)), icon)
        words = QRectF(left + side + m.pad_s, body.top(), body.right() - left - side - m.pad_m, body.height())
        write_line(painter, words, table_text("curtain.hold"), font, theme.colour("on_accent"), least=m.font_least)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Hold the button to look; click a card while the space bar is held to pick it up."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        if self._button().contains(event.position()):
            self._by_mouse = True
            self._hand_peek.begin(self._seat)
        elif self._hand_peek.seat == self._seat:
            self._pick_at(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show the card under the pointer large, to the person who looks."""
        point = event.position()
        under = (((zone, i), spot) for zone, i, spot in reversed(self._cards()) if spot.holds(point))
        hovered = next(under, None)
        if hovered is None or self._hand_peek.seat != self._seat:
            self._show_large(None)
        elif self._aimed is None or hovered[0] != self._aimed[0]:
            self._aimed = hovered
            self._rest.start(REST_MS // 4 if self._read is not None else REST_MS)

    @Slot()
    def _rested(self) -> None:
        self._show_large(self._aimed)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Release the button."""
        if self._by_mouse and event.button() == Qt.MouseButton.LeftButton:
            self._by_mouse = False
            self._hand_peek.end()

    def _pick_at(self, point: QPointF) -> None:
        apart = len(self._rooms()) > 1
        for zone, i, spot in reversed(self._cards()):
            if spot.holds(point):
                if apart:
                    self.touched.emit(zone, i)
                else:
                    self._picked = [p for p in self._picked if p != i] if i in self._picked else [*self._picked, i]
                self.update()
                return

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space looks, S sorts the hand, P prints, Esc leaves; nothing else passes the curtain."""
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
        elif event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._hand_peek.begin(self._seat)
        elif event.key() == Qt.Key.Key_P and not event.isAutoRepeat():
            self._print()
        elif event.key() == Qt.Key.Key_S and self._is_looking() and not event.isAutoRepeat():
            self._orders.choose_next(zone for zone in self._rooms() if is_held(zone))
        elif event.key() in _STEPS and self._hand_peek.seat == self._seat:
            self._walk(_STEPS[Qt.Key(event.key())])
        event.accept()

    def _walk(self, step: int) -> None:
        """Show the next card large; beyond the first and the last there is none."""
        cards = [((zone, i), spot) for zone, i, spot in self._cards()]
        places = [place for place, _ in cards]
        start = -1 if step > 0 else len(cards)
        at = (places.index(self._read) if self._read in places else start) + step
        self._show_large(cards[at] if 0 <= at < len(cards) else None)

    def _show_large(self, found: tuple[tuple[str, int], CardSpot] | None) -> None:
        """Show a card large beside its spot while its player looks; None shows none."""
        self._rest.stop()
        self._aimed = found
        is_looking = self._is_looking()
        place = found[0] if found is not None and is_looking else None
        if place == self._read:
            return
        self._read = place
        lying = self._campaign.viewer_campaign(self._seat).view.zones.get(place[0]) if place is not None else None
        card = lying.face(place[1]) if lying is not None and place is not None and place[1] < lying.count else None
        face = self._pictures.printed(card) if card is not None else None
        if face is None or found is None:
            self.card.clear()
        else:
            self.card.show_face(face, found[1].box())

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Release the space bar."""
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._hand_peek.key_released()
        event.accept()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """End the look when another widget gets the focus."""
        super().focusOutEvent(event)
        self._hand_peek.end()

    def hideEvent(self, event: QHideEvent) -> None:
        """End the look with the curtain."""
        super().hideEvent(event)
        self._hand_peek.end()

    @Slot()
    def _looked(self) -> None:
        # At once, not with the next pass of the event loop: a face must not stay one moment longer than the look.
        self._show_large(None)
        if self.isVisible():
            self.repaint()

    @Slot()
    def _changed(self) -> None:
        self._show_large(None)
        if self.isVisible():
            self.update()
