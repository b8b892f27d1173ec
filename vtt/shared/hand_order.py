"""The order in which a hand is shown where its faces are shown: as drawn, by suit, by rank, or the player's own.

The order belongs to the screen, not to the game. No command knows it, and the cards keep their places in their zone. An
order by suit or rank tells much about a hand, so it must show only to those who see the faces anyway:

* A hand of which a screen hides even one face is shown as its cards came, which everybody saw. So face-down cards are
  at the same places whatever the order is, and a card that leaves a face-down hand leaves the place where it came in.
* No card glides from one order to another. The cards change places in the moment in which faces turn up or down.
* Several cards that are picked with a band or with Shift are played as they are in the zone, not as they are shown:
  everybody sees the order in which played cards are put down.
* The keyboard focus keeps its place in the row when faces turn down, not its card.

The choice is stored with the campaign, beside the hands themselves. No view and no log line contains it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Final

from engine.model.cards import is_joker, rank_value
from engine.model.frozen import Json
from engine.presentation.card_faces import CardFace
from vtt.campaign.open_campaign import OpenCampaign

HAND_ORDER: Final = "table.hand_order"
"""The setting of a campaign: by hand, the order and the player's own order of cards."""

PrintedFace = Callable[[str], CardFace | None]
"""Returns the face of a game's own card; None for a playing card."""

_SUITS: Final = "SHCD"
"""The suits from left to right: black and red alternate, so that neighbours look different."""

_SortKey = tuple[object, ...]


class HandOrder(StrEnum):
    """The order in which the cards of a hand are shown."""

    DRAWN = "drawn"
    SUIT = "suit"
    RANK = "rank"
    OWN = "own"


def sorted_indices(cards: Sequence[str], order: HandOrder, own: Sequence[str], printed: PrintedFace) -> tuple[int, ...]:
    """Return the indices of cards from left to right.

    Args:
        cards: the cards as they are in the zone.
        order: how they are shown.
        own: the player's own order; cards that are not in it come last.
        printed: returns the face of a game's own card; such cards are sorted by kind and by number instead.
    """
    indices = range(len(cards))
    match order:
        case HandOrder.SUIT:
            return tuple(sorted(indices, key=lambda i: _by_suit(cards[i], printed)))
        case HandOrder.RANK:
            return tuple(sorted(indices, key=lambda i: _by_rank(cards[i], printed)))
        case HandOrder.OWN:
            place = {card: number for number, card in enumerate(own)}
            return tuple(sorted(indices, key=lambda i: place.get(cards[i], len(place))))
        case HandOrder.DRAWN:
            return tuple(indices)


def _by_suit(card: str, printed: PrintedFace) -> _SortKey:
    face = printed(card)
    if face is not None:
        return (0, face.kind_words, *_numbers(face), face.name)
    return (1, is_joker(card), _suit_number(card), rank_value(card), card)


def _by_rank(card: str, printed: PrintedFace) -> _SortKey:
    face = printed(card)
    if face is not None:
        return (0, *_numbers(face), face.name)
    return (1, rank_value(card), _suit_number(card), card)


def _numbers(face: CardFace) -> tuple[int, tuple[int, ...]]:
    """Return what a card is compared by: cards without a number come last."""
    return (not face.numbers, tuple(number.value for number in face.numbers))


def _suit_number(card: str) -> int:
    return _SUITS.find(card.partition("/")[0][-1:])


class HandOrders:
    """The orders of all hands of a campaign. They are stored with it, and last until somebody chooses others.

    Args:
        campaign: the open campaign.
    """

    def __init__(self, campaign: OpenCampaign) -> None:
        self._campaign = campaign

    def order(self, hand: str) -> HandOrder:
        """Return the order of a hand."""
        name = self._choice(hand).get("order")
        order = HandOrder(name) if isinstance(name, str) and name in set(HandOrder) else HandOrder.DRAWN
        return HandOrder.DRAWN if order is HandOrder.OWN and not self._own(hand) else order

    def shown(self, hand: str, faces: Sequence[str | None], printed: PrintedFace) -> tuple[int, ...]:
        """Return the indices of a hand's cards from left to right, on a screen that shows these faces.

        Args:
            hand: its zone.
            faces: the faces by index, None for a card that is face down; then the hand is shown as its cards came.
            printed: returns the face of a game's own card.
        """
        cards = [face for face in faces if face is not None]
        if len(cards) < len(faces):
            return tuple(range(len(faces)))
        return sorted_indices(cards, self.order(hand), self._own(hand), printed)

    def choose_next(self, hands: Iterable[str]) -> HandOrder:
        """Give hands the next order, which is that of the first one; return it. Own order only where there is one."""
        names = list(hands)
        orders = [order for order in HandOrder if order is not HandOrder.OWN or any(map(self._own, names))]
        current = self.order(names[0]) if names else HandOrder.DRAWN
        chosen = orders[(orders.index(current) + 1) % len(orders)]
        self._store({hand: {**self._choice(hand), "order": chosen.value} for hand in names})
        return chosen

    def arrange(self, hand: str, cards: Sequence[str]) -> None:
        """Give a hand the player's own order: these cards from left to right."""
        self._store({hand: {"order": HandOrder.OWN.value, "own": list(cards)}})

    def _choice(self, hand: str) -> Mapping[str, Json]:
        stored = self._campaign.setting(HAND_ORDER)
        choice = stored.get(hand) if isinstance(stored, Mapping) else None
        return choice if isinstance(choice, Mapping) else {}

    def _own(self, hand: str) -> tuple[str, ...]:
        own = self._choice(hand).get("own")
        return tuple(card for card in own if isinstance(card, str)) if isinstance(own, list | tuple) else ()

    def _store(self, choices: Mapping[str, Json]) -> None:
        stored = self._campaign.setting(HAND_ORDER)
        self._campaign.store_setting(HAND_ORDER, {**(stored if isinstance(stored, Mapping) else {}), **choices})
