"""Recovery from a stun, and the GM's decision about dying characters (FI-STUN, FI-DEATH)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.core.command_fields import ActorId
from engine.core.commands import Request
from engine.core.draft import Draft
from engine.kit.gm_requests import GmRequest
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen
from engine.model.table import Table
from engine.rulesets.future_imperfect.actions.action_cost import in_conflict, need_card, pay_action
from engine.rulesets.future_imperfect.character import character_sheet
from engine.rulesets.future_imperfect.conditions import character_conditions
from engine.rulesets.future_imperfect.damage.stun import apply_stun_result, open_stun_check, recovery_tn
from engine.rulesets.future_imperfect.damage.wound_commands import need_no_pending_wounds
from engine.rulesets.future_imperfect.initiative.action_cards import need_free
from engine.rulesets.future_imperfect.initiative.initiative_countdown import need_turn
from engine.rulesets.future_imperfect.procedures.check_procedure import CallOffPolicy, Check, CheckPurpose, CheckResult
from engine.rulesets.future_imperfect.procedures.participants import need_controller, need_known


class RecoverFromStun(Request):
    """Spend an action of a stunned character on recovery."""

    RULES = ("FI-STUN-5", "FI-STUN-6", "FI-STUN-7", "FI-ACT-7")
    actor: ActorId

    def verify(self, table: Table) -> None:
        """Require the controller of a stunned character, with a whole action left."""
        need_controller(table, self, self.actor, "FI-STUN-5")
        need_free(table)
        need_no_pending_wounds(table)
        if character_conditions.STUNNED not in character_conditions.condition_names(table, self.actor):
            raise Refused("not_stunned", "FI-STUN-5", actor=actor_name(table, self.actor))
        character_conditions.need_able_to_act(table, self.actor, "FI-STUN-5")
        need_card(table, self.actor)
        if in_conflict(table, self.actor) and need_turn(table, self.actor).moved:
            raise Refused("action_spent", "FI-STUN-7", actor=actor_name(table, self.actor))

    def decide(self, draft: Draft) -> None:
        """Open the Vigor roll, by the worst present wound."""
        tn = recovery_tn(character_sheet.wound_levels(draft.table.actors[self.actor]))
        parts = character_conditions.action_modifiers(draft.table, self.actor)
        open_stun_check(draft, self.actor, tn, then=RecoveryPurpose(), parts=parts)


class RecoveryPurpose(Frozen, CheckPurpose, tag_field="then", tag="recovery"):
    """The recovery of a stunned character."""

    acts = True
    off = CallOffPolicy.BEGINNER
    dazed = True
    called = "recovery_check"

    def pay(self, draft: Draft, check: Check) -> None:
        """Take the action."""
        pay_action(draft, check)

    def resume(self, draft: Draft, result: CheckResult) -> None:
        """End the stun after a success."""
        if apply_stun_result(draft, result) == "passed":
            actor = result.check.rolls[0].actor
            character_conditions.remove_condition(draft, actor, character_conditions.STUNNED, "FI-STUN-5")


class RuleDead(GmRequest):
    """Decide that a character dies, or lives after all, as the GM."""

    RULES = ("FI-DEATH-2", "FI-DEATH-3", "FI-WOUND-4")
    FAR_REACHING = True
    actor: ActorId
    dead: Annotated[bool, Meta(description="false for one who lives after all")] = True

    def verify(self, table: Table) -> None:
        """Require the GM, and that it is not so already."""
        super().verify(table)
        need_known(table, self.seat, self.actor)
        if self.dead == (character_conditions.DEAD in character_conditions.condition_names(table, self.actor)):
            raise Refused("already_so", "FI-DEATH-2")

    def decide(self, draft: Draft) -> None:
        """Add or remove the condition."""
        if self.dead:
            character_conditions.add_condition(draft, self.actor, character_conditions.DEAD, "FI-DEATH-2", "FI-DEATH-3")
        else:
            character_conditions.remove_condition(draft, self.actor, character_conditions.DEAD, "FI-DEATH-2")
