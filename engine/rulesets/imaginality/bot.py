"""The bot: it plays every seat of a fight by the tactic of its side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from statistics import mean
from typing import ClassVar

from engine.core.commands import Command
from engine.kit.bots.bot import SeatPosition
from engine.kit.bots.tactical_bot import OfferHint, OfferUse
from engine.kit.control import controller_of
from engine.model.cards import is_joker
from engine.model.conditions import Condition
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.model.zones import hand_of
from engine.presentation.game import Game
from engine.presentation.offers import Offer, denial
from engine.rulesets.imaginality.action_resolution import Reveal, Settle
from engine.rulesets.imaginality.actions.action_sides import (
    accumulated_damage,
    all_committed,
    cards_laid,
    open_keys,
    side_is_ready,
)
from engine.rulesets.imaginality.actions.card_play_commands import Play, need_laying
from engine.rulesets.imaginality.activity_view import seats_awaited
from engine.rulesets.imaginality.character_state import WOUND, can_act, foes_first
from engine.rulesets.imaginality.combat.attack_commands import ANSWERS, Respond, Shoot, Strike
from engine.rulesets.imaginality.comparison_rules import card_value
from engine.rulesets.imaginality.damage import (
    HITS,
    CollapseCheck,
    Inflict,
    check_due,
    damage_cards,
    weapon_in_hand,
    weapon_row,
)
from engine.rulesets.imaginality.deck.deck_offers import hand_places
from engine.rulesets.imaginality.procedures import (
    LAID_DOWN,
    Action,
    ActionSide,
    ActionStage,
    Fight,
    current_action,
    current_fight,
    noticed,
)
from engine.rulesets.imaginality.settings import numbers
from engine.rulesets.imaginality.turns.turn_commands import Declare, declared_text, need_turn, undeclared
from engine.rulesets.imaginality.turns.turn_order import FIGHTS, first_to_act
from engine.simulate.fight_variants import FightFacts
from engine.simulate.tactical_fights import TacticalFightBot


@cache
def _average_card() -> float:
    return mean(numbers().card_values.values())


@cache
def _highest_card() -> int:
    return max(numbers().card_values.values())


_STEPS = ("call_initiative", "reveal", "inflict", "collapse_check", "settle", "next_turn")
_STEPS_OF_A_SIDE = ("declare", "play", "draw", "enough", "play_none", "resolve_shortage")
_RESPONSES = ("counterattack", "block", "dodge", "nothing", "none")
"""The responses to attacks in the order in which a tactic looks at them: the risky one first."""


class FightsBot(TacticalFightBot):
    """Plays both sides of a fight."""

    FACTS: ClassVar[FightFacts] = FightFacts(half_wound=Condition(id=WOUND, name=WOUND, level=_highest_card() // 2))
    HINTS: ClassVar[Mapping[str, OfferHint]] = {
        "respond_counterattack": OfferHint(OfferUse.DEFEND, risky=True),
        "respond_block": OfferHint(OfferUse.DEFEND, free=True),
        "respond_dodge": OfferHint(OfferUse.DEFEND),
        "respond_nothing": OfferHint(OfferUse.ENDURE),
        "respond_none": OfferHint(OfferUse.ENDURE),
        "refresh": OfferHint(OfferUse.RECOVER),
        "shoot": OfferHint(OfferUse.ATTACK),
        "strike": OfferHint(OfferUse.ATTACK),
        **{name: OfferHint(OfferUse.STEP) for name in _STEPS_OF_A_SIDE},
        **{name: OfferHint(OfferUse.STEP, only_primary=True) for name in _STEPS},
        "lapse": OfferHint(OfferUse.PASS),
    }

    def awaited_seats(self, game: Game, table: Table) -> Iterable[str]:
        """Yield the seats that the fight waits for."""
        return seats_awaited(table, SHARED)

    def only_step(self, position: SeatPosition) -> Command | None:
        """Return a declaration, an attack, its answer, cards for an open side, or a step once all have played."""
        table, seat, action = position.table, position.seat, current_action(position.table)
        if action is None:
            fight = current_fight(table)
            if fight is not None and fight.resolving:
                return self._attack(position, fight)
            waiting = undeclared(table) if fight is not None else ()
            own = next((actor for actor in waiting if controller_of(table, actor) == seat), "")
            return Declare(seat=seat, actor=own) if own else None
        if action.stage in LAID_DOWN and all_committed(table, action):
            return Reveal(seat=seat)
        if action.stage is ActionStage.REVEALED:
            return Inflict(seat=seat) if action.outcome in HITS else Settle(seat=seat)
        if action.stage is ActionStage.HARMED:
            return CollapseCheck(seat=seat) if check_due(table, action) else Settle(seat=seat)
        if action.stage is ActionStage.RESPONSE:
            return self._response(position, action)
        return self._cards_for_open_side(position, action)

    def _attack(self, position: SeatPosition, fight: Fight) -> Shoot | Strike | None:
        """Return the attack of a fighter that can act now, one with a gun rather than others; None if none can."""
        table, seat, there = position.table, position.seat, noticed(position.table, position.seat)
        left = [actor for actor in there if actor in fight.fighters and actor not in fight.acted]
        own = [actor for actor in left if controller_of(table, actor) == seat]
        acting = [actor for actor in own if denial(need_turn, table, actor) is None]
        if len(acting) > 1 and not fight.order:
            first = first_to_act(table, fight)
            acting.sort(key=lambda actor: actor != first)
        shooter = next((actor for actor in acting if _has_gun(table, actor)), "")
        actor = shooter or next(iter(acting), "")
        if not actor or not self.is_in_tactic(position, self.HINTS["strike"], actor):
            return None
        known = foes_first(table, there, seat, seat)
        targets = self.opponents(position, actor, [other for other in known if other != actor])
        if not targets:
            return None
        kind = Shoot if shooter else Strike
        return kind(seat=seat, actor=actor, target=targets[0], what=declared_text(table, actor, seat))

    def _response(self, position: SeatPosition, action: Action) -> Respond | None:
        """Return the first response to an attack that the tactic of its target takes."""
        target, seat = action.target, position.seat
        if controller_of(position.table, target) != seat or target not in self.fighters(position.table):
            return None
        for response in _RESPONSES:
            hint = self.HINTS[f"respond_{response}"]
            if response in ANSWERS[action.kind] and self.is_in_tactic(position, hint, target):
                return Respond(seat=seat, response=response)
        return None

    def _cards_for_open_side(self, position: SeatPosition, action: Action) -> Play | None:
        """Return the cards that a seat plays; None if it has none, or a Joker, which can do more than that."""
        table, seat = position.table, position.seat
        for key in open_keys(action):
            side = action.sides[key]
            if side.seat != seat or side.pure or denial(need_laying, table, seat, key) is not None:
                continue
            hand = position.cards(hand_of(seat))
            if not hand or any(card is None or is_joker(card) for card in hand):
                return None
            room = max(1, side.due - cards_laid(table, key) - side.missing)
            return Play(seat=seat, side=key, cards=self._chosen_cards(position, side, hand_places(table, seat), room))
        return None

    def _chosen_cards(
        self, position: SeatPosition, side: ActionSide, places: Sequence[str], room: int
    ) -> tuple[str, ...]:
        """Return the highest cards where the tactic spends, else those in the middle of the hand."""
        cards = position.cards(hand_of(position.seat))
        worth = {place: _worth(cards[int(place.partition("#")[2])]) for place in places}
        ranked = sorted(worth, key=worth.__getitem__, reverse=True)
        count = min(room, len(ranked))
        spends = bool(side.actor) and self.spends_for(position, side.actor)
        first = 0 if spends else (len(ranked) - count) // 2
        return tuple(ranked[first : first + count])

    def fighters(self, table: Table) -> tuple[str, ...]:
        """Return the fighters."""
        return FIGHTS.fighters(table)

    def round(self, table: Table) -> int:
        """Return the number of the turn."""
        fight = current_fight(table)
        return fight.turn if fight is not None else 0

    def health(self, table: Table, actor: str) -> int:
        """Return how far the damage is from the highest card, in per cent; at least 1 while a character can act."""
        if not can_act(table, actor):
            return 0
        return max(1, 100 - 100 * accumulated_damage(table, actor) // _highest_card())

    def can_fight(self, table: Table, actor: str) -> bool:
        """Return whether a character can act."""
        return can_act(table, actor)

    def danger(self, table: Table, actor: str) -> float:
        """Return the number of damage cards."""
        melee = not _has_gun(table, actor)
        return damage_cards(table, actor, weapon_in_hand(table, actor, melee), melee)

    def subject(self, position: SeatPosition, offer: Offer) -> str:
        """Return the target of an attack; for a new hand of cards the character that the seat plays."""
        action = current_action(position.table)
        if action is None:
            return ""
        return _plays_for(position, action) if offer.name == "refresh" else action.target

    def wants(self, position: SeatPosition, offer: Offer, actor: str) -> bool:
        """Return whether an attack fits the weapon in hand, and whether a hand is worth a Joker (IM-JOKER-6).

        It is if all other cards in it are below the average of the deck.
        """
        match offer.base_name:
            case "refresh":
                hand = [card for card in position.cards(hand_of(position.seat)) if card is not None]
                return all(is_joker(card) or card_value(card) < _average_card() for card in hand)
            case "strike":
                return not _has_gun(position.table, actor)
            case "shoot":
                return _has_gun(position.table, actor)
            case _:
                return True

    def chosen_answers(self, position: SeatPosition, offer: Offer, actor: str) -> Mapping[str, object]:
        """Return the cards to play; for a Joker, all cards but another Joker are thrown away."""
        if offer.name == "refresh":
            hand = position.cards(hand_of(position.seat))
            low = {f"{hand_of(position.seat)}#{at}" for at, card in enumerate(hand) if card and not is_joker(card)}
            return {q.field: tuple(p for p in q.choices if p in low) for q in offer.questions if q.field == "cards"}
        side, action = offer.name.partition(":")[2], current_action(position.table)
        if not offer.name.startswith("play:") or action is None:
            return {}
        [question] = offer.questions
        return {"cards": self._chosen_cards(position, action.sides[side], question.choices, question.most or 1)}


def _plays_for(position: SeatPosition, action: Action) -> str:
    """Return the character of a side for which a seat has cards to play now; empty if there is none."""
    for key in open_keys(action):
        side = action.sides[key]
        if side.seat == position.seat and not side.pure and not side_is_ready(position.table, action, key):
            return side.actor
    return ""


def _has_gun(table: Table, actor: str) -> bool:
    return weapon_row(table, weapon_in_hand(table, actor, melee=False)).get("class") == "ranged"


def _worth(card: str | None) -> int:
    """Return the value of a card, 0 for one that the seat does not see; a Joker draws others in its place."""
    if card is None:
        return 0
    return _highest_card() if is_joker(card) else card_value(card)
