"""Dice that are being rolled (FI-CORE)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.rulesets.future_imperfect.fate import Kind
from engine.rulesets.future_imperfect.parts import Part
from engine.rulesets.future_imperfect.rolls import Thrown
from engine.rulesets.future_imperfect.traits import Trait
from engine.table.frozen import Frozen, Json
from engine.table.table import Procedure, Table

HALTED_BY: Final = "halted_by"
"""Under this, a check says about itself who came between, so that the Master has the word on it (FI-SIMPLE-6)."""


class Roll(Frozen):
    """One character's dice in a check.

    Attributes:
        actor: who rolls.
        name: what is rolled, as the sheet calls it.
        dice: what is thrown.
        halved: a default roll, whose total is halved (FI-CORE-15).
        parts: what is added to the total, each with its reason; all before the dice fall (FI-CORE-9).
        targets: among how many targets the dice of a burst are split (FI-AUTO-4).
        kind: what it is as far as chips are concerned (FI-FATE-19).
        thrown: the dice with all that chips have brought; None before they fall.
        spent: how many chips of each colour.
        ruled: the Master's word on the total.
    """

    actor: str
    name: str
    dice: Trait
    halved: bool = False
    parts: tuple[Part, ...] = ()
    targets: int = 1
    kind: Kind = Kind.CHECK
    thrown: Thrown | None = None
    spent: Mapping[str, int] = {}
    ruled: int | None = None


class Check(Frozen, Procedure, tag_field="procedure", tag="check"):
    """Dice that are being rolled: against a number, or one character's against another's (FI-CORE-18).

    Attributes:
        purpose: what goes on once it is decided, a key of `checks.PURPOSES`.
        what: what is tried, in words.
        about: what the purpose needs to know.
        rolls: one, or two for an opposed roll; the first one's character began it.
        tn: the number to reach; None for an opposed roll.
        tn_parts: what the number is made of.
        stakes: what success and failure bring, said beforehand (FI-SIMPLE-4).
        fallen: dice of it have fallen, be it in a throw that was a tie: what it costs is paid, and nothing is called
            off any more (FI-CORE-21).
        stands: the rolls that those who could better them have let stand.
    """

    purpose: str
    what: str = ""
    about: Mapping[str, Json] = {}
    rolls: tuple[Roll, ...] = ()
    tn: int | None = None
    tn_parts: tuple[Part, ...] = ()
    stakes: str = ""
    fallen: bool = False
    stands: tuple[int, ...] = ()

    @property
    def thrown(self) -> bool:
        """Whether all the dice have left the hands (FI-CORE-21)."""
        return all(roll.thrown is not None for roll in self.rolls)


def check(table: Table) -> Check | None:
    """Return the check under way, if it is what is at the front."""
    front = table.procedures[-1] if table.procedures else None
    return front if type(front) is Check else None
