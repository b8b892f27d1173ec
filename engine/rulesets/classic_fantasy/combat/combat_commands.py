"""Combat: its start, who joins and leaves, and its end (CF-X-27, CF-UI-9)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.core.command_fields import ActorId
from engine.core.draft import Draft
from engine.kit.gm_requests import GmRequest
from engine.messages.display_names import actor_name
from engine.model.frozen import replace
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.classic_fantasy.character import character_conditions
from engine.rulesets.classic_fantasy.character.log_lines import add_log_line
from engine.rulesets.classic_fantasy.combat.action_points import refill_action_points
from engine.rulesets.classic_fantasy.combat.combat_procedure import COMBATS, Combat, Combatant, need_combat
from engine.rulesets.classic_fantasy.combat.turn_order import next_turn
from engine.rulesets.classic_fantasy.game_calendar import units

Actors = Annotated[tuple[str, ...], Meta(description="characters")]


class StartFight(GmRequest):
    """A combat starts; from now on Combat Rounds are counted."""

    RULES = ("CF-X-16", "CF-X-27", "CF-TIME-3")
    CITED = ("CF-X-27",)
    fighters: Annotated[Actors, Asks(least=COMBATS.least)]

    def verify(self, table: Table) -> None:
        """Allow the GM, while nothing else is in progress."""
        super().verify(table)
        COMBATS.verify_start(table, tuple(dict.fromkeys(self.fighters)))

    def decide(self, draft: Draft) -> None:
        """Start with the first Round; initiative is rolled next."""
        fighters = {actor: Combatant() for actor in self.fighters}
        draft.push_procedure(Combat(fighters=fighters))
        names = [actor_name(draft.table, actor) for actor in fighters]
        draft.note("d100_fight_begins", "CF-X-16", actors=names, calls_for=("roll_initiative",))
        refill_action_points(draft, fighters)


class JoinFight(GmRequest):
    """More characters join the combat; their initiative has not been rolled yet."""

    RULES = ("CF-X-16",)
    CITED = ("CF-X-27",)
    fighters: Annotated[Actors, Asks(least=1)]

    def verify(self, table: Table) -> None:
        """Allow the GM, for characters that are not in the combat yet."""
        super().verify(table)
        COMBATS.verify_join(table, tuple(dict.fromkeys(self.fighters)))

    def decide(self, draft: Draft) -> None:
        """Add them."""
        fighters = need_combat(draft.table).fighters
        COMBATS.change(draft, fighters={**fighters, **{actor: Combatant() for actor in self.fighters}})
        for actor in self.fighters:
            refill_action_points(draft, (actor,))
            add_log_line(draft, actor, "d100_joins_fight", "CF-X-16")


class LeaveFight(GmRequest):
    """A character leaves the combat."""

    RULES = ("CF-X-27",)
    FAR_REACHING = True
    actor: ActorId

    def verify(self, table: Table) -> None:
        """Allow the GM, while nothing waits for an answer."""
        super().verify(table)
        COMBATS.verify_leave(table, self.actor)

    def decide(self, draft: Draft) -> None:
        """Take the character out; the last one ends the combat."""
        add_log_line(draft, self.actor, "d100_leaves_fight", "CF-X-27")
        remove_from_combat(draft, self.actor)


class EndFight(GmRequest):
    """The combat ends."""

    RULES = ("CF-X-27", "CF-TIME-1")
    FAR_REACHING = True

    def verify(self, table: Table) -> None:
        """Allow the GM, while nothing waits for an answer."""
        super().verify(table)
        COMBATS.need_between_actions(table)

    def decide(self, draft: Draft) -> None:
        """Count no Rounds any more."""
        combat = need_combat(draft.table)
        draft.note("d100_fight_ends", "CF-X-27", rounds=combat.number)
        for actor in combat.fighters:
            convert_turns_to_rounds(draft, actor)
        draft.pop_procedure(Combat)


def remove_from_combat(draft: Draft, actor: str) -> None:
    """Take a character out of the combat."""
    combat = need_combat(draft.table)
    convert_turns_to_rounds(draft, actor)
    if tuple(combat.fighters) == (actor,):
        draft.pop_procedure(Combat)
        return
    COMBATS.take_out(draft, actor)
    if combat.turn == actor:
        next_turn(draft)


def convert_turns_to_rounds(draft: Draft, actor: str) -> None:
    """Turn a duration in Turns into as many Rounds for a character that has no Turns any more (CF-WOUND-5)."""
    held_by = draft.table.actors.get(actor)
    for condition in held_by.conditions_named(character_conditions.NO_OFFENCE) if held_by is not None else ():
        if condition.until is None:
            until = draft.table.clock + max(1, condition.level) * units().combat_round_seconds
            draft.lay_condition(actor, replace(condition, level=0, until=until))
