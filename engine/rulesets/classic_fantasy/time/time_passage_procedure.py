"""The time that passes: it waits below each roll or answer that comes up, and then passes on by itself."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.draft import find_procedure
from engine.model.frozen import Frozen, Json
from engine.model.table import Procedure, Table
from engine.rulesets.classic_fantasy.character.activity import Activity, actors_named


class TimePassage(Frozen, Activity, tag_field="procedure", tag="passing"):
    """Time that has not passed completely yet.

    Attributes:
        start: when it began.
        until: when it will end.
        reckoned: the moment up to which each event was handled meanwhile, by its name.
        then: its purpose, a key of `time_advance.THEN`.
        about: the data of that purpose.
    """

    start: int
    until: int
    reckoned: Mapping[str, int] = {}
    then: str = ""
    about: Mapping[str, Json] = {}

    def bound_actors(self) -> tuple[str, ...]:
        """Return the characters that the passing time is for."""
        return actors_named(self.about)


def time_passage(table: Table) -> TimePassage | None:
    """Return the time that passes."""
    return find_procedure(table, TimePassage)


def is_time_passing(table: Table) -> bool:
    """Say whether time passes and no procedure is above it."""
    return bool(table.procedures) and isinstance(table.procedures[-1], TimePassage)


def procedures_above_time(table: Table) -> tuple[Procedure, ...]:
    """Return the procedures that have come up while time passes; all procedures while none does."""
    kinds = [isinstance(procedure, TimePassage) for procedure in table.procedures]
    return table.procedures[len(kinds) - kinds[::-1].index(True) :] if any(kinds) else table.procedures
