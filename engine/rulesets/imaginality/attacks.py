"""What blows and shots have in common: who attacks whom with what, and who may."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.play.commands import Request
from engine.play.moves.fields import ActorId
from engine.rulesets.imaginality.actions import More, Said, need_advantage, need_target
from engine.rulesets.imaginality.people import need_free, need_leader
from engine.rulesets.imaginality.turns import need_combat
from engine.table.table import Table


class Attack(Request):
    """An attack on somebody."""

    actor: ActorId
    target: ActorId
    weapon: Annotated[str, Meta(description="the weapon; the one on the sheet if empty")] = ""
    what: Said = ""
    aware: Annotated[bool, Meta(description="false for a target that sees nothing coming or can do nothing")] = True
    skill: Annotated[str, Meta(description="the skill that the GM names, if skills are in use")] = ""
    advantage: More = 0
    disadvantage: More = 0


def need_attack(table: Table, command: Attack, rule: str) -> None:
    """Raise Refused unless somebody may attack somebody else now, in a group that fights by these rules."""
    need_free(table)
    need_leader(table, command, command.actor, rule)
    need_target(table, command.seat, command.actor, command.target)
    need_advantage(table, command, command.advantage, command.disadvantage)
    need_combat(table)
