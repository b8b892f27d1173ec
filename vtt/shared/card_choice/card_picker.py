"""Choosing cards of a zone: face up if the viewer knows them, else backs with a button to look while it is held.

Face-up cards are in the order of the hand on the table (`vtt.shared.hand_order`), backs as they came.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QFocusEvent, QFont, QHideEvent, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QApplication, QPushButton, QWidget

from engine.presentation.card_faces import CardFace
from engine.presentation.visibility import VisibleTable
from vtt.campaign.open_campaign import OpenCampaign
from vtt.shared.campaign_panel import text
from vtt.shared.card_choice.card_slots import CardSlot
from vtt.shared.card_faces.card_face_cache import CardFaceCache, card_width, corner_radius
from vtt.shared.card_faces.known_card_face import card_face
from vtt.shared.hand_order import HandOrders
from vtt.shared.look_times import FLUTTER_MS, LOOK_SECONDS
from vtt.shared.spoken_names import spoken_card_at
from vtt.widgets.basic_widgets import column
from vtt.widgets.layouts.tile_flow import TileFlow
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.look.ui_fonts import ui_font
from vtt.widgets.plain_text import tip


def faces_of(hub: ThemeHub) -> CardFaceCache:
    """Return the card face cache of a theme; made on first use and shared."""
    cache = hub.findChild(CardFaceCache)
    if isinstance(cache, CardFaceCache):
        return cache
    made = CardFaceCache(hub.theme, hub)
    hub.changed.connect(made.set_theme)
    return made


class CardButton(QAbstractButton):
    """One card to choose.

    Args:
        hub: the theme.
        slot: the card.
        name: the text for a screen reader.
        printed: the printed face of a game's own card.
        parent: the Qt parent.
    """

    def __init__(
        self,
        hub: ThemeHub,
        slot: CardSlot,
        name: str,
        printed: Callable[[str], CardFace | None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._hub = hub
        self._printed = printed
        faces_of(hub).arrived.connect(self.update)
        self.slot = slot
        self.peeked: str | None = None
        self.number = 0
        self.setCheckable(True)
        self.setAccessibleName(name)
        self.setToolTip(tip(name))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def card_height(self) -> int:
        """Return the height of the card."""
        return round(self._hub.theme.metrics.card * 0.8)

    def sizeHint(self) -> QSize:
        """Return the size of the card with room to rise when it is chosen."""
        height, rim = self.card_height(), self._rim()
        return QSize(round(card_width(height)) + 2 * rim, height + 3 * rim)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the card as the viewer may see it."""
        height, rim = self.card_height(), self._rim()
        theme, faces = self._hub.theme, faces_of(self._hub)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        dpr = self.devicePixelRatioF()
        face = self.slot.face or self.peeked
        printed = self._printed(face) if face is not None else None
        if printed is not None:
            picture, _ = faces.sketched(printed, height, dpr)
        else:
            picture = faces.back(height, dpr) if face is None else faces.face(face, height, dpr)
        top = rim if self.isChecked() else 2 * rim
        painter.drawPixmap(rim, top, picture)
        body = QRectF(rim, top, round(card_width(height)), height)
        radius = corner_radius(height)
        if self.isChecked():
            painter.setPen(QPen(theme.colour("accent"), theme.metrics.ring * 1.5))
            painter.drawRoundedRect(body, radius, radius)
            self._draw_number(painter, body)
        if self.hasFocus():
            painter.setPen(QPen(theme.colour("focus"), theme.metrics.ring))
            around = theme.metrics.ring * 1.5
            painter.drawRoundedRect(body.adjusted(-around, -around, around, around), radius + around, radius + around)
        painter.end()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the focus."""
        super().focusInEvent(event)
        self.update()

    def _rim(self) -> int:
        return self._hub.theme.metrics.pad_s

    def _draw_number(self, painter: QPainter, body: QRectF) -> None:
        lengths = self._hub.theme.metrics
        side = lengths.icon
        where = QRect(
            round(body.right()) - side - lengths.pad_xs, round(body.bottom()) - side - lengths.pad_xs, side, side
        )
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._hub.theme.colour("accent"))
        painter.drawEllipse(where)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self.number:
            painter.setPen(self._hub.theme.colour("on_accent"))
            painter.setFont(ui_font(lengths.font_small, weight=QFont.Weight.Bold))
            painter.drawText(where, Qt.AlignmentFlag.AlignCenter, str(self.number))
        else:
            tick = self._hub.pixmap("check", side - 4, role="on_accent", dpr=self.devicePixelRatioF())
            painter.drawPixmap(where.left() + 2, where.top() + 2, tick)


def _once(parent: QWidget, milliseconds: int, act: Callable[[], None]) -> QTimer:
    timer = QTimer(parent)
    timer.setSingleShot(True)
    timer.setInterval(milliseconds)
    timer.timeout.connect(act)
    return timer


class CardPicker(QWidget):
    """Cards side by side, to choose one or several.

    Args:
        campaign: the open campaign.
        viewer: the viewer of the screen; cards that this viewer may not know are face down.
        hub: the theme.
        slots: the cards.
        looker: the seat that may look at its own hidden cards while the button is held.
        most: the greatest number of choices; None for any number.
        parent: the Qt parent.

    Signals:
        changed: another choice.
    """

    changed = Signal()

    def __init__(
        self,
        campaign: OpenCampaign,
        viewer: str,
        hub: ThemeHub,
        slots: Sequence[CardSlot],
        looker: str,
        most: int | None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._campaign = campaign
        self._hub = hub
        self._looker = looker
        self._most = most
        self._chosen: list[CardButton] = []
        self._cards: list[CardButton] = []
        self._row: list[CardButton] = []
        self._orders = HandOrders(campaign)
        self.look = QPushButton(text("card.look"), self)
        self.look.setIcon(hub.icon("eye"))
        self.look.setIconSize(QSize(hub.theme.metrics.icon, hub.theme.metrics.icon))
        self.look.setToolTip(text("card.look_help"))
        self.look.setAutoDefault(False)
        self.look.pressed.connect(self._turn_up)
        self.look.released.connect(self._released)
        self.look.installEventFilter(self)
        self._flutter = _once(self, FLUTTER_MS, self.turn_down)
        self._limit = _once(self, LOOK_SECONDS * 1000, self.turn_down)
        view = campaign.viewer_campaign(viewer).view
        outer = column(self, gap=hub.theme.metrics.pad_s)
        cards = QWidget(self)
        self._flow = TileFlow(cards, spacing=hub.theme.metrics.pad_xs)
        for number, slot in enumerate(slots, start=1):
            name = spoken_card_at(view, slot.zone, slot.index, slot.face) if slot.zone in view.zones else str(number)
            card = CardButton(hub, slot, name, lambda face: card_face(view, face), cards)
            card.clicked.connect(lambda _=False, c=card: self._clicked(c))
            card.installEventFilter(self)
            self._cards.append(card)
            self._flow.addWidget(card)
        self._row = list(self._cards)
        self._arrange(view)
        outer.addWidget(cards)
        self.look.setVisible(self._may_look())
        outer.addWidget(self.look, 0, Qt.AlignmentFlag.AlignLeft)
        if self._cards:
            self.setFocusProxy(self._row[0])
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.applicationStateChanged.connect(self._application_changed)

    @property
    def cards(self) -> tuple[CardButton, ...]:
        """The cards, from left to right."""
        return tuple(self._row)

    @property
    def are_chosen_seen(self) -> bool:
        """True while all chosen cards are face up."""
        return all(card.slot.face is not None or card.peeked is not None for card in self._chosen)

    def references(self) -> tuple[str, ...]:
        """Return the chosen cards as commands name them, in the order of choosing."""
        return tuple(c.slot.reference for c in self._chosen)

    def choose(self, references: Sequence[str]) -> None:
        """Choose these cards."""
        self._chosen = [c for r in references for c in self._cards if c.slot.reference == r]
        self._show()

    def turn_down(self) -> None:
        """Hide the cards again that were turned up."""
        self._limit.stop()
        turned = [card for card in self._cards if card.peeked is not None]
        for card in turned:
            card.peeked = None
            card.update()
        if self._may_look():
            self._put_in_row(self._cards)
        if turned:
            self.changed.emit()  # what was said of the cards while they were face up is said no longer

    def hideEvent(self, event: QHideEvent) -> None:
        """Turn the cards down when the widget is hidden."""
        self.turn_down()
        super().hideEvent(event)

    def eventFilter(self, watched: QWidget, event: QEvent) -> bool:  # type: ignore[override]
        """Move through the cards with the arrows; turn them down when the look button loses the focus."""
        if watched is self.look:
            if event.type() in (QEvent.Type.FocusOut, QEvent.Type.Hide, QEvent.Type.WindowDeactivate):
                self.turn_down()
        elif event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and watched in self._cards:
            step = {Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1}.get(Qt.Key(event.key()), 0)
            if step:
                at = self._row.index(watched) + step
                self._row[at % len(self._row)].setFocus(Qt.FocusReason.OtherFocusReason)
                return True
        return super().eventFilter(watched, event)

    def _clicked(self, card: CardButton) -> None:
        if card in self._chosen:
            self._chosen.remove(card)
        else:
            if self._most == 1:
                self._chosen.clear()
            self._chosen.append(card)
        self._show()
        self.changed.emit()

    def _show(self) -> None:
        for card in self._cards:
            card.setChecked(card in self._chosen)
            card.number = self._chosen.index(card) + 1 if card in self._chosen and self._most != 1 else 0
            card.update()

    def _own_zones(self) -> frozenset[str]:
        zones = self._campaign.viewer_campaign(self._looker).view.zones if self._looker else {}
        return frozenset(z.id for z in zones.values() if self._looker in z.owners)

    def _may_look(self) -> bool:
        own_zones = self._own_zones()
        return any(c.slot.face is None and c.slot.zone in own_zones for c in self._cards)

    @Slot()
    def _released(self) -> None:
        self._flutter.start()

    @Slot()
    def _turn_up(self) -> None:
        if self._flutter.isActive():
            self._flutter.stop()  # the key was never up
            return
        view = self._campaign.viewer_campaign(self._looker).view
        self._campaign.log_look(view.seats[self._looker].name)
        own_zones = self._own_zones()
        for card in self._cards:
            zone = view.zones.get(card.slot.zone)
            if card.slot.face is None and zone is not None and zone.id in own_zones and card.slot.index < zone.count:
                card.peeked = zone.face(card.slot.index)
                card.update()
        self._arrange(view)
        self._limit.start()

    def _arrange(self, view: VisibleTable) -> None:
        """Put the cards of each zone that this view shows face up in the order of that hand."""
        row: list[CardButton] = []
        for zone_id in dict.fromkeys(card.slot.zone for card in self._cards):
            zone = view.zones.get(zone_id)
            faces = [zone.face(index) for index in range(zone.count)] if zone is not None else []
            order = self._orders.shown(zone_id, faces, lambda face: card_face(view, face))
            cards = {card.slot.index: card for card in self._cards if card.slot.zone == zone_id}
            row += [cards.pop(index) for index in order if index in cards]
            row += cards.values()
        self._put_in_row(row)

    def _put_in_row(self, row: Sequence[CardButton]) -> None:
        """Show the cards in this order. The focus keeps its place, not its card."""
        if list(row) == self._row:
            return
        at = next((number for number, card in enumerate(self._row) if card.hasFocus()), None)
        self._row = list(row)
        for card in row:
            self._flow.removeWidget(card)
        for card in row:
            self._flow.addWidget(card)
        if at is not None:
            row[at].setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot(Qt.ApplicationState)
    def _application_changed(self, state: Qt.ApplicationState) -> None:
        if state != Qt.ApplicationState.ApplicationActive:
            self.turn_down()
