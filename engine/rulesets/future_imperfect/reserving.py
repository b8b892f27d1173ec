"""A called card that is held back, or laid off (FI-RES)."""

from __future__ import annotations

from engine.play.commands import Move, Request
from engine.play.draft import Draft
from engine.play.moves.fields import ActorId
from engine.rulesets.future_imperfect import decks, initiative, states
from engine.rulesets.future_imperfect.counting import need_called, need_card
from engine.rulesets.future_imperfect.fighters import need_senses, note_of_hand, reserve_of, reserved
from engine.table.table import Table


class ReserveCard(Request):
    """Place the card of the called rank in reserve instead of acting on it."""

    RULES = ("FI-RES-1", "FI-RES-2", "FI-RES-8", "FI-JOKER-1")
    actor: ActorId


class DropCard(Request):
    """Lay the card of the called rank off without acting on it."""

    RULES = ("FI-RES-7",)
    actor: ActorId


def verify_reserve(table: Table, command: ReserveCard) -> None:
    """Whose card is next, in a state to wait for a chance, and no other in reserve."""
    name, _, card = need_card(table, command, command.actor, "FI-RES-1")
    need_senses(table, command.actor)
    refused = initiative.may_reserve(card, reserved(table, name))
    if refused is not None:
        raise refused


def reserve(draft: Draft, command: ReserveCard) -> None:
    """Lay it face down under the chips."""
    name, fighter, card = need_called(draft.table, command.actor)
    draft.move((card,), fighter.hand, reserve_of(name))
    note_of_hand(draft, fighter, "reserves", "FI-RES-1")
    states.act_alone(draft, name)


def verify_drop(table: Table, command: DropCard) -> None:
    """Whose card is next, whatever state it is in: so the countdown goes on."""
    need_card(table, command, command.actor, "FI-RES-7")


def drop(draft: Draft, command: DropCard) -> None:
    """Lay it off."""
    name, fighter, card = need_called(draft.table, command.actor)
    decks.discard(draft, fighter.side, (card,), fighter.hand)
    note_of_hand(draft, fighter, "drops_card", "FI-RES-7", card=card)
    states.act_alone(draft, name)


MOVES = (
    Move(ReserveCard, verify_reserve, reserve),
    Move(DropCard, verify_drop, drop),
)
