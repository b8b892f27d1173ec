"""Zones for cards, and the rules of who may see the faces in them."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from engine.model.frozen import Frozen

EVERYONE = "*"


class Sight(StrEnum):
    """The viewers who see the faces of the cards in a zone."""

    NOBODY = "nobody"
    OWNERS = "owners"
    EVERYONE = "everyone"


# Used for each card that is shown; Python 3.11 is slow to look up a member of an enumeration.
_ALL, _OWNERS = Sight.EVERYONE, Sight.OWNERS


class Zone(Frozen):
    """An ordered place for cards.

    The first card of a pile is its top; the first card of a hand is the leftmost. `shown` holds the exceptions: a card
    listed there is seen by exactly those viewers (`*` for everyone) and no others. The exception ends when the card
    leaves the zone. Other viewers may not even count the cards of an `uncounted` zone. A `passing` zone matters only
    while it holds cards.
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
        """True if some viewers may not see the faces."""
        return self.sight is not _ALL

    def is_open_to(self, viewer: str) -> bool:
        """Say whether a viewer may see the faces here, apart from the exceptions in `shown`."""
        return self.sight is _ALL or (self.sight is _OWNERS and viewer in self.owners)

    def may_count(self, viewer: str) -> bool:
        """Say whether a viewer may know the number of cards in this zone."""
        return not self.uncounted or viewer in self.owners

    def may_see(self, card: str, viewer: str) -> bool:
        """Say whether a viewer may see the face of a card in this zone."""
        if self.shown:
            exception = self.shown.get(card)
            if exception is not None:
                return EVERYONE in exception or viewer in exception
        return self.is_open_to(viewer)

    def viewers_of(self, card: str, viewers: set[str]) -> set[str]:
        """Return those of some viewers who may see the face of a card in this zone."""
        exception = self.shown.get(card)
        if exception is not None:
            return viewers if EVERYONE in exception else viewers.intersection(exception)
        if self.sight is _ALL:
            return viewers
        return viewers.intersection(self.owners) if self.sight is _OWNERS else set()


_DECK = "deck:"


def separate_deck(name: str) -> str:
    """Return the zone id of one of several decks that are never mixed. Each deck has every card once, and its own back.

    The cards of the first deck are the faces themselves (`4H`), those of the second have copy number 2 (`4H/2`), and so
    on.
    """
    return f"{_DECK}{name}"


def is_separate_deck(zone: str) -> bool:
    """Say whether a zone is one of several decks that are never mixed."""
    return zone.startswith(_DECK)


def hand_of(seat: str) -> str:
    """Return the zone id of a seat's hand."""
    return f"hand:{seat}"
