"""Playing cards for a side: from the hand, from the deck, Jokers for value, and taking cards back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta

from engine.core.commands import Request
from engine.core.draft import Draft
from engine.core.events import CardsMoved, CardsRemoved
from engine.messages.display_names import actor_name, seat_name
from engine.messages.refusal import Refused
from engine.model.cards import is_joker
from engine.model.frozen import replace
from engine.model.table import Table
from engine.model.zones import EVERYONE, Sight, hand_of
from engine.presentation.command_offers import Asks
from engine.rulesets.imaginality.actions.action_sides import (
    SideName,
    cards_laid,
    committed_zone,
    complete_standins,
    damage_is_shown_first,
    drawn_zone,
    need_action,
    need_side,
    open_keys,
    score,
    set_side,
    set_side_zones,
    side_is_ready,
    side_label,
    standins_due,
    standins_zone,
    take_standins,
    turn_over,
    undecided_keys,
)
from engine.rulesets.imaginality.deck.deck_commands import discard_cards, take_cards
from engine.rulesets.imaginality.deck.hand_commands import refill_if_empty
from engine.rulesets.imaginality.procedures import Action, ActionKind, ActionSide, ActionStage, current_action
from engine.rulesets.imaginality.settings import flag, number, word


class Play(Request):
    """Play cards of the own hand, face down, for a side of the action; a Joker so played is two cards off the deck."""

    RULES = ("IM-HAND-3", "IM-ACT-5", "IM-ACT-8", "IM-JOKER-1", "IM-JOKER-3")
    side: SideName
    cards: Annotated[tuple[str, ...], Meta(description="cards of the own hand, by id or by place"), Asks(least=1)]

    def verify(self, table: Table) -> None:
        """Cards of the own hand, no more than are due, and a Joker only where it may be played for value."""
        _, side = need_laying(table, self.seat, self.side)
        need_playable_cards(table, self.seat, self.cards, room=side.due - cards_laid(table, self.side), due=side.due)

    def decide(self, draft: Draft) -> None:
        """Play the cards; each Joker takes its stand-ins at once (IM-JOKER-1, IM-JOKER-3)."""
        key = self.side
        draft.move(self.cards, hand_of(self.seat), committed_zone(key), at=None)
        action = need_action(draft.table)
        arrival = list(action.arrival)
        taken: dict[str, tuple[str, ...]] = {}
        for card in self.cards:
            arrival.append(card)
            if is_joker(card):
                taken[card] = take_standins(draft, key)
                arrival.extend(taken[card])
        side = action.sides[key]
        short = sum(standins_due(draft.table, cards) for cards in taken.values())
        if short:
            draft.note("nothing_to_draw", "IM-DECK-7", count=short, calls_for=("resolve_shortage",))
        side = replace(side, standins={**side.standins, **taken}, missing=side.missing + short)
        set_side(draft, key, side, arrival=tuple(arrival))
        open_play = draft.table.zones[committed_zone(key)].sight is Sight.EVERYONE
        name = seat_name(draft.table, self.seat)
        draft.note("lays_open" if open_play else "lays", "IM-ACT-8", seat=name, count=len(self.cards))
        audience = None if open_play else (self.seat,)
        draft.note("laid_cards", "IM-HAND-3", audience=audience, cards=self.cards)
        whole = sum(not standins_due(draft.table, cards) for cards in taken.values())
        if whole:
            draft.note("joker_for_value", "IM-JOKER-1", "IM-JOKER-3", audience=audience, count=whole)
        after_laying(draft, key, played=True)


def need_playable_cards(table: Table, seat: str, cards: tuple[str, ...], *, room: int, due: int) -> None:
    """Raise Refused unless these are up to `room` cards of the hand, and no Jokers that have no value."""
    hand = table.zones[hand_of(seat)].cards
    if not cards:
        raise Refused("no_cards_named", "IM-ADV-5")
    if len(set(cards)) != len(cards):
        raise Refused("card_twice", "IM-HAND-3")
    if any(card not in hand for card in cards):
        raise Refused("not_your_hand", "IM-HAND-3")
    if len(cards) > room:
        raise Refused("too_many_cards", "IM-ADV-2", room=room, due=due)
    if any(is_joker(card) for card in cards) and not flag(table, "joker_as_value"):
        raise Refused("no_joker_value", "IM-JOKER-1")


class Draw(Request):
    """Take the deck's top card for a side instead of playing; the GM's privilege, or with the GM's leave."""

    RULES = ("IM-DRAW-1", "IM-GM-2", "IM-GM-3", "IM-GM-5")
    side: SideName

    def verify(self, table: Table) -> None:
        """The GM may draw; a player only by the group's custom or the GM's leave (IM-GM-2, IM-GM-5)."""
        _, side = need_laying(table, self.seat, self.side)
        need_leave(table, self.seat, side)

    def decide(self, draft: Draft) -> None:
        """Take the top card; it counts and cannot be rejected (IM-GM-3)."""
        if draw_for(draft, self.side, 1):
            draft.note("draws", "IM-DRAW-1", seat=seat_name(draft.table, self.seat), count=1)
        after_laying(draft, self.side)


class Enough(Request):
    """Play no more for a side, although more would be allowed."""

    RULES = ("IM-ADV-5", "IM-DMG-9")
    side: SideName

    def verify(self, table: Table) -> None:
        """At least one card is always needed; damage is exact (IM-ADV-5, IM-DMG-9)."""
        _, side = need_laying(table, self.seat, self.side)
        need_enough(table, side, cards_laid(table, self.side))

    def decide(self, draft: Draft) -> None:
        """Mark the side as complete."""
        _, side = need_side(draft.table, self.side)
        set_side(draft, self.side, replace(side, done=True))
        rule = "IM-DMG-9" if self.side in {"damage", "resistance"} else "IM-ADV-5"
        who = seat_name(draft.table, self.seat)
        if cards_laid(draft.table, self.side):
            draft.note("lays_no_more", rule, seat=who)
        else:
            draft.note("lays_none", rule, seat=who, side=side_label(draft.table, self.side, side))
        after_laying(draft, self.side)


class TakeBack(Request):
    """Take the cards played for a side back into the hand, while nothing has been drawn for them."""

    RULES = ("IM-JOKER-3", "IM-GM-3")
    side: SideName

    def verify(self, table: Table) -> None:
        """Played cards, until something was drawn for them, they were shown, or an attack was answered."""
        act, side = need_side(table, self.side)
        if side.seat != self.seat:
            raise Refused("not_your_side", "IM-HAND-3")
        if self.side not in open_keys(act):
            raise Refused("side_not_open", "IM-ACT-8")
        if act.response and act.stage is not ActionStage.ATTACK and self.side == "actor":
            raise Refused("attack_stands", "IM-HTH-3", "IM-RANGED-1")
        if side.standins:
            raise Refused("standins_taken", "IM-JOKER-3")
        lying = table.zones[committed_zone(self.side)]
        played = lying.cards
        if not played:
            raise Refused("nothing_laid", "IM-GM-3")
        if any(lying.may_see(card, EVERYONE) for card in played):
            raise Refused("card_shown", "IM-ACT-8")
        if len(played) > _hand_room(table, side.seat):
            raise Refused("hand_full", "IM-HAND-1", size=number(table, "hand_size"))

    def decide(self, draft: Draft) -> None:
        """Return the played cards to the hand; drawn ones stay, for they cannot be rejected."""
        _, side = need_side(draft.table, self.side)
        cards = draft.table.zones[committed_zone(self.side)].cards
        return_laid_cards(draft, self.side)
        draft.note("takes_back", "IM-JOKER-3", seat=seat_name(draft.table, side.seat), count=len(cards))


def open_sides(draft: Draft, sides: Iterable[tuple[str, ActionSide]]) -> None:
    """Make zones for sides of the action in progress, hidden or open as the group plays (IM-ACT-8)."""
    action = need_action(draft.table)
    added = dict(sides)
    set_side_zones(draft, added)
    draft.replace_procedure(replace(action, sides={**action.sides, **added}))
    for key in open_keys(need_action(draft.table)):
        if key in added and not added[key].pure and added[key].due:
            feed_empty_hand(draft, key)


def need_laying(table: Table, seat: str, key: str) -> tuple[Action, ActionSide]:
    """Return the action and a side that may play a card now, or raise Refused with the reason."""
    act, side = need_side(table, key)
    if side.seat != seat:
        raise Refused("not_your_side", "IM-HAND-3")
    if act.stage is ActionStage.RESPONSE:
        raise Refused("response_first", "IM-HTH-3", "IM-RANGED-3")
    if key not in open_keys(act):
        raise Refused("side_not_open", "IM-ACT-8")
    if side.pure:
        raise Refused("pure_draw", "IM-DRAW-3")
    if side.done or cards_laid(table, key) + side.missing >= side.due:
        raise Refused("side_complete", "IM-ADV-2", due=side.due)
    first = _side_to_complete_first(table, act, key)
    if first and not side_is_ready(table, act, first):
        raise Refused("other_side_first", "IM-ACT-2", "IM-DMG-10")
    return act, side


def _side_to_complete_first(table: Table, action: Action, key: str) -> str:
    """Return the side that must be complete before another may play, where the order is visible; mostly none."""
    open_play = not flag(table, "face_down_play")
    if key == "resistance" and "damage" in action.sides and (open_play or flag(table, "open_damage_reveal")):
        return "damage"
    return "opposition" if key == "actor" and action.kind is ActionKind.CHECK and open_play else ""


def need_leave(table: Table, seat: str, side: ActionSide) -> None:
    """Raise Refused unless a seat may draw for a side instead of playing."""
    if table.is_gm(seat):
        if not flag(table, "gm_may_draw"):
            raise Refused("gm_draws_not", "IM-GM-2")
        return
    custom = word(table, "player_may_draw")
    if custom == "never" or (custom == "ask_gm" and not side.may_draw):
        raise Refused("ask_gm_to_draw", "IM-GM-5")


def draw_for(draft: Draft, key: str, count: int) -> tuple[str, ...]:
    """Draw cards for a side; missing cards are noted, and the GM is asked (IM-DECK-7)."""
    got = take_cards(draft, count, drawn_zone(key))
    action = need_action(draft.table)
    side = action.sides[key]
    if len(got) < count:
        side = replace(side, missing=side.missing + count - len(got))
        draft.note("nothing_to_draw", "IM-DECK-7", count=count - len(got), calls_for=("resolve_shortage",))
    set_side(draft, key, side, arrival=(*action.arrival, *got))
    return got


def after_laying(draft: Draft, key: str, played: bool = False) -> None:
    """Mark a complete side, refill one that must continue with an empty hand, and continue the attack."""
    side = need_action(draft.table).sides[key]
    if not side.done and cards_laid(draft.table, key) >= side.due and not side.missing:
        set_side(draft, key, replace(side, done=True))
    elif not side.done:
        feed_empty_hand(draft, key, played)
    _continue_after_side(draft, key)


def _continue_after_side(draft: Draft, key: str) -> None:
    """Let the target answer a complete attack, and show damage first where the group wants that (IM-DMG-10)."""
    action = need_action(draft.table)
    if action.stage is ActionStage.ATTACK and side_is_ready(draft.table, action, "actor"):
        if action.response == "drawn":
            draft.replace_procedure(replace(action, stage=ActionStage.COMMIT))
            draw_due_cards(draft, "opposition", "IM-RANGED-6")
        else:
            draft.replace_procedure(replace(action, stage=ActionStage.RESPONSE))
            rule = "IM-HTH-3" if action.kind is ActionKind.MELEE else "IM-RANGED-1"
            draft.note("attack_laid", rule, actor=actor_name(draft.table, action.actor), calls_for=("respond",))
    if key == "damage" and damage_is_shown_first(draft.table, action):
        complete_standins(draft, ("damage",))
        turn_over(draft, ("damage",))
        dealt = score(draft.table, action, key)
        draft.record_results(damage=0 if dealt.fumble else dealt.total)
        draft.note("damage_open", "IM-DMG-10", damage=0 if dealt.fumble else dealt.total)


def draw_due_cards(draft: Draft, key: str, *rules: str) -> None:
    """Draw all cards that a side is due, because a rule says that they are drawn and not played (IM-DRAW-3)."""
    side = need_action(draft.table).sides[key]
    set_side(draft, key, replace(side, pure=True))
    due = side.due - cards_laid(draft.table, key) - side.missing
    if due > 0:
        got = draw_for(draft, key, due)
        if got:
            draft.note("drawn_for", *rules, side=side_label(draft.table, key, side), count=len(got))


def give_back_played(draft: Draft, key: str) -> None:
    """Give played cards back to the hand they came from (IM-ACT-11).

    A hand that was filled meanwhile takes back only what fits; the rest is discarded (IM-HAND-1).
    """
    side = need_action(draft.table).sides[key]
    played = draft.table.zones[committed_zone(key)].cards
    room = _hand_room(draft.table, side.seat)
    draft.move(played[:room], committed_zone(key), hand_of(side.seat), at=None)
    if played[room:]:
        discard_cards(draft, played[room:], committed_zone(key))
        draft.note("hand_is_full", "IM-HAND-1", seat=seat_name(draft.table, side.seat), count=len(played) - room)


def _hand_room(table: Table, seat: str) -> int:
    """Return how many cards a seat's hand can still take; none without a hand."""
    hand = table.zones.get(hand_of(seat))
    return max(0, number(table, "hand_size") - len(hand.cards)) if hand is not None else 0


def return_laid_cards(draft: Draft, key: str) -> None:
    """Restart a side: played cards go back to the hand, stand-ins to the discard pile (IM-ACT-11, IM-HTH-10)."""
    action = need_action(draft.table)
    side = action.sides[key]
    gone = {*draft.table.zones[committed_zone(key)].cards, *draft.table.zones[standins_zone(key)].cards}
    give_back_played(draft, key)
    discard_cards(draft, draft.table.zones[standins_zone(key)].cards, standins_zone(key))
    arrival = tuple(card for card in action.arrival if card not in gone)
    set_side(draft, key, replace(side, standins={}, done=False), arrival=arrival)


def feed_empty_hand(draft: Draft, key: str, played: bool = False) -> None:
    """Handle an empty hand with more cards due: refill, play fewer, or draw the rest (IM-HAND-8, IM-DMG-12)."""
    side = need_action(draft.table).sides[key]
    hand = draft.table.zones.get(hand_of(side.seat))
    if hand is None or hand.cards or side.done or side.pure:
        return
    if not played and draft.table.is_gm(side.seat) and flag(draft.table, "gm_may_draw"):
        return  # a side that can draw is not out of cards, and drawing never causes a refill (IM-GM-6)
    name = seat_name(draft.table, side.seat)
    match word(draft.table, "refill_when_empty_mid_action"):
        case "refill_and_continue":
            refill_if_empty(draft, side.seat)
            return
        case "draw_rest":
            due = side.due - cards_laid(draft.table, key) - side.missing
            got = draw_for(draft, key, due)
            if got:
                draft.note("draws", "IM-HAND-8", seat=name, count=len(got))
        case _:
            draft.note("plays_short", "IM-HAND-8", seat=name)
    set_side(draft, key, replace(need_action(draft.table).sides[key], done=True))
    _continue_after_side(draft, key)


def repair_sides(draft: Draft) -> None:
    """Follow cards removed by hand: a side that lost one may play again, even if it had said that it is complete.

    The stand-ins of a removed Joker go with it. `arrival` may still name cards that are gone.
    """
    action = current_action(draft.table)
    if action is None:
        return
    left = {e.source for e in draft.events if isinstance(e, CardsMoved)}
    left |= {e.zone for e in draft.events if isinstance(e, CardsRemoved)}
    for key in undecided_keys(action):
        if not action.sides[key].pure and left & {committed_zone(key), drawn_zone(key)}:
            _reopen(draft, key)


def _reopen(draft: Draft, key: str) -> None:
    action = need_action(draft.table)
    side = action.sides[key]
    lying = draft.table.zones[committed_zone(key)].cards
    kept = {joker: cards for joker, cards in side.standins.items() if joker in lying}
    gone = {joker: cards for joker, cards in side.standins.items() if joker not in lying}
    orphans = tuple(card for cards in gone.values() for card in cards)
    discard_cards(
        draft, tuple(c for c in draft.table.zones[standins_zone(key)].cards if c in orphans), standins_zone(key)
    )
    short = sum(standins_due(draft.table, cards) for cards in gone.values())
    new = replace(side, standins=kept, done=False, missing=max(0, side.missing - short))
    stage = ActionStage.ATTACK if action.stage is ActionStage.RESPONSE and key == "actor" else action.stage
    set_side(draft, key, new, stage=stage)
    if key in open_keys(need_action(draft.table)):
        after_laying(draft, key)


def need_enough(table: Table, side: ActionSide, laid_count: int) -> None:
    """Raise Refused unless a side may stop with its present cards."""
    if laid_count < side.least:
        raise Refused("at_least", "IM-ADV-5", least=side.least)
    if side.exact and not flag(table, "fewer_damage_cards"):
        raise Refused("damage_exact", "IM-DMG-9", due=side.due)
