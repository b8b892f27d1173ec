"""Time that is passing: it waits beneath whatever somebody must roll or answer on its way, and goes on by itself."""

from __future__ import annotations

from collections.abc import Mapping

from engine.play.draft import find_procedure
from engine.table.frozen import Frozen, Json
from engine.table.table import Procedure, Table


class Passing(Frozen, Procedure, tag_field="procedure", tag="passing"):
    """Time that is not over yet.

    Attributes:
        start: when it began.
        until: when it will be over.
        reckoned: up to which moment what has happened meanwhile has been reckoned, by the names of its entries.
        then: what it was for, a key of `passing.THEN`.
        about: what that needs to know.
    """

    start: int
    until: int
    reckoned: Mapping[str, int] = {}
    then: str = ""
    about: Mapping[str, Json] = {}


def passing(table: Table) -> Passing | None:
    """Return the time that is passing."""
    return find_procedure(table, Passing)


def is_passing(table: Table) -> bool:
    """Say whether nothing is before the time that is passing."""
    return bool(table.procedures) and isinstance(table.procedures[-1], Passing)


def since_passing(table: Table) -> tuple[Procedure, ...]:
    """Return what is under way and has come up while time passes; where none does, all that is under way."""
    kinds = [isinstance(under_way, Passing) for under_way in table.procedures]
    return table.procedures[len(kinds) - kinds[::-1].index(True) :] if any(kinds) else table.procedures
