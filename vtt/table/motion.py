"""Calm motion: cards glide to where they already are. What is seen moves; what counts has long been settled."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QElapsedTimer, QObject, QPointF, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QTransform

from vtt.table.piece import Piece

GLIDE_MS: Final = 200
FLIP_MS: Final = 130
STAGGER_MS: Final = 28
LONGEST_STAGGER_MS: Final = 420
_FRAME_MS: Final = 15
_THINNEST: Final = 0.04


@dataclass(slots=True)
class Flight:
    """One card or chip on its way.

    Attributes:
        card: the item.
        start: where it sets out; it ends at the card's home.
        delay, lasts: milliseconds.
        turn_to: called at the middle of a flip, to show the other side; None for a card that does not turn.
        grow: its size at the start, measured by its size at the end.
        land: called when it has arrived.
    """

    card: Piece
    start: QPointF
    delay: int = 0
    lasts: int = GLIDE_MS
    turn_to: Callable[[], None] | None = None
    grow: float = 1.0
    land: Callable[[], None] | None = None
    turned: bool = False


class Motion(QObject):
    """Moves cards, all by one clock. `finish` lets every card arrive at once, so that nobody waits for a picture."""

    rested = Signal()
    """Emitted when the last card has arrived."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._flights: dict[Piece, Flight] = {}
        self._began: dict[Piece, float] = {}
        self._clock = QElapsedTimer()
        self._clock.start()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(_FRAME_MS)
        self._timer.timeout.connect(self._tick)

    @property
    def running(self) -> bool:
        """Whether anything moves."""
        return bool(self._flights)

    @property
    def now(self) -> float:
        """The time of the clock, in milliseconds."""
        return float(self._clock.elapsed())

    def hold(self) -> None:
        """Stop the clock's hand: whoever measures calls `advance` instead."""
        self._timer.stop()

    def moves(self, card: Piece) -> bool:
        """Say whether a card is on its way."""
        return card in self._flights

    def start(self, flights: Iterable[Flight]) -> None:
        """Let cards set out. A card that is already on its way goes on from where it is seen now."""
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

    def drop(self, card: Piece) -> None:
        """Forget a card that leaves the scene."""
        self._flights.pop(card, None)
        self._began.pop(card, None)
        if not self._flights:
            self._timer.stop()

    def finish(self) -> None:
        """Let every card arrive now."""
        if not self._flights:
            return
        for card, flight in list(self._flights.items()):
            self._arrive(card, flight)
        self._timer.stop()
        self.rested.emit()

    @Slot()
    def _tick(self) -> None:
        self.advance(self.now)

    def advance(self, now: float) -> None:
        """Show everything as it is at a time of the clock, in milliseconds."""
        for card, flight in list(self._flights.items()):
            gone = (now - self._began[card]) / max(1, flight.lasts)
            if gone >= 1.0:
                self._arrive(card, flight)
            elif gone >= 0.0:
                self._show(card, flight, gone)
        if not self._flights:
            self._timer.stop()
            self.rested.emit()

    def _show(self, card: Piece, flight: Flight, gone: float) -> None:
        eased = 1.0 - (1.0 - gone) ** 3
        home = card.home
        if flight.start != home:
            way = home - flight.start
            card.setPos(QPointF(round(flight.start.x() + way.x() * eased), round(flight.start.y() + way.y() * eased)))
        size = flight.grow + (1.0 - flight.grow) * eased
        if flight.turn_to is not None:
            if gone >= 0.5 and not flight.turned:
                flight.turned = True
                flight.turn_to()
            card.setTransform(QTransform.fromScale(max(_THINNEST, abs(1.0 - 2.0 * gone)) * size, size))
        elif flight.grow != 1.0:
            card.setTransform(QTransform.fromScale(size, size))

    def _arrive(self, card: Piece, flight: Flight) -> None:
        self._flights.pop(card, None)
        self._began.pop(card, None)
        if flight.turn_to is not None and not flight.turned:
            flight.turned = True
            flight.turn_to()
        card.setTransform(QTransform())
        card.setPos(card.home)
        if flight.land is not None:
            flight.land()
