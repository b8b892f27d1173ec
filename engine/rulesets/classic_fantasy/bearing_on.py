"""What the state of a character makes of its rolls: fatigue, lying prone, a hurt limb (CF-FATIGUE-4, CF-X-33)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.rulesets.classic_fantasy import at_table, fatigue, states
from engine.rulesets.classic_fantasy.grades import Bearing
from engine.table.table import Table

PRONE_GRADE: Final = "Formidable"
"""How hard it is to fight while prone (CF-X-33)."""


def state(table: Table, actor: str) -> tuple[Bearing, ...]:
    """Return what bears on every skill roll of a character (CF-FATIGUE-4)."""
    found = fatigue.bearing(at_table.fatigue_level(table, actor))
    return () if found is None else (found,)


def fighting(table: Table, actor: str) -> tuple[Bearing, ...]:
    """Return what bears on attacks and parries besides (CF-X-33)."""
    return tuple(_fighting(table, actor))


def _fighting(table: Table, actor: str) -> Iterator[Bearing]:
    if table.actors[actor].has(states.PRONE):
        yield Bearing(reason="prone", grade=PRONE_GRADE)


def with_location(table: Table, actor: str, location: str) -> tuple[Bearing, ...]:
    """Return what a Serious Wound makes of tasks with a location, where the group plays so (CF-WOUND-11)."""
    hurt = any(states.place_of(one) == location for one in table.actors[actor].named(states.HARDER))
    return (Bearing(reason="hurt_location", steps=1, params={"location": location}),) if hurt else ()
