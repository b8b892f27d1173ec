"""The base of all panels: a campaign as one viewer sees it, and a theme."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QWidget

from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import Json
from engine.model.seats import SHARED, Role
from engine.presentation.visibility import VisibleTable
from vtt.campaign.open_campaign import OpenCampaign
from vtt.campaign.result_hold import ResultHold
from vtt.campaign.viewer_campaign import ViewerCampaign
from vtt.widgets.look.theme import Theme, ThemeHub


def text(key: str, /, **params: Json) -> str:
    """Return a sentence of this room: `panels.<key>` in the language file."""
    return say(Message(key=f"panels.{key}", params=params))


def acting_seat(view: VisibleTable) -> str:
    """Return the seat for which a viewer makes manual moves: its own, or on the shared screen the GM's."""
    if view.viewer in view.seats:
        return view.viewer
    return gm_seat(view)


def gm_seat(view: VisibleTable) -> str:
    """Return the GM's seat, or the first seat at a table without one; an empty string at an empty table."""
    return next((s.id for s in view.seats.values() if s.role is Role.GM), next(iter(view.seats), ""))


def may_open_library(view: VisibleTable) -> bool:
    """Say whether a viewer may see the library: the GM, or at a table without a GM a player, but never everybody."""
    seat = view.seats.get(view.viewer)
    if seat is None:
        return False
    return seat.role is Role.GM or all(person.role is not Role.GM for person in view.seats.values())


class CampaignPanel(QWidget):
    """A widget that shows a campaign as one viewer sees it and follows its changes.

    Args:
        campaign: the open campaign.
        viewer: a seat, or `shared`.
        theme_hub: colours, lengths and icons.
        parent: the Qt parent.

    Signals:
        gm_screen_wanted: a person has come to a part of this panel that only the GM screen shows.
    """

    gm_screen_wanted = Signal()

    def __init__(self, campaign: OpenCampaign, viewer: str, theme_hub: ThemeHub, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.campaign = campaign
        self.hub = theme_hub
        self._viewer = viewer
        self._places: dict[str, object] = {}
        self._result_hold = ResultHold(self)
        campaign.changed.connect(self._session_changed)
        theme_hub.changed.connect(self._theme_changed)

    @property
    def viewer(self) -> str:
        """The viewer of this panel."""
        return self._viewer

    def set_viewer(self, viewer: str) -> None:
        """Show the table as another viewer may know it. A seat that comes back finds all as it left it."""
        if viewer == self._viewer:
            return
        if self._viewer != SHARED:
            self._places[self._viewer] = self.place()
        self._viewer = viewer
        self.viewer_changed()
        place = self._places.pop(viewer, None)
        if place is not None:
            self.return_to(place)

    def hold_results(self, hold: ResultHold) -> None:
        """Keep what is shown while a hold is on, and follow the change when it ends."""
        self._result_hold = hold
        hold.ended.connect(self.refresh)

    @property
    def holds_result(self) -> bool:
        """Whether what is shown is kept as it was before a result."""
        return self._result_hold.is_on

    @property
    def is_closed(self) -> bool:
        """Whether the viewer sees nothing here, because this page is the GM's."""
        return False

    def place(self) -> object:
        """Return where the viewer is on this panel, with unsaved words; None if there is nothing to come back to.

        It is only kept in memory, and no widget has it while others look.
        """
        return None

    def return_to(self, place: object) -> None:
        """Show again what `place` returned; what is no longer there is left out."""

    @property
    def viewer_campaign(self) -> ViewerCampaign:
        """The table as the viewer sees it."""
        return self.campaign.viewer_campaign(self._viewer)

    @property
    def view(self) -> VisibleTable:
        """All that the viewer may know now."""
        return self.viewer_campaign.view

    @property
    def theme(self) -> Theme:
        """The theme that is worn now."""
        return self.hub.theme

    def refresh(self) -> None:
        """Show what is so now."""
        raise NotImplementedError

    def restyle(self) -> None:
        """Take on another theme; what is built anew by `refresh` needs nothing else."""
        self.refresh()

    def viewer_changed(self) -> None:
        """Show what the new viewer may know, and nothing of what the old one knew."""
        self.refresh()

    @Slot(object)
    def _session_changed(self, _change: object) -> None:
        if not self.holds_result:
            self.refresh()

    @Slot(object)
    def _theme_changed(self, _theme: object) -> None:
        self.restyle()
