"""The two Action Decks, of the crew and of the GM (FI-INIT-8, FI-INIT-9)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.draft import Draft
from engine.kit.card_piles import draw_cards, shuffle_in
from engine.model.cards import face_of, is_joker
from engine.model.zones import separate_deck

JOKERS = ("XR", "XB")
RED, BLACK = JOKERS


def discard_zone(side: str) -> str:
    """Return the zone of a side's discards."""
    return f"discard:{side}"


def is_red(card: str) -> bool:
    """Say whether a card is a red joker."""
    return is_joker(card) and face_of(card) == RED


def red_jokers(cards: Iterable[str]) -> tuple[str, ...]:
    """Return the red jokers among cards."""
    return tuple([card for card in cards if card[:2] == RED and is_red(card)])


def ordinary_cards(cards: Iterable[str]) -> tuple[str, ...]:
    """Return the cards that are no jokers."""
    return tuple([card for card in cards if not is_joker(card)])


def draw(draft: Draft, side: str, count: int, hand: str) -> tuple[str, ...]:
    """Draw cards into a hand; an empty deck is refilled with its shuffled discards (FI-INIT-13).

    Returns the drawn cards; fewer if deck and discards are empty.
    """

    def refill(_: int) -> None:
        gather(draft, side)
        draft.note("deck_ran_out", "FI-INIT-13", side=side)

    drawn = draw_cards(draft, separate_deck(side), hand, count, discard=discard_zone(side), refill=refill)
    if len(drawn) < count:
        draft.note("deck_empty", "FI-INIT-13", side=side)
    return drawn


def gather(draft: Draft, side: str, laid: tuple[str, ...] = ()) -> None:
    """Shuffle a side's discards, and the cards in these zones, into its deck (FI-JOKER-9)."""
    shuffle_in(draft, separate_deck(side), discard_zone(side), *laid)
