"""The time that passes: it waits below each roll or answer that comes up, and then passes on by itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.core.continuation import Continuation
from engine.core.draft import find_procedure
from engine.model.frozen import Frozen
from engine.model.table import Procedure, Table
from engine.rulesets.classic_fantasy.character.activity import Activity


@dataclass(frozen=True, slots=True)
class PassedTime:
    """Time that has passed.

    Attributes:
        start: when it began.
        whole: all of it has passed; the GM did not stop it, and there were not too many events.
    """

    start: int
    whole: bool


class TimePurpose(Continuation[PassedTime]):
    """The purpose for which time passes, with its data: carried out at its end."""

    __slots__ = ()

    def bound_actors(self) -> tuple[str, ...]:
        """Return the characters that the time passes for; none by default."""
        return ()


class TimePassage(Frozen, Activity, tag_field="procedure", tag="passing"):
    """Time that has not passed completely yet.

    Attributes:
        start: when it began.
        until: when it will end.
        reckoned: the moment up to which each event was handled meanwhile, by its name.
        then: its purpose; None for time that passes for nothing in particular.
    """

    start: int
    until: int
    reckoned: Mapping[str, int] = {}
    then: TimePurpose | None = None

    def bound_actors(self) -> tuple[str, ...]:
        """Return the characters that the passing time is for."""
        return () if self.then is None else self.then.bound_actors()


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
