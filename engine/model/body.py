"""A character's body: the hit locations of one chart, each with its level, armour and bleeding."""

from __future__ import annotations

from collections.abc import Mapping

from engine.model.frozen import Frozen


class Location(Frozen):
    """One hit location. `level` counts wounds or hit points, as the game reads it, between `least` and `most`."""

    level: int = 0
    least: int | None = 0
    most: int | None = None
    armour: int = 0
    bleeding: bool = False


class Body(Frozen):
    """The locations of one character by the names of its hit chart."""

    chart: str
    locations: Mapping[str, Location] = {}
