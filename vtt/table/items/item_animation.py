"""Animation of cards and chips: they glide to a place that they already have. Only what is seen moves."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QElapsedTimer, QObject, QPointF, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QTransform

from vtt.table.items.movable_item import MovableItem

GLIDE_MS: Final = 200
FLIP_MS: Final = 130
STAGGER_MS: Final = 28
LONGEST_STAGGER_MS: Final = 420
_FRAME_MS: Final = 15
_TURNS_MS: Final = 12
"""The time in a frame for cards that show their other side; the first picture of a face takes some milliseconds."""
_DRAWING_S: Final = 0.008
"""The seconds in a frame for what is drawn in pieces."""
_BEFORE_TURN: Final = 0.49
_THINNEST: Final = 0.04


@dataclass(slots=True)
class ItemFlight:
    """The animation of one card or chip.

    Attributes:
        card: the item.
        start: the starting point; the flight ends at the card's home.
        delay, lasts: milliseconds.
        turn_to: called in the middle of a flip to show the other side; None for a card that does not turn.
        grow: its size at the start, as a share of its size at the end.
        land: called at the end.
    """

    card: MovableItem
    start: QPointF
    delay: int = 0
    lasts: int = GLIDE_MS
    turn_to: Callable[[], None] | None = None
    grow: float = 1.0
    land: Callable[[], None] | None = None
    turned: bool = False


class ItemAnimator(QObject):
    """Animates items by one clock. `finish` ends every flight at once, so that input never waits for a picture."""

    changed = Signal()
    """Emitted when a frame has moved items, or drawn some of what is drawn in pieces."""
    rested = Signal()
    """Emitted when the last item has arrived."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._flights: dict[MovableItem, ItemFlight] = {}
        self._began: dict[MovableItem, float] = {}
        self._drawing: Callable[[float], bool] | None = None
        self._clock = QElapsedTimer()
        self._clock.start()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(_FRAME_MS)
        self._timer.timeout.connect(self._tick)

    @property
    def running(self) -> bool:
        """True while anything moves, or is drawn in pieces."""
        return bool(self._flights) or self._drawing is not None

    @property
    def now(self) -> float:
        """The time of the clock, in milliseconds."""
        return float(self._clock.elapsed())

    def hold(self) -> None:
        """Stop the timer; a measurement calls `advance` instead."""
        self._timer.stop()

    def moves(self, card: MovableItem) -> bool:
        """Return whether an item is moving."""
        return card in self._flights

    def start(self, flights: Iterable[ItemFlight]) -> None:
        """Start flights. An item that is moving already continues from where it is shown now."""
        now = self.now
        for flight in flights:
            old = self._flights.pop(flight.card, None)
            if old is not None and old.turn_to is not None and not old.turned and flight.turn_to is None:
                old.turn_to()
            self._flights[flight.card] = flight
            self._began[flight.card] = now + flight.delay
            flight.card.setPos(flight.start)
            flight.card.setTransform(QTransform.fromScale(flight.grow, flight.grow))
        if self._flights and not self._timer.isActive():
            self._timer.start()

    def draw_in_pieces(self, draw: Callable[[float], bool] | None) -> None:
        """Draw something in the next frames, and all that is left of it when everything is to be at rest.

        Args:
            draw: draws for so many seconds at most; returns whether anything is left. None: nothing is left.
        """
        self._drawing = draw
        if self.running and not self._timer.isActive():
            self._timer.start()
        elif not self.running:
            self._timer.stop()

    def drop(self, card: MovableItem) -> None:
        """Forget an item that leaves the scene."""
        self._flights.pop(card, None)
        self._began.pop(card, None)
        if not self.running:
            self._timer.stop()

    def finish(self) -> None:
        """End every flight now, and draw what is left to draw."""
        if not self.running:
            return
        self._draw_on(math.inf)
        self.changed.emit()
        self.end_flights()
        self._rest()

    def end_flights(self) -> None:
        """End every flight now; what is drawn in pieces goes on."""
        if not self._flights:
            return
        for card, flight in list(self._flights.items()):
            self._arrive(card, flight)
        self._rest()

    @Slot()
    def _tick(self) -> None:
        self.advance(self.now)

    def advance(self, now: float) -> None:
        """Show everything as it is at a time of the clock, in milliseconds."""
        begun = self.now
        for card, flight in list(self._flights.items()):
            gone = (now - self._began[card]) / max(1, flight.lasts)
            turns = flight.turn_to is not None and not flight.turned and gone >= _BEFORE_TURN
            if turns and self.now - begun > _TURNS_MS:  # it turns in the next frame
                gone = _BEFORE_TURN
                self._began[card] = now - gone * flight.lasts
            if gone >= 1.0:
                self._arrive(card, flight)
            elif gone >= 0.0:
                self._show(card, flight, gone)
        self._draw_on(_DRAWING_S)
        self.changed.emit()
        self._rest()

    def _rest(self) -> None:
        if self._timer.isActive() and not self.running:
            self._timer.stop()
            self.rested.emit()

    def _draw_on(self, seconds: float) -> None:
        if self._drawing is not None and not self._drawing(seconds):
            self._drawing = None

    def _show(self, card: MovableItem, flight: ItemFlight, gone: float) -> None:
        eased = 1.0 - (1.0 - gone) ** 3
        home = card.home
        if flight.start != home:
            distance = home - flight.start
            card.setPos(
                QPointF(round(flight.start.x() + distance.x() * eased), round(flight.start.y() + distance.y() * eased))
            )
        size = flight.grow + (1.0 - flight.grow) * eased
        if flight.turn_to is not None:
            if gone >= 0.5 and not flight.turned:
                flight.turned = True
                flight.turn_to()
            card.setTransform(QTransform.fromScale(max(_THINNEST, abs(1.0 - 2.0 * gone)) * size, size))
        elif flight.grow != 1.0:
            card.setTransform(QTransform.fromScale(size, size))

    def _arrive(self, card: MovableItem, flight: ItemFlight) -> None:
        self._flights.pop(card, None)
        self._began.pop(card, None)
        if flight.turn_to is not None and not flight.turned:
            flight.turned = True
            flight.turn_to()
        card.setTransform(QTransform())
        card.setPos(card.home)
        if flight.land is not None:
            flight.land()
