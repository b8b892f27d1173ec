"""Accepting a roll, and calling one off (FI-CORE)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.core.commands import Move, Request
from engine.core.draft import Draft
from engine.kit.control import controller_of
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.table import Table
from engine.rulesets.future_imperfect.checks.check_resolution import (
    need_check,
    need_open,
    need_takes_part,
)
from engine.rulesets.future_imperfect.procedures.check_procedure import CallOffPolicy, Check

RollIndexField = Annotated[int, Meta(ge=0, le=1, description="which roll: 0 of who began it, 1 of who resists")]


class Accept(Request):
    """Accept a roll; its outcome follows once everyone who could improve it has accepted."""

    RULES = ("FI-CORE-10", "FI-CORE-11", "FI-CORE-18", "FI-CORE-19")


class CallOff(Request):
    """Call off a roll before the dice fall."""

    RULES = ("FI-CORE-21",)


def verify_call_off(table: Table, command: CallOff) -> None:
    """Require that no dice have fallen; the GM can call off any roll, a player one begun by choice."""
    check = need_open(table)
    if check.fallen:
        raise Refused("dice_have_fallen", "FI-CORE-21")
    off = check.then.off
    if off is CallOffPolicy.ELSEWHERE:
        raise Refused("stop_it_instead", "FI-CORE-21")
    if table.is_gm(command.seat) or (
        off is CallOffPolicy.BEGINNER and controller_of(table, check.rolls[0].actor) == command.seat
    ):
        return
    need_takes_part(table, command, check)
    raise Refused("must_be_rolled", "FI-CORE-21", actor=actor_name(table, check.rolls[0].actor))


def call_off(draft: Draft, command: CallOff) -> None:
    """End the check without a result, and continue with what it belongs to."""
    check = need_check(draft.table)
    called = "_as" if check.then.called else ""
    name = actor_name(draft.table, check.rolls[0].actor)
    draft.note(f"called_off{called}", "FI-CORE-21", actor=name, called=check.then.called, what=check.what)
    draft.pop_procedure(Check)
    check.then.waive(draft, check)


MOVES = (Move(CallOff, verify_call_off, call_off),)
