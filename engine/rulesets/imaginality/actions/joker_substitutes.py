"""The stand-ins of a Joker played for value, also where only real cards reveal the Joker (IM-JOKER-1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.core.draft import Draft
from engine.model.cards import is_joker
from engine.model.frozen import replace
from engine.model.table import Table
from engine.rulesets.imaginality.actions.action_sides import committed_zone, need_action, standins_zone
from engine.rulesets.imaginality.deck.deck_commands import DECK, take_cards
from engine.rulesets.imaginality.settings import flag, word


def standins_due(table: Table, taken: Sequence[str]) -> int:
    """Return how many stand-ins a Joker for value still lacks, once so many have been taken for it.

    A Joker among them follows the group's option (IM-JOKER-2): it fumbles and counts as one of the two; another
    card is drawn in its place; or it draws two more itself.
    """
    jokers = sum(is_joker(card) for card in taken)
    due = {"redraw": 2 + jokers, "chain": 2 + 2 * jokers}.get(word(table, "joker_inside_joker_pair"), 2)
    return due - len(taken)


def take_standins(draft: Draft, key: str, taken: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Take the cards that a Joker still lacks, and return all its stand-ins (IM-JOKER-1).

    A Joker that another card replaces waits with the side until the clean-up (IM-DECK-3): on the discard pile it would
    reveal the face-down cards, and come again for ever where nothing else is left.
    """
    while (due := standins_due(draft.table, taken)) and (got := take_cards(draft, due, standins_zone(key))):
        taken += got
    return taken


def complete_standins(draft: Draft, keys: Iterable[str]) -> None:
    """Give exactly the Jokers among the cards that are about to be turned up their stand-ins.

    With real cards a Joker played face down is known only now. With cards on the screen there is nothing to do.
    """
    if not flag(draft.table, "joker_as_value"):
        return
    for key in keys:
        action = need_action(draft.table)
        old = action.sides[key].standins
        lying = draft.table.zones[standins_zone(key)].cards
        jokers = [card for card in draft.table.zones[committed_zone(key)].cards if is_joker(card)]
        back: list[str] = []
        new: dict[str, tuple[str, ...]] = {}
        for joker, cards in old.items():
            due = standins_due(draft.table, cards) if joker in jokers else -len(cards)
            back += [card for card in (cards[due:] if due < 0 else ()) if card in lying]
            if joker in jokers:
                new[joker] = cards[:due] if due < 0 else cards
        draft.move(back, standins_zone(key), DECK)
        for joker in jokers:
            got = take_standins(draft, key, new.get(joker, ()))
            new[joker] = (*got, *("",) * standins_due(draft.table, got))  # cards that cannot be drawn now are left out
        if new != old:
            came = [card for cards in new.values() for card in cards if card and card not in action.arrival]
            arrival = (*(card for card in action.arrival if card not in back), *came)
            side = replace(action.sides[key], standins=new)
            draft.replace_procedure(replace(action, arrival=arrival, sides={**action.sides, key: side}))
