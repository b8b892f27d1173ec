"""The reserve: keeping a called card back, or discarding it (FI-RES)."""

from __future__ import annotations

from engine.core.command_fields import ActorId
from engine.core.commands import Request
from engine.core.draft import Draft
from engine.model.table import Table
from engine.rulesets.future_imperfect.conditions import character_conditions
from engine.rulesets.future_imperfect.initiative import action_decks, initiative_rules
from engine.rulesets.future_imperfect.initiative.action_cards import (
    add_hand_log_line,
    need_hand_not_stunned,
    reserve_zone,
    reserved,
)
from engine.rulesets.future_imperfect.initiative.initiative_countdown import need_called, need_card


class ReserveCard(Request):
    """Place the card of the called rank in reserve instead of acting on it."""

    RULES = ("FI-RES-1", "FI-RES-2", "FI-RES-8", "FI-JOKER-1")
    actor: ActorId

    def verify(self, table: Table) -> None:
        """Require the next called card, a character able to wait, and an empty reserve."""
        name, _, card = need_card(table, self, self.actor, "FI-RES-1")
        need_hand_not_stunned(table, self.actor)
        refused = initiative_rules.may_reserve(card, reserved(table, name))
        if refused is not None:
            raise refused

    def decide(self, draft: Draft) -> None:
        """Lay it face down under the chips."""
        name, fighter, card = need_called(draft.table, self.actor)
        draft.move((card,), fighter.hand, reserve_zone(name))
        add_hand_log_line(draft, fighter, "reserves", "FI-RES-1")
        character_conditions.end_simultaneous_action(draft, name)


class DropCard(Request):
    """Discard the card of the called rank without acting on it."""

    RULES = ("FI-RES-7",)
    actor: ActorId

    def verify(self, table: Table) -> None:
        """Require the next called card, whatever the character's state, so the countdown can continue."""
        need_card(table, self, self.actor, "FI-RES-7")

    def decide(self, draft: Draft) -> None:
        """Discard it."""
        name, fighter, card = need_called(draft.table, self.actor)
        action_decks.discard(draft, fighter.side, (card,), fighter.hand)
        add_hand_log_line(draft, fighter, "drops_card", "FI-RES-7", card=card)
        character_conditions.end_simultaneous_action(draft, name)


MOVES = (ReserveCard, DropCard)
