"""The cards that stand in for a Joker played for value, also where only real cards tell that it is one (IM-JOKER-1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.play.draft import Draft
from engine.rulesets.imaginality.deck import DECK, take
from engine.rulesets.imaginality.settings import flag, word
from engine.rulesets.imaginality.sides import committed, need_action, standins
from engine.table.cards import is_joker
from engine.table.frozen import replace
from engine.table.table import Table


def standins_due(table: Table, taken: Sequence[str]) -> int:
    """Return how many cards a Joker for value still lacks, once so many have been taken for it.

    A Joker among them is read as the group has chosen (IM-JOKER-2): it fumbles and counts as one of the two; another
    card is drawn in its place; or it draws two more itself.
    """
    jokers = sum(is_joker(card) for card in taken)
    due = {"redraw": 2 + jokers, "chain": 2 + 2 * jokers}.get(word(table, "joker_inside_joker_pair"), 2)
    return due - len(taken)


def take_standins(draft: Draft, key: str, taken: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Take the cards that a Joker still lacks, and return all that stand in for it (IM-JOKER-1).

    A Joker that another card replaces waits with the side until the clean-up (IM-DECK-3): on the discard pile it would
    tell what lies there face down, and come again for ever where nothing else is left.
    """
    while (due := standins_due(draft.table, taken)) and (got := take(draft, due, standins(key))):
        taken += got
    return taken


def complete_standins(draft: Draft, keys: Iterable[str]) -> None:
    """See to it that all Jokers among the cards that are about to be turned up, and only they, have their stand-ins.

    With real cards a Joker laid face down is known for one only now. While cards lie on the screen nothing is amiss.
    """
    if not flag(draft.table, "joker_as_value"):
        return
    for key in keys:
        act = need_action(draft.table)
        old = act.sides[key].standins
        lying = draft.table.zones[standins(key)].cards
        jokers = [card for card in draft.table.zones[committed(key)].cards if is_joker(card)]
        back: list[str] = []
        new: dict[str, tuple[str, ...]] = {}
        for joker, cards in old.items():
            due = standins_due(draft.table, cards) if joker in jokers else -len(cards)
            back += [card for card in (cards[due:] if due < 0 else ()) if card in lying]
            if joker in jokers:
                new[joker] = cards[:due] if due < 0 else cards
        draft.move(back, standins(key), DECK)
        for joker in jokers:
            got = take_standins(draft, key, new.get(joker, ()))
            new[joker] = (*got, *("",) * standins_due(draft.table, got))  # what cannot be drawn now is done without
        if new != old:
            came = [card for cards in new.values() for card in cards if card and card not in act.arrival]
            arrival = (*(card for card in act.arrival if card not in back), *came)
            side = replace(act.sides[key], standins=new)
            draft.become(replace(act, arrival=arrival, sides={**act.sides, key: side}))
