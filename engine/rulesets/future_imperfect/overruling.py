"""What is added to a roll before the dice fall, and the Master's word on it (FI-CORE-9)."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.future_imperfect.checks import (
    Which,
    need_check,
    need_open,
    need_roll,
    need_takes_part,
    need_thrown,
    score_of,
    with_roll,
)
from engine.rulesets.future_imperfect.parts import Part, counting
from engine.rulesets.future_imperfect.procedures.check import Check, Roll
from engine.rulesets.future_imperfect.shooting import OTHER, other_part
from engine.table.frozen import replace
from engine.table.table import Table

RULED: Final = "ruled"
"""The Master's word on a number is a part of this name."""
Bonus = Annotated[int, Meta(ge=-99, le=99, description="what is added to the total")]


class AddModifier(Request):
    """Before the dice fall: something is added to a roll, with the reason."""

    RULES = ("FI-CORE-9", "FI-SHOOT-11", "FI-SHOOT-12")
    value: Bonus
    why: Annotated[str, Meta(description="what it is for")] = ""
    roll: Which = 0


class SetTarget(Request):
    """The Master sets the number to reach."""

    RULES = ("FI-CORE-20",)
    tn: Annotated[int, Meta(ge=0, le=999, description="what the total must reach")]


class RuleTotal(Request):
    """The Master overrules the total of a roll."""

    RULES = ("FI-CORE-9",)
    total: Annotated[int, Meta(ge=-999, le=9999, description="what the roll comes to")]
    roll: Which = 0


def verify_modifier(table: Table, command: AddModifier) -> None:
    """Before the throw, whoever takes part."""
    found = need_open(table)
    need_takes_part(table, command, found)
    if need_roll(found, command.roll).thrown is not None:
        raise Refused("dice_have_fallen", "FI-CORE-21")


def add_modifier(draft: Draft, command: AddModifier) -> None:
    """Put it among the parts."""
    found = need_check(draft.table)
    roll = found.rolls[command.roll]
    part = other_part(command.value, command.why)
    draft.become(with_roll(found, command.roll, replace(roll, parts=(*roll.parts, part))))
    name = actor_name(draft.table, roll.actor)
    draft.note("modifier", "FI-CORE-9", actor=name, value=command.value, why=command.why)


def verify_target(table: Table, command: SetTarget) -> None:
    """The Master, before the throw, for a roll against a number."""
    need_gm(table, command, "FI-CORE-20")
    if need_open(table).tn is None:
        raise Refused("no_target_number", "FI-CORE-18")


def set_target(draft: Draft, command: SetTarget) -> None:
    """Set it."""
    found = need_check(draft.table)
    before = found.tn or 0
    part = Part(reason=RULED, value=command.tn - before)
    draft.become(replace(found, tn=command.tn, tn_parts=(*found.tn_parts, part)))
    draft.note("target_ruled", "FI-CORE-20", tn=command.tn, old=before)


def verify_rule_total(table: Table, command: RuleTotal) -> None:
    """The Master, after the throw."""
    need_gm(table, command, "FI-CORE-9")
    need_roll(need_thrown(table), command.roll)


def rule_total(draft: Draft, command: RuleTotal) -> None:
    """What the Master says is the total, and no bust."""
    found = need_check(draft.table)
    roll = found.rolls[command.roll]
    old = score_of(draft.table, roll).total
    draft.become(with_roll(found, command.roll, replace(roll, ruled=command.total)))
    draft.note("total_ruled", actor=actor_name(draft.table, roll.actor), total=command.total, old=old)


def as_said(anew: Check, before: Check) -> Check:
    """Return a roll that is reckoned anew, with all that had been said of it by hand before it had to wait.

    What was added for a reason stays added, an Impetus stays paid for, and a number that the Master set stays set.

    Args:
        anew: as the rules have it by now; its rolls are of the same characters.
        before: as it stood.
    """
    rolls = tuple(_roll_as_said(roll, old) for roll, old in zip(anew.rolls, before.rolls, strict=True))
    anew = replace(anew, rolls=rolls)
    if anew.tn is None or before.tn is None or all(part.reason != RULED for part in before.tn_parts):
        return anew
    ruled = counting(Part(reason=RULED, value=before.tn - anew.tn))
    return replace(anew, tn=before.tn, tn_parts=(*anew.tn_parts, *ruled))


def _roll_as_said(anew: Roll, before: Roll) -> Roll:
    told = tuple(part for part in before.parts if part.reason == OTHER)
    return replace(anew, parts=(*anew.parts, *told), halved=anew.halved and before.halved)


MOVES = (
    Move(AddModifier, verify_modifier, add_modifier),
    Move(SetTarget, verify_target, set_target),
    Move(RuleTotal, verify_rule_total, rule_total),
)
