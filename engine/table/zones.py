"""Places where cards lie, and who may see their faces."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from engine.table.frozen import Frozen

EVERYONE = "*"


class Sight(StrEnum):
    """Who sees the faces of the cards in a zone."""

    NOBODY = "nobody"
    OWNERS = "owners"
    EVERYONE = "everyone"


# Asked for each card that is shown; Python 3.11 takes its time to look up a word of an enumeration.
_ALL, _OWNERS = Sight.EVERYONE, Sight.OWNERS


class Zone(Frozen):
    """An ordered place for cards.

    The first card of a pile is its top; the first card of a hand lies leftmost. `shown` holds the exceptions: a card
    listed there is seen by exactly those viewers (`*` for everyone) and no others. It ends when the card leaves.
    Of an `uncounted` zone others do not even learn how many cards it holds. A `passing` one matters only while
    something lies there.
    """

    id: str
    cards: tuple[str, ...] = ()
    sight: Sight = Sight.EVERYONE
    owners: tuple[str, ...] = ()
    shown: Mapping[str, tuple[str, ...]] = {}
    uncounted: bool = False
    passing: bool = False

    @property
    def private(self) -> bool:
        """Whether its faces are not for everyone."""
        return self.sight is not _ALL

    def opens_to(self, viewer: str) -> bool:
        """Say whether a viewer may know the faces here, but for those in `shown`."""
        return self.sight is _ALL or (self.sight is _OWNERS and viewer in self.owners)

    def may_count(self, viewer: str) -> bool:
        """Say whether a viewer may know how many cards lie here."""
        return not self.uncounted or viewer in self.owners

    def may_see(self, card: str, viewer: str) -> bool:
        """Say whether a viewer may know the face of a card that lies here."""
        if self.shown:
            exception = self.shown.get(card)
            if exception is not None:
                return EVERYONE in exception or viewer in exception
        return self.opens_to(viewer)


_DECK = "deck:"


def deck_of(name: str) -> str:
    """Return the name of one of several decks that are never mixed: each is one copy of every card, with its own back.

    Cards of the first are its faces themselves (`4H`), those of the second are numbered on (`4H/2`), and so forth.
    """
    return f"{_DECK}{name}"


def is_deck_apart(zone: str) -> bool:
    """Say whether a zone is one of several decks that are never mixed."""
    return zone.startswith(_DECK)


def hand_of(seat: str) -> str:
    """Return the name of a seat's hand."""
    return f"hand:{seat}"
