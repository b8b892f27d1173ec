"""A check: the dice of one or two characters, until its result (FI-CORE)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.kit.calculation import CalculationStep
from engine.model.frozen import Frozen, Json
from engine.model.table import Procedure, Table
from engine.rulesets.future_imperfect.character.traits import Trait
from engine.rulesets.future_imperfect.rules.roll_rules import RollKind, ThrownDice

HALTED_BY: Final = "halted_by"
"""Key in `Check.about`: the character that interrupted the outcome, so that the GM decides (FI-SIMPLE-6)."""


class CheckRoll(Frozen):
    """One character's dice in a check.

    Attributes:
        actor: the rolling character.
        name: the Trait or Aptitude, as the sheet calls it.
        dice: the dice to throw.
        halved: a default roll, whose total is halved (FI-CORE-15).
        parts: the modifiers with their reasons, all from before the dice fall (FI-CORE-9).
        targets: the number of targets that the dice of a burst are split over (FI-AUTO-4).
        kind: the kind of roll, for the use of chips (FI-FATE-19).
        thrown: the dice, those of chips included; None before they fall.
        spent: the number of chips spent, by colour.
        ruled: the GM's override of the total.
    """

    actor: str
    name: str
    dice: Trait
    halved: bool = False
    parts: tuple[CalculationStep, ...] = ()
    targets: int = 1
    kind: RollKind = RollKind.CHECK
    thrown: ThrownDice | None = None
    spent: Mapping[str, int] = {}
    ruled: int | None = None


class Check(Frozen, Procedure, tag_field="procedure", tag="check"):
    """A check in progress: dice against a number, or of one character against another (FI-CORE-18).

    Attributes:
        purpose: the purpose, a key of `check_resolution.PURPOSES`.
        what: the attempt, in words.
        about: data for the purpose.
        rolls: one, or two for an opposed roll; the first one's character began it.
        tn: the number to reach; None for an opposed roll.
        tn_parts: the steps of the number.
        stakes: the declared outcomes of success and failure (FI-SIMPLE-4).
        fallen: dice of it have fallen, also in a throw that was a tie: its cost is paid, and it cannot be called off
            (FI-CORE-21).
        stands: the accepted rolls.
    """

    purpose: str
    what: str = ""
    about: Mapping[str, Json] = {}
    rolls: tuple[CheckRoll, ...] = ()
    tn: int | None = None
    tn_parts: tuple[CalculationStep, ...] = ()
    stakes: str = ""
    fallen: bool = False
    stands: tuple[int, ...] = ()

    @property
    def thrown(self) -> bool:
        """Whether all dice have been thrown (FI-CORE-21)."""
        return all(roll.thrown is not None for roll in self.rolls)


def current_check(table: Table) -> Check | None:
    """Return the check in progress, if it is in front."""
    front = table.procedures[-1] if table.procedures else None
    return front if type(front) is Check else None


def side_name(index: int) -> str:
    """Return the name of a roll's dice on the table: of the first roll of a check, or the second."""
    return f"roll{index}"
