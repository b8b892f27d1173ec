"""Lying prone and getting up again (CF-X-33)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from engine.core.command_fields import ActorId
from engine.core.commands import Move, Request
from engine.core.draft import Draft
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.classic_fantasy.character import character_conditions
from engine.rulesets.classic_fantasy.character.activity import need_free
from engine.rulesets.classic_fantasy.character.character_audience import need_controller, need_known
from engine.rulesets.classic_fantasy.character.log_lines import add_log_line
from engine.rulesets.classic_fantasy.checks.check_procedure import Check, CheckPurpose, CheckResult
from engine.rulesets.classic_fantasy.checks.check_resolution import CHECKS, roll_of
from engine.rulesets.classic_fantasy.combat.action_points import need_action_points
from engine.rulesets.classic_fantasy.combat.turn_order import need_turn, use_turn_action
from engine.rulesets.classic_fantasy.health.incapacity import need_able

Getting = Literal["Brawn", "Athletics"]


class StandUp(Request):
    """A prone character stands up: as an action, or by a contest against a foe that keeps it down."""

    RULES = ("CF-X-33",)
    actor: ActorId
    foe: Annotated[str, Meta(description="who keeps him down; empty for nobody"), Asks(rare=True)] = ""
    skill: Annotated[Getting, Meta(description="what is rolled against a foe"), Asks(rare=True)] = "Brawn"
    foe_skill: Annotated[Getting, Meta(description="what the foe rolls"), Asks("their_skill", rare=True)] = "Brawn"


class LieDown(Request):
    """A character drops prone."""

    RULES = ("CF-X-33", "CF-FIRE-15")
    actor: ActorId


def verify_stand(table: Table, command: StandUp) -> None:
    """Allow the player of a prone character that can act; in combat only in its own Turn."""
    need_controller(table, command, command.actor)
    need_free(table)
    if not table.actors[command.actor].has_condition(character_conditions.PRONE):
        raise Refused("d100_not_prone", "CF-X-33")
    need_able(table, command.actor)
    need_turn(table, command.actor)
    need_action_points(table, command.actor, 1)
    if command.foe:
        need_known(table, command.seat, command.foe)
        roll_of(table, command.actor, command.skill)
        roll_of(table, command.foe, command.foe_skill)


def stand(draft: Draft, command: StandUp) -> None:
    """Get up, or roll for it."""
    use_turn_action(draft, command.actor)
    if not command.foe:
        _stand_up(draft, command.actor)
        return
    actor_roll = roll_of(draft.table, command.actor, command.skill)
    foe_roll = roll_of(draft.table, command.foe, command.foe_skill)
    CHECKS.open(draft, Check(then=StandUpContest(), rolls=(actor_roll, foe_roll), sort="opposed"))


def _stand_up(draft: Draft, actor: str) -> None:
    character_conditions.lift(draft, actor, character_conditions.PRONE)
    add_log_line(draft, actor, "d100_stands_up", "CF-X-33")


class StandUpContest(Frozen, CheckPurpose, tag_field="then", tag="stand_up"):
    """A contest against a foe that keeps a character down."""

    def resume(self, draft: Draft, result: CheckResult) -> None:
        """Get up, or stay down."""
        if result.succeeded:
            _stand_up(draft, result.actor)
        else:
            add_log_line(draft, result.actor, "d100_kept_down", "CF-X-33")


def verify_lie(table: Table, command: LieDown) -> None:
    """Allow the player of a character that is not prone."""
    need_controller(table, command, command.actor)
    need_free(table)
    if table.actors[command.actor].has_condition(character_conditions.PRONE):
        raise Refused("d100_prone_already", "CF-X-33")


def lie_down(draft: Draft, command: LieDown) -> None:
    """Lay the character prone."""
    character_conditions.lay(draft, command.actor, character_conditions.PRONE)
    add_log_line(draft, command.actor, "d100_lies_prone", "CF-X-33")


MOVES = (Move(StandUp, verify_stand, stand), Move(LieDown, verify_lie, lie_down))
