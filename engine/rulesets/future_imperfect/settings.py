"""The options in force, their specifications, and the lists that a group edits, as in a new campaign."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any

from engine.asset_folder import game_folder
from engine.kit.option_values import GameOptions
from engine.model.frozen import Json
from engine.model.table import Table

FOLDER = game_folder("future_imperfect")
_OPTIONS = GameOptions("future_imperfect")
option_specs = _OPTIONS.specs
"""The specifications of all options of a group (section 6.2)."""
flag, number, limit = _OPTIONS.flag, _OPTIONS.number, _OPTIONS.limit

WEAPONS, ARMOUR, RACES, OBSTACLES, APTITUDES = "weapons", "armour", "races", "obstacles", "aptitudes"


@cache
def first_lists() -> Mapping[str, tuple[Mapping[str, Json], ...]]:
    """Return gear, races, obstacles, and the Traits of Aptitudes, each list by its name.

    The weapons have the columns of the record sheet.
    """
    raw = tomllib.loads((FOLDER / "weapons.toml").read_text(encoding="utf-8"))
    return {name: tuple(raw[name]) for name in (WEAPONS, ARMOUR, RACES, OBSTACLES, APTITUDES)}


def word(table: Table, name: str) -> Any:
    """Return a choice; the specification allows only the words that the rules know."""
    return table.option(name)
