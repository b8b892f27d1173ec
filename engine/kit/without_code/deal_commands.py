"""Dealing, collecting and shuffling the cards of a game without code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from engine.core.command_fields import ZoneId
from engine.core.commands import Move, Request, need_gm
from engine.core.draft import Draft
from engine.kit.card_piles import shuffle_below
from engine.kit.table_setup import StandardDeck
from engine.messages.display_names import seat_name, zone_name
from engine.messages.refusal import Refused
from engine.model.cards import face_of
from engine.model.table import Table
from engine.model.zones import hand_of


class DealCards(Request):
    """Deal cards from a deck to every hand, and turn some up on its discard pile."""

    deck: ZoneId
    count: Annotated[int, Meta(ge=1, le=60, description="cards for each hand")]


class CollectCards(Request):
    """Collect all cards of all decks, shuffle them, and put them back."""

    FAR_REACHING = True


class ReturnDiscards(Request):
    """Shuffle a discard pile and put it below its deck; its top card stays."""

    deck: ZoneId


class DeckCommands:
    """The commands about the decks of one game.

    Args:
        decks: the decks by their piles.
        cards: the cards of each deck.
    """

    def __init__(self, decks: Mapping[str, StandardDeck], cards: Mapping[str, tuple[str, ...]]) -> None:
        self._decks = decks
        self._homes = {card: zone for zone, own in cards.items() for card in own}
        self._homes_of_faces = {face_of(card): zone for card, zone in reversed(self._homes.items())}

    @property
    def moves(self) -> tuple[Move[DealCards], Move[CollectCards], Move[ReturnDiscards]]:
        """The commands with their functions."""
        return (
            Move(DealCards, self.verify_deal, self.deal),
            Move(CollectCards, self.verify_collect, self.collect),
            Move(ReturnDiscards, self.verify_return, self.return_discards),
        )

    def home_of(self, table: Table, card: str) -> str:
        """Return the deck that a card belongs to; the first one for a card of none; empty without a deck."""
        home = self._homes.get(card) or self._homes_of_faces.get(face_of(card), "")
        return home if home in table.zones else next((zone for zone in self._decks if zone in table.zones), "")

    def _deck(self, table: Table, zone: str) -> StandardDeck:
        if zone not in self._decks or zone not in table.zones:
            raise Refused("no_such_zone", zone=zone)
        return self._decks[zone]

    def verify_deal(self, table: Table, command: DealCards) -> None:
        """The dealer is the GM, if there is one, and there are enough cards."""
        if table.gm():
            need_gm(table, command)
        deck = self._deck(table, command.deck)
        hands = [seat for seat in table.seats if hand_of(seat) in table.zones]
        needed = command.count * len(hands) + deck.turn_up
        held = len(table.zones[command.deck].cards)
        if not hands or held < needed:
            raise Refused("not_enough_cards", needed=needed, held=held)

    def deal(self, draft: Draft, command: DealCards) -> None:
        """Deal them one after the other."""
        deck = self._deck(draft.table, command.deck)
        hands = [seat for seat in draft.table.seats if hand_of(seat) in draft.table.zones]
        for seat in hands:
            cards = draft.table.zones[command.deck].cards[: command.count]
            draft.move(cards, command.deck, hand_of(seat), at=None)
            if not all(draft.table.zones[hand_of(seat)].may_see(card, "") for card in cards):
                draft.note("cards_were", audience=(seat,), cards=cards)
        draft.note(
            "dealt_cards",
            seat=seat_name(draft.table, command.seat),
            count=command.count,
            zone=zone_name(draft.table, command.deck),
        )
        if deck.turn_up and deck.discard in draft.table.zones:
            cards = draft.table.zones[command.deck].cards[: deck.turn_up]
            draft.move(cards, command.deck, deck.discard)
            draft.note("turned_up_card", count=len(cards), cards=cards)

    def verify_collect(self, table: Table, command: CollectCards) -> None:
        """The GM collects, if there is one."""
        if table.gm():
            need_gm(table, command)
        if not any(zone in table.zones for zone in self._decks):
            raise Refused("no_cards_named")

    def collect(self, draft: Draft, command: CollectCards) -> None:
        """Bring every card home, and shuffle."""
        for zone in tuple(draft.table.zones.values()):
            homes: dict[str, list[str]] = {}
            for card in zone.cards:
                homes.setdefault(self.home_of(draft.table, card), []).append(card)
            for home, cards in homes.items():
                if home != zone.id:
                    draft.move(cards, zone.id, home)
        for deck in self._decks:
            if deck in draft.table.zones:
                draft.shuffle(deck)
        draft.note("collected_cards", seat=seat_name(draft.table, command.seat))

    def verify_return(self, table: Table, command: ReturnDiscards) -> None:
        """The discard pile has more than its top card."""
        deck = self._deck(table, command.deck)
        if deck.discard not in table.zones or len(table.zones[deck.discard].cards) < 2:
            raise Refused("no_discards")

    def return_discards(self, draft: Draft, command: ReturnDiscards) -> None:
        """Move all but the top card below the deck, shuffled among themselves."""
        deck = self._deck(draft.table, command.deck)
        shuffle_below(draft, command.deck, deck.discard, draft.table.zones[deck.discard].cards[1:])
        draft.note(
            "returned_discards", seat=seat_name(draft.table, command.seat), zone=zone_name(draft.table, command.deck)
        )
