"""The options in force, their specifications, and the lists that a group edits, as in a new campaign."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

from engine.asset_folder import game_folder
from engine.core.game_options import OptionSpec, read_options
from engine.model.frozen import Json
from engine.model.table import Table

FOLDER = game_folder("future_imperfect")
option_specs: Callable[[], Mapping[str, OptionSpec]] = cache(partial(read_options, FOLDER / "options.toml"))
"""The specifications of all options of a group (section 6.2)."""


WEAPONS, ARMOUR, RACES, OBSTACLES, APTITUDES = "weapons", "armour", "races", "obstacles", "aptitudes"


@cache
def first_lists() -> Mapping[str, tuple[Mapping[str, Json], ...]]:
    """Return gear, races, obstacles, and the Traits of Aptitudes, each list by its name.

    The weapons have the columns of the record sheet.
    """
    raw = tomllib.loads((FOLDER / "weapons.toml").read_text(encoding="utf-8"))
    return {name: tuple(raw[name]) for name in (WEAPONS, ARMOUR, RACES, OBSTACLES, APTITUDES)}


def flag(table: Table, name: str) -> bool:
    """Return whether a yes-or-no option is on."""
    return bool(table.option(name))


def number(table: Table, name: str) -> int:
    """Return a number."""
    value = table.option(name)
    assert isinstance(value, int)
    return value


def limit(table: Table, name: str) -> int | None:
    """Return a number that is a limit; None if the group has set 0 for no limit."""
    return number(table, name) or None


def word(table: Table, name: str) -> Any:
    """Return a choice; the specification allows only the words that the rules know."""
    return table.option(name)
