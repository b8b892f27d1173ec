"""Log lines of moved cards in a game without code, where a move by hand is the usual way to play."""

from __future__ import annotations

from engine.core.draft import Draft
from engine.core.events import CardsMoved, Noted
from engine.core.manual_moves import MoveCards
from engine.model.frozen import replace
from engine.model.zones import Sight, hand_of


def name_card_moves(draft: Draft, command: MoveCards) -> None:
    """Let the lines of moved cards say that a seat draws, takes, plays or moves them."""
    key = ""
    for at, event in enumerate(draft.events):
        match event:
            case CardsMoved(source=source):
                key = _key_of(draft, command, source)
            case Noted(message=message) if message.key == "log.moved_by_hand" and key:
                draft.events[at] = replace(event, message=replace(message, key=f"log.{key}"))
            case _:
                pass


def _key_of(draft: Draft, command: MoveCards, source: str) -> str:
    hand = hand_of(command.seat)
    if command.target == hand:
        return "card_draws" if draft.before.zones[source].sight is Sight.NOBODY else "card_takes"
    # Cards that go from one hand to another, or under a deck, are not played.
    is_played = source == hand and command.target not in map(hand_of, draft.before.seats)
    return "card_plays" if is_played and draft.before.zones[command.target].sight is not Sight.NOBODY else "card_moves"
