"""The table by mouse: press, move, release and double click."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QMouseEvent

from vtt.shared.table_queries import is_held
from vtt.table.input.drag import is_alt_held, is_drag_distance
from vtt.table.input.drop_targets import ItemPlace
from vtt.table.input.input_surface import InputSurface
from vtt.table.items.card_layout import opened_pile_room

_BEFORE_CARDS = ("seat", "actor", "crowd", "setting", "region", "body", "clock", "order")
"""The kinds of regions in front of the cards; a click goes to them first."""


class MouseInput:
    """Handles the mouse on the table.

    Args:
        table: the widget.
    """

    def __init__(self, table: InputSurface) -> None:
        self._table = table
        self._pressed: tuple[QPointF, ItemPlace | None, Qt.KeyboardModifier] | None = None
        self._band_from: QPointF | None = None
        self._eye_pressed: QPointF | None = None
        self._has_said_release = False
        self._picked_before: list[ItemPlace] = []
        self._has_answered = False

    def forget(self) -> None:
        """Forget the press, because the table has changed under the pointer."""
        self._pressed = self._band_from = None
        self._table.selection_marks.show_band(None)

    @property
    def eye_pressed(self) -> bool:
        """True while the mouse button holds the eye of a hand."""
        return self._eye_pressed is not None

    def forget_eye(self) -> None:
        """Forget the pressed eye, because the look is over."""
        self._eye_pressed = None

    def press(self, event: QMouseEvent) -> None:
        """Press on a card, a chip, an eye or the cloth."""
        point = event.position()
        self._has_answered = False
        table, static_items = self._table, self._table.table_scene.static_items
        place = table.drag_controller.item_at(point)
        eye = static_items.at(point, "eye")
        if table.opened and place is None:
            scene = table.table_scene
            if not opened_pile_room(scene.plan, scene.display_state.seen).contains(point):
                table.open_pile("")
            return
        if eye and not table.opened:
            self._eye_pressed, self._has_said_release = point, False
            table.hand_peek.begin(eye[0])
            return
        if self._is_behind_regions(point, place):
            place = None
        self._pressed = (point, place, event.modifiers())

    def move(self, event: QMouseEvent) -> bool:
        """Drag the pressed item. Return whether there is one."""
        point, hand = event.position(), self._table.drag_controller
        if hand.dragging:
            hand.drag(point)
            return True
        if self._eye_pressed is not None and not self._has_said_release and is_drag_distance(self._eye_pressed, point):
            self._has_said_release = True
            self._table.say_release()
        if self._pressed is None or not event.buttons() & Qt.MouseButton.LeftButton:
            return False
        start, place, modifiers = self._pressed
        if self._band_from is not None:
            self._table.selection_marks.show_band(QRectF(self._band_from, point).normalized())
        elif is_drag_distance(start, point):
            if place is not None:
                self._carry(place, start, modifiers | event.modifiers())
                hand.drag(point)
            elif not self._table.opened:
                self._band_from = start
        return True

    def _carry(self, place: ItemPlace, start: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        hand = self._table.drag_controller
        several, whole = _several(modifiers), _whole(modifiers)
        if (several and place not in hand.picked) or (whole and place.colour):
            hand.pick_place(place, add=several, whole=whole)
        hand.start_drag(place, start, alt=is_alt_held(modifiers))
        if self._table.opened:
            self._table.open_pile("")

    def release(self, event: QMouseEvent) -> None:
        """Drop what is dragged, or treat the press as a click."""
        table, hand = self._table, self._table.drag_controller
        point = event.position()
        if self._eye_pressed is not None:
            self._release_eye(point)
            return
        pressed, self._pressed = self._pressed, None
        if hand.dragging:
            hand.drop(point, alt=is_alt_held(event.modifiers()))
        elif self._band_from is not None:
            band = QRectF(self._band_from, point).normalized()
            self._band_from = None
            table.selection_marks.show_band(None)
            hand.pick(hand.cards_in_band(band), add=_several(event.modifiers()))
        elif pressed is not None:
            self._click(point, pressed[1], event.modifiers())

    def is_free_cloth(self, point: QPointF) -> bool:
        """Return whether nothing at a point takes a click, nor did when a double click began."""
        scene = self._table.table_scene
        return (
            not (self._table.opened or self._has_answered)
            and self._table.drag_controller.item_at(point) is None
            and not any(region.rect.contains(point) for region in scene.static_items.regions)
        )

    def _is_behind_regions(self, point: QPointF, place: ItemPlace | None) -> bool:
        """Return whether a click at a point goes to a name, a number or a body there before it goes to a card."""
        static_items, in_front = self._table.table_scene.static_items, self._table.drag_controller.is_in_front(place)
        return not (self._table.opened or in_front) and any(static_items.at(point, kind) for kind in _BEFORE_CARDS)

    def _release_eye(self, point: QPointF) -> None:
        """End a look. The mouse button, released on a card of the hand, chooses it like a line of a menu.

        A card for which the table waits is played, any other one is picked up. Where a card is asked for, a release
        beside the cards is said to choose nothing.
        """
        pressed, self._eye_pressed = self._eye_pressed, None
        table, scene = self._table, self._table.table_scene
        place = table.drag_controller.item_at(point)
        order = scene.static_items.at(point, "order")
        is_moved = pressed is not None and is_drag_distance(pressed, point)
        if place is not None and not self._can_be_chosen_from_eye(place.zone):
            place = None
        if is_moved and order and place is None:
            table.hand_input.choose_next_order(order[0], point)
        chosen = place if is_moved else None
        is_played = chosen is not None and (
            table.question_input.choose_card(chosen.zone, chosen.index, point, ends_look=True)
            or table.hand_input.play_awaited(chosen, point)
        )
        is_beside = is_moved and place is None and not order
        misses = is_beside and any(map(table.question_input.is_about, scene.display_state.looks))
        table.hand_peek.end()
        if chosen is not None and not is_played:
            table.drag_controller.pick([chosen])
        elif misses:
            table.say_missed(point)

    def _can_be_chosen_from_eye(self, zone: str) -> bool:
        is_turned_up = zone in self._table.table_scene.display_state.looks
        return is_turned_up and (is_held(zone) or self._table.question_input.is_about(zone))

    def double_click(self, point: QPointF) -> bool:
        """Play the card, or take the one offer that a pile has now. Return whether there is a card or a pile."""
        table, before = self._table, self._picked_before
        place = table.drag_controller.item_at(point)
        zones = _zones(place) or table.table_scene.static_items.at(point, "zone")
        if self._has_answered or any(map(table.question_input.is_about, zones)):
            # The first click has answered or chosen. A second one would take that back, or play what is there now.
            return True
        # The first of two clicks has opened the pile; the second one is for a card in it.
        if table.opened or not zones or (place and place.colour) or self._is_behind_regions(point, place):
            return False
        self._pressed = None
        if place is not None and not self._lies_in_pile(place.zone):
            # The first click has released the card if it was one of several that were picked.
            table.hand_input.play(before if place in before else [place], point)
        elif is_held(zones[0]):
            return False
        else:
            table.take_primary_offer(zones[0], point)
        return True

    def _click(self, point: QPointF, place: ItemPlace | None, modifiers: Qt.KeyboardModifier) -> None:
        table, hand, static_items = self._table, self._table.drag_controller, self._table.table_scene.static_items
        if static_items.at(point, "stage") and table.confirm(point):
            self._has_answered = True
            return
        if table.question_input.open_odds_at(point):
            hand.release_all()
            return
        if _zones(place) and place is not None and table.question_input.choose_card(place.zone, place.index, point):
            hand.release_all()
            self._has_answered = True
            return
        if not table.opened and table.question_input.answer_at(point):
            hand.release_all()
            self._has_answered = not table.question_input.is_counting  # chips are counted as fast as anybody clicks
            return
        self._picked_before = list(hand.picked)
        chips = hand.holds_chips or (place is not None and place.colour)
        if chips and self._click_chips(point, place, modifiers):
            return
        zones = _zones(place) or static_items.at(point, "zone")
        several = _several(modifiers)
        if place is not None and (several or place in hand.picked):
            hand.pick([place], add=True)
        elif hand.picked and not hand.holds_chips and zones and hand.source not in zones:
            hand.drop_at(point, zones, alt=is_alt_held(modifiers))
        elif place is None and (names := static_items.at(point, "order")):
            table.hand_input.choose_next_order(names[0], point)
        elif place is None and (names := static_items.at(point, "setting")):
            table.edit_element(names, point)
        elif place is None and (names := static_items.at(point, "region")):
            table.enter_region(names)
        elif place is None and (names := static_items.at(point, "body")):
            self._has_answered = table.enter_body(names, point)
        elif place is None and static_items.at(point, "clock"):
            table.open_clock(point)
        elif actor := (static_items.at(point, "actor") if place is None else ()):
            table.open_actor(actor[0])
        elif crowd := (static_items.at(point, "crowd") if place is None else ()):
            table.choose_character(crowd[0], point)
        elif seat := (static_items.at(point, "seat") if place is None else ()):
            is_receiver = seat[0] in table.table_scene.display_state.lit_seats
            if not (is_receiver and hand.hand_over(seat[0], point, alt=is_alt_held(modifiers))):
                table.choose_seat(seat[0])
        elif place is None and (names := static_items.at(point, "dice")) and table.throw_waiting_dice(names[0]):
            hand.release_all()
        elif place is None and zones and static_items.at(point, "words"):
            hand.release_all()
            table.explain(point)
        elif zones and place is not None and not self._lies_in_pile(place.zone):
            freely = table.free_hand or is_alt_held(modifiers)
            self._has_answered = (
                not freely and table.hand_input.sees(place.zone) and table.hand_input.begin_choice(place)
            )
            if not self._has_answered:
                hand.pick([place])
        elif zones:
            hand.release_all()
            table.enter_zone(zones[0])
        else:
            hand.release_all()
            if static_items.at(point, "words"):
                table.explain(point)

    def _click_chips(self, point: QPointF, place: ItemPlace | None, modifiers: Qt.KeyboardModifier) -> bool:
        """Pick up chips, or drop the picked ones on a bag or on dice. Return whether the click was about chips."""
        hand = self._table.drag_controller
        bag, side = hand.chip_target_at(point)
        if hand.holds_chips and (side or bag not in ("", hand.source)):
            hand.drop_chips_at(point, alt=is_alt_held(modifiers))
        elif place is not None and place.colour:
            hand.pick_place(place, add=_several(modifiers), whole=_whole(modifiers))
        else:
            return False
        return True

    def _lies_in_pile(self, zone: str) -> bool:
        return zone != self._table.opened and self._table.table_scene.placement.lies_in_pile(zone)


def _zones(place: ItemPlace | None) -> tuple[str, ...]:
    return (place.zone,) if place is not None and not place.colour else ()


def _several(modifiers: Qt.KeyboardModifier) -> bool:
    return bool(modifiers & Qt.KeyboardModifier.ControlModifier)


def _whole(modifiers: Qt.KeyboardModifier) -> bool:
    return bool(modifiers & Qt.KeyboardModifier.ShiftModifier)
