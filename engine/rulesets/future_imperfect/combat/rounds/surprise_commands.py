"""Surprise: the guts check of a character that may be surprised (FI-SURP)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.core.command_fields import ActorId
from engine.core.commands import Move, Request, need_gm
from engine.core.draft import Draft
from engine.kit.calculation import CalculationStep
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen, replace
from engine.model.table import Table
from engine.rulesets.future_imperfect.checks.character_rolls import skill_roll
from engine.rulesets.future_imperfect.checks.check_resolution import CHECKS
from engine.rulesets.future_imperfect.conditions import character_conditions
from engine.rulesets.future_imperfect.initiative import initiative_rules
from engine.rulesets.future_imperfect.initiative.action_cards import (
    hand_leader,
    need_conflict,
    need_fighter,
    need_free,
    replace_fighter,
    skip_draw,
)
from engine.rulesets.future_imperfect.procedures.check_procedure import Check, CheckPurpose, CheckResult
from engine.rulesets.future_imperfect.procedures.conflict_procedure import RoundPhase

GUTS = "guts"


class CheckSurprise(Request):
    """Call for a guts check against surprise, as the GM."""

    RULES = ("FI-SURP-1", "FI-SURP-2", "FI-SURP-3")
    actor: ActorId
    expecting: Annotated[bool, Meta(description="expects some danger")] = False


def verify_surprise(table: Table, command: CheckSurprise) -> None:
    """Require the GM, before the character draws."""
    need_gm(table, command, "FI-SURP-1")
    need_free(table)
    _, fighter = need_fighter(table, command.actor)
    if need_conflict(table).phase is not RoundPhase.DRAW or (
        fighter.drawn and fighter.why != character_conditions.SURPRISED
    ):
        raise Refused("surprise_before_draw", "FI-SURP-1")


def check_surprise(draft: Draft, command: CheckSurprise) -> None:
    """Open the guts roll: first by whether danger is expected, in later rounds to recover."""
    later = draft.table.actors[command.actor].has_condition(character_conditions.SURPRISED)
    tn = initiative_rules.surprise_tn(expecting=command.expecting, later=later)
    reason = "surprise_later" if later else "surprise_expecting" if command.expecting else "surprise_unexpecting"
    roll = skill_roll(draft.table, command.actor, GUTS)
    parts = (CalculationStep(reason=reason, value=tn),)
    CHECKS.open(draft, Check(then=SurprisePurpose(), what="surprise", rolls=(roll,), tn=tn, tn_parts=parts))


class SurprisePurpose(Frozen, CheckPurpose, tag_field="then", tag="surprise"):
    """A guts roll against surprise."""

    called = "surprise_check"

    def resume(self, draft: Draft, result: CheckResult) -> None:
        """End the surprise, or let the character miss the draw."""
        actor = result.check.rolls[0].actor
        name, fighter = need_fighter(draft.table, actor)
        if result.successes:
            character_conditions.remove_condition(draft, actor, character_conditions.SURPRISED, "FI-SURP-3")
            if fighter.why == character_conditions.SURPRISED:
                replace_fighter(draft, name, replace(fighter, due=None, drawn=False, kept=False, why=""))
            draft.note("not_surprised", "FI-SURP-3", actor=actor_name(draft.table, actor))
        else:
            character_conditions.add_condition(draft, actor, character_conditions.SURPRISED, "FI-SURP-2")
            if character_conditions.incapacity(draft.table, hand_leader(draft.table, fighter)):
                skip_draw(draft, name, character_conditions.SURPRISED)


MOVES = (Move(CheckSurprise, verify_surprise, check_surprise),)
