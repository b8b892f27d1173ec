"""The lists that a group edits, as in a new campaign: gear, races, obstacles, and the Traits of Aptitudes."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache

from engine.model.frozen import Json
from engine.rulesets.future_imperfect.rules_data import FOLDER

WEAPONS, ARMOUR, RACES, OBSTACLES, APTITUDES = "weapons", "armour", "races", "obstacles", "aptitudes"


@cache
def first_lists() -> Mapping[str, tuple[Mapping[str, Json], ...]]:
    """Return the lists by name; the weapons have the columns of the record sheet."""
    raw = tomllib.loads((FOLDER / "weapons.toml").read_text(encoding="utf-8"))
    return {name: tuple(raw[name]) for name in (WEAPONS, ARMOUR, RACES, OBSTACLES, APTITUDES)}
