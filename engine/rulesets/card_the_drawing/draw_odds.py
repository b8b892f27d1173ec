"""The chances of drawn cards, for those who know which cards are in a draw pile (CD-DRAW-1 to CD-DRAW-7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from engine.core.commands import Request, with_cards_resolved
from engine.kit.control import controller_of
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.table import Table
from engine.odds.card_deals import NoDice, PileDraw, group_chances
from engine.odds.every_result import TooManyResults
from engine.odds.odds import Distribution, Odds, Outcome, distribution, named_outcome, numbers
from engine.odds.table_after import table_after
from engine.rulesets.card_the_drawing import actor_sheet, settings
from engine.rulesets.card_the_drawing.battle import actor_zones
from engine.rulesets.card_the_drawing.battle.drawing_phase import BuyDraw, BuyReshuffle, DrawDue
from engine.rulesets.card_the_drawing.cards.card_library import outside_effects
from engine.rulesets.card_the_drawing.cards.card_records import Card
from engine.rulesets.card_the_drawing.tactics.known_battle import known_calculator


class NewHand(NamedTuple):
    """The hand of an actor after a draw.

    Attributes:
        certain: cards that it will have in any case: those it keeps, and the rest of a pile that runs out.
        pile: the cards that the others come from, in any order.
        drawn: how many others come.
    """

    certain: tuple[str, ...]
    pile: tuple[str, ...]
    drawn: int


def draw_odds(table: Table, command: BuyDraw | BuyReshuffle | DrawDue, viewer: str) -> Odds | None:
    """Return the chance of an attack that can be paid for, before and after a draw, and of what the hand may hold.

    Who controls the actor knows its deck; the cards that are left follow from its hand and its plan, so the odds are
    for a controller who sees both, and nothing of the pile. An empty pile is filled with the discards (CD-DRAW-7).
    """
    actor = command.actor
    if controller_of(table, actor) != viewer or not _sees_all_but_the_pile(table, actor, viewer):
        return None
    chance = NoDice()
    try:
        after = table_after(table, command, chance)
    except (Refused, TooManyResults):
        return None
    hand = _new_hand(table, after, actor, chance.shuffled)
    if not hand.drawn:
        return None
    library = settings.library(table)

    def record(card: str) -> Card:
        return actor_zones.card_record_in(library, card)

    can_pay, could_pay = (_can_pay(at, actor, viewer) for at in (after, table))
    title = Message(key="odds.payable_attacks")
    attacks = _counts(title, hand, lambda card: _is_attack(record(card)) and can_pay(record(card)))
    has_one = any(_is_attack(record(card)) and could_pay(record(card)) for card in actor_zones.hand_cards(table, actor))
    names = Counter(record(card).name for card in hand.pile)
    next_cards = _most_common_first(names)
    is_single = hand.drawn == 1 and {*hand.certain} <= {*actor_zones.hand_cards(table, actor)}
    single = (distribution(Message(key="odds.next_card"), next_cards),) if is_single else ()
    return Odds(
        chance=1 - attacks.chance_of("0"),
        success=Message(key="odds.payable_attack"),
        before=Fraction(has_one),
        distributions=(
            *single,
            attacks,
            _counts(Message(key="odds.payable_cards"), hand, lambda card: can_pay(record(card))),
        ),
        assumptions=(Message(key="odds.equally_likely"),),
        explanation=(Message(key="odds.pile", params={"count": len(hand.pile)}),),
    )


def odds_outside_combat(table: Table, command: Request, actor: str, viewer: str) -> Odds | None:
    """Return the chances of the ability of each card that a command outside combat draws (CD-OUT-3).

    Like those of a draw in battle, they are for a controller who sees the whole hand. A deck that is not on the table
    yet is shuffled first.
    """
    laid = actor_zones.has_cards(table, actor)
    if controller_of(table, actor) != viewer or (laid and not _sees_all_but_the_pile(table, actor, viewer)):
        return None
    chance = NoDice()
    after = table_after(table, with_cards_resolved(table, command), chance)
    if not actor_zones.has_cards(after, actor):
        return None
    hand = _new_hand(table, after, actor, chance.shuffled)
    if not hand.drawn:
        return None
    library, abilities = settings.library(table), outside_effects()
    records = [actor_zones.card_record_in(library, card) for card in hand.pile]
    names = Counter(abilities[record.out][0] if record.out in abilities else record.name for record in records)
    chances = _most_common_first(names)
    return Odds(
        distributions=(distribution(Message(key="odds.drawn_ability"), chances),),
        assumptions=(Message(key="odds.equally_likely"),),
        explanation=(Message(key="odds.pile", params={"count": len(hand.pile)}),),
    )


def _sees_all_but_the_pile(table: Table, actor: str, viewer: str) -> bool:
    """Say whether the cards of the pile follow from what a viewer sees, and their order does not."""
    zones = (actor_zones.hand_zone(table, actor), actor_zones.plan_zone(actor))
    pile = table.zones[actor_zones.draw_pile_zone(actor)]
    known = all(table.zones[zone].may_see(card, viewer) for zone in zones for card in table.cards_in(zone))
    return known and not table.away and not any(pile.may_see(card, viewer) for card in pile.cards)


def _new_hand(before: Table, after: Table, actor: str, shuffled: list[str]) -> NewHand:
    """Return the hand after a draw that was tried, with cards that were shuffled on the way if the pile ran out."""
    mixed, hand = frozenset(shuffled), actor_zones.hand_cards(after, actor)
    kept = frozenset(actor_zones.hand_cards(before, actor)) - mixed
    certain = tuple(card for card in hand if card in kept or (mixed and card not in mixed))
    drawn = tuple(card for card in hand if card not in certain)
    left = after.cards_in(actor_zones.draw_pile_zone(actor))
    return NewHand(certain, (*drawn, *left), len(drawn))


def _counts(title: Message, hand: NewHand, counts: Callable[[str], bool]) -> Distribution:
    """Return the chances of how many cards of the hand count."""
    sure = sum(map(counts, hand.certain))
    draw = PileDraw((sum(map(counts, hand.pile)),), len(hand.pile), hand.drawn)
    chances = group_chances([draw], most=hand.drawn)
    return numbers(title, {sure + some: chance for (some,), chance in chances.items()})


def _most_common_first(names: Counter[str]) -> list[tuple[Outcome, Fraction]]:
    """Return the chance of each name; the order tells nothing of that of the cards."""
    ordered = sorted(names.items(), key=lambda one: (-one[1], one[0]))
    return [(named_outcome(name), Fraction(count, names.total())) for name, count in ordered]


def _is_attack(card: Card) -> bool:
    return any(effect.do == "damage" and effect.attack for effect in card.effects)


def _can_pay(table: Table, actor: str, viewer: str) -> Callable[[Card], bool]:
    """Return whether an actor can pay for a card with the Adrenaline that it has, as far as a viewer knows."""
    calculator, adrenaline = known_calculator(table, viewer), actor_sheet.adrenaline(table, actor)
    return lambda card: calculator.cost(card, actor).value <= adrenaline
