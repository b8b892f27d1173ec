"""The edited recaps that the GM keeps in the campaign file: one for the players and one for the GM, of each session.

Both are the GM's alone: what the GM writes for the players is theirs once it is shown or handed out.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Final, NamedTuple

from engine.model.seats import SHARED
from vtt.campaign.open_campaign import OpenCampaign

LONGEST_KEPT: Final = 60_000
"""The length of a recap that is kept, in letters."""


class KeptRecap(NamedTuple):
    """A recap that was kept; `is_current` if the log still gives the recap that it was written from."""

    text: str
    is_current: bool


class KeptRecaps:
    """The kept recaps of a campaign.

    Args:
        campaign: the open campaign.
        viewer: who reads and keeps them; for others than the GM there are none.
    """

    def __init__(self, campaign: OpenCampaign, viewer: str) -> None:
        seat = campaign.viewer_campaign(viewer).view.seats.get(viewer)
        self._campaign = campaign
        self._is_gm = seat is not None and seat.is_gm

    @property
    def can_keep(self) -> bool:
        """Whether recaps can be kept here."""
        return self._is_gm and not self._campaign.view_only

    def find(self, session: str, version: str, made: str) -> KeptRecap | None:
        """Return a kept recap; None for none. What is unreadable in a file is passed over.

        Args:
            session: the id of the session.
            version: the viewer from whose log it was made.
            made: the recap as the log gives it now.
        """
        kept = self._campaign.setting(_name(session, version)) if self._is_gm else None
        text = kept.get("text") if isinstance(kept, Mapping) else None
        if not isinstance(kept, Mapping) or not isinstance(text, str) or len(text) > LONGEST_KEPT:
            return None
        return KeptRecap(text, is_current=kept.get("made") == _mark(made))

    def keep(self, session: str, version: str, text: str, made: str) -> bool:
        """Keep a recap; one that is as the log gives it need not be kept. Return whether the file has it."""
        if not self.can_keep or len(text) > LONGEST_KEPT:
            return False
        value = None if text == made else {"text": text, "made": _mark(made)}
        return self._campaign.store_setting(_name(session, version), value)


def _name(session: str, version: str) -> str:
    return f"recap.{session}.{'players' if version == SHARED else 'gm'}"


def _mark(made: str) -> str:
    return hashlib.sha256(made.encode()).hexdigest()
