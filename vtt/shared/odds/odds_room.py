"""The room that forms keep for the odds of their choices, so that nothing moves when these arrive."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QObject

from vtt.campaign.open_campaign import OpenCampaign


class OddsPlace(NamedTuple):
    """A question of an offer, as one viewer is asked."""

    viewer: str
    offer: str
    field: str


class OddsRoom(QObject):
    """Remembers how wide the odds of each question were in earlier forms of a campaign, and where there were none.

    Viewers do not learn from each other's odds.
    """

    def __init__(self, campaign: OpenCampaign) -> None:
        super().__init__(campaign)
        self._widths: dict[OddsPlace, int] = {}
        self._alike: set[OddsPlace] = set()

    @classmethod
    def of(cls, campaign: OpenCampaign) -> OddsRoom:
        """Return that of a campaign."""
        return campaign.findChild(cls) or cls(campaign)

    def width(self, place: OddsPlace, usual: int) -> int:
        """Return the width to keep, 0 for none: for a question that is asked for the first time the usual one."""
        return self._widths.get(place, usual)

    def were_alike(self, place: OddsPlace) -> bool:
        """Return whether all choices of a question had the same odds the last time."""
        return place in self._alike

    def learn(self, place: OddsPlace, width: int, *, are_alike: bool = False) -> None:
        """Remember the width of odds that have arrived, 0 for none. What was wider stays so."""
        if are_alike:
            self._alike.add(place)
        else:
            self._alike.discard(place)
        self._widths[place] = max(width, self._widths.get(place, 0))
