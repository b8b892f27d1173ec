"""Modifiers before a roll, and the GM's overrides of its target number and total (FI-CORE-9)."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from engine.core.commands import Move, Request, need_gm
from engine.core.draft import Draft
from engine.kit.calculation import CalculationStep, effective_steps
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.table import Table
from engine.rulesets.future_imperfect.checks.check_commands import RollIndexField
from engine.rulesets.future_imperfect.checks.check_resolution import CHECKS
from engine.rulesets.future_imperfect.checks.check_scores import score_of
from engine.rulesets.future_imperfect.procedures.check_procedure import Check, CheckRoll
from engine.rulesets.future_imperfect.rules.ranged_rules import OTHER, other_part

RULED: Final = "ruled"
"""The name of the calculation step for an override by the GM."""
Bonus = Annotated[int, Meta(ge=-99, le=99, description="what is added to the total")]


class AddModifier(Request):
    """Add a modifier with its reason to a roll before the dice fall."""

    RULES = ("FI-CORE-9", "FI-SHOOT-11", "FI-SHOOT-12")
    value: Bonus
    why: Annotated[str, Meta(description="what it is for")] = ""
    roll: RollIndexField = 0


class SetTarget(Request):
    """Set the target number, as the GM."""

    RULES = ("FI-CORE-20",)
    tn: Annotated[int, Meta(ge=0, le=999, description="what the total must reach")]


class RuleTotal(Request):
    """Override the total of a roll, as the GM."""

    RULES = ("FI-CORE-9",)
    total: Annotated[int, Meta(ge=-999, le=9999, description="what the roll comes to")]
    roll: RollIndexField = 0


def verify_modifier(table: Table, command: AddModifier) -> None:
    """Require a seat that takes part, before the throw."""
    check = CHECKS.need_open(table)
    CHECKS.need_takes_part(table, command, check)
    if CHECKS.need_roll(check, command.roll).thrown is not None:
        raise Refused("dice_have_fallen", "FI-CORE-21")


def add_modifier(draft: Draft, command: AddModifier) -> None:
    """Add it to the steps."""
    roll = CHECKS.need_check(draft.table).rolls[command.roll]
    CHECKS.change_roll(draft, command.roll, parts=(*roll.parts, other_part(command.value, command.why)))
    name = actor_name(draft.table, roll.actor)
    draft.note("modifier", "FI-CORE-9", actor=name, value=command.value, why=command.why)


def verify_target(table: Table, command: SetTarget) -> None:
    """Require the GM, before the throw, and a roll against a number."""
    need_gm(table, command, "FI-CORE-20")
    if CHECKS.need_open(table).tn is None:
        raise Refused("no_target_number", "FI-CORE-18")


def set_target(draft: Draft, command: SetTarget) -> None:
    """Set it."""
    check = CHECKS.need_check(draft.table)
    before = check.tn or 0
    part = CalculationStep(reason=RULED, value=command.tn - before)
    draft.replace_procedure(replace(check, tn=command.tn, tn_parts=(*check.tn_parts, part)))
    draft.note("target_ruled", "FI-CORE-20", tn=command.tn, old=before)


def verify_rule_total(table: Table, command: RuleTotal) -> None:
    """Require the GM, after the throw."""
    need_gm(table, command, "FI-CORE-9")
    CHECKS.need_roll(CHECKS.need_thrown(table), command.roll)


def rule_total(draft: Draft, command: RuleTotal) -> None:
    """Set the total; the roll is no bust."""
    roll = CHECKS.need_check(draft.table).rolls[command.roll]
    old = score_of(draft.table, roll).total
    CHECKS.change_roll(draft, command.roll, ruled=command.total)
    draft.note("total_ruled", actor=actor_name(draft.table, roll.actor), total=command.total, old=old)


def with_manual_changes(check: Check, before: Check) -> Check:
    """Return a recalculated roll with the manual changes made to it before it had to wait.

    Added modifiers, a paid Impetus and a target number set by the GM stay.

    Args:
        check: the recalculated check, with rolls of the same characters.
        before: the check before the wait.
    """
    rolls = tuple(_with_manual_parts(roll, old) for roll, old in zip(check.rolls, before.rolls, strict=True))
    check = replace(check, rolls=rolls)
    if check.tn is None or before.tn is None or all(part.reason != RULED for part in before.tn_parts):
        return check
    ruled = effective_steps(CalculationStep(reason=RULED, value=before.tn - check.tn))
    return replace(check, tn=before.tn, tn_parts=(*check.tn_parts, *ruled))


def _with_manual_parts(roll: CheckRoll, before: CheckRoll) -> CheckRoll:
    manual = tuple(part for part in before.parts if part.reason == OTHER)
    return replace(roll, parts=(*roll.parts, *manual), halved=roll.halved and before.halved)


MOVES = (
    Move(AddModifier, verify_modifier, add_modifier),
    Move(SetTarget, verify_target, set_target),
    Move(RuleTotal, verify_rule_total, rule_total),
)
