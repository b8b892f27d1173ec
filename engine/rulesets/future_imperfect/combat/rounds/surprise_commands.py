"""Surprise: the guts check of a character that may be surprised (FI-SURP)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.core.command_fields import ActorId
from engine.core.draft import Draft
from engine.kit.calculation import CalculationStep
from engine.kit.gm_requests import GmRequest
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.future_imperfect.checks.character_rolls import skill_roll
from engine.rulesets.future_imperfect.checks.check_resolution import CHECKS
from engine.rulesets.future_imperfect.conditions import character_conditions
from engine.rulesets.future_imperfect.initiative import initiative_rules
from engine.rulesets.future_imperfect.initiative.action_cards import (
    change_fighter,
    hand_leader,
    need_conflict,
    need_fighter,
    need_free,
    skip_draw,
)
from engine.rulesets.future_imperfect.procedures.check_procedure import Check, CheckPurpose, CheckResult
from engine.rulesets.future_imperfect.procedures.conflict_procedure import RoundPhase

GUTS = "guts"


class CheckSurprise(GmRequest):
    """Call for a guts check against surprise, as the GM."""

    RULES = ("FI-SURP-1", "FI-SURP-2", "FI-SURP-3")
    actor: ActorId
    expecting: Annotated[bool, Meta(description="expects some danger"), Asks()] = False

    def verify(self, table: Table) -> None:
        """Require the GM, before the character draws."""
        super().verify(table)
        need_free(table)
        _, fighter = need_fighter(table, self.actor)
        if need_conflict(table).phase is not RoundPhase.DRAW or (
            fighter.drawn and fighter.why != character_conditions.SURPRISED
        ):
            raise Refused("surprise_before_draw", "FI-SURP-1")

    def decide(self, draft: Draft) -> None:
        """Open the guts roll: first by whether danger is expected, in later rounds to recover."""
        later = draft.table.actors[self.actor].has_condition(character_conditions.SURPRISED)
        tn = initiative_rules.surprise_tn(expecting=self.expecting, later=later)
        reason = "surprise_later" if later else "surprise_expecting" if self.expecting else "surprise_unexpecting"
        roll = skill_roll(draft.table, self.actor, GUTS)
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
                change_fighter(draft, name, due=None, drawn=False, kept=False, why="")
            draft.note("not_surprised", "FI-SURP-3", actor=actor_name(draft.table, actor))
        else:
            character_conditions.add_condition(draft, actor, character_conditions.SURPRISED, "FI-SURP-2")
            if character_conditions.incapacity(draft.table, hand_leader(draft.table, fighter)):
                skip_draw(draft, name, character_conditions.SURPRISED)


MOVES = (CheckSurprise,)
