"""Dense smoke and deep water: a roll with the first action of each round (FI-FIRE-1, FI-DROWN)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, ClassVar, Final

from msgspec import Meta

from engine.core.command_fields import ActorId
from engine.core.commands import Move, Request
from engine.core.draft import Draft
from engine.kit.calculation import CalculationStep
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen, Json
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.future_imperfect.actions import action_cost, hazard_conditions
from engine.rulesets.future_imperfect.character.row_reader import folded
from engine.rulesets.future_imperfect.checks.character_rolls import skill_roll, trait_roll
from engine.rulesets.future_imperfect.checks.check_resolution import CHECKS
from engine.rulesets.future_imperfect.conditions import character_conditions
from engine.rulesets.future_imperfect.damage.wind import lose_wind
from engine.rulesets.future_imperfect.initiative.action_cards import need_free
from engine.rulesets.future_imperfect.procedures.check_procedure import Check, CheckPurpose, CheckResult
from engine.rulesets.future_imperfect.procedures.participants import add_log_line, need_controller, record_result
from engine.rulesets.future_imperfect.rules import hazard_rules

SWIMMING = "swimming"
ACTION: Final[Mapping[str, Json]] = {"action": True}
"""Data of a roll that takes the first action of a round; without it, the character was unable to act."""


class EnterSmoke(hazard_conditions.HazardRequest):
    """Put a character into dense smoke, with or without a wet cloth."""

    RULES = ("FI-FIRE-1",)
    cloth: Annotated[bool, Meta(description="has a wet cloth or the like before the mouth"), Asks()] = False


class LeaveSmoke(Request):
    """Take a character out of the smoke."""

    RULES = ("FI-FIRE-1",)
    actor: ActorId

    def verify(self, table: Table) -> None:
        """Require the GM, and a character in smoke."""
        hazard_conditions.need_gm_in_hazard(table, self, self.actor, hazard_conditions.SMOKE)

    def decide(self, draft: Draft) -> None:
        """Remove the condition."""
        hazard_conditions.leave_hazard(draft, self.actor, hazard_conditions.SMOKE)
        add_log_line(draft, self.actor, "out_of_smoke", "FI-FIRE-1")


class BreatheSmoke(Request):
    """Make the Vigor roll against smoke, with the first action of a round."""

    RULES = ("FI-FIRE-1", "FI-FIRE-2")
    actor: ActorId

    def verify(self, table: Table) -> None:
        """Require the controller of a character in smoke."""
        verify_element(table, self, hazard_conditions.SMOKE)

    def decide(self, draft: Draft) -> None:
        """Open the roll, which takes the action."""
        CHECKS.open(draft, _smoke_check(draft.table, self.actor, action=True))


class EnterWater(Request):
    """Put a character into water over its head."""

    RULES = ("FI-DROWN-1", "FI-DROWN-3")
    actor: ActorId
    water: Annotated[str, Meta(description="calm, creek, river, ocean or storm"), Asks()]

    def verify(self, table: Table) -> None:
        """Require the GM."""
        hazard_conditions.need_gm_for(table, self, self.actor)
        if self.water not in hazard_rules.hazard_tables().water:
            raise Refused(
                "no_such_water", "FI-DROWN-1", water=self.water[:40], known=list(hazard_rules.hazard_tables().water)
            )

    def decide(self, draft: Draft) -> None:
        """Add the condition."""
        hazard_conditions.enter_hazard(draft, self.actor, hazard_conditions.WATER, self.water)
        tn = hazard_conditions.water_tn(draft.table, self.actor)
        add_log_line(draft, self.actor, "in_water", "FI-DROWN-1", "FI-DROWN-3", water=self.water, tn=tn or 0)


class LeaveWater(Request):
    """Take a character out of the water."""

    RULES = ("FI-DROWN-1",)
    actor: ActorId

    def verify(self, table: Table) -> None:
        """Require the GM, and a character in the water."""
        hazard_conditions.need_gm_in_hazard(table, self, self.actor, hazard_conditions.WATER)

    def decide(self, draft: Draft) -> None:
        """Remove the condition."""
        hazard_conditions.leave_hazard(draft, self.actor, hazard_conditions.WATER)
        add_log_line(draft, self.actor, "out_of_water", "FI-DROWN-1")


class Swim(Request):
    """Make the swimming roll, with the first action of a round."""

    RULES = ("FI-DROWN-1", "FI-DROWN-2", "FI-DROWN-3", "FI-DROWN-4")
    actor: ActorId

    def verify(self, table: Table) -> None:
        """Require the controller of a character in water that needs a roll."""
        verify_element(table, self, hazard_conditions.WATER)
        if hazard_conditions.water_tn(table, self.actor) is None:
            raise Refused("water_is_calm", "FI-DROWN-3", actor=actor_name(table, self.actor))
        skill_roll(table, self.actor, SWIMMING)

    def decide(self, draft: Draft) -> None:
        """Open the roll, which takes the action."""
        tn = hazard_conditions.water_tn(draft.table, self.actor)
        assert tn is not None
        roll = skill_roll(draft.table, self.actor, SWIMMING)
        parts = (CalculationStep(reason="water", value=tn),)
        CHECKS.open(draft, Check(then=SwimPurpose(action=True), what=SWIMMING, rolls=(roll,), tn=tn, tn_parts=parts))


# ---- smoke -----------------------------------------------------------------------------------------------------------


def enter_smoke(draft: Draft, command: EnterSmoke) -> None:
    """Add the condition; it counts from the next action on."""
    hazard_conditions.enter_hazard(
        draft, command.actor, hazard_conditions.SMOKE, hazard_conditions.CLOTH if command.cloth else ""
    )
    add_log_line(draft, command.actor, "in_smoke", "FI-FIRE-1")


def verify_element(table: Table, command: BreatheSmoke | Swim, element: str) -> None:
    """Require the controller of a character in the hazard, and the first action of a round."""
    need_controller(table, command, command.actor, *command.RULES[:1])
    need_free(table)
    hazard_conditions.need_hazard(table, command.actor, element)
    if not action_cost.in_conflict(table, command.actor):
        return
    character_conditions.need_able_to_act(table, command.actor)
    if hazard_conditions.hazard_due(table, command.actor) != element:
        raise Refused("withstood_already", *command.RULES[:1], actor=actor_name(table, command.actor))
    action_cost.need_card(table, command.actor, breath=False)


def _smoke_check(table: Table, actor: str, *, action: bool = False) -> Check:
    condition = hazard_conditions.hazard_condition(table, actor, hazard_conditions.SMOKE)
    cloth = hazard_rules.smoke_parts(cloth=condition is not None and folded(condition.note) == hazard_conditions.CLOTH)
    tn = hazard_rules.smoke_tn()
    roll = trait_roll(table, actor, "vigor", *cloth)
    parts = (CalculationStep(reason="smoke", value=tn),)
    return Check(then=SmokePurpose(action=action), what="smoke", rolls=(roll,), tn=tn, tn_parts=parts)


class BreathPurpose(CheckPurpose):
    """A roll against smoke or water; it is an action unless the character is unable to act.

    Attributes:
        element: the hazard.
        rule: the rule of the lost Wind.
    """

    __slots__ = ()
    acts = True
    dazed = True
    element: ClassVar[str]
    rule: ClassVar[str]
    if TYPE_CHECKING:
        action: bool

    def pay(self, draft: Draft, check: Check) -> None:
        """Take the action, and record this round's roll. A character unable to act pays nothing."""
        if self.action:
            action_cost.pay_action(draft, check)
            hazard_conditions.record_hazard_roll(draft, check.rolls[0].actor, self.element)

    def resume(self, draft: Draft, result: CheckResult) -> None:
        """Take Wind by the difference to the target number (FI-DROWN-2, FI-DROWN-4, FI-FIRE-1)."""
        assert result.outcome is not None
        actor, outcome = result.check.rolls[0].actor, result.outcome
        lost = 0 if outcome.successes else hazard_rules.breath_lost(outcome.tn, outcome.total, bust=outcome.bust)
        add_log_line(draft, actor, "breath_kept" if not lost else "breath_short", count=lost)
        record_result(draft, actor, short=lost)
        lose_wind(draft, actor, (CalculationStep(reason="short_by", value=lost),), "continuing", self.rule)


class SmokePurpose(Frozen, BreathPurpose, tag_field="then", tag="smoke"):
    """A Vigor roll against smoke."""

    called = "smoke"
    element = hazard_conditions.SMOKE
    rule = "FI-FIRE-1"
    action: bool = False


class SwimPurpose(Frozen, BreathPurpose, tag_field="then", tag="swim"):
    """A roll to swim."""

    element = hazard_conditions.WATER
    rule = "FI-DROWN-2"
    action: bool = False


# ---- water -----------------------------------------------------------------------------------------------------------


# ---- the end of a round ----------------------------------------------------------------------------------------------


def suffer_all(draft: Draft) -> None:
    """Apply smoke and water at the end of a round to all without a roll this round (FI-DROWN-4, FI-FIRE-2)."""
    for actor in hazard_conditions.conflict_members(draft.table):
        smoke = hazard_conditions.hazard_condition(draft.table, actor, hazard_conditions.SMOKE)
        if smoke is not None and smoke.level != hazard_conditions.current_round(draft.table):
            CHECKS.roll_at_once(draft, _smoke_check(draft.table, actor))
        tn = hazard_conditions.water_tn(draft.table, actor)
        water = hazard_conditions.hazard_condition(draft.table, actor, hazard_conditions.WATER)
        unswum = tn is not None and water is not None and water.level != hazard_conditions.current_round(draft.table)
        if unswum and tn is not None and character_conditions.incapacity(draft.table, actor):
            lost = hazard_rules.breath_lost(tn, 0, bust=False)
            add_log_line(draft, actor, "sinks", "FI-DROWN-4")
            lose_wind(draft, actor, (CalculationStep(reason="short_by", value=lost),), "continuing", "FI-DROWN-4")
        elif unswum:
            add_log_line(draft, actor, "has_not_swum", "FI-DROWN-1")


MOVES = (
    Move(EnterSmoke, hazard_conditions.verify_gm_for, enter_smoke),
    LeaveSmoke,
    BreatheSmoke,
    EnterWater,
    LeaveWater,
    Swim,
)
