"""The odds of the offers in a list that can be searched."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from PySide6.QtCore import QObject, Slot

from engine.presentation.offers import Offer
from vtt.campaign.open_campaign import OpenCampaign
from vtt.shared.lists.search_list import SearchList
from vtt.shared.odds.odds_panel import OddsPanel
from vtt.shared.odds.odds_reading import Figures, OddsReading, Ways
from vtt.shared.offers.offer_tile import offer_words
from vtt.shared.questions.settled_offers import is_settled


class ListedOdds(QObject):
    """Shows odds beside those offers of a list that can be done as they are.

    Args:
        campaign: the open campaign.
        search: the list; it owns this.
    """

    def __init__(self, campaign: OpenCampaign, search: SearchList) -> None:
        super().__init__(search)
        self._search = search
        self._reading = OddsReading(campaign, self)
        self._reading.ready.connect(self._show)
        self._figures: Figures = {}
        search.odds_wanted.connect(self._open)

    def ask(self, viewer: str, offers: Iterable[Offer]) -> None:
        """Ask for the odds of listed offers, as a viewer may know them."""
        wanted: dict[Hashable, Ways] = {
            _key(offer): [(offer_words(offer), offer)] for offer in offers if is_settled(offer)
        }
        self._reading.ask(viewer, wanted)

    def forget(self) -> None:
        """Ask for nothing any more."""
        self._figures = {}
        self._reading.forget()

    @Slot(object)
    def _show(self, figures: Figures) -> None:
        self._figures = figures

        def odds(payload: object) -> tuple[str, float | None] | None:
            figure = figures.get(_key(payload)) if isinstance(payload, Offer) else None
            return (figure.words, figure.share) if figure is not None else None

        self._search.set_odds(odds)

    @Slot(object)
    def _open(self, payload: object) -> None:
        """Show the odds of a listed offer in full."""
        figure = self._figures.get(_key(payload)) if isinstance(payload, Offer) else None
        if figure is not None:
            OddsPanel.open_over(self._search.hub, self._search.window(), figure.in_full)


def _key(offer: Offer) -> Hashable:
    return offer.command.seat, offer.name
