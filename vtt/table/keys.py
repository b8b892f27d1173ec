"""The table by keyboard: arrows walk, Enter picks up and lays down, Space picks several, Esc lets go."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent

from vtt.table.drops import Place
from vtt.table.figure import LESS, MORE
from vtt.table.gestures import holds_alt
from vtt.table.places import seats_waited_for
from vtt.table.stops import Stop, StopKind, next_stop
from vtt.table.surface import Surface

_WAYS: Final = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
_STEPS: Final = {Qt.Key.Key_Plus: MORE, Qt.Key.Key_Equal: MORE, Qt.Key.Key_Minus: LESS}
READ_KEY: Final = Qt.Key.Key_I
"""Shows the card large at which one stands."""
FREE_KEY: Final = Qt.Key.Key_F
"""Held, it lets a drop go anywhere as Alt does, which many window managers keep for moving windows."""
_ENTER: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_PLAIN: Final = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)


def seat_number(event: QKeyEvent) -> int:
    """Return which seat's key this is, from 1: a digit, or F1 to F9 where the window leaves them; 0 for none."""
    key = event.key()
    if event.modifiers() not in _PLAIN:
        return 0
    for first in (Qt.Key.Key_1, Qt.Key.Key_F1):
        if first <= key <= first + 8:
            return int(key - first) + 1
    return 0


class KeyWalk:
    """Walks the table by keys.

    Args:
        table: the widget.
    """

    def __init__(self, table: Surface) -> None:
        self._table = table

    def press(self, event: QKeyEvent) -> bool:
        """Answer a key, and say whether it meant anything here."""
        way = _WAYS.get(Qt.Key(event.key()))
        plain = not event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.MetaModifier)
        if way is not None and plain:
            self.walk(*way)
        elif event.key() in _ENTER and plain:
            self.enter(alt=holds_alt(event.modifiers()))
        elif event.key() == READ_KEY and plain:
            return self._table.read_card()
        elif event.key() == Qt.Key.Key_Space and plain:
            self.pick_one_more()
        elif event.key() in _STEPS and plain:
            return self.step(_STEPS[Qt.Key(event.key())])
        elif event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self.go_to_end(first=event.key() == Qt.Key.Key_Home)
        elif event.key() == Qt.Key.Key_Escape:
            return self.escape()
        else:
            return False
        return True

    def walk(self, dx: int, dy: int) -> None:
        """Go to the next stop in a direction."""
        marks = self._table.marks
        stops = self._table.stops()
        start = marks.stop or self._first(stops)
        stop = start if marks.stop is None else next_stop(stops, start, dx, dy)
        self._table.stand_at(stop)

    def _first(self, stops: tuple[Stop, ...]) -> Stop | None:
        """Return where to begin: with the first card of whoever the table waits for."""
        waited = seats_waited_for(self._table.table_scene.view) or {self._table.active_seat}
        hands = {self._table.table_scene.places.hands.get(seat) for seat in waited}
        mine = (s for s in stops if s.kind is StopKind.CARD and s.ref in hands)
        return next(mine, stops[0] if stops else None)

    def go_to_end(self, *, first: bool) -> None:
        """Go to the first or last card of a row."""
        now = self._table.marks.stop
        if now is None or now.kind is not StopKind.CARD:
            return
        row = [s for s in self._table.stops() if s.kind is StopKind.CARD and s.ref == now.ref]
        if row:
            self._table.stand_at(row[0 if first else -1])

    def pick_one_more(self) -> None:
        """Pick the card up beside those that are picked, or let it go again."""
        stop = self._table.marks.stop
        if stop is not None and stop.kind is StopKind.CARD:
            self._table.gestures.pick([Place(stop.ref, stop.index)], add=True)
        elif stop is not None and stop.kind is StopKind.CHIPS and stop.names[1]:
            self._table.gestures.pick_chips(Place(stop.ref, 0, stop.names[1]), add=True)

    def step(self, value: str) -> bool:
        """Set the number at which one stands one higher or lower; say whether one stands at a number."""
        stop = self._table.marks.stop
        if stop is not None and stop.kind is StopKind.BODY:
            self._table.set_element((stop.names[1], "track", stop.names[2], value), stop.rect.center())
            return True
        if stop is None or stop.kind is not StopKind.ELEMENT:
            return False
        self._table.set_element((*stop.names, value), stop.rect.center())
        return True

    def enter(self, *, alt: bool) -> None:
        """Pick up, lay down, or do what a click would do."""
        stop = self._table.marks.stop
        if stop is None:
            return
        hand = self._table.gestures
        if self._enter_chips(stop, alt=alt):
            return
        here = Place(stop.ref, stop.index) if stop.kind is StopKind.CARD else None
        zone = stop.ref if stop.kind in (StopKind.CARD, StopKind.ZONE, StopKind.SLOT) else ""
        if stop.kind is StopKind.SEAT and hand.picked:
            zone = self._table.table_scene.places.hands.get(stop.ref, "")
        slot = stop.kind is StopKind.SLOT
        if hand.picked and not hand.holds_chips and zone and (slot or any(p.zone != zone for p in hand.picked)):
            hand.lay_on(zone, stop.rect.center(), alt=alt)
        elif here is not None and here in hand.picked:
            hand.pick([here], add=True)
        elif here is not None:
            hand.pick([here])
        elif stop.kind is StopKind.ZONE:
            self._table.enter_zone(zone)
        elif stop.kind is StopKind.SEAT:
            self._table.choose_seat(stop.ref)
        elif stop.kind is StopKind.ACTOR:
            self._table.open_actor(stop.ref)
        elif stop.kind is StopKind.CROWD:
            self._table.open_crowd(stop.ref, stop.rect.center())
        elif stop.kind is StopKind.ELEMENT and stop.names[1] == "location":
            self._table.enter_region(stop.names)
        elif stop.kind is StopKind.ELEMENT:
            self.step(MORE)
        elif stop.kind is StopKind.BODY:
            self._table.enter_body(stop.names, stop.rect.center())
        elif stop.kind is StopKind.WORDS and stop.ref == "stage" and self._table.confirm(stop.rect.center()):
            pass
        elif stop.kind is StopKind.CLOCK:
            self._table.open_clock(stop.rect.center())
        elif stop.kind is StopKind.WORDS:
            self._table.explain(stop.rect.center())

    def _enter_chips(self, stop: Stop, *, alt: bool) -> bool:
        """Pick chips up, or lay those in hand into a bag; say whether the stop was one for chips."""
        hand = self._table.gestures
        bags: tuple[str, ...] = (stop.ref,) if stop.kind is StopKind.CHIPS else ()
        if hand.holds_chips and stop.kind is StopKind.SEAT:
            bags = self._table.table_scene.places.bags.get(stop.ref, ())
        if not bags:
            return False
        if hand.holds_chips and hand.source not in bags:
            hand.lay_on(bags[0], stop.rect.center(), alt=alt)
        elif stop.kind is StopKind.CHIPS and stop.names[1]:
            hand.pick_chips(Place(stop.ref, 0, stop.names[1]))
        return True

    def escape(self) -> bool:
        """Put away what is read, let go, or close or forget what is open or chosen; say whether there was any."""
        if self._table.stop_reading():
            return True
        if self._table.gestures.picked:
            self._table.gestures.let_go()
            return True
        if self._table.opened:
            self._table.open_pile("")
            return True
        return self._table.forget_chosen()


class FreeKey:
    """The key that lets cards and chips go anywhere for as long as it is held."""

    def __init__(self) -> None:
        self.held = False

    def answer(self, event: QKeyEvent) -> bool:
        """Note whether it is held, and say whether the key was this one.

        A press that repeats itself counts: it may have been held before the table had the keys.
        """
        if event.key() != FREE_KEY or event.modifiers() not in _PLAIN:
            return False
        if event.type() == QEvent.Type.KeyPress:
            self.held = True
        elif not event.isAutoRepeat():
            self.held = False
        return True


class LookKeys:
    """The keys of the seats: each turns up a hand for as long as it is held.

    Args:
        table: the widget.
    """

    def __init__(self, table: Surface) -> None:
        self._table = table
        self._held = 0

    def answer(self, event: QKeyEvent) -> bool:
        """Begin or end a look, and say whether the key meant one."""
        if event.type() == QEvent.Type.KeyRelease:
            if self._held and event.key() == self._held:
                if not event.isAutoRepeat():
                    self._held = 0
                    self._table.looker.key_released()
                return True
            return False
        number = seat_number(event)
        seats = list(self._table.table_scene.view.seats)
        if not 0 < number <= len(seats):
            return False
        if not event.isAutoRepeat() and not self._held:
            self._held = event.key()
            self._table.looker.look(seats[number - 1])
        return True

    def forget(self) -> bool:
        """Forget the key that is held, and say whether there was one: nobody could see it let go."""
        held, self._held = bool(self._held), 0
        return held
