"""A trap that somebody is dealing with: it springs, and its victim tries to get away (CF-TRAP-9, CF-TRAP-10)."""

from __future__ import annotations

from typing import Literal

from engine.play.draft import find_procedure
from engine.rulesets.classic_fantasy.grades import Rolled
from engine.table.frozen import Frozen
from engine.table.table import Procedure, Table


class Springing(Frozen, Procedure, tag_field="procedure", tag="springing"):
    """A trap goes off at somebody.

    Attributes:
        trap: its id in the list of traps.
        victim: at whom.
        others: those whom it goes off at after that.
        rolled: how the trap's own roll went; it stands for every victim.
        stage: the victim chooses how to resist, rolls, or takes what comes.
        lucky: who has spent a Luck Point on it (CF-LUCK-5).
    """

    trap: str
    victim: str
    others: tuple[str, ...] = ()
    rolled: Rolled | None = None
    stage: Literal["resist", "harm"] = "resist"
    lucky: tuple[str, ...] = ()


def springing(table: Table) -> Springing | None:
    """Return the trap that goes off."""
    return find_procedure(table, Springing)
