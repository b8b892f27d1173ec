"""The table by keyboard: arrows move the focus, Enter picks up and drops, Space picks several, Esc cancels."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QKeyEvent

from vtt.shared.seat_keys import _PLAIN, seat_number_of_key
from vtt.shared.table_queries import is_held, owner_of_zone, seats_waited_for
from vtt.system.key_repeat import is_repeat
from vtt.table.accessibility.focus_targets import FocusTarget, FocusTargetKind, next_focus_target, target_beside
from vtt.table.input.drag import is_alt_held
from vtt.table.input.drop_targets import ItemPlace
from vtt.table.input.input_surface import InputSurface
from vtt.table.seats.character_summary import LESS, MORE

_WAYS: Final = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
_STEPS: Final = {Qt.Key.Key_Plus: MORE, Qt.Key.Key_Equal: MORE, Qt.Key.Key_Minus: LESS}
_ROUND: Final = {Qt.Key.Key_PageDown: 1, Qt.Key.Key_PageUp: -1}
"""These keys go round all targets, and miss none."""
READ_KEY: Final = Qt.Key.Key_I
"""Shows the focused card large."""
CLOSER_KEY: Final = Qt.Key.Key_Z
"""Shows the surroundings of the focus larger, or what is usually seen."""
ORDER_KEY: Final = Qt.Key.Key_S
"""Shows a hand in another order."""
PLAY_KEY: Final = Qt.Key.Key_P
"""Plays the picked cards, or the focused one, in the natural way, as a double click does."""
FREE_KEY: Final = Qt.Key.Key_F
"""While held, it allows a drop anywhere, as Alt does; many window managers keep Alt for moving windows."""
_KEY_EVENTS: Final = (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress, QEvent.Type.KeyRelease)
_ENTER: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class KeyboardInput:
    """Handles the keys that move the focus and act on the focused target.

    Args:
        table: the widget.
    """

    def __init__(self, table: InputSurface) -> None:
        self._table = table
        self._repeating = 0

    def forget_held_keys(self) -> None:
        """Let no key that is held now repeat what it did: it may be for something else by then."""
        self._repeating = 0

    def press(self, event: QKeyEvent) -> bool:
        """Handle a key. Return whether it has a meaning here."""
        direction = _WAYS.get(Qt.Key(event.key()))
        plain = not event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.MetaModifier)
        if direction is not None and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            return self.step_in_order(direction[0])
        elif direction is not None and plain:
            self.walk(*direction, picks=bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
        elif event.key() in (*_ENTER, Qt.Key.Key_Space) and plain and self._is_answer(event):
            return True
        elif event.key() in _ENTER and plain:
            self.enter(alt=is_alt_held(event.modifiers()))
        elif event.key() == READ_KEY and plain:
            return self._table.read_card()
        elif event.key() == CLOSER_KEY and plain:
            self._table.look_closer()
        elif event.key() in (ORDER_KEY, PLAY_KEY) and plain and event.isAutoRepeat():
            return True
        elif event.key() == ORDER_KEY and plain:
            self.choose_next_order()
        elif event.key() == PLAY_KEY and plain:
            return self.play()
        elif event.key() == Qt.Key.Key_Space and plain:
            self.pick_one_more()
        elif event.key() in _STEPS and plain:
            return self.step(_STEPS[Qt.Key(event.key())])
        elif event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self.go_to_end(first=event.key() == Qt.Key.Key_Home)
        elif event.key() in _ROUND:
            self.walk_round(_ROUND[Qt.Key(event.key())])
        elif event.key() == Qt.Key.Key_Escape:
            return self.escape()
        else:
            return False
        return True

    def _is_answer(self, event: QKeyEvent) -> bool:
        """Answer with Enter or Space. Return whether that was all: a held key answers once and does nothing after."""
        if event.isAutoRepeat():
            return event.key() != self._repeating or self._table.question_input.asks_about_cards
        is_answer = self._answer_with_card(event.key())
        self._repeating = 0 if is_answer else event.key()
        return is_answer

    def _answer_with_card(self, key: int) -> bool:
        """Choose the focused card for the question that is asked, or confirm with Enter. Return whether it was one.

        Several chosen cards are confirmed wherever the focus is.
        """
        asking, target = self._table.question_input, self._table.selection_marks.focus_target
        if key != Qt.Key.Key_Space and asking.asks_about_cards and not asking.is_one_card_asked:
            asking.confirm_by_key()
            return True
        if target is None or target.kind is not FocusTargetKind.CARD or not asking.is_about(target.ref):
            return False
        above = QPointF(target.rect.center().x(), target.rect.top())  # what is said there covers no card
        return asking.choose_card(target.ref, target.index, above)

    def _is_answering(self, target: FocusTarget) -> bool:
        return target.kind is FocusTargetKind.CARD and self._table.question_input.is_about(target.ref)

    def walk(self, dx: int, dy: int, *, picks: bool = False) -> None:
        """Move the focus to the next target in a direction; with `picks`, pick the cards on the way.

        Among cards that answer a question it stays on these cards.
        """
        marks = self._table.selection_marks
        targets = self._table.focus_targets()
        start = marks.focus_target or self._first(targets)
        answering = tuple(filter(self._is_answering, targets))
        targets = answering if start in answering else targets
        target = start if marks.focus_target is None else next_focus_target(targets, start, dx, dy)
        self._table.set_focus_target(target)
        if picks:
            self._table.hand_input.pick_row(start, target)

    def walk_round(self, step: int) -> None:
        """Move the focus to the next or the previous target in their order: seat by seat, then the middle."""
        focused, targets = self._table.selection_marks.focus_target, self._table.focus_targets()
        start = self._first(targets) if focused is None else target_beside(targets, focused, step)
        self._table.set_focus_target(start)

    def _first(self, targets: tuple[FocusTarget, ...]) -> FocusTarget | None:
        """Return the first target: the first card of a seat that the table waits for."""
        looks = self._table.hand_peek.seat
        waited = {looks} if looks else seats_waited_for(self._table.table_scene.view) or {self._table.active_seat}
        hands = {self._table.table_scene.placement.hands.get(seat) for seat in waited}
        cards_in_hand = (s for s in targets if s.kind is FocusTargetKind.CARD and s.ref in hands)
        return next(cards_in_hand, targets[0] if targets else None)

    def go_to_end(self, *, first: bool) -> None:
        """Move the focus to the first or last card of a row."""
        focused = self._table.selection_marks.focus_target
        if focused is None or focused.kind is not FocusTargetKind.CARD:
            return
        row = [s for s in self._table.focus_targets() if s.kind is FocusTargetKind.CARD and s.ref == focused.ref]
        if row:
            self._table.set_focus_target(row[0 if first else -1])

    def step_in_order(self, step: int) -> bool:
        """Move the focused card in its hand to the left or right. Return whether that means anything here."""
        return bool(step) and self._table.hand_input.step_in_order(self._table.selection_marks.focus_target, step)

    def choose_next_order(self) -> None:
        """Show a hand in the next order: that of the seat that looks, else the focused or the active one."""
        hand_input, target = self._table.hand_input, self._table.selection_marks.focus_target
        seat = hand_input.seat_to_order(target)
        plate = next((s for s in self._table.focus_targets() if s.kind is FocusTargetKind.SEAT and s.ref == seat), None)
        if plate is not None:
            hand_input.choose_next_order(seat, plate.rect.center())

    def play(self) -> bool:
        """Play the picked cards, or the focused card or pile, in the natural way. Return whether there is any.

        The focus leaves a hand for which the table waits no longer: Enter would pick up its next card.
        """
        is_waited_for = self._is_hand_waited_for()
        if not self._play():
            return False
        if is_waited_for:
            self._leave_played_hand()
        return True

    def _leave_played_hand(self) -> None:
        if not self._is_hand_waited_for():
            self._table.set_focus_target(None)

    def _play_awaited(self, target: FocusTarget) -> bool:
        """Play a card of the hand that is looked at, if the table waits for it, as the eye does. Return whether it was.

        The key that is held plays no further card.
        """
        table = self._table
        looks, is_in_hand = table.hand_peek.seat, target.kind is FocusTargetKind.CARD and is_held(target.ref)
        if not looks or not is_in_hand or owner_of_zone(table.table_scene.view, target.ref) != looks:
            return False
        if not table.hand_input.play_awaited(ItemPlace(target.ref, target.index), target.rect.center()):
            return False
        self._repeating = 0
        self._leave_played_hand()
        return True

    def _is_hand_waited_for(self) -> bool:
        """Return whether the focus is in a hand for which the table waits."""
        target, view = self._table.selection_marks.focus_target, self._table.table_scene.view
        return (
            target is not None
            and target.kind is FocusTargetKind.CARD
            and is_held(target.ref)
            and owner_of_zone(view, target.ref) in seats_waited_for(view)
        )

    def _play(self) -> bool:
        target, picked = self._table.selection_marks.focus_target, self._table.drag_controller.picked
        if target is not None and picked and not self._table.drag_controller.holds_chips:
            self._table.hand_input.play(list(picked), target.rect.center())
        elif target is not None and target.kind is FocusTargetKind.CARD:
            self._table.hand_input.play([ItemPlace(target.ref, target.index)], target.rect.center())
        elif target is not None and target.kind is FocusTargetKind.ZONE:
            self._table.take_primary_offer(target.ref, target.rect.center())
        else:
            return False
        return True

    def pick_one_more(self) -> None:
        """Add the focused card to the picked ones, or release it; choose the focused body, or take it back."""
        target = self._table.selection_marks.focus_target
        if target is not None and target.kind is FocusTargetKind.CARD:
            self._table.drag_controller.pick([ItemPlace(target.ref, target.index)], add=True)
        elif target is not None and target.kind is FocusTargetKind.BODY:
            self._table.answer("body", target.names)
        elif target is not None and target.kind is FocusTargetKind.CHIPS and target.names[1]:
            self._table.drag_controller.pick_chips(ItemPlace(target.ref, 0, target.names[1]), add=True)

    def step(self, value: str) -> bool:
        """Change the focused number by one. Return whether a number has the focus."""
        target = self._table.selection_marks.focus_target
        if target is not None and target.kind is FocusTargetKind.BODY:
            self._table.edit_element((target.names[1], "track", target.names[2], value), target.rect.center())
            return True
        if target is None or target.kind is not FocusTargetKind.ELEMENT:
            return False
        self._table.edit_element((*target.names, value), target.rect.center())
        return True

    def enter(self, *, alt: bool) -> None:
        """Confirm the chosen bodies, pick up, drop, or do what a click would do."""
        target = self._table.selection_marks.focus_target
        hand = self._table.drag_controller
        body = target.names[0] if target is not None and target.kind is FocusTargetKind.BODY else ""
        if not hand.picked and self._table.confirm_by_key(body):
            return
        if target is None:
            return
        if self._enter_chips(target, alt=alt) or (not hand.picked and self._play_awaited(target)):
            return
        card_place = ItemPlace(target.ref, target.index) if target.kind is FocusTargetKind.CARD else None
        zone = target.ref if target.kind in (FocusTargetKind.CARD, FocusTargetKind.ZONE, FocusTargetKind.SLOT) else ""
        is_receiver = target.kind is FocusTargetKind.SEAT and hand.picked and not hand.holds_chips
        if is_receiver and hand.hand_over(target.ref, target.rect.center(), alt=alt):
            return
        slot = target.kind is FocusTargetKind.SLOT
        if hand.picked and not hand.holds_chips and zone and (slot or any(p.zone != zone for p in hand.picked)):
            hand.drop_on(zone, target.rect.center(), alt=alt)
        elif card_place is not None and card_place in hand.picked:
            hand.pick([card_place], add=True)
        elif card_place is not None:
            hand.pick([card_place])
        elif target.kind is FocusTargetKind.ZONE:
            self._table.enter_zone(zone)
        elif target.kind is FocusTargetKind.SEAT:
            self._table.choose_seat(target.ref)
        elif target.kind is FocusTargetKind.ORDER:
            self._table.hand_input.choose_next_order(target.ref, target.rect.center())
        elif target.kind is FocusTargetKind.ACTOR:
            self._table.open_actor(target.ref)
        elif target.kind is FocusTargetKind.CROWD:
            self._table.choose_character(target.ref, target.rect.center())
        elif target.kind is FocusTargetKind.ELEMENT and target.names[1] == "location":
            self._table.enter_region(target.names)
        elif target.kind is FocusTargetKind.ELEMENT:
            self.step(MORE)
        elif target.kind is FocusTargetKind.BODY:
            self._table.enter_body(target.names, target.rect.center())
        elif target.kind is FocusTargetKind.CLOCK:
            self._table.open_clock(target.rect.center())
        elif target.kind is FocusTargetKind.WORDS:
            self._enter_words(target.rect.center())

    def _enter_words(self, where: QPointF) -> None:
        """Confirm the choice of bodies, throw dice that wait, or say where a number comes from."""
        at = self._table.table_scene.static_items.at
        if at(where, "stage") and self._table.confirm(where):
            return
        if (names := at(where, "dice")) and self._table.throw_waiting_dice(names[0]):
            return
        self._table.explain(where)

    def _enter_chips(self, target: FocusTarget, *, alt: bool) -> bool:
        """Pick up chips, or drop the picked ones in a bag. Return whether the target is one for chips."""
        hand = self._table.drag_controller
        bags: tuple[str, ...] = (target.ref,) if target.kind is FocusTargetKind.CHIPS else ()
        if hand.holds_chips and target.kind is FocusTargetKind.SEAT:
            bags = self._table.table_scene.placement.bags.get(target.ref, ())
        if not bags:
            return False
        if hand.holds_chips and hand.source not in bags:
            hand.drop_on(bags[0], target.rect.center(), alt=alt)
        elif target.kind is FocusTargetKind.CHIPS and target.names[1]:
            hand.pick_chips(ItemPlace(target.ref, 0, target.names[1]))
        return True

    def escape(self) -> bool:
        """Close, release or undo the latest: large card, answer, picks, pile, choice. Return whether there was any."""
        if self._table.stop_reading():
            return True
        if self._table.question_input.is_asking:
            self._table.question_input.step_back()
            return True
        if self._table.drag_controller.picked:
            self._table.drag_controller.release_all()
            return True
        if self._table.opened:
            self._table.open_pile("")
            return True
        return self._table.forget_chosen()


class FreeKey:
    """The key that allows drops anywhere while it is held."""

    def __init__(self) -> None:
        self.held = False

    def answer(self, event: QKeyEvent) -> bool:
        """Note whether the key is held. Return whether the event was about this key.

        A repeated press counts: the key may have been held before the table got the focus.
        """
        if event.key() != FREE_KEY or event.modifiers() not in _PLAIN:
            return False
        if event.type() == QEvent.Type.KeyPress:
            self.held = True
        elif not event.isAutoRepeat():
            self.held = False
        return True


class HandPeekKeys:
    """The keys of the seats: each turns up a hand while it is held.

    A key that is still held when the focus goes elsewhere writes nothing there.

    Args:
        table: the widget.
        owner: its Qt owner.
    """

    def __init__(self, table: InputSurface, owner: QObject) -> None:
        self._table = table
        self._held = 0
        self._silencer = RepeatSilencer(owner)

    def answer(self, event: QKeyEvent) -> bool:
        """Begin or end a look. Return whether the key is one for that."""
        if event.type() == QEvent.Type.KeyRelease:
            if self._held and event.key() == self._held:
                if not event.isAutoRepeat():
                    self._held = 0
                    self._table.hand_peek.key_released()
                return True
            return False
        number = seat_number_of_key(event)
        seats = list(self._table.table_scene.view.seats)
        if not 0 < number <= len(seats):
            return False
        if not event.isAutoRepeat() and not self._held:
            self._held = event.key()
            self._table.hand_peek.begin(seats[number - 1])
            self._leave_other_hands()
        return True

    def _leave_other_hands(self) -> None:
        """Move the focus from a hand of another seat to that of the seat that looks: its keys are for its own cards."""
        table = self._table
        seat, target, view = table.hand_peek.seat, table.selection_marks.focus_target, table.table_scene.view
        if seat and target is not None and is_held(target.ref) and owner_of_zone(view, target.ref) != seat:
            hand = table.table_scene.placement.hands.get(seat)
            cards = (s for s in table.focus_targets() if s.kind is FocusTargetKind.CARD and s.ref == hand)
            table.set_focus_target(next(cards, None))

    def forget(self) -> bool:
        """Forget the held key, because its release would go unnoticed. Return whether there was one."""
        was_held, self._held = self._held, 0
        if was_held:
            self._silencer.silence(was_held)
        return bool(was_held)


class RepeatSilencer(QObject):
    """Keeps the repeats of a held key from everything, until the key is released or another one is pressed.

    A busy program sees a repeat as a release and a new press, both at the same time, which no hand can do.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._key = 0
        self._released = (0, 0)

    def silence(self, key: int) -> None:
        """Begin with a key that is held now."""
        self._key, self._released = key, (0, 0)
        app = QCoreApplication.instance()
        if app is not None:
            app.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the repeats; with the first other event of a key it is over."""
        if event.type() not in _KEY_EVENTS or not isinstance(event, QKeyEvent):
            return False
        is_release = event.type() == QEvent.Type.KeyRelease
        if event.key() == self._key and (is_release or is_repeat(event, self._released)):
            if is_release:  # it may be a part of a repeat
                self._released = event.key(), event.timestamp()
            event.accept()
            return True
        app = QCoreApplication.instance()
        if app is not None:
            app.removeEventFilter(self)
        return False
