"""A trap that goes off: its victims resist one after the other (CF-TRAP-9, CF-TRAP-10)."""

from __future__ import annotations

from typing import Literal

from engine.core.draft import find_procedure
from engine.model.frozen import Frozen
from engine.model.table import Table
from engine.rulesets.classic_fantasy.character.activity import Activity
from engine.rulesets.classic_fantasy.dice.success_levels import RollResult


class TriggeredTrap(Frozen, Activity, tag_field="procedure", tag="springing"):
    """A trap that goes off at its victims.

    Attributes:
        trap: its id in the list of traps.
        victim, others: the present victim, and those after that.
        rolled: the result of the trap's own roll, which counts against every victim.
        stage: the victim resists, or suffers the damage.
        lucky: the characters that have spent a Luck Point on it (CF-LUCK-5).
    """

    trap: str
    victim: str
    others: tuple[str, ...] = ()
    rolled: RollResult | None = None
    stage: Literal["resist", "harm"] = "resist"
    lucky: tuple[str, ...] = ()

    def bound_actors(self) -> tuple[str, ...]:
        """Return the victims."""
        return (self.victim, *self.others)


def triggered_trap(table: Table) -> TriggeredTrap | None:
    """Return the trap that goes off."""
    return find_procedure(table, TriggeredTrap)
