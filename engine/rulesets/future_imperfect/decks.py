"""The two Action Decks: one of the crew, one of the Master (FI-INIT-8, FI-INIT-9)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.play.draft import Draft
from engine.table.cards import face_of, is_joker
from engine.table.zones import deck_of as deck_of

JOKERS = ("XR", "XB")
RED, BLACK = JOKERS


def discard_of(side: str) -> str:
    """Return the zone of a side's discards."""
    return f"discard:{side}"


def is_red(card: str) -> bool:
    """Say whether a card is a red joker."""
    return is_joker(card) and face_of(card) == RED


def reds(cards: Iterable[str]) -> tuple[str, ...]:
    """Return the red jokers among cards."""
    return tuple([card for card in cards if is_red(card)])


def ordinary(cards: Iterable[str]) -> tuple[str, ...]:
    """Return the cards that are no jokers."""
    return tuple([card for card in cards if not is_joker(card)])


def draw(draft: Draft, side: str, count: int, hand: str) -> tuple[str, ...]:
    """Draw cards into a hand; where the deck runs out its discards are shuffled first (FI-INIT-13).

    Returns what was drawn; fewer where neither deck nor discards hold any more.
    """
    drawn: list[str] = []
    while len(drawn) < count:
        lying = draft.table.zones[deck_of(side)].cards
        if not lying:
            if not draft.table.zones[discard_of(side)].cards:
                draft.note("deck_empty", "FI-INIT-13", side=side)
                break
            gather(draft, side)
            draft.note("deck_ran_out", "FI-INIT-13", side=side)
            continue
        cards = lying[: count - len(drawn)]
        draft.move(cards, deck_of(side), hand, None)
        drawn += cards
    return tuple(drawn)


def discard(draft: Draft, side: str, cards: tuple[str, ...], source: str) -> None:
    """Lay cards off."""
    draft.move(cards, source, discard_of(side))


def gather(draft: Draft, side: str, laid: tuple[str, ...] = ()) -> None:
    """Shuffle a side's discards, and what lies aside in these zones, into its deck (FI-JOKER-9)."""
    for zone in (discard_of(side), *laid):
        draft.move(draft.table.zones[zone].cards, zone, deck_of(side), None)
    draft.shuffle(deck_of(side))
