"""The lists that a group edits, as a new campaign has them: gear, races, obstacles, and what Aptitudes belong to."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache

from engine.rulesets.future_imperfect.data import FOLDER
from engine.table.frozen import Json

WEAPONS, ARMOUR, RACES, OBSTACLES, APTITUDES = "weapons", "armour", "races", "obstacles", "aptitudes"


@cache
def first_lists() -> Mapping[str, tuple[Mapping[str, Json], ...]]:
    """Return the lists by name; the weapons have the columns of the record sheet."""
    raw = tomllib.loads((FOLDER / "weapons.toml").read_text(encoding="utf-8"))
    return {name: tuple(raw[name]) for name in (WEAPONS, ARMOUR, RACES, OBSTACLES, APTITUDES)}
