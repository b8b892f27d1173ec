"""Characters on fire: the GM sets and puts out a fire, which burns at the start of each round (FI-FIRE)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.core.command_fields import ActorId
from engine.core.commands import Move, Request
from engine.core.draft import Draft
from engine.kit.checks.exploding_dice import roll_exploding_dice
from engine.messages.refusal import Refused
from engine.model.table import Table
from engine.rulesets.future_imperfect.actions import hazard_conditions
from engine.rulesets.future_imperfect.character import character_sheet
from engine.rulesets.future_imperfect.checks.dice_tray import clear_tray, show_effect_openly
from engine.rulesets.future_imperfect.damage.wound_commands import ANYWHERE, inflict_wounds
from engine.rulesets.future_imperfect.damage.wound_marks import chart_for, wounds_of
from engine.rulesets.future_imperfect.procedures.participants import add_log_line, dice_purpose, record_result
from engine.rulesets.future_imperfect.procedures.session_procedure import EffectRoll
from engine.rulesets.future_imperfect.procedures.wound_procedure import AfterWounds
from engine.rulesets.future_imperfect.rules import hazard_rules
from engine.rulesets.future_imperfect.rules.hazard_rules import FireSize


class SetOnFire(Request):
    """Set a character on fire, as the GM: a small fire, a larger one, or all of the body."""

    RULES = ("FI-FIRE-3",)
    actor: ActorId
    blaze: Annotated[FireSize, Meta(description="small, larger or engulfed")]
    areas: Annotated[tuple[str, ...], Meta(description="the wound areas that burn; none where all of it does")] = ()

    def verify(self, table: Table) -> None:
        """Require the GM, and the burning areas unless the whole body burns."""
        hazard_conditions.need_gm_for(table, self, self.actor)
        chart = chart_for(table, self.actor)
        strange = [area for area in self.areas if area not in chart.areas]
        if strange:
            raise Refused("no_such_area", "FI-FIRE-3", area=strange[0][:40], known=list(chart.areas))
        if self.blaze != "engulfed" and not self.areas:
            raise Refused("burns_where", "FI-FIRE-3")

    def decide(self, draft: Draft) -> None:
        """Add the condition; it burns from the next round on."""
        note = "" if self.blaze == "engulfed" else ", ".join(dict.fromkeys(self.areas))
        level = hazard_conditions.BLAZES.index(self.blaze) + 1
        hazard_conditions.enter_hazard(draft, self.actor, hazard_conditions.BURNING, note, level)
        add_log_line(draft, self.actor, "burns", "FI-FIRE-3", blaze=self.blaze)


class Burn(Request):
    """Hurt a burning character now; in a conflict this happens at the start of each round."""

    RULES = ("FI-FIRE-3", "FI-FIRE-4", "FI-STUN-2")
    actor: ActorId


class PutOutFire(Request):
    """Put out the fire of a character."""

    RULES = ("FI-FIRE-3",)
    actor: ActorId


# ---- fire ------------------------------------------------------------------------------------------------------------


def verify_burning(table: Table, command: Burn | PutOutFire) -> None:
    """Require the GM, and a burning character."""
    hazard_conditions.need_gm_in_hazard(table, command, command.actor, hazard_conditions.BURNING)


def burn_now(draft: Draft, command: Burn) -> None:
    """Hurt the character."""
    clear_tray(draft)
    burn(draft, command.actor)


def burn(draft: Draft, actor: str, then: AfterWounds | None = None) -> None:
    """Roll once for all burning areas; chips reduce the wounds before each area gets them (FI-FIRE-3, FI-FIRE-4)."""
    condition = hazard_conditions.hazard_condition(draft.table, actor, hazard_conditions.BURNING)
    assert condition is not None
    blaze = hazard_conditions.BLAZES[max(1, min(condition.level, len(hazard_conditions.BLAZES))) - 1]
    sides = hazard_rules.hazard_tables().fire.sides
    with dice_purpose(draft, actor, "dice_fire"):
        thrown = roll_exploding_dice(draft, sides, hazard_rules.fire_dice(blaze), aces=True)
    damage = sum(die.total for die in thrown)
    chart = chart_for(draft.table, actor)
    areas = hazard_rules.fire_areas(chart, blaze, [area.strip() for area in condition.note.split(",")]) or (chart.core,)
    add_log_line(draft, actor, "fire_hurts", "FI-FIRE-3", "FI-FIRE-4", damage=damage, areas=list(areas))
    record_result(draft, actor, damage=damage)
    show_effect_openly(draft, EffectRoll(actor=actor, what="fire", sides=sides, dice=thrown, total=damage))
    wounds = wounds_of(damage, character_sheet.size(draft.table.actors[actor], draft.table.lists))
    inflict_wounds(draft, actor, {ANYWHERE: wounds}, what="fire", source="continuing", copied=areas, then=then)


def put_out(draft: Draft, command: PutOutFire) -> None:
    """Remove the condition."""
    hazard_conditions.leave_hazard(draft, command.actor, hazard_conditions.BURNING)
    add_log_line(draft, command.actor, "burns_no_more", "FI-FIRE-3")


# ---- rounds ----------------------------------------------------------------------------------------------------------


def burn_all(draft: Draft, then: AfterWounds) -> None:
    """Hurt all burning characters at the start of a round; the first one's wounds are in front (2.34 ROUND 0).

    Args:
        draft: the draft.
        then: the continuation after the wounds of each.
    """
    clear_tray(draft)
    for actor in reversed(hazard_conditions.conflict_members(draft.table)):
        if hazard_conditions.hazard_condition(draft.table, actor, hazard_conditions.BURNING) is not None:
            burn(draft, actor, then)


MOVES = (SetOnFire, Move(Burn, verify_burning, burn_now), Move(PutOutFire, verify_burning, put_out))
