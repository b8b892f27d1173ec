"""Hand peek: one hand is turned up while its eye or its key is held, and not a moment longer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from engine.core.commands import Command
from engine.core.fault_isolation import report_fault
from engine.model.frozen import replace
from engine.model.seats import SHARED
from engine.model.zones import hand_of
from engine.presentation.offers import Offer
from engine.presentation.stations import RowBudget, Station
from engine.presentation.visibility import VisibleTable, VisibleZone
from vtt.campaign.open_campaign import OpenCampaign
from vtt.shared.look_times import FLUTTER_MS, LOOK_SECONDS, NEARLY_OVER_SECONDS
from vtt.shared.offers.card_questions import answering_cards, is_choice, playable_cards
from vtt.shared.table_queries import is_held, owner_of_zone, seats_waited_for, stations_of

_ENDING = {
    QEvent.Type.WindowDeactivate,
    QEvent.Type.WindowBlocked,
    QEvent.Type.Hide,
    QEvent.Type.Close,
    QEvent.Type.WindowStateChange,
}


class HandPeek(QObject):
    """The look of one seat at its hand. It ends on release, on any loss of focus, on a modal window, and after a time.

    Args:
        campaign: the open campaign, which logs each look.
        widget: the widget that shows the hand; its window must stay the active one.
        seconds: the longest look.

    Signals:
        wanted: the seat that is about to look.
        changed: a look has begun or ended.
        nearly_over: the look ends soon, although the key or the eye is still held.
    """

    wanted = Signal(str)
    changed = Signal()
    nearly_over = Signal()

    def __init__(self, campaign: OpenCampaign, widget: QWidget, seconds: float = LOOK_SECONDS) -> None:
        super().__init__(widget)
        self._campaign = campaign
        self._widget = widget
        self._watched: QWidget | None = None
        self._seat = ""
        self._held_seat = ""
        self._turn: frozenset[str] = frozenset()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.end)
        self._warning = QTimer(self)
        self._warning.setSingleShot(True)
        self._warning.timeout.connect(self.nearly_over)
        self.set_seconds(seconds)
        self._flutter = QTimer(self)
        self._flutter.setSingleShot(True)
        self._flutter.setInterval(FLUTTER_MS)
        self._flutter.timeout.connect(self.end)
        app = QGuiApplication.instance()
        if isinstance(app, QGuiApplication):
            app.applicationStateChanged.connect(self._application_changed)
            app.aboutToQuit.connect(self.end)

    @property
    def seat(self) -> str:
        """The seat that looks, or an empty string."""
        return self._seat

    def set_seconds(self, seconds: float) -> None:
        """Set the longest look."""
        self._timer.setInterval(round(seconds * 1000))
        self._warning.setInterval(max(0, round((seconds - NEARLY_OVER_SECONDS) * 1000)))

    def begin(self, seat: str) -> None:
        """Begin a look. It is logged before the hand turns up. Only one seat can look at a time."""
        if self._flutter.isActive():
            self._flutter.stop()
            if seat == self._held_seat:
                return  # the key was never up; a look that has ended meanwhile does not begin again
            self.end()
        if self._seat or not self.can_look(seat):
            return
        self.wanted.emit(seat)
        view = self._campaign.viewer_campaign(seat).view
        self._campaign.log_look(view.seats[seat].name)
        self._seat = self._held_seat = seat
        self._turn = seats_waited_for(view)
        self._watched = self._widget.window()
        self._watched.installEventFilter(self)
        self._timer.start()
        if self._warning.interval():
            self._warning.start()
        self.changed.emit()

    def can_look(self, seat: str) -> bool:
        """Return whether a seat has a hand to look at. With real cards there is nothing to show."""
        view = self._campaign.viewer_campaign(seat).view
        hand = view.zones.get(hand_of(seat))
        return seat in view.seats and hand is not None and seat in hand.owners

    def would_turn_up(self, zone: str, index: int) -> bool:
        """Return whether the owner of a zone would see a card there while looking."""
        owner = owner_of_zone(self._campaign.viewer_campaign(SHARED).view, zone)
        if not owner or not self.can_look(owner):
            return False
        lying = self._campaign.viewer_campaign(owner).view.zones.get(zone)
        if lying is None or owner not in lying.owners or index >= lying.count:
            return False
        return lying.face(index) is not None

    def key_released(self) -> None:
        """End the look unless the key is pressed again at once; then it was held all the time."""
        self._flutter.start()

    @Slot()
    def end(self) -> None:
        """End the look."""
        if not self._seat:
            return
        self._seat = ""
        self._timer.stop()
        self._warning.stop()
        if self._watched is not None:
            self._watched.removeEventFilter(self)
            self._watched = None
        self.changed.emit()

    def end_if_others_act(self, view: VisibleTable) -> None:
        """End the look if the table now waits for another seat."""
        turn = seats_waited_for(view)
        if self._seat and turn != self._turn and turn and self._seat not in turn:
            self.end()
        self._turn = turn

    def zones(self) -> dict[str, VisibleZone]:
        """Return the zones that are turned up: the seat's hand and its other places, as the seat may see them."""
        if not self._seat:
            return {}
        viewer_campaign = self._campaign.viewer_campaign(self._seat)
        view = viewer_campaign.view
        own_zones = {hand_of(self._seat)} | {zone for zone in view.zones if owner_of_zone(view, zone) == self._seat}
        return {zone: view.zones[zone] for zone in own_zones if zone in view.zones and view.zones[zone].private}

    def playable(self) -> Mapping[str, frozenset[int]]:
        """Return by hand the indices of the cards that the seat can play now, as far as it may know."""
        if not self._seat:
            return {}
        try:
            return playable_cards(self._campaign.viewer_campaign(self._seat), filter(is_held, self.zones()))
        except Exception as fault:  # any fault: the hand is shown without marks
            report_fault(fault)
            return {}

    def answering(
        self,
        offer: Offer,
        answers: Mapping[str, object],
        zones: Iterable[str],
        chosen: Sequence[tuple[str, int]] = (),
    ) -> Mapping[str, frozenset[int]]:
        """Return by zone the indices of the cards that can answer an offer, as far as the seat that looks may know.

        Args:
            offer: the offer.
            answers: what is answered already, by field.
            zones: hands and the like; those that the seat does not look at are left out.
            chosen: the places of the cards that are chosen already, as zone and index.
        """
        if not self._seat:
            return {}
        try:
            looked_at = filter(self.zones().__contains__, zones)
            return answering_cards(self._campaign.viewer_campaign(self._seat), offer, answers, looked_at, chosen)
        except Exception as fault:  # any fault: the hand is shown without marks
            report_fault(fault)
            return {}

    def is_choice(self, offer: Offer, answers: Mapping[str, object], place: tuple[str, int]) -> bool:
        """Return whether a card is among the choices of an offer, as far as the seat that looks may know.

        Args:
            offer: the offer.
            answers: what is answered already, by field.
            place: the zone and the index of the card.
        """
        try:
            return is_choice(self._campaign.viewer_campaign(self._seat), offer, answers, place)
        except Exception as fault:  # any fault: whether it can be chosen is judged with the whole answer
            report_fault(fault)
            return True

    def row_budget(self, command: Command) -> RowBudget | None:
        """Return the cost of a row of cards as a command would leave it, as the seat that looks may know it."""
        return self._campaign.viewer_campaign(self._seat).row_budget(command) if self._seat else None

    def stations(self, shown: VisibleTable | None = None) -> dict[str, Station]:
        """Return the stations of the seat that looks, as it may see them, by character.

        Args:
            shown: the view of this screen; then other seats' stations are included that the seat knows more of, such as
                the Conditions there that it has marked. Nothing else of these is its own.
        """
        if not self._seat:
            return {}
        own_stations = stations_of(self._campaign.viewer_campaign(self._seat).view)
        own = {station.actor: station for station in own_stations if station.seat == self._seat}
        tokens_by_actor = {station.actor: station.tokens for station in own_stations}
        others = (
            ()
            if shown is None
            else (s for s in stations_of(shown) if s.actor not in own and s.actor in tokens_by_actor)
        )
        return own | {
            s.actor: replace(s, tokens=tokens_by_actor[s.actor]) for s in others if s.tokens != tokens_by_actor[s.actor]
        }

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Watch the window during a look."""
        if event.type() in _ENDING:
            self.end()
        return super().eventFilter(watched, event)

    @Slot(Qt.ApplicationState)
    def _application_changed(self, state: Qt.ApplicationState) -> None:
        if state != Qt.ApplicationState.ApplicationActive:
            self.end()
