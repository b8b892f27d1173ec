"""The countdown: the called rank, the next card, and the present turn (FI-INIT-10 to FI-INIT-12)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated

from msgspec import Meta

from engine.core.commands import Request
from engine.core.draft import Draft
from engine.core.events import CardsAdded, CardsMoved, CardsSwapped, CardsTurned, Event
from engine.core.memo import memo_of_moment
from engine.kit.gm_requests import GmRequest
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.cards import rank_of
from engine.model.frozen import replace
from engine.model.table import Table
from engine.model.zones import EVERYONE, Zone
from engine.rulesets.future_imperfect.conditions import terror
from engine.rulesets.future_imperfect.initiative import initiative_rules
from engine.rulesets.future_imperfect.initiative.action_cards import (
    CONFLICTS,
    add_hand_log_line,
    cards_of,
    change_fighter,
    full_hand_name,
    hand_leader,
    hand_name,
    is_openly_out,
    need_conflict,
    need_fighter,
    need_free,
    reserved,
)
from engine.rulesets.future_imperfect.procedures.conflict_procedure import (
    CardTurn,
    Conflict,
    Fighter,
    RoundPhase,
    conflict_in_progress,
    with_turn,
)
from engine.rulesets.future_imperfect.procedures.participants import need_controller

ActionTextField = Annotated[str, Meta(description="what the character does, in words")]


_ARRIVALS = frozenset({CardsMoved, CardsAdded, CardsSwapped})
"""Events that can bring cards into a hand."""


class CallStep(GmRequest):
    """Call the next rank, as the GM; its cards are turned up, and every aim gets a counter."""

    RULES = ("FI-INIT-10", "FI-AIM-4", "FI-AIM-6")
    to_card: Annotated[bool, Meta(description="call rank after rank until a card is turned up, or no rank is left")] = (
        False
    )

    def verify(self, table: Table) -> None:
        """Require the GM, and no called card left."""
        super().verify(table)
        need_countdown(table)
        if not ranks_left(table):
            raise Refused("round_over", "FI-INIT-14")

    def decide(self, draft: Draft) -> None:
        """Call one rank, or one after the other until somebody has a card of it."""
        is_called = self._call_next(draft)
        while self.to_card and not is_called and ranks_left(draft.table):
            is_called = self._call_next(draft)

    def _call_next(self, draft: Draft) -> bool:
        """Add a counter to every aim, then turn the cards of this rank up (FI-AIM-4); return whether there are any."""
        CONFLICTS.change(draft, step=need_conflict(draft.table).step + 1, together=(), standing={})
        conflict = need_conflict(draft.table)
        rank = called_rank(conflict)
        draft.note("step_called", "FI-INIT-10", rank=rank)
        of_rank = dict[str, list[str]]()
        for name, fighter in conflict.fighters.items():
            if fighter.aim is not None:
                change_fighter(draft, name, aim=replace(fighter.aim, counters=fighter.aim.counters + 1))
            cards = cards_of(draft.table, fighter)
            called = _of_rank(cards, rank) if cards else []
            if called:
                of_rank[name] = called
        if not of_rank:
            return False  # as for most ranks
        # Everybody sees first the card that acts first.
        for group in initiative_rules.order_of_step({name: called[-1] for name, called in of_rank.items()}):
            for name in group:
                _turn_up(draft, conflict.fighters[name].hand, of_rank[name])
        for group in initiative_rules.order_of_step(called_cards(draft.table)) if draft.reports else ():
            hands = [conflict.fighters[name] for name in group]
            names = [full_hand_name(draft.table, hand) for hand in hands if not is_openly_out(draft.table, hand)]
            if not names:
                continue  # they cannot act: their cards are only discarded
            draft.note("card_called" if len(names) == 1 else "cards_together", "FI-INIT-11", "FI-INIT-12", actors=names)
        return bool(called_cards(draft.table))


def ranks_left(table: Table) -> bool:
    """Return whether there is a rank that is not called yet."""
    return need_conflict(table).step + 1 < len(initiative_rules.steps())


def _turn_up(draft: Draft, zone: str, called: Iterable[str]) -> tuple[str, ...]:
    """Turn those called cards of a hand up that are still hidden; return them."""
    hand = draft.table.zones[zone]
    hidden = tuple([card for card in called if not hand.may_see(card, EVERYONE)])
    if hidden:
        draft.emit(CardsTurned(zone=zone, cards=hidden, shown_to=(EVERYONE,)))
    return hidden


def _of_rank(cards: Iterable[str], rank: str) -> list[str]:
    """Return the cards of a rank; their first letters are looked at first, as hardly any is one."""
    return [card for card in cards if card.startswith(rank) and rank_of(card) == rank]


def arrived_cards(table: Table, events: Sequence[Event]) -> Mapping[str, Iterable[str]]:
    """Return the cards that events have brought into each hand of a countdown."""
    if _ARRIVALS.isdisjoint(map(type, events)):
        return {}
    conflict = conflict_in_progress(table)
    if conflict is None or not called_rank(conflict):
        return {}
    arrived: dict[str, dict[str, None]] = {fighter.hand: {} for fighter in conflict.fighters.values()}
    for event in events:
        match event:
            case CardsMoved(cards=cards, target=zone) | CardsAdded(cards=cards, zone=zone) if zone in arrived:
                arrived[zone].update(dict.fromkeys(cards))
            # The card that was named; where the other one is, nobody knows.
            case CardsSwapped(other=card, zone=zone) if zone in arrived:
                arrived[zone][card] = None
            case _:
                pass
    return {hand: cards for hand, cards in arrived.items() if cards}


def turn_up_arrivals(draft: Draft, arrived: Mapping[str, Iterable[str]]) -> None:
    """Turn up the cards of the called rank among those that have come into a hand, as if they had been there.

    A card that somebody has turned face down stays so, and is not called (FI-INIT-10).
    """
    conflict = need_conflict(draft.table)
    for fighter in conflict.fighters.values():
        there = cards_of(draft.table, fighter)
        came = _of_rank([card for card in arrived.get(fighter.hand, ()) if card in there], called_rank(conflict))
        came_up = _turn_up(draft, fighter.hand, came) if came else ()
        if came_up:
            add_hand_log_line(draft, fighter, "card_comes_up", "FI-INIT-10", cards=came_up)


def called_rank(conflict: Conflict) -> str:
    """Return the rank that was called last, or an empty string."""
    return initiative_rules.steps()[conflict.step] if conflict.phase is RoundPhase.COUNT and conflict.step >= 0 else ""


def called_cards(table: Table) -> dict[str, str]:
    """Return the open card of the called rank in each hand that has one, in the order of acting (FI-INIT-10, -11)."""
    conflict = conflict_in_progress(table)
    return _called_cards(table.zones, conflict) if conflict is not None else {}


@memo_of_moment
def _called_cards(zones: Mapping[str, Zone], conflict: Conflict) -> dict[str, str]:
    rank = called_rank(conflict)
    if not rank:
        return {}
    cards = dict[str, str]()
    for name, fighter in conflict.fighters.items():  # a plain loop, as it runs after each turn and each rank
        hand = zones.get(fighter.hand)
        if hand is None:
            continue
        for card in hand.cards:
            if card.startswith(rank) and rank_of(card) == rank and hand.may_see(card, EVERYONE):
                cards[name] = card
    if len(cards) < 2:
        return cards
    return {name: cards[name] for group in initiative_rules.order_of_step(cards) for name in group}


def may_still_act(table: Table, name: str, fighter: Fighter) -> bool:
    """Say whether a hand openly has something to act with in this round: cards, a reserve, an aim."""
    return bool(cards_of(table, fighter)) or reserved(table, name) is not None or fighter.aim is not None


def next_called(table: Table) -> tuple[str, ...]:
    """Return the hands with the next called cards: one, or two of the same suit (FI-INIT-12)."""
    groups = initiative_rules.order_of_step(called_cards(table))
    return groups[0] if groups else ()


def need_called(table: Table, actor: str, *, flees: bool = False) -> tuple[str, Fighter, str]:
    """Return a hand and its called card. Raises Refused unless that card is next; in terror it can only flee."""
    name, fighter = need_fighter(table, actor)
    cards = called_cards(table)
    card = cards.get(name)
    if card is None:
        raise Refused("not_called", "FI-INIT-10", actor=actor_name(table, actor))
    following = initiative_rules.order_of_step(cards)[0]
    if name not in following:
        first = need_conflict(table).fighters[following[0]]
        raise Refused("not_yet_called", "FI-INIT-11", actor=hand_name(table, first))
    if not flees:
        terror.need_not_fleeing(table, hand_leader(table, fighter))
    return name, fighter, card


def need_card(table: Table, command: Request, actor: str, rule: str) -> tuple[str, Fighter, str]:
    """Return the hand and its called card that a character may act with now, if its controller asks."""
    need_controller(table, command, actor, rule)
    need_free(table)
    need_no_turn(table)
    return need_called(table, actor)


def need_countdown(table: Table) -> Conflict:
    """Return the conflict. Raises Refused unless it is in the countdown, with no turn or called card left."""
    conflict = CONFLICTS.need_between_actions(table)
    if conflict.phase is not RoundPhase.COUNT:
        raise Refused("draw_first", "FI-INIT-10")
    need_no_turn(table)
    cards = called_cards(table)
    if cards:
        first = conflict.fighters[next(iter(cards))]
        raise Refused("card_is_called", "FI-INIT-10", actor=hand_name(table, first))
    return conflict


def need_no_turn(table: Table) -> None:
    """Raise Refused during a turn."""
    conflict = need_conflict(table)
    if conflict.turns:
        first = conflict.fighters[conflict.turns[-1].fighter]
        raise Refused("turn_runs", "FI-ACT-1", actor=hand_name(table, first))


def need_turn(table: Table, actor: str) -> CardTurn:
    """Return the turn in which a character acts now. Raises Refused in any other turn."""
    conflict = need_conflict(table)
    if conflict.turns and actor in conflict.fighters[conflict.turns[-1].fighter].members:
        return conflict.turns[-1]
    need_fighter(table, actor)
    raise Refused("not_your_turn", "FI-ACT-1", actor=actor_name(table, actor))


def need_open_turn(table: Table, actor: str) -> CardTurn:
    """Return a character's turn for any action. Raises Refused in a turn for the aimed shot (FI-AIM-11)."""
    turn = need_turn(table, actor)
    if turn.kind == "aim":
        raise Refused("aimed_shot_only", "FI-AIM-11", actor=actor_name(table, actor))
    return turn


def replace_turn(draft: Draft, turn: CardTurn) -> None:
    """Replace the present turn."""
    draft.replace_procedure(with_turn(need_conflict(draft.table), turn))
