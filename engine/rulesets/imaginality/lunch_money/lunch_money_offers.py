"""Offers of the other card game, Lunch Money, for hand-to-hand combat (IM-LM)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.audience import readable_actors
from engine.kit.control import controller_of
from engine.messages.display_names import actor_name
from engine.model.seats import Actor
from engine.model.table import Table
from engine.presentation.offers import Drag, Offer, Question, QuestionKind, make_offer, question, with_denial
from engine.rulesets.imaginality.character_state import foes_first, is_dead
from engine.rulesets.imaginality.lunch_money import blindness, lunch_money_cards, lunch_money_commands
from engine.rulesets.imaginality.lunch_money.lunch_money_cards import LM_DECK, LM_DISCARD, lm_hand
from engine.rulesets.imaginality.number_limits import MOST_POINTS
from engine.rulesets.imaginality.procedures import OtherDeck, noticed
from engine.rulesets.imaginality.settings import word

EFFECTS = (blindness.BLINDED, "helpless")


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the seat's offers in a fight with the other cards, or the GM's offer to start one."""
    other_deck = lunch_money_cards.current_other_deck(table)
    if other_deck is not None:
        actors = [actor for actor in readable_actors(table, viewer) if actor.seat == seat]
        yield from _fight_offers(table, seat, viewer, other_deck, actors)
    elif table.is_gm(seat) and word(table, "hand_to_hand_system") == "lunch_money":
        start = lunch_money_commands.StartLunchMoney(seat=seat, seats=tuple(table.seats))
        seats = question("seats", QuestionKind.CHOICES, tuple(table.seats), least=1, most=len(table.seats))
        offer = make_offer("start_lunch_money", start, questions=(seats,))
        yield with_denial(table, offer, lunch_money_commands.verify_start)


def _fight_offers(table: Table, seat: str, viewer: str, other_deck: OtherDeck, mine: list[Actor]) -> Iterator[Offer]:
    """Yield the moves of the other card game for seats that are involved (IM-LM-2 to IM-LM-4)."""
    if seat in other_deck.seats:
        if LM_DECK in table.zones:
            yield from _lm_cards(table, seat)
        for actor in mine:
            yield from _lm_turn(table, seat, viewer, actor, noticed(table, viewer))
    if not table.is_gm(seat):
        return
    others = tuple(s for s in table.seats if s not in other_deck.seats)
    if others:
        join = lunch_money_commands.JoinLunchMoney(seat=seat, holder=others[0])
        yield make_offer("join_lunch_money", join, questions=(question("holder", QuestionKind.CHOICE, others),))
    yield make_offer("end_lunch_money", lunch_money_commands.EndLunchMoney(seat=seat))


def _lm_cards(table: Table, seat: str) -> Iterator[Offer]:
    hand = lm_hand(seat)
    refill = lunch_money_commands.RefillLunchMoney(seat=seat, holder=seat)
    drag = Drag(source=LM_DECK, target=hand)
    yield with_denial(table, make_offer("refill_lunch_money", refill, drag=drag), lunch_money_commands.verify_refill)
    draw = lunch_money_commands.DrawLunchMoney(seat=seat)
    yield with_denial(table, make_offer("draw_lunch_money", draw), lunch_money_commands.verify_draw)
    hand_size = len(table.zones[hand].cards)
    if hand_size:
        play = lunch_money_commands.PlayLunchMoney(seat=seat, cards=())
        cards = question("cards", QuestionKind.CARDS, zone=hand, least=1, most=hand_size)
        drag = Drag(source=hand, target=LM_DISCARD)
        yield make_offer("play_lunch_money", play, questions=(cards,), drag=drag)


def _effect(gm: bool) -> Question:
    """Ask for a special effect: the built-in one, and the GM for any other, in the group's own words (IM-LM-6)."""
    if gm:
        return question("effect", QuestionKind.CHOICE, EFFECTS, optional=True, own_words=True)
    return question("effect", QuestionKind.CHOICE, EFFECTS[:1], optional=True)


def _lm_turn(table: Table, seat: str, viewer: str, actor: Actor, there: tuple[str, ...]) -> Iterator[Offer]:
    """Yield the end of a complete turn: its damage, and the cards that count if any are in hand (IM-LM-4)."""
    targets = foes_first(table, (a for a in there if a != actor.id), seat, viewer)
    if controller_of(table, actor.id) != seat or all(is_dead(table, a, viewer) for a in targets):
        return
    turn = lunch_money_commands.LunchMoneyTurn(seat=seat, actor=actor.id, target=targets[0], damage=0)
    questions = [
        question("target", QuestionKind.CHOICE, targets),
        question("points_through", QuestionKind.NUMBER, field="damage", most=MOST_POINTS),
        _effect(table.is_gm(seat)),
    ]
    if lm_hand(seat) in table.zones and table.zones[lm_hand(seat)].cards:
        questions.append(question("cards", QuestionKind.CARDS, zone=lm_hand(seat), optional=True))
    name = actor_name(table, actor.id)
    offer = make_offer(f"lunch_money_turn:{actor.id}", turn, questions=tuple(questions), actor=name)
    yield with_denial(table, offer, lunch_money_commands.verify_turn)
