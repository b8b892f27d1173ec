"""Falling: the roll for a soft landing, and the damage (FI-FALL)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.core.commands import Move
from engine.core.draft import Draft
from engine.kit.calculation import CalculationStep, total
from engine.kit.checks.exploding_dice import roll_exploding_dice
from engine.model.frozen import Frozen
from engine.presentation.command_offers import Asks
from engine.rulesets.future_imperfect.actions import hazard_conditions
from engine.rulesets.future_imperfect.character import character_sheet
from engine.rulesets.future_imperfect.checks.character_rolls import skill_roll, trait_roll
from engine.rulesets.future_imperfect.checks.check_resolution import CHECKS
from engine.rulesets.future_imperfect.checks.dice_tray import clear_tray, show_effect_openly
from engine.rulesets.future_imperfect.damage import wound_marks
from engine.rulesets.future_imperfect.damage.wound_commands import ANYWHERE, inflict_wounds
from engine.rulesets.future_imperfect.distance import written
from engine.rulesets.future_imperfect.procedures.check_procedure import Check, CheckPurpose, CheckResult
from engine.rulesets.future_imperfect.procedures.participants import add_log_line, dice_purpose, record_result
from engine.rulesets.future_imperfect.procedures.session_procedure import EffectRoll
from engine.rulesets.future_imperfect.rules import hazard_rules
from engine.rulesets.future_imperfect.rules.hazard_rules import LandingGround
from engine.rulesets.future_imperfect.settings import flag

SWIMMING = "swimming"


GROUNDS: tuple[LandingGround, ...] = ("hard", "water", "soft")


class Fall(hazard_conditions.HazardRequest):
    """Make a character fall. Into water or onto soft ground, it may land well."""

    RULES = ("FI-FALL-1", "FI-FALL-2", "FI-FALL-3", "FI-FALL-4", "FI-FALL-5", "FI-STUN-2")
    metres: Annotated[float, Meta(ge=0, le=99999, description="how far"), Asks(least=1, most=999)]
    ground: Annotated[LandingGround, Meta(description="hard, water or soft"), Asks(choices=GROUNDS, optional=False)] = (
        "hard"
    )


def fall(draft: Draft, command: Fall) -> None:
    """Open a roll for a soft landing if the ground allows one; otherwise apply the damage at once."""
    tn = hazard_rules.landing_tn(command.ground)
    if tn is None or not hazard_rules.fall_dice(command.metres).dice:
        _apply_fall_damage(draft, command.actor, command.metres, command.ground, landed_well=False)
        return
    into_water = command.ground == "water"
    make_roll = skill_roll if into_water else trait_roll
    check = Check(
        then=LandingPurpose(metres=command.metres, ground=command.ground),
        what=command.ground,
        rolls=(make_roll(draft.table, command.actor, SWIMMING if into_water else "dexterity"),),
        tn=tn,
        tn_parts=(CalculationStep(reason="landing", value=tn),),
    )
    CHECKS.open(draft, check)


class LandingPurpose(Frozen, CheckPurpose, tag_field="then", tag="landing"):
    """The roll for a soft landing: the damage of the fall follows, over so many metres onto that ground."""

    called = "landing"
    ground: LandingGround
    metres: float = 0.0

    def resume(self, draft: Draft, result: CheckResult) -> None:
        """Apply the damage."""
        actor, landed_well = result.check.rolls[0].actor, result.successes > 0
        _apply_fall_damage(draft, actor, self.metres, self.ground, landed_well=landed_well)


def _apply_fall_damage(draft: Draft, actor: str, metres: float, ground: LandingGround, *, landed_well: bool) -> None:
    fall_dice = hazard_rules.fall_dice(metres)
    if not fall_dice.dice:
        add_log_line(draft, actor, "falls_unhurt", "FI-FALL-1", "FI-FALL-5", metres=written(metres))
        record_result(draft, actor, damage=0, wounds=0)
        return
    clear_tray(draft)
    with dice_purpose(draft, actor, "dice_fall"):
        rolled_dice = roll_exploding_dice(draft, fall_dice.sides, fall_dice.dice, aces=True)
    parts = hazard_rules.fall_damage(
        [die.total for die in rolled_dice], fall_dice.plus, ground, landed_well=landed_well
    )
    damage = total(parts)
    reasons = [part.words for part in parts]
    add_log_line(draft, actor, "falls", "FI-FALL-1", metres=written(metres), damage=damage, reckoning=reasons)
    record_result(draft, actor, damage=damage)
    show_effect_openly(
        draft,
        EffectRoll(
            actor=actor, what="fall", sides=fall_dice.sides, dice=rolled_dice, total=damage, reasons=(*reasons,)
        ),
    )
    if damage:
        size = character_sheet.size(draft.table.actors[actor], draft.table.lists)
        wound_levels = wound_marks.wounds_of(damage, size)
        distinct_areas = flag(draft.table, "fall_distinct_areas")
        inflict_wounds(draft, actor, {ANYWHERE: wound_levels}, what="fall", distinct=distinct_areas)


MOVES = (Move(Fall, hazard_conditions.verify_gm_for, fall),)
