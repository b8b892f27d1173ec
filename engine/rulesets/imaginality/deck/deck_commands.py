"""Deck and discard pile: taking, reshuffling, and how many decks there are (IM-DECK)."""

from __future__ import annotations

from engine.core.draft import Draft
from engine.core.events import OptionSet
from engine.kit.card_piles import add_cards, draw_cards, shuffle_below, shuffle_in
from engine.kit.gm_requests import GmRequest
from engine.messages.refusal import Refused
from engine.model.cards import JOKER, standard_decks
from engine.model.table import Table
from engine.model.zones import hand_of
from engine.rulesets.imaginality.settings import flag, number, numbers

DECK, DISCARD = "deck", "discard"
MOST_DECKS = 8


class Reshuffle(GmRequest):
    """The GM has the discard pile shuffled in now."""

    RULES = ("IM-DECK-4", "IM-DECK-6")
    NEEDS = (lambda table, command: need_discards(discards=bool(table.zones[DISCARD].cards)),)

    def decide(self, draft: Draft) -> None:
        """Shuffle."""
        reshuffle(draft)


class AddDeck(GmRequest):
    """The GM shuffles another complete deck into the present one."""

    RULES = ("IM-DECK-8",)
    NEEDS = (lambda table, command: need_room_for_deck(number(table, "deck_count")),)

    def decide(self, draft: Draft) -> None:
        """Shuffle the new cards into the deck; hands and discards stay."""
        faces = all_cards(1, 0) + (JOKER,) * number(draft.table, "jokers_per_deck")
        cards = add_cards(draft, DECK, faces)
        draft.shuffle(DECK)
        count_decks(draft, 1)
        draft.note("deck_added", "IM-DECK-8", count=len(cards))


def need_discards(*, discards: bool) -> None:
    """Raise Refused without discarded cards."""
    if not discards:
        raise Refused("nothing_discarded", "IM-DECK-4")


def need_room_for_deck(decks: int) -> None:
    """Raise Refused if there are as many decks as there may be."""
    if decks >= MOST_DECKS:
        raise Refused("enough_decks", "IM-DECK-8")


def holders(table: Table) -> tuple[str, ...]:
    """Return every seat that has a hand, in seat order."""
    return tuple([seat for seat in table.seats if hand_of(seat) in table.zones])


def all_cards(decks: int, jokers: int) -> tuple[str, ...]:
    """Return the cards of so many decks with so many Jokers each (IM-DECK-1): 54 for one deck with two."""
    return standard_decks(decks, (JOKER,) * jokers)


def decks_needed(holders_count: int, hand_size: int, jokers: int) -> int:
    """Return the minimum number of decks for a full deal: two for 8 hands of seven (IM-DECK-2)."""
    return max(1, -(-holders_count * hand_size // (52 + jokers)))


def decks_advised(players: int, hand_size: int, jokers: int) -> int:
    """Return the advised number of decks: two for more players than one deck is good for (IM-DECK-2)."""
    return max(2 if players > numbers().one_deck_players else 1, decks_needed(players + 1, hand_size, jokers))


def reshuffle(draft: Draft, *rules: str) -> None:
    """Shuffle the discard pile into the deck (IM-DECK-4); cards left in the deck stay on top (IM-DECK-6)."""
    left = draft.table.zones[DECK].cards
    discards = draft.table.zones[DISCARD].cards
    if not discards:
        return
    if left and flag(draft.table, "reshuffle_keep_remainder_on_top"):
        shuffle_below(draft, DECK, DISCARD, discards)
    else:
        shuffle_in(draft, DECK, DISCARD)
    early = ("IM-DECK-6",) if left else ()
    draft.note("reshuffled", "IM-DECK-4", *rules, *early, count=len(discards))


def take_cards(draft: Draft, count: int, target: str) -> tuple[str, ...]:
    """Take cards off the deck into a zone, reshuffling on the way where the deck runs out.

    IM-DECK-5: what is left is taken first, then the discards are shuffled, then taking goes on, order kept. Fewer cards
    come when both piles are empty (IM-DECK-7).
    """

    def refill(taken: int) -> None:
        reshuffle(draft, *(("IM-DECK-5",) if taken else ()))

    keep = number(draft.table, "reshuffle_threshold")
    return draw_cards(draft, DECK, target, count, discard=DISCARD, keep=keep, refill=refill)


def count_game_cards(table: Table) -> int:
    """Return how many cards of this game there are; the other game's have zones of their own (IM-LM-7)."""
    return sum(len(zone.cards) for zone in table.zones.values() if not zone.id.startswith("lm_"))


def need_enough_cards(table: Table, more_decks: int = 0, more_holders: int = 0) -> None:
    """Raise Refused unless there are cards for a full deal: 8 holders need a second deck (IM-DECK-2)."""
    cards = count_game_cards(table) + more_decks * (52 + number(table, "jokers_per_deck"))
    count = len(holders(table)) + more_holders
    needed = count * number(table, "hand_size")
    if cards < needed:
        raise Refused("too_few_cards", "IM-DECK-2", cards=cards, needed=needed, holders=count)


def gather_cards(draft: Draft, hands: bool) -> None:
    """Put the discards (and, for a re-deal, the hands) back into the deck and shuffle it all."""
    shuffle_in(draft, DECK, DISCARD, *(hand_of(holder) for holder in holders(draft.table) if hands))


def count_decks(draft: Draft, change: int) -> None:
    """Change the group's option to the number of decks that are there."""
    count = number(draft.table, "deck_count") + change
    draft.emit(OptionSet(name="deck_count", value=count))


def discard_cards(draft: Draft, cards: tuple[str, ...], zone: str) -> None:
    """Put cards on the discard pile one after the other; the last one ends on top (IM-DECK-3, IM-DECK-9)."""
    draft.move(tuple(reversed(cards)), zone, DISCARD, at=0)
