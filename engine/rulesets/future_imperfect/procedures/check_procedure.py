"""A check: the dice of one or two characters, until its result; negotiations before one (FI-CORE, FI-SIMPLE)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import ClassVar

from engine.core.draft import procedure_in_front
from engine.core.memo import projection
from engine.kit.calculation import CalculationStep
from engine.kit.checks.check_flow import CheckContinuation, CheckProcedure
from engine.messages.message import Message
from engine.model.frozen import Frozen
from engine.model.table import Procedure, Table
from engine.rulesets.future_imperfect.character.traits import Trait
from engine.rulesets.future_imperfect.rules.roll_rules import (
    CheckOutcome,
    ContestResult,
    RollKind,
    RollScore,
    ThrownDice,
)


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


class CallOffPolicy(Enum):
    """The seats that may call a roll off before its dice fall; a roll that must be made, only the GM."""

    BEGINNER = "beginner"
    MASTER = "master"
    ELSEWHERE = "elsewhere"
    """Nobody; a separate command stops the whole procedure that the roll belongs to."""


class CheckPurpose(CheckContinuation["Check", "CheckResult"]):
    """The purpose of a check: its cost, what follows it, and who may call it off.

    Each purpose is a struct in the module of its feature; `resume` is called once the check is decided and over.

    Attributes:
        acts: it is a deliberate action of the character that began it.
        off: who may call it off.
        dazed: a stunned character can do it, too (FI-STUN-4).
        called: the name of such a roll, a key; empty where the Trait or Aptitude says enough.
        runs: the roll is for the running itself, without the penalty for running (FI-MOVE-8).
        waits: after the dice fall it waits to be accepted, even if no chip could help (FI-SIMPLE-6).
    """

    __slots__ = ()
    acts: ClassVar[bool] = False
    off: ClassVar[CallOffPolicy] = CallOffPolicy.MASTER
    dazed: ClassVar[bool] = False
    called: ClassVar[str] = ""
    runs: ClassVar[bool] = False
    waits: ClassVar[bool] = False

    def named_target(self, table: Table) -> str:
        """Return the name of the character that such a roll helps; empty for none, and for a secret one."""
        return ""

    def odds_assumptions(self, table: Table, check: Check) -> tuple[Message, ...]:
        """Return that no chip is spent on the dice from now on."""
        return (Message(key="odds.without_chips"),)


class Check(Frozen, CheckProcedure, tag_field="procedure", tag="check"):
    """A check in progress: dice against a number, or of one character against another (FI-CORE-18).

    Attributes:
        then: the purpose.
        what: the attempt, in words.
        rolls: one, or two for an opposed roll; the first one's character began it.
        tn: the number to reach; None for an opposed roll.
        tn_parts: the steps of the number.
        stakes: the declared outcomes of success and failure (FI-SIMPLE-4).
        fallen: dice of it have fallen, also in a throw that was a tie: its cost is paid, and it cannot be called off
            (FI-CORE-21).
        stands: the accepted rolls.
        halted_by: the character that interrupted the outcome, so that the GM decides (FI-SIMPLE-6).
    """

    then: CheckPurpose
    what: str = ""
    rolls: tuple[CheckRoll, ...] = ()
    tn: int | None = None
    tn_parts: tuple[CalculationStep, ...] = ()
    stakes: str = ""
    fallen: bool = False
    stands: tuple[int, ...] = ()
    halted_by: str = ""

    @classmethod
    def against(cls, tn: int, reason: str, roll: CheckRoll, then: CheckPurpose, what: str = "") -> Check:
        """Return the check of one roll against a number that has one reason."""
        step = CalculationStep(reason=reason, value=tn)
        return cls(then=then, what=what, rolls=(roll,), tn=tn, tn_parts=(step,))

    @property
    def thrown(self) -> bool:
        """Whether all dice have been thrown (FI-CORE-21)."""
        return None not in [roll.thrown for roll in self.rolls]


class CheckResult(Frozen):
    """A check with its result: an outcome against a number, or a contest."""

    check: Check
    scores: tuple[RollScore, ...]
    outcome: CheckOutcome | None = None
    contest: ContestResult | None = None

    @property
    def successes(self) -> int:
        """The successes of the character that began it."""
        if self.outcome is not None:
            return self.outcome.successes
        return self.contest.successes if self.contest and self.contest.is_won else 0


def current_check(table: Table) -> Check | None:
    """Return the check in progress, if it is in front."""
    return procedure_in_front(table, Check)


@projection
def is_checking(table: Table) -> bool:
    """Say whether a check is in front."""
    return current_check(table) is not None


def side_name(index: int) -> str:
    """Return the name of a roll's dice on the table: of the first roll of a check, or the second."""
    return f"roll{index}"


class Stakes(Frozen, Procedure, tag_field="procedure", tag="stakes"):
    """A simple contest under negotiation; nothing is rolled before both sides agree (FI-SIMPLE-4).

    The character begins it with its Aptitude; the opponent's skill is the usual one if `against` is empty. `by` is the
    seat that proposed the outcomes.
    """

    actor: str
    target: str
    aptitude: str
    success: str
    failure: str
    by: str
    against: str = ""
    raises: tuple[str, ...] = ()


class SocialPrice(Frozen, Procedure, tag_field="procedure", tag="price"):
    """A price in chips for a character to resist an event (FI-SIMPLE-7, FI-SIMPLE-8)."""

    actor: str
    chips: int
    what: str
