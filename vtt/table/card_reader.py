"""Which card is shown large: under a pointer that rests, a finger that stays, or where the keyboard stands."""

from __future__ import annotations

from typing import Final, Protocol

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QWidget

from engine.play.faces import CardFace
from vtt.table.drops import Place
from vtt.table.faces import Faces
from vtt.table.gestures import Gestures, far_enough
from vtt.table.large_card import REST_MS, LargeCard
from vtt.table.scene import TableScene
from vtt.table.stops import Stop, StopKind
from vtt.widgets.theme import ThemeHub

_HOLD_MS: Final = 550
"""How long a finger, or a button, stays down on it."""


class Readable(Protocol):
    """What the reader needs of the table."""

    @property
    def table_scene(self) -> TableScene:
        """What is shown."""
        ...

    @property
    def gestures(self) -> Gestures:
        """What is in the hand."""
        ...

    def forget_press(self) -> None:
        """Forget what was pressed."""
        ...


class CardReader(QObject):
    """Shows a card large for as long as its reader may know it and wants to.

    The table hands on what happens over it: a filter would be asked once more when the table is taken apart.

    Args:
        table: the table.
        widget: the same as a widget.
        viewport: where the mouse moves.
        hub: the theme.
        faces: the pictures of cards.
    """

    def __init__(self, table: Readable, widget: QWidget, viewport: QWidget, hub: ThemeHub, faces: Faces) -> None:
        super().__init__(widget)
        self._table = table
        self._widget = widget
        self._viewport = viewport
        self.card = LargeCard(hub, faces, widget)
        self._place: Place | None = None
        self._id = ""
        self._by_key = False
        self._pressed: QPointF | None = None
        self._is_held = False
        self._over: Place | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._rested)

    @property
    def shown(self) -> bool:
        """Whether a card is shown large."""
        return self.card.face is not None

    def toggle(self, stop: Stop | None) -> bool:
        """Show the card at which the keyboard stands, or put it away; say whether there was anything to do."""
        if self.shown:
            self.put_away()
            return True
        return self._show_stop(stop)

    def walked(self, stop: Stop | None) -> None:
        """Go along with the keyboard, if it was the keyboard that asked."""
        if self.shown and self._by_key and not self._show_stop(stop):
            self.put_away()

    def follow(self) -> None:
        """Go away at once if the card is not there any more, or may not be known any more."""
        if self._place is None:
            return
        face = self._face_at(self._place)
        if face is None or face[0] != self._id:
            self.put_away()
        elif face[1] != self.card.face:
            self._show(self._place)

    def put_away(self) -> None:
        """Show nothing, and wait for nothing."""
        self._timer.stop()
        self._place, self._over, self._id, self._by_key = None, None, "", False
        self.card.put_away()
        if self.card.parentWidget() is not self._widget:
            self.card.setParent(self._widget)  # so that it goes with the table

    def watch(self, event: QEvent) -> bool:
        """Go along with what happens over the table; say whether that is all that shall come of it."""
        match event.type():
            case QEvent.Type.MouseMove if isinstance(event, QMouseEvent):
                self._moved(event)
            case QEvent.Type.MouseButtonPress if isinstance(event, QMouseEvent):
                self._press(event)
            case QEvent.Type.MouseButtonRelease:
                return self._released()
            case QEvent.Type.Leave | QEvent.Type.Wheel | QEvent.Type.Hide | QEvent.Type.MouseButtonDblClick:
                self.put_away()
            case _:
                pass
        return False

    def _moved(self, event: QMouseEvent) -> None:
        point = event.position()
        if event.buttons() != Qt.MouseButton.NoButton:
            if self._pressed is not None and far_enough(self._pressed, point):
                self._pressed, self._is_held = None, False
                self.put_away()
            return
        if self._table.gestures.dragging:
            self.put_away()
            return
        over = self._table.gestures.piece_at(point)
        if over == self._over and not self._by_key:
            return
        self._over = over
        known = over is not None and not over.colour and self._face_at(over) is not None
        if not known:
            if not self._by_key:
                self.put_away()
            return
        self._timer.start(REST_MS // 4 if self.shown else REST_MS)

    def _press(self, event: QMouseEvent) -> None:
        self.put_away()
        self._pressed, self._is_held = None, False
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed = event.position()
            self._over = self._table.gestures.piece_at(self._pressed)
            self._timer.start(_HOLD_MS)

    def _released(self) -> bool:
        """Put away what was shown while a finger stayed; that was no click."""
        held, self._is_held = self._is_held, False
        self._pressed = None
        self._timer.stop()
        if held:
            self._table.forget_press()
            self.put_away()
        return held

    def _rested(self) -> None:
        over = self._over
        if over is None or over.colour or self._table.gestures.dragging or not self._viewport.isVisible():
            return
        if self._show(over):
            self._by_key = False
            self._is_held = self._pressed is not None

    def _show_stop(self, stop: Stop | None) -> bool:
        place = _place_of(stop)
        if place is None or not self._show(place):
            return False
        self._by_key = True
        return True

    def _face_at(self, place: Place) -> tuple[str, CardFace] | None:
        """Return the card that is shown at a place, if it says something."""
        scene = self._table.table_scene
        lying = scene.view.zones.get(place.zone)
        card = scene.face(place.zone, place.index) if lying is not None and place.index < lying.count else None
        face = scene.pictures.printed(card) if card is not None else None
        return (card, face) if card is not None and face is not None else None

    def _show(self, place: Place) -> bool:
        found = self._face_at(place)
        item = self._table.table_scene.card(place.zone, place.index)
        if found is None or item is None:
            return False
        self._place, (self._id, face) = place, found
        window = self._widget.window()
        if self.card.parentWidget() is not window:
            self.card.setParent(window)
        box = item.spot.box()
        corner = self._viewport.mapTo(window, box.topLeft().toPoint())
        self.card.show_face(face, QRectF(QPointF(corner), box.size()))
        return True


def _place_of(stop: Stop | None) -> Place | None:
    """Return the card at which the keyboard stands, be it the top of a pile."""
    if stop is None or stop.kind not in (StopKind.CARD, StopKind.ZONE):
        return None
    return Place(stop.ref, stop.index if stop.kind is StopKind.CARD else 0)
