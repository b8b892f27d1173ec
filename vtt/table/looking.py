"""Holding to look: one hand is turned up while somebody holds its eye or its key, and never a moment longer."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from engine.play.sight import View, ZoneView
from engine.play.stations import Station
from engine.table.frozen import replace
from engine.table.zones import hand_of
from vtt.lens import Lens
from vtt.session import Session
from vtt.table.places import owner_of, seats_waited_for, stations_of

LOOK_SECONDS: Final = 20
FLUTTER_MS: Final = 50
"""How long a key must be up to count as let go: some displays repeat a held key as real releases and presses."""

_ENDING = {
    QEvent.Type.WindowDeactivate,
    QEvent.Type.WindowBlocked,
    QEvent.Type.Hide,
    QEvent.Type.Close,
    QEvent.Type.WindowStateChange,
}


class Looker(QObject):
    """Who looks at their hand now. It ends on release, on any loss of focus, on a modal window, and after a set time.

    Args:
        session: the game; it keeps in its log that somebody looked.
        widget: where the hand is shown; its window must stay the active one.
        seconds: the longest look.

    Signals:
        changed: a look has begun or is over.
    """

    changed = Signal()

    def __init__(self, session: Session, widget: QWidget, seconds: float = LOOK_SECONDS) -> None:
        super().__init__(widget)
        self._session = session
        self._widget = widget
        self._watched: QWidget | None = None
        self._seat = ""
        self._held = ""
        self._turn: frozenset[str] = frozenset()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(round(seconds * 1000))
        self._timer.timeout.connect(self.unlook)
        self._flutter = QTimer(self)
        self._flutter.setSingleShot(True)
        self._flutter.setInterval(FLUTTER_MS)
        self._flutter.timeout.connect(self.unlook)
        app = QGuiApplication.instance()
        if isinstance(app, QGuiApplication):
            app.applicationStateChanged.connect(self._application_changed)
            app.aboutToQuit.connect(self.unlook)

    @property
    def seat(self) -> str:
        """Who looks, or an empty string."""
        return self._seat

    def set_seconds(self, seconds: float) -> None:
        """Set the longest look."""
        self._timer.setInterval(round(seconds * 1000))

    def look(self, seat: str) -> None:
        """Begin a look. The log has it before the hand turns up. While one looks, nobody else can begin."""
        if self._flutter.isActive():
            self._flutter.stop()
            if seat == self._held:
                return  # the key was never up; a look that has ended meanwhile does not begin anew by it
            self.unlook()
        lens = self._session.lens(seat)
        view = lens.view
        if self._seat or seat not in view.seats or hand_of(seat) not in view.zones:
            return
        if seat not in view.zones[hand_of(seat)].owners:
            return  # with real cards there is nothing to see here
        self._session.looked(view.seats[seat].name)
        self._seat = self._held = seat
        self._turn = seats_waited_for(view)
        self._watched = self._widget.window()
        self._watched.installEventFilter(self)
        self._timer.start()
        self.changed.emit()

    def key_released(self) -> None:
        """End the look unless the key comes down again at once: then it was held all the time."""
        self._flutter.start()

    @Slot()
    def unlook(self) -> None:
        """End the look."""
        if not self._seat:
            return
        self._seat = ""
        self._timer.stop()
        if self._watched is not None:
            self._watched.removeEventFilter(self)
            self._watched = None
        self.changed.emit()

    def turn_began(self, view: View) -> None:
        """End the look if by now the table waits for somebody else."""
        turn = seats_waited_for(view)
        if self._seat and turn != self._turn and turn and self._seat not in turn:
            self.unlook()
        self._turn = turn

    def zones(self) -> dict[str, ZoneView]:
        """Return what is turned up: the hand of the one who looks, and their other places, as they may see them."""
        if not self._seat:
            return {}
        lens = Lens(self._session, self._seat)
        view = lens.view
        mine = {hand_of(self._seat)} | {zone for zone in view.zones if owner_of(view, zone) == self._seat}
        return {zone: view.zones[zone] for zone in mine if zone in view.zones and view.zones[zone].private}

    def stations(self, shown: View | None = None) -> dict[str, Station]:
        """Return the places of the one who looks, as they may see them, by character.

        Args:
            shown: what this screen shows; then the places of others are among them of which the one who looks is told
                more, such as which of their own Conditions there they have marked. Nothing else of these is theirs.
        """
        if not self._seat:
            return {}
        found = stations_of(Lens(self._session, self._seat).view)
        own = {station.actor: station for station in found if station.seat == self._seat}
        told = {station.actor: station.tokens for station in found}
        others = () if shown is None else (s for s in stations_of(shown) if s.actor not in own and s.actor in told)
        return own | {s.actor: replace(s, tokens=told[s.actor]) for s in others if s.tokens != told[s.actor]}

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Watch the window while somebody looks."""
        if event.type() in _ENDING:
            self.unlook()
        return super().eventFilter(watched, event)

    @Slot(Qt.ApplicationState)
    def _application_changed(self, state: Qt.ApplicationState) -> None:
        if state != Qt.ApplicationState.ApplicationActive:
            self.unlook()
