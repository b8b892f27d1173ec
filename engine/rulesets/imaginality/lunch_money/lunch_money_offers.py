"""Offers of the other card game, Lunch Money, for hand-to-hand combat (IM-LM)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.audience import readable_actors
from engine.kit.control import controller_of
from engine.model.seats import Actor
from engine.model.table import Table
from engine.presentation.choice_offers import choice_offers
from engine.presentation.command_offers import Answers, Asks, offer_of
from engine.presentation.offers import Drag, Offer
from engine.rulesets.imaginality.character_state import foes_first, is_dead
from engine.rulesets.imaginality.lunch_money import lunch_money_cards
from engine.rulesets.imaginality.lunch_money.lunch_money_cards import BLINDED, LM_DECK, LM_DISCARD, lm_hand
from engine.rulesets.imaginality.lunch_money.lunch_money_commands import (
    DrawLunchMoney,
    EndLunchMoney,
    JoinLunchMoney,
    LunchMoneyTurn,
    PlayLunchMoney,
    RefillLunchMoney,
    StartLunchMoney,
)
from engine.rulesets.imaginality.procedures import OtherDeck, noticed
from engine.rulesets.imaginality.settings import word

EFFECTS = (BLINDED, "helpless")


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the seat's offers in a fight with the other cards, or the GM's offer to start one."""
    other_deck = lunch_money_cards.current_other_deck(table)
    if other_deck is not None:
        actors = [actor for actor in readable_actors(table, viewer) if actor.seat == seat]
        yield from _fight_offers(table, seat, viewer, other_deck, actors)
    elif table.is_gm(seat) and word(table, "hand_to_hand_system") == "lunch_money":
        everybody = tuple(table.seats)
        yield offer_of(table, StartLunchMoney(seat=seat, seats=everybody), asks={"seats": everybody})


def _fight_offers(table: Table, seat: str, viewer: str, other_deck: OtherDeck, mine: list[Actor]) -> Iterator[Offer]:
    """Yield the moves of the other card game for seats that are involved (IM-LM-2 to IM-LM-4)."""
    if seat in other_deck.seats:
        if LM_DECK in table.zones:
            yield from _lm_cards(table, seat)
        for actor in mine:
            yield from _lm_turn(table, seat, viewer, actor, noticed(table, viewer))
    if not table.is_gm(seat):
        return
    others = tuple([s for s in table.seats if s not in other_deck.seats])
    yield from choice_offers(JoinLunchMoney, seat, {"holder": others})
    yield offer_of(None, EndLunchMoney(seat=seat))


def _lm_cards(table: Table, seat: str) -> Iterator[Offer]:
    hand = lm_hand(seat)
    refill, drag = RefillLunchMoney(seat=seat, holder=seat), Drag(source=LM_DECK, target=hand)
    yield offer_of(table, refill, name="refill_lunch_money", drag=drag)
    yield offer_of(table, DrawLunchMoney(seat=seat))
    hand_size = len(table.zones[hand].cards)
    if hand_size:
        drag, asks = Drag(source=hand, target=LM_DISCARD), {"cards": Asks(zone=hand, most=hand_size)}
        yield offer_of(None, PlayLunchMoney(seat=seat, cards=()), asks=asks, drag=drag)


def _lm_turn(table: Table, seat: str, viewer: str, actor: Actor, there: tuple[str, ...]) -> Iterator[Offer]:
    """Yield the end of a complete turn: its damage, and the cards that count if any are in hand (IM-LM-4)."""
    targets = foes_first(table, (a for a in there if a != actor.id), seat, viewer)
    if controller_of(table, actor.id) != seat or all(is_dead(table, a, viewer) for a in targets):
        return
    gm, hand = table.is_gm(seat), lm_hand(seat)
    in_hand = hand in table.zones and table.zones[hand].cards
    asks: dict[str, Answers] = {
        "target": targets,
        # The built-in effect, and the GM for any other, in the group's own words (IM-LM-6).
        "effect": Asks(choices=EFFECTS, own_words=True) if gm else EFFECTS[:1],
        "cards": Asks(zone=hand) if in_hand else None,
    }
    given, fields = {"actor": actor.id, "damage": 0}, ("target", "damage", "effect", "cards")
    yield from choice_offers(LunchMoneyTurn, seat, asks, given, table=table, fields=fields)
