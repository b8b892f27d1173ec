"""Laying cards for a side: playing, drawing, Jokers for value, and taking back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta

from engine.play.commands import Move, Request
from engine.play.draft import Draft
from engine.play.events import CardsMoved, CardsRemoved
from engine.play.names import actor_name, seat_name
from engine.play.refusal import Refused
from engine.rulesets.imaginality.deck import discard, take
from engine.rulesets.imaginality.hands import refill_if_empty
from engine.rulesets.imaginality.procedures import Action, Kind, Side, Stage, action
from engine.rulesets.imaginality.settings import flag, number, word
from engine.rulesets.imaginality.sides import (
    SideName,
    committed,
    damage_lies_open,
    drawn,
    laid,
    need_action,
    need_side,
    open_keys,
    ready,
    score,
    set_places,
    standins,
    turn_over,
    undecided_keys,
)
from engine.rulesets.imaginality.standins import complete_standins, standins_due, take_standins
from engine.table.cards import is_joker
from engine.table.frozen import replace
from engine.table.table import Table
from engine.table.zones import EVERYONE, Sight, hand_of


class Play(Request):
    """Lay cards of the own hand, face down, for a side of the action; a Joker so laid is two cards off the deck."""

    RULES = ("IM-HAND-3", "IM-ACT-5", "IM-ACT-8", "IM-JOKER-1", "IM-JOKER-3")
    side: SideName
    cards: Annotated[tuple[str, ...], Meta(description="cards of the own hand, by id or by place")]


class Draw(Request):
    """Take the deck's top card for a side instead of playing; the GM's privilege, or by his leave."""

    RULES = ("IM-DRAW-1", "IM-GM-2", "IM-GM-3", "IM-GM-5")
    side: SideName


class Enough(Request):
    """Lay no more for a side, although more would be allowed."""

    RULES = ("IM-ADV-5", "IM-DMG-9")
    side: SideName


class TakeBack(Request):
    """Take cards laid for a side back into the hand, while nothing has been drawn for them."""

    RULES = ("IM-JOKER-3", "IM-GM-3")
    side: SideName


def open_sides(draft: Draft, sides: Iterable[tuple[str, Side]]) -> None:
    """Make places for sides of the action under way, hidden or open as the group plays (IM-ACT-8)."""
    act = need_action(draft.table)
    added = dict(sides)
    set_places(draft, added)
    draft.become(replace(act, sides={**act.sides, **added}))
    for key in open_keys(need_action(draft.table)):
        if key in added and not added[key].pure and added[key].due:
            feed(draft, key)


def need_laying(table: Table, seat: str, key: str) -> tuple[Action, Side]:
    """Return the action and a side that may lay a card now, or raise Refused with the reason."""
    act, side = need_side(table, key)
    if side.seat != seat:
        raise Refused("not_your_side", "IM-HAND-3")
    if act.stage is Stage.RESPONSE:
        raise Refused("response_first", "IM-HTH-3", "IM-RANGED-3")
    if key not in open_keys(act):
        raise Refused("side_not_open", "IM-ACT-8")
    if side.pure:
        raise Refused("pure_draw", "IM-DRAW-3")
    if side.done or laid(table, key) + side.missing >= side.due:
        raise Refused("side_complete", "IM-ADV-2", due=side.due)
    first = _laid_first(table, act, key)
    if first and not ready(table, act, first):
        raise Refused("other_side_first", "IM-ACT-2", "IM-DMG-10")
    return act, side


def _laid_first(table: Table, act: Action, key: str) -> str:
    """Return the side that must be complete before another may lay, where the order can be seen; mostly none."""
    open_play = not flag(table, "face_down_play")
    if key == "resistance" and "damage" in act.sides and (open_play or flag(table, "open_damage_reveal")):
        return "damage"
    return "opposition" if key == "actor" and act.kind is Kind.CHECK and open_play else ""


def verify_play(table: Table, command: Play) -> None:
    """Cards of the own hand, no more than are due, and a Joker only where it may be played for value."""
    _, side = need_laying(table, command.seat, command.side)
    hand = table.zones[hand_of(command.seat)].cards
    if not command.cards:
        raise Refused("no_cards_named", "IM-ADV-5")
    if len(set(command.cards)) != len(command.cards):
        raise Refused("card_twice", "IM-HAND-3")
    if any(card not in hand for card in command.cards):
        raise Refused("not_your_hand", "IM-HAND-3")
    room = side.due - laid(table, command.side)
    if len(command.cards) > room:
        raise Refused("too_many_cards", "IM-ADV-2", room=room, due=side.due)
    if any(is_joker(card) for card in command.cards) and not flag(table, "joker_as_value"):
        raise Refused("no_joker_value", "IM-JOKER-1")


def play(draft: Draft, command: Play) -> None:
    """Lay the cards; each Joker takes its stand-ins at once (IM-JOKER-1, IM-JOKER-3)."""
    key = command.side
    draft.move(command.cards, hand_of(command.seat), committed(key), at=None)
    act = need_action(draft.table)
    arrival = list(act.arrival)
    taken: dict[str, tuple[str, ...]] = {}
    for card in command.cards:
        arrival.append(card)
        if is_joker(card):
            taken[card] = take_standins(draft, key)
            arrival.extend(taken[card])
    side = act.sides[key]
    short = sum(standins_due(draft.table, cards) for cards in taken.values())
    if short:
        draft.note("nothing_to_draw", "IM-DECK-7", count=short, calls_for=("resolve_shortage",))
    side = replace(side, standins={**side.standins, **taken}, missing=side.missing + short)
    draft.become(replace(act, arrival=tuple(arrival), sides={**act.sides, key: side}))
    open_play = draft.table.zones[committed(key)].sight is Sight.EVERYONE
    name = seat_name(draft.table, command.seat)
    draft.note("lays_open" if open_play else "lays", "IM-ACT-8", seat=name, count=len(command.cards))
    audience = None if open_play else (command.seat,)
    draft.note("laid_cards", "IM-HAND-3", audience=audience, cards=command.cards)
    whole = sum(not standins_due(draft.table, cards) for cards in taken.values())
    if whole:
        draft.note("joker_for_value", "IM-JOKER-1", "IM-JOKER-3", audience=audience, count=whole)
    after_laying(draft, key, played=True)


def verify_draw(table: Table, command: Draw) -> None:
    """The GM may draw; a player only by the group's custom or the GM's leave (IM-GM-2, IM-GM-5)."""
    _, side = need_laying(table, command.seat, command.side)
    need_leave(table, command.seat, side)


def need_leave(table: Table, seat: str, side: Side) -> None:
    """Raise Refused unless a seat may draw for a side instead of playing."""
    if table.is_gm(seat):
        if not flag(table, "gm_may_draw"):
            raise Refused("gm_draws_not", "IM-GM-2")
        return
    custom = word(table, "player_may_draw")
    if custom == "never" or (custom == "ask_gm" and not side.may_draw):
        raise Refused("ask_gm_to_draw", "IM-GM-5")


def draw(draft: Draft, command: Draw) -> None:
    """Take the top card; it counts and cannot be rejected (IM-GM-3)."""
    if draw_for(draft, command.side, 1):
        draft.note("draws", "IM-DRAW-1", seat=seat_name(draft.table, command.seat), count=1)
    after_laying(draft, command.side)


def draw_for(draft: Draft, key: str, count: int) -> tuple[str, ...]:
    """Draw cards for a side; what cannot be drawn is remembered, and the GM is asked (IM-DECK-7)."""
    got = take(draft, count, drawn(key))
    act = need_action(draft.table)
    side = act.sides[key]
    if len(got) < count:
        side = replace(side, missing=side.missing + count - len(got))
        draft.note("nothing_to_draw", "IM-DECK-7", count=count - len(got), calls_for=("resolve_shortage",))
    draft.become(replace(act, arrival=(*act.arrival, *got), sides={**act.sides, key: side}))
    return got


def after_laying(draft: Draft, key: str, played: bool = False) -> None:
    """Mark a side that has laid all it may, feed one that must go on with an empty hand, and let the attack go on."""
    act = need_action(draft.table)
    side = act.sides[key]
    if not side.done and laid(draft.table, key) >= side.due and not side.missing:
        draft.become(replace(act, sides={**act.sides, key: replace(side, done=True)}))
    elif not side.done:
        feed(draft, key, played)
    _go_on(draft, key)


def _go_on(draft: Draft, key: str) -> None:
    """Let the target answer once the attack is laid, and show damage first where the group wants that (IM-DMG-10)."""
    act = need_action(draft.table)
    if act.stage is Stage.ATTACK and ready(draft.table, act, "actor"):
        if act.response == "drawn":
            draft.become(replace(act, stage=Stage.COMMIT))
            draw_pure(draft, "opposition", "IM-RANGED-6")
        else:
            draft.become(replace(act, stage=Stage.RESPONSE))
            rule = "IM-HTH-3" if act.kind is Kind.MELEE else "IM-RANGED-1"
            draft.note("attack_laid", rule, actor=actor_name(draft.table, act.actor), calls_for=("respond",))
    if key == "damage" and damage_lies_open(draft.table, act):
        complete_standins(draft, ("damage",))
        turn_over(draft, ("damage",))
        dealt = score(draft.table, act, key)
        draft.figure(damage=0 if dealt.fumble else dealt.total)
        draft.note("damage_open", "IM-DMG-10", damage=0 if dealt.fumble else dealt.total)


def draw_pure(draft: Draft, key: str, *rules: str) -> None:
    """Draw all cards that a side is due, because a rule says that they are drawn and not played (IM-DRAW-3)."""
    act = need_action(draft.table)
    side = act.sides[key]
    draft.become(replace(act, sides={**act.sides, key: replace(side, pure=True)}))
    due = side.due - laid(draft.table, key) - side.missing
    if due > 0:
        got = draw_for(draft, key, due)
        if got:
            draft.note("drawn_for", *rules, side=key, count=len(got))


def give_back_played(draft: Draft, key: str) -> None:
    """Give played cards back to the hand they came from (IM-ACT-11).

    A hand that was filled meanwhile takes back only what fits; the rest is discarded (IM-HAND-1).
    """
    side = need_action(draft.table).sides[key]
    played = draft.table.zones[committed(key)].cards
    room = _room(draft.table, side.seat)
    draft.move(played[:room], committed(key), hand_of(side.seat), at=None)
    if played[room:]:
        discard(draft, played[room:], committed(key))
        draft.note("hand_is_full", "IM-HAND-1", seat=seat_name(draft.table, side.seat), count=len(played) - room)


def _room(table: Table, seat: str) -> int:
    """Return how many cards a seat's hand can still take; none without a hand."""
    hand = table.zones.get(hand_of(seat))
    return max(0, number(table, "hand_size") - len(hand.cards)) if hand is not None else 0


def unlay(draft: Draft, key: str) -> None:
    """Let a side begin anew: played cards go back to the hand, stand-ins to the discard pile (IM-ACT-11, IM-HTH-10)."""
    act = need_action(draft.table)
    side = act.sides[key]
    gone = {*draft.table.zones[committed(key)].cards, *draft.table.zones[standins(key)].cards}
    give_back_played(draft, key)
    discard(draft, draft.table.zones[standins(key)].cards, standins(key))
    new = replace(side, standins={}, done=False)
    arrival = tuple(card for card in act.arrival if card not in gone)
    draft.become(replace(act, arrival=arrival, sides={**act.sides, key: new}))


def feed(draft: Draft, key: str, played: bool = False) -> None:
    """More cards are due of an empty hand: refill and go on, play short, or draw the rest (IM-HAND-8, IM-DMG-12)."""
    act = need_action(draft.table)
    side = act.sides[key]
    hand = draft.table.zones.get(hand_of(side.seat))
    if hand is None or hand.cards or side.done or side.pure:
        return
    if not played and draft.table.is_gm(side.seat) and flag(draft.table, "gm_may_draw"):
        return  # who can draw is not out of cards, and drawing never causes a refill (IM-GM-6)
    name = seat_name(draft.table, side.seat)
    match word(draft.table, "refill_when_empty_mid_action"):
        case "refill_and_continue":
            refill_if_empty(draft, side.seat)
            return
        case "draw_rest":
            due = side.due - laid(draft.table, key) - side.missing
            got = draw_for(draft, key, due)
            if got:
                draft.note("draws", "IM-HAND-8", seat=name, count=len(got))
        case _:
            draft.note("plays_short", "IM-HAND-8", seat=name)
    act = need_action(draft.table)
    draft.become(replace(act, sides={**act.sides, key: replace(act.sides[key], done=True)}))
    _go_on(draft, key)


def mind_cards(draft: Draft) -> None:
    """Answer to cards taken off by hand: a side that lost one may lay again, even if it had said that it is enough.

    What stood in for a Joker goes with it. `arrival` may go on naming cards that are gone.
    """
    act = action(draft.table)
    if act is None:
        return
    left = {e.source for e in draft.events if isinstance(e, CardsMoved)}
    left |= {e.zone for e in draft.events if isinstance(e, CardsRemoved)}
    for key in undecided_keys(act):
        if not act.sides[key].pure and left & {committed(key), drawn(key)}:
            _reopen(draft, key)


def _reopen(draft: Draft, key: str) -> None:
    act = need_action(draft.table)
    side = act.sides[key]
    lying = draft.table.zones[committed(key)].cards
    kept = {joker: cards for joker, cards in side.standins.items() if joker in lying}
    gone = {joker: cards for joker, cards in side.standins.items() if joker not in lying}
    orphans = tuple(card for cards in gone.values() for card in cards)
    discard(draft, tuple(c for c in draft.table.zones[standins(key)].cards if c in orphans), standins(key))
    short = sum(standins_due(draft.table, cards) for cards in gone.values())
    new = replace(side, standins=kept, done=False, missing=max(0, side.missing - short))
    stage = Stage.ATTACK if act.stage is Stage.RESPONSE and key == "actor" else act.stage
    draft.become(replace(act, stage=stage, sides={**act.sides, key: new}))
    if key in open_keys(need_action(draft.table)):
        after_laying(draft, key)


def verify_enough(table: Table, command: Enough) -> None:
    """At least one card is always needed; damage is exact (IM-ADV-5, IM-DMG-9)."""
    _, side = need_laying(table, command.seat, command.side)
    need_enough(table, side, laid(table, command.side))


def need_enough(table: Table, side: Side, lies: int) -> None:
    """Raise Refused unless a side may stop with the cards that it has laid."""
    if lies < side.least:
        raise Refused("at_least", "IM-ADV-5", least=side.least)
    if side.exact and not flag(table, "fewer_damage_cards"):
        raise Refused("damage_exact", "IM-DMG-9", due=side.due)


def enough(draft: Draft, command: Enough) -> None:
    """Lay no more."""
    act, side = need_side(draft.table, command.side)
    draft.become(replace(act, sides={**act.sides, command.side: replace(side, done=True)}))
    rule = "IM-DMG-9" if command.side in {"damage", "resistance"} else "IM-ADV-5"
    draft.note("lays_no_more", rule, seat=seat_name(draft.table, command.seat))
    after_laying(draft, command.side)


def verify_take_back(table: Table, command: TakeBack) -> None:
    """Played cards come back until something was drawn for them, they were shown, or an attack has been answered."""
    act, side = need_side(table, command.side)
    if side.seat != command.seat:
        raise Refused("not_your_side", "IM-HAND-3")
    if command.side not in open_keys(act):
        raise Refused("side_not_open", "IM-ACT-8")
    if act.response and act.stage is not Stage.ATTACK and command.side == "actor":
        raise Refused("attack_stands", "IM-HTH-3", "IM-RANGED-1")
    if side.standins:
        raise Refused("standins_taken", "IM-JOKER-3")
    lying = table.zones[committed(command.side)]
    played = lying.cards
    if not played:
        raise Refused("nothing_laid", "IM-GM-3")
    if any(lying.may_see(card, EVERYONE) for card in played):
        raise Refused("card_shown", "IM-ACT-8")
    if len(played) > _room(table, side.seat):
        raise Refused("hand_full", "IM-HAND-1", size=number(table, "hand_size"))


def take_back(draft: Draft, command: TakeBack) -> None:
    """Take the played cards back; drawn ones stay, for they cannot be rejected."""
    _, side = need_side(draft.table, command.side)
    cards = draft.table.zones[committed(command.side)].cards
    unlay(draft, command.side)
    draft.note("takes_back", "IM-JOKER-3", seat=seat_name(draft.table, side.seat), count=len(cards))


MOVES = (
    Move(Play, verify_play, play),
    Move(Draw, verify_draw, draw),
    Move(Enough, verify_enough, enough),
    Move(TakeBack, verify_take_back, take_back),
)
