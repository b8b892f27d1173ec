"""Reading a card large: while the pointer rests on it, while a finger holds it, or for the focused card."""

from __future__ import annotations

from typing import Final, Protocol

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QWidget

from engine.presentation.card_faces import CardFace
from vtt.shared.card_faces.card_face_cache import CardFaceCache
from vtt.table.accessibility.focus_targets import FocusTarget
from vtt.table.input.drag import DragController, is_drag_distance
from vtt.table.input.drop_targets import ItemPlace, card_place_of
from vtt.table.items.large_card import REST_MS, LargeCard
from vtt.table.scene.table_scene import TableScene
from vtt.widgets.look.theme import ThemeHub

_HOLD_MS: Final = 550
"""Milliseconds that a finger or a button must hold a card before it is shown large."""


class CardReaderHost(Protocol):
    """The interface of the table that `CardReader` needs."""

    @property
    def table_scene(self) -> TableScene:
        """The scene."""
        ...

    @property
    def drag_controller(self) -> DragController:
        """The drag controller."""
        ...

    @property
    def eye_pressed(self) -> bool:
        """True while the mouse holds the eye of a hand."""
        ...

    def forget_press(self) -> None:
        """Forget the current press."""
        ...


class CardReader(QObject):
    """Shows a card large while its reader wants that and may know the card.

    The table hands on what happens over it: a filter would be asked once more when the table is taken apart.

    Args:
        table: the table.
        widget: the same as a widget.
        viewport: where the mouse moves.
        hub: the theme.
        faces: the pictures of cards.
    """

    def __init__(
        self, table: CardReaderHost, widget: QWidget, viewport: QWidget, hub: ThemeHub, faces: CardFaceCache
    ) -> None:
        super().__init__(widget)
        self._table = table
        self._widget = widget
        self._viewport = viewport
        self.card = LargeCard(hub, faces, widget)
        self._place: ItemPlace | None = None
        self._id = ""
        self._by_key = False
        self._pressed: QPointF | None = None
        self._is_held = False
        self._over: ItemPlace | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._rested)

    @property
    def shown(self) -> bool:
        """True while a card is shown large."""
        return self.card.face is not None

    def toggle(self, target: FocusTarget | None) -> bool:
        """Show the focused card large, or hide it. Return whether there was anything to do."""
        if self.shown:
            self.hide()
            return True
        return self._show_target(target)

    def focus_moved(self, target: FocusTarget | None) -> None:
        """Show the newly focused card if the large card was opened by keyboard."""
        if self.shown and self._by_key and not self._show_target(target):
            self.hide()

    def follow(self) -> None:
        """Hide the large card at once if the card is gone or may no longer be known."""
        if self._place is None:
            return
        face = self._face_at(self._place)
        if face is None or face[0] != self._id:
            self.hide()
        elif face[1] != self.card.face:
            self._show(self._place)

    def hide(self) -> None:
        """Hide the large card and stop waiting."""
        self._timer.stop()
        self._place, self._over, self._id, self._by_key = None, None, "", False
        self.card.clear()
        if self.card.parentWidget() is not self._widget:
            self.card.setParent(self._widget)  # so that it is deleted with the table

    def watch(self, event: QEvent) -> bool:
        """Watch the events over the table. Return whether an event is used up here."""
        match event.type():
            case QEvent.Type.MouseMove if isinstance(event, QMouseEvent):
                self._moved(event)
            case QEvent.Type.MouseButtonPress if isinstance(event, QMouseEvent):
                self._press(event)
            case QEvent.Type.MouseButtonRelease:
                return self._released()
            case QEvent.Type.Leave | QEvent.Type.Wheel | QEvent.Type.Hide | QEvent.Type.MouseButtonDblClick:
                self.hide()
            case _:
                pass
        return False

    def _moved(self, event: QMouseEvent) -> None:
        point = event.position()
        if event.buttons() != Qt.MouseButton.NoButton:
            if self._pressed is not None and is_drag_distance(self._pressed, point):
                self._pressed, self._is_held = None, False
                self.hide()
            if self._pressed is not None or not self._table.eye_pressed:
                return  # a look is held with this button: the hand that it turns up is read like any other
        if self._table.drag_controller.dragging:
            self.hide()
            return
        over = self._table.drag_controller.item_at(point)
        if over == self._over and not self._by_key:
            return
        self._over = over
        is_readable = over is not None and not over.colour and self._face_at(over) is not None
        if not is_readable:
            if not self._by_key:
                self.hide()
            return
        self._timer.start(REST_MS // 4 if self.shown else REST_MS)

    def _press(self, event: QMouseEvent) -> None:
        self.hide()
        self._pressed, self._is_held = None, False
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed = event.position()
            self._over = self._table.drag_controller.item_at(self._pressed)
            self._timer.start(_HOLD_MS)

    def _released(self) -> bool:
        """Hide what was shown while a finger held the card; that press is no click."""
        was_held, self._is_held = self._is_held, False
        self._pressed = None
        self._timer.stop()
        if was_held:
            self._table.forget_press()
            self.hide()
        return was_held

    def _rested(self) -> None:
        over = self._over
        if over is None or over.colour or self._table.drag_controller.dragging or not self._viewport.isVisible():
            return
        if self._show(over):
            self._by_key = False
            self._is_held = self._pressed is not None

    def _show_target(self, target: FocusTarget | None) -> bool:
        place = card_place_of(target)
        if place is None or not self._show(place):
            return False
        self._by_key = True
        return True

    def _face_at(self, place: ItemPlace) -> tuple[str, CardFace] | None:
        """Return the face of the card at a place, if it has any text."""
        scene = self._table.table_scene
        lying = scene.view.zones.get(place.zone)
        card = scene.face(place.zone, place.index) if lying is not None and place.index < lying.count else None
        face = scene.pictures.printed(card) if card is not None else None
        return (card, face) if card is not None and face is not None else None

    def _show(self, place: ItemPlace) -> bool:
        card_face = self._face_at(place)
        item = self._table.table_scene.card(place.zone, place.index)
        if card_face is None or item is None:
            return False
        self._place, (self._id, face) = place, card_face
        window = self._widget.window()
        if self.card.parentWidget() is not window:
            self.card.setParent(window)
        box = item.spot.box()
        corner = self._viewport.mapTo(window, box.topLeft().toPoint())
        self.card.show_face(face, QRectF(QPointF(corner), box.size()))
        return True
