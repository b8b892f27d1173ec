"""The table by mouse: what pressing, moving and letting go mean where the pointer is."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QMouseEvent

from vtt.table.drops import Place
from vtt.table.gestures import far_enough, holds_alt
from vtt.table.lying import opened_room
from vtt.table.places import kind_of_zone
from vtt.table.surface import Surface

_BEFORE_CARDS = ("seat", "actor", "crowd", "setting", "region", "body", "clock")
"""What stands before the cards is hit before them."""


class Pointer:
    """The hand on the mouse.

    Args:
        table: where it works.
    """

    def __init__(self, table: Surface) -> None:
        self._table = table
        self._pressed: tuple[QPointF, Place | None, Qt.KeyboardModifier] | None = None
        self._band_from: QPointF | None = None
        self._eye_held = False

    def forget(self) -> None:
        """Forget what was pressed: the table has changed under the pointer."""
        self._pressed = self._band_from = None
        self._table.marks.show_band(None)

    def forget_eye(self) -> None:
        """Forget that an eye is held: the look is over."""
        self._eye_held = False

    def press(self, event: QMouseEvent) -> None:
        """Take hold of a card, a chip, an eye or the cloth."""
        point = event.position()
        table, fittings = self._table, self._table.table_scene.fittings
        place = table.gestures.piece_at(point)
        eye = fittings.at(point, "eye")
        if table.opened and place is None:
            if not opened_room(table.table_scene.plan).contains(point):
                table.open_pile("")
            return
        if eye and not table.opened:
            self._eye_held = True
            table.looker.look(eye[0])
            return
        if not table.opened and any(fittings.at(point, kind) for kind in _BEFORE_CARDS):
            place = None
        self._pressed = (point, place, event.modifiers())

    def move(self, event: QMouseEvent) -> bool:
        """Drag what was taken hold of; say whether anything was."""
        point, hand = event.position(), self._table.gestures
        if hand.dragging:
            hand.drag(point)
            return True
        if self._pressed is None or not event.buttons() & Qt.MouseButton.LeftButton:
            return False
        start, place, modifiers = self._pressed
        if self._band_from is not None:
            self._table.marks.show_band(QRectF(self._band_from, point).normalized())
        elif far_enough(start, point):
            if place is not None:
                self._carry(place, start, modifiers | event.modifiers())
                hand.drag(point)
            elif not self._table.opened:
                self._band_from = start
        return True

    def _carry(self, place: Place, start: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        hand = self._table.gestures
        several, whole = _several(modifiers), _whole(modifiers)
        if (several and place not in hand.picked) or (whole and place.colour):
            hand.pick_place(place, add=several, whole=whole)
        hand.start_drag(place, start, alt=holds_alt(modifiers))
        if self._table.opened:
            self._table.open_pile("")

    def release(self, event: QMouseEvent) -> None:
        """Lay down, or take a press for a click."""
        table, hand = self._table, self._table.gestures
        if self._eye_held:
            self._eye_held = False
            table.looker.unlook()
            return
        point = event.position()
        pressed, self._pressed = self._pressed, None
        if hand.dragging:
            hand.drop(point, alt=holds_alt(event.modifiers()))
        elif self._band_from is not None:
            band = QRectF(self._band_from, point).normalized()
            self._band_from = None
            table.marks.show_band(None)
            hand.pick(hand.within(band), add=_several(event.modifiers()))
        elif pressed is not None:
            self._click(point, pressed[1], event.modifiers())

    def double_click(self, point: QPointF) -> bool:
        """Do the one thing that a pile is there for now; say whether there was a pile."""
        table = self._table
        place = table.gestures.piece_at(point)
        zones = _zones(place) or table.table_scene.fittings.at(point, "zone")
        # The first of two clicks on an open pile has spread it; the second one is for a card in it.
        others = any(table.table_scene.fittings.at(point, kind) for kind in _BEFORE_CARDS)
        if table.opened or not zones or kind_of_zone(zones[0]) == "hand" or (place and place.colour) or others:
            return False
        self._pressed = None
        table.do_main(zones[0], point)
        return True

    def _click(self, point: QPointF, place: Place | None, modifiers: Qt.KeyboardModifier) -> None:
        table, hand, fittings = self._table, self._table.gestures, self._table.table_scene.fittings
        if fittings.at(point, "stage") and table.confirm(point):
            return
        chips = hand.holds_chips or (place is not None and place.colour)
        if chips and self._click_chips(point, place, modifiers):
            return
        zones = _zones(place) or fittings.at(point, "zone")
        several = _several(modifiers)
        if place is not None and (several or place in hand.picked):
            hand.pick([place], add=True)
        elif hand.picked and not hand.holds_chips and zones and hand.source not in zones:
            hand.lay_on(zones[0], point, alt=holds_alt(modifiers))
        elif place is None and (names := fittings.at(point, "setting")):
            table.set_element(names, point)
        elif place is None and (names := fittings.at(point, "region")):
            table.enter_region(names)
        elif place is None and (names := fittings.at(point, "body")):
            table.enter_body(names, point)
        elif place is None and fittings.at(point, "clock"):
            table.open_clock(point)
        elif actor := (fittings.at(point, "actor") if place is None else ()):
            table.open_actor(actor[0])
        elif crowd := (fittings.at(point, "crowd") if place is None else ()):
            table.open_crowd(crowd[0], point)
        elif seat := (fittings.at(point, "seat") if place is None else ()):
            table.choose_seat(seat[0])
        elif place is None and zones and fittings.at(point, "words"):
            hand.let_go()
            table.explain(point)
        elif zones and place is not None and not self._lies_in_pile(place.zone):
            hand.pick([place])
        elif zones:
            hand.let_go()
            table.enter_zone(zones[0])
        else:
            hand.let_go()
            if fittings.at(point, "words"):
                table.explain(point)

    def _click_chips(self, point: QPointF, place: Place | None, modifiers: Qt.KeyboardModifier) -> bool:
        """Pick chips up, or lay those in hand down: into a bag, or on dice; say whether the click was about chips."""
        hand = self._table.gestures
        bag, side = hand.chips_go_to(point)
        if hand.holds_chips and (side or bag not in ("", hand.source)):
            hand.lay_chips_at(point, alt=holds_alt(modifiers))
        elif place is not None and place.colour:
            hand.pick_place(place, add=_several(modifiers), whole=_whole(modifiers))
        else:
            return False
        return True

    def _lies_in_pile(self, zone: str) -> bool:
        return zone != self._table.opened and self._table.table_scene.places.lies_in_pile(zone)


def _zones(place: Place | None) -> tuple[str, ...]:
    return (place.zone,) if place is not None and not place.colour else ()


def _several(modifiers: Qt.KeyboardModifier) -> bool:
    return bool(modifiers & Qt.KeyboardModifier.ControlModifier)


def _whole(modifiers: Qt.KeyboardModifier) -> bool:
    return bool(modifiers & Qt.KeyboardModifier.ShiftModifier)
