"""Throwing the dice of a roll, accepting it, and calling it off (FI-CORE)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.core.commands import Move, Request
from engine.rulesets.future_imperfect.checks.check_resolution import CHECKS

RollIndexField = Annotated[int, Meta(ge=0, le=1, description="which roll: 0 of who began it, 1 of who resists")]


class ThrowDice(Request):
    """Throw the dice: each player for their own characters, the GM for all; then only Fate Chips change the roll."""

    RULES = ("FI-CORE-7", "FI-CORE-8", "FI-CORE-9", "FI-CORE-12", "FI-CORE-21")


class Accept(Request):
    """Accept a roll; its outcome follows once everyone who could improve it has accepted."""

    RULES = ("FI-CORE-10", "FI-CORE-11", "FI-CORE-18", "FI-CORE-19")


class CallOff(Request):
    """Call off a roll before the dice fall."""

    RULES = ("FI-CORE-21",)


MOVES = (
    Move(ThrowDice, CHECKS.verify_throw, CHECKS.throw_dice),
    Move(Accept, CHECKS.verify_accept, CHECKS.accept),
    Move(CallOff, CHECKS.verify_call_off, CHECKS.call_off),
)
