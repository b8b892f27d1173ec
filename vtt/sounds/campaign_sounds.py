"""Names the sounds of what everybody sees on the table: cards, chips, a shuffle, the next turn."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot

from engine.model.seats import SHARED
from engine.presentation.visibility import VisibleTable
from vtt.campaign.campaign_changes import CampaignChange
from vtt.campaign.open_campaign import OpenCampaign
from vtt.campaign.result_hold import ResultHold
from vtt.shared.table_queries import turn_order
from vtt.sounds.sound import Sound

_DEALT = 4
"""From so many cards on, they sound like dealing."""


class CampaignSounds(QObject):
    """Follows an open campaign as the common screen shows it, so that no sound tells more than the screen.

    Signals:
        heard: the name of a sound.
    """

    heard = Signal(str)

    def __init__(self, campaign: OpenCampaign, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._campaign = campaign
        self._result_holds: list[ResultHold] = []
        self._rings_later = False
        self._view: VisibleTable = campaign.viewer_campaign(SHARED).view
        campaign.changed.connect(self._changed)

    def hold_results(self, hold: ResultHold) -> None:
        """Let the bell for another turn be heard only when a window's hold has ended, and that of each other window."""
        holds = self._result_holds
        holds.append(hold)
        hold.ended.connect(self._ring)
        hold.destroyed.connect(lambda: holds.remove(hold))

    @Slot()
    def _ring(self) -> None:
        if self._rings_later and not any(hold.is_on for hold in self._result_holds):
            self._rings_later = False
            self.heard.emit(Sound.TURN_BELL)

    @Slot(object)
    def _changed(self, change: CampaignChange) -> None:
        viewer_campaign = self._campaign.viewer_campaign(SHARED)
        before, self._view = self._view, viewer_campaign.view
        if change.entry is None:
            self._rings_later = self._rings_later and change.forward  # an undo takes the turn back
            return
        moved = len(viewer_campaign.flights())
        if viewer_campaign.shuffled():
            self.heard.emit(Sound.SHUFFLE)
        elif moved:
            self.heard.emit(Sound.CARDS_DEALT if moved >= _DEALT else Sound.CARD_LAID)
        if self._view.chips != before.chips:
            self.heard.emit(Sound.CHIPS)
        self._rings_later = self._rings_later or bool(_acting(self._view) - _acting(before))
        self._ring()


def _acting(view: VisibleTable) -> frozenset[str]:
    """Return the characters whose turn it is."""
    return frozenset(turn.actor for turn in turn_order(view) if turn.state == "now")
