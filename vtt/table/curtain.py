"""The curtain: the table goes neutral and names the one who should look, so that nobody else sees the hand."""

from __future__ import annotations

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

from engine.play.stations import RowCard
from engine.play.words import say
from engine.table.zones import hand_of
from vtt.panels.parts import button
from vtt.session import SHARED, Session
from vtt.table.card import CardPictures
from vtt.table.fan import APART, Spot, fan
from vtt.table.large_card import REST_MS, LargeCard
from vtt.table.layout import fitting_scale
from vtt.table.looking import Looker
from vtt.table.naming import clean, tell
from vtt.table.picture import Align, font_that_fits, width_of, write
from vtt.table.places import stations_of
from vtt.table.station_art import TokenLook, fitting, paint_slot_tag, paint_token, slot_tag
from vtt.widgets.fonts import title_font, ui_font
from vtt.widgets.metrics import CARD_RATIO, Metrics, metrics
from vtt.widgets.theme import ThemeHub

_MIDDLE = Align.AlignHCenter
_STEPS: Final = {Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
"""The keys that walk through the cards, and which way."""


class Curtain(QWidget):
    """Covers the table for one person, who holds a button or the space bar to see their hand.

    Args:
        session: the game.
        looker: begins and ends the look.
        pictures: the pictures of cards.
        hub: the theme.
        parent: what it covers.

    Signals:
        left: the person goes back to the table: the seat, and which cards of the hand were picked.
        print_wanted: the person wants the hand on paper: the seat.
        touched: where cards are laid in slots, the person has clicked one, of the hand or laid: its zone and its index.
    """

    left = Signal(str, object)
    print_wanted = Signal(str)
    touched = Signal(str, int)

    def __init__(
        self, session: Session, looker: Looker, pictures: CardPictures, hub: ThemeHub, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._page = parent
        self._session = session
        self._looker = looker
        self._pictures = pictures
        self._hub = hub
        self._seat = ""
        self._name = ""
        self._picked: list[int] = []
        self._by_mouse = False
        self._aimed: tuple[tuple[str, int], Spot] | None = None
        self._read: tuple[str, int] | None = None
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.timeout.connect(self._rested)
        self.card = LargeCard(hub, pictures.faces, self)
        self.paper = button(tell("curtain.print"), "quiet", tell("curtain.print_help"), self)
        self.paper.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the space bar stays that of the look
        self.paper.clicked.connect(self._print)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        looker.changed.connect(self._looked)
        session.changed.connect(self._changed)
        pictures.faces.arrived.connect(self.update)
        self.hide()

    @property
    def seat(self) -> str:
        """Whom it is drawn for; an empty string while it is open."""
        return self._seat

    def draw_for(self, seat: str) -> None:
        """Cover the table for one person."""
        view = self._session.lens(seat).view
        hand = view.zones.get(hand_of(seat))
        if seat not in view.seats or (hand is not None and seat not in hand.owners):
            return  # real cards are not here to be looked at
        self._looker.unlook()
        from engine.rulesets.registry import printer_of  # no game is loaded before the window is painted

        self._seat = seat
        self._name = clean(view.seats[seat].name)
        self._picked = []
        self.paper.setVisible(printer_of(view.ruleset) is not None and hand is not None and hand.count > 0)
        self.setAccessibleName(tell("curtain.title", name=self._name))
        self.setAccessibleDescription(tell("curtain.hold_key"))
        self.setGeometry(self._page.rect())
        self._place_paper()
        self.show()
        self.raise_()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def leave(self) -> None:
        """Open the curtain again."""
        if not self._seat:
            return
        seat, picked = self._seat, tuple(sorted(self._picked))
        self._looker.unlook()
        self._seat, self._picked = "", []
        self.hide()
        self.left.emit(seat, picked)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the way to the paper in its corner."""
        super().resizeEvent(event)
        self._place_paper()

    def _place_paper(self) -> None:
        self.paper.adjustSize()
        gap = self._lengths().pad_m
        self.paper.move(self.width() - self.paper.width() - gap, self.height() - self.paper.height() - gap)

    def _print(self) -> None:
        if self._seat and not self.paper.isHidden():
            self._looker.unlook()
            self.print_wanted.emit(self._seat)

    def _lengths(self) -> Metrics:
        size = self.rect().toRectF().size()
        return metrics(fitting_scale(size, self._hub.theme.scale, 3))

    def _button(self) -> QRectF:
        m = self._lengths()
        wide = min(self.width() * 0.6, m.font_title * 12.0)
        high = min(m.control * 1.7, self.height() * 0.14)
        return QRectF((self.width() - wide) / 2, self.height() * 0.80, wide, high)

    def _rooms(self) -> dict[str, QRectF]:
        """Return the rooms of the hand; where cards are laid in slots, of each character's slots and hand."""
        room = self._whole()
        stations = [s for s in stations_of(self._session.lens(SHARED).view) if s.seat == self._seat and s.row]
        if not stations:
            return {hand_of(self._seat): room}
        found, wide = {}, room.width() / len(stations)
        for number, station in enumerate(stations):
            part = QRectF(room.left() + number * wide, room.top(), wide - 12, room.height())
            laid = QRectF(part.left(), part.top(), part.width(), part.height() * 0.46)
            found[station.row] = laid
            found[station.hand] = QRectF(
                part.left(), laid.bottom() + 8, part.width(), part.bottom() - laid.bottom() - 8
            )
        return found

    def _cards(self) -> list[tuple[str, int, Spot]]:
        """Return every card that lies behind the curtain: its zone, its place there, and where that is drawn."""
        zones, rooms = self._session.lens(SHARED).view.zones, self._rooms()
        found = []
        for zone, room in rooms.items():
            count = zones[zone].count if zone in zones else 0
            if len(rooms) > 1:
                room = self._free_of(zone, room)
                spots = fan(room, count, min(self.height() * 0.42, room.height()), arc=False, step_share=APART)
            else:
                spots = self._spots(count)
            found += [(zone, index, spot) for index, spot in enumerate(spots)]
        return found

    def _charging(self) -> dict[str, tuple[RowCard, ...]]:
        """Return the cards that charge openly, by the row in whose slots they stand."""
        stations = stations_of(self._session.lens(SHARED).view)
        return {s.row: tuple(c for c in s.cards if c.state == "charging") for s in stations}

    def _free_of(self, row: str, room: QRectF) -> QRectF:
        """Return what of the room of a row is free of cards that charge."""
        taken = len(self._charging().get(row, ()))
        return room.adjusted(min(taken * room.height() * CARD_RATIO, room.width() * 0.5), 0, 0, 0)

    def _paint_charging(self, painter: QPainter, row: str, room: QRectF) -> None:
        """Draw what charges at the beginning of the row, with the slots that it covers and what is still to come."""
        m, view, dpr = self._lengths(), self._session.lens(SHARED).view, self.devicePixelRatioF()
        cards = self._charging().get(row, ())
        free = self._free_of(row, room)
        for number, card in enumerate(cards):
            wide = (free.left() - room.left()) / len(cards)
            high = min(room.height() * 0.94, wide * 0.94 / CARD_RATIO)
            spot = Spot(room.left() + wide * (number + 0.5), room.center().y(), high)
            lying = view.zones.get(card.zone)
            face = lying.face(card.index) if lying is not None and card.index < lying.count else None
            picture = self._pictures.picture(face, high, 0.0, dpr, False)
            corner = QPointF(spot.x - picture.width() / dpr / 2, spot.y - picture.height() / dpr / 2)
            painter.drawPixmap(QPointF(round(corner.x()), round(corner.y())), picture)
            box = spot.box()
            station = next(s for s in stations_of(view) if s.row == row)
            for token in (token for token in station.tokens if token.place == card.place):
                label = QRectF(box.left(), box.top(), box.width(), m.font_small * 1.7)
                words = fitting(say(token.label), label.width(), m)
                paint_token(painter, label, TokenLook(token.sign, words), words, self._hub, m, dpr)
            self._paint_slots(painter, box, card)

    def _paint_slots(self, painter: QPainter, box: QRectF, card: RowCard) -> None:
        """Write on the corner of a card which slots it covers, as at the place of its character."""
        m = self._lengths()
        label = str(card.first) if card.last <= card.first else f"{card.first}–{card.last}"
        tag = slot_tag(box, m)
        tag.setLeft(tag.right() - tag.width() * (1.0 if len(label) < 3 else 1.8))
        tag.moveRight(box.right())
        tag.moveBottom(box.bottom())
        paint_slot_tag(painter, tag, label, card.state, self._hub.theme, m)

    def _slots_of(self, zone: str, index: int) -> RowCard | None:
        """Return which slots a laid card covers, as the one who looks may know it."""
        laid = (card for station in self._looker.stations().values() for card in station.cards)
        return next((card for card in laid if (card.zone, card.index) == (zone, index) and card.first), None)

    def _spots(self, count: int) -> tuple[Spot, ...]:
        """Return where the cards of a hand are drawn that lies behind the curtain alone."""
        return fan(self._whole(), count, self.height() * 0.42)

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
        write(
            painter, head, tell("curtain.title", name=self._name), title_font(m.font_display), ink, Align.AlignHCenter
        )
        line = QRectF(left, head.bottom() + m.pad_s, wide, min(m.font_large * 1.5, self.height() * 0.07))
        if all(station.budget is None for station in self._looker.stations().values()):  # else the sum stands there
            write(painter, line, tell("curtain.others"), ui_font(m.font_large), muted, Align.AlignHCenter)
        self._paint_hand(painter)
        self._paint_button(painter, m)
        foot = QRectF(left, self._button().bottom() + m.pad_s, wide, min(m.font_body * 1.5, self.height() * 0.05))
        write(painter, foot, tell("curtain.hold_key"), ui_font(m.font_body), muted, Align.AlignHCenter)
        painter.end()

    def _paint_hand(self, painter: QPainter) -> None:
        if not self._seat:
            return
        held = self._looker.seat == self._seat
        zones = self._session.lens(self._seat if held else SHARED).view.zones
        cards = self._cards()
        theme, m = self._hub.theme, self._lengths()
        if not cards:
            room = QRectF(0, self.height() * 0.45, self.width(), self.height() * 0.1)
            font = ui_font(m.font_large)
            write(painter, room, tell("curtain.empty"), font, theme.colour("muted"), Align.AlignHCenter)
            return
        rooms = self._rooms()
        for number, (zone, room) in enumerate(rooms.items() if len(rooms) > 1 else ()):
            painter.setPen(theme.colour("line"))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(room, m.radius_l, m.radius_l)
            if number % 2 == 0 and not zones[zone].count:
                free = self._free_of(zone, room)
                write(painter, free, tell("curtain.slots"), ui_font(m.font_large), theme.colour("muted"), _MIDDLE)
            if number % 2 == 0:
                self._paint_charging(painter, zone, room)
        if held:
            self._paint_budget(painter)
        dpr = self.devicePixelRatioF()
        for zone, i, spot in cards:
            face = zones[zone].face(i) if held and i < zones[zone].count else None
            picked = i in self._picked and held and len(rooms) == 1
            picture = self._pictures.picture(face, spot.height, spot.angle, dpr, picked)
            up = spot.height * 0.1 if picked else 0.0
            corner = QPointF(spot.x - picture.width() / dpr / 2, spot.y - up - picture.height() / dpr / 2)
            painter.drawPixmap(QPointF(round(corner.x()), round(corner.y())), picture)
            covers = self._slots_of(zone, i) if held else None
            if covers is not None:
                self._paint_slots(painter, spot.box(), covers)

    def _paint_budget(self, painter: QPainter) -> None:
        """Write what the plan costs, and what is wrong with it, for the one who looks."""
        m, theme = self._lengths(), self._hub.theme
        told = [s.budget for s in self._looker.stations().values() if s.budget is not None]
        warns = any(budget.warnings for budget in told)
        words = " · ".join(say(part) for budget in told for part in (budget.words, *budget.warnings))
        room = QRectF(self.width() * 0.05, self.height() * 0.24, self.width() * 0.9, m.font_large * 1.5)
        font = ui_font(m.font_large, weight=QFont.Weight.DemiBold)
        colour = theme.colour("danger" if warns else "text")
        write(painter, room, words, font, colour, Align.AlignHCenter, squeeze=0.6)

    def _paint_button(self, painter: QPainter, m: Metrics) -> None:
        theme = self._hub.theme
        held = bool(self._looker.seat)
        body = self._button()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(0, 0, 0, 70))
        painter.drawRoundedRect(body.translated(0, 2), m.radius, m.radius)
        painter.setPen(theme.colour("outline"))
        painter.setBrush(theme.colour("accent_down" if held else "accent"))
        painter.drawRoundedRect(body, m.radius, m.radius)
        side = round(min(m.icon_l, body.height() * 0.6))
        dpr = self.devicePixelRatioF()
        icon = self._hub.pixmap("eye" if held else "eye-off", side, role="on_accent", dpr=dpr)
        font = font_that_fits(ui_font(m.font_large), body.height())
        wide = side + m.pad_s + width_of(tell("curtain.hold"), font)
        left = max(body.left() + m.pad_s, body.center().x() - wide / 2)
        painter.drawPixmap(QPointF(round(left), round(body.center().y() - side / 2)), icon)
        words = QRectF(left + side + m.pad_s, body.top(), body.right() - left - side - m.pad_m, body.height())
        write(painter, words, tell("curtain.hold"), font, theme.colour("on_accent"))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Hold the button to look; click a card while the space bar is held to pick it up."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        if self._button().contains(event.position()):
            self._by_mouse = True
            self._looker.look(self._seat)
        elif self._looker.seat == self._seat:
            self._pick_at(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show the card large on which the pointer rests, to the one who looks."""
        point = event.position()
        under = (((zone, i), spot) for zone, i, spot in reversed(self._cards()) if spot.holds(point))
        found = next(under, None)
        if found is None or self._looker.seat != self._seat:
            self._show_large(None)
        elif self._aimed is None or found[0] != self._aimed[0]:
            self._aimed = found
            self._rest.start(REST_MS // 4 if self._read is not None else REST_MS)

    @Slot()
    def _rested(self) -> None:
        self._show_large(self._aimed)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go of the button."""
        if self._by_mouse and event.button() == Qt.MouseButton.LeftButton:
            self._by_mouse = False
            self._looker.unlook()

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
        """Space looks, P prints, Esc leaves; nothing else passes the curtain."""
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
        elif event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._looker.look(self._seat)
        elif event.key() == Qt.Key.Key_P and not event.isAutoRepeat():
            self._print()
        elif event.key() in _STEPS and self._looker.seat == self._seat:
            self._walk(_STEPS[Qt.Key(event.key())])
        event.accept()

    def _walk(self, step: int) -> None:
        """Show the next card large; beyond the first and the last there is none."""
        cards = [((zone, i), spot) for zone, i, spot in self._cards()]
        places = [place for place, _ in cards]
        start = -1 if step > 0 else len(cards)
        at = (places.index(self._read) if self._read in places else start) + step
        self._show_large(cards[at] if 0 <= at < len(cards) else None)

    def _show_large(self, found: tuple[tuple[str, int], Spot] | None) -> None:
        """Show a card large beside where it lies, as long as its player looks; None shows none."""
        self._rest.stop()
        self._aimed = found
        held = bool(self._seat) and self._looker.seat == self._seat
        place = found[0] if found is not None and held else None
        if place == self._read:
            return
        self._read = place
        lying = self._session.lens(self._seat).view.zones.get(place[0]) if place is not None else None
        card = lying.face(place[1]) if lying is not None and place is not None and place[1] < lying.count else None
        face = self._pictures.printed(card) if card is not None else None
        if face is None or found is None:
            self.card.put_away()
        else:
            self.card.show_face(face, found[1].box())

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Let go of the space bar."""
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._looker.key_released()
        event.accept()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """End the look when another widget gets the keys."""
        super().focusOutEvent(event)
        self._looker.unlook()

    def hideEvent(self, event: QHideEvent) -> None:
        """End the look with the curtain."""
        super().hideEvent(event)
        self._looker.unlook()

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
