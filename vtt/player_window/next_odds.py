"""The odds of what the table waits for, on the players' window: as far as everybody may know them."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QWidget

from engine.model.seats import SHARED
from vtt.campaign.open_campaign import OpenCampaign
from vtt.campaign.result_hold import ResultHold
from vtt.shared.campaign_panel import text
from vtt.shared.odds.odds_figure import OddsFigure
from vtt.shared.odds.odds_panel import OddsPanel
from vtt.shared.odds.odds_reading import SETTLE_MS, Figures, OddsReading, Ways
from vtt.shared.offers.offer_tile import offer_words
from vtt.shared.questions.settled_offers import is_settled
from vtt.shared.table_queries import seats_waited_for
from vtt.widgets.basic_widgets import column
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import ElidedLabel, short

_MOST_LINES: Final = 2


class NextOdds(QWidget):
    """One line for each thing that the table waits for and that has a chance; without any it is not there.

    A click on a line shows its odds in full, until the table changes.

    Args:
        campaign: the open campaign.
        hub: the theme of the window.
        parent: the window.

    Signals:
        changed: it shows something else now.
    """

    changed = Signal()

    def __init__(self, campaign: OpenCampaign, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(parent)
        self._campaign, self._hub = campaign, hub
        self._shown: list[OddsFigure] = []
        self._result_hold = ResultHold(self)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        middle = Qt.TextElideMode.ElideMiddle  # the chance is at the end
        self._lines = [ElidedLabel("", "heading", self, elide=middle) for _ in range(_MOST_LINES)]
        lengths = hub.theme.metrics
        inside = column(self, gap=lengths.pad_xs, margin=lengths.pad_s)
        for line in self._lines:
            inside.addWidget(line)
        self._reading = OddsReading(campaign, self)
        self._reading.ready.connect(self._show)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SETTLE_MS)
        self._timer.timeout.connect(self._ask)
        campaign.changed.connect(self._follow)
        campaign.odds_chosen.connect(self._follow)
        self._show({})
        self._follow()

    def hold_results(self, hold: ResultHold) -> None:
        """Show no odds of what follows from a result before a hold has ended."""
        self._result_hold = hold
        hold.ended.connect(self._follow)

    @property
    def words(self) -> tuple[str, ...]:
        """The lines that are shown."""
        return tuple(line.text for line in self._lines if line.text)

    @Slot()
    def _follow(self) -> None:
        """Show no odds of the table before, and ask for those of now once the window has settled.

        Until then their room stays, so that what is beside them does not move forth and back.
        """
        self._reading.forget()
        self.close_panel()
        self._shown = []
        had_words = bool(self.words)
        for line in self._lines:
            line.setMinimumWidth(line.sizeHint().width() if line.text else line.minimumWidth())
            line.set_text("")
        if had_words:
            self.changed.emit()
        self._timer.stop()
        if not self._result_hold.is_on:
            self._timer.start()

    @Slot()
    def _ask(self) -> None:
        viewer_campaign = self._campaign.viewer_campaign(SHARED)
        view = viewer_campaign.view
        wanted: dict[Hashable, Ways] = {
            (seat, offer.name): [(offer_words(offer), offer)]
            for seat in sorted(seats_waited_for(view))
            if self._campaign.odds_choices.show(view, seat)
            for offer in viewer_campaign.offers(seat)
            if is_settled(offer) and not offer.rare and self._campaign.game.may_have_odds(offer.command)
        }
        self._reading.ask(SHARED, wanted)
        if not wanted:
            self._show({})

    @Slot(object)
    def _show(self, figures: Figures) -> None:
        known = [figure for figure in figures.values() if figure.share is not None][:_MOST_LINES]
        words = [text("odds.of_offer", offer=short(figure.title, 40), chance=figure.words) for figure in known]
        words += [""] * (_MOST_LINES - len(words))
        self._shown = known
        if words == [line.text for line in self._lines] and self.isHidden() != bool(known):
            return
        for line, shown in zip(self._lines, words, strict=True):
            line.setMinimumWidth(0)
            line.set_text(shown)
            line.setVisible(bool(shown))
        self.setVisible(bool(known))
        self.changed.emit()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Show the odds of the line that was clicked in full."""
        for line, figure in zip(self._lines, self._shown, strict=False):
            if event.button() == Qt.MouseButton.LeftButton and line.geometry().contains(event.position().toPoint()):
                OddsPanel.open_over(self._hub, self.window(), figure.in_full, takes_focus=False)

    def close_panel(self) -> None:
        """Close the odds that are shown in full."""
        OddsPanel.close_over(self.window())
