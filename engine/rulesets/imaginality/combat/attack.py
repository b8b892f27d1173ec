"""The common part of blows and shots: attacker, target and weapon, and who may attack."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.core.command_fields import ActorId
from engine.core.commands import Request
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.imaginality.actions.action_commands import More, Said, need_advantage, need_target
from engine.rulesets.imaginality.character_state import need_controller, need_free
from engine.rulesets.imaginality.turns.turn_commands import need_combat


class Attack(Request):
    """An attack on another character."""

    actor: ActorId
    target: Annotated[ActorId, Asks(least=1, most=1)]
    weapon: Annotated[str, Meta(description="the weapon; the one on the sheet if empty")] = ""
    what: Said = ""
    aware: Annotated[bool, Meta(description="false for a target that sees nothing coming or can do nothing")] = True
    skill: Annotated[str, Meta(description="the skill that the GM names, if skills are in use")] = ""
    advantage: More = 0
    disadvantage: More = 0

    def verify(self, table: Table) -> None:
        """A character that may act against another, in a group that fights by these rules."""
        need_free(table)
        need_controller(table, self, self.actor, self.RULES[0])
        need_target(table, self.seat, self.actor, self.target)
        need_advantage(table, self, self.advantage, self.disadvantage)
        need_combat(table)
