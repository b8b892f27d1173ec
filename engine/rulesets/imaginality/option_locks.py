"""Options that are fixed once a game has begun, and other locks of manual moves."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.core.draft import Draft
from engine.core.manual_moves import SetOption
from engine.kit.gm_requests import GmRequest
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.table import Table
from engine.rulesets.imaginality.deck.deck_commands import count_game_cards
from engine.rulesets.imaginality.deck.hand_commands import change_evening
from engine.rulesets.imaginality.procedures import Fight, current_action, evening
from engine.rulesets.imaginality.rules_data import option_specs


class UnlockOption(GmRequest):
    """The GM unlocks an option that is fixed once the game has begun, such as where a refreshed hand is filled from."""

    RULES = ("IM-JOKER-9",)
    option: Annotated[str, Meta(description="an option that is locked now")]

    def verify(self, table: Table) -> None:
        """The GM, and an option that is locked now."""
        super().verify(table)
        spec = option_specs().get(self.option)
        if spec is None:
            raise Refused("no_such_option", option=self.option[:60])
        if not spec.locked or self.option in evening(table).unlocked:
            raise Refused("already_so", "IM-JOKER-9")

    def decide(self, draft: Draft) -> None:
        """Unlock it for the rest of the campaign."""
        session = evening(draft.table)
        change_evening(draft, replace(session, unlocked=(*session.unlocked, self.option)))
        draft.note("option_unlocked", "IM-JOKER-9", option=option_specs()[self.option].label)


def verify_set(table: Table, command: SetOption) -> None:
    """A locked option cannot change after the first adventure began; decks are counted by their cards (IM-DECK-8)."""
    spec = option_specs().get(command.option)
    begun = evening(table).adventure > 0
    if spec is not None and spec.locked and begun and command.option not in evening(table).unlocked:
        raise Refused("option_locked", "IM-JOKER-9", option=spec.label)
    counts = command.option in {"deck_count", "jokers_per_deck"}
    if counts and (begun or len(table.zones["deck"].cards) != count_game_cards(table)):
        raise Refused("decks_by_cards", "IM-DECK-8")


def need_not_in_action(table: Table, seat: str) -> None:
    """Raise Refused if a seat still has cards in the action under way."""
    action = current_action(table)
    if action is not None and any(side.seat == seat for side in action.sides.values()):
        raise Refused("seat_in_action", "IM-HAND-10")


def need_actor_free(table: Table, actor: str) -> None:
    """Raise Refused if a character still takes part in something."""
    action = current_action(table)
    in_action = action is not None and (
        actor in {action.actor, action.target, action.treating, action.wounded}
        or any(s.actor == actor for s in action.sides.values())
    )
    in_fight = any(isinstance(p, Fight) and actor in p.fighters for p in table.procedures)
    if in_action or in_fight:
        raise Refused("actor_in_action", "IM-TURN-1")
