"""The choices of whose odds are shown: the group's, and the GM's own for the GM screen."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from engine.model.frozen import Json
from engine.model.seats import SHARED

if TYPE_CHECKING:
    from engine.presentation.visibility import VisibleTable


class OddsChoice(StrEnum):
    """The actions whose odds are shown."""

    OFF = "off"
    OWN = "own"
    ALL = "all"


ODDS_SETTING: Final = "odds.shown"
"""The campaign setting with the group's choice."""


def odds_choice(stored: Json) -> OddsChoice:
    """Return a choice as it is stored; the odds of own actions if nothing valid is."""
    return OddsChoice(stored) if isinstance(stored, str) and stored in set(OddsChoice) else OddsChoice.OWN


@dataclass(frozen=True, slots=True)
class OddsChoices:
    """The choices that hold now.

    Attributes:
        group: for the shared screen, and for the players' own screens.
        gm: for the GM screen.
    """

    group: OddsChoice = OddsChoice.OWN
    gm: OddsChoice = OddsChoice.OWN

    def show(self, view: VisibleTable, seat: str) -> bool:
        """Say whether a viewer is shown the odds of what a seat can do.

        The shared screen belongs to the players: what the GM can do is not among their own actions.
        """
        viewer, acting = view.seats.get(view.viewer), view.seats.get(seat)
        choice = self.gm if viewer is not None and viewer.is_gm else self.group
        if choice is OddsChoice.OWN:
            is_players = view.viewer == SHARED and acting is not None and not acting.is_gm
            return is_players or seat == view.viewer
        return choice is OddsChoice.ALL
