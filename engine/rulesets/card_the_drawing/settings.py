"""The group's options (sections 4.3 and 7), and the library that follows from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

import msgspec

from engine.asset_folder import game_folder
from engine.core.game_options import OptionSpec, read_options
from engine.core.memo import memo
from engine.kit.rules_data import rules_table
from engine.model.frozen import Frozen
from engine.model.table import Table
from engine.rulesets.card_the_drawing.calculation.battle_snapshot import BattleOptions
from engine.rulesets.card_the_drawing.cards.card_library import RULESET, Library, library_of


class Prices(Frozen):
    """The prices of the Drawing phase: Adrenaline for a draw, Adrenaline and Health for a reshuffle."""

    draw: int
    reshuffle: int
    health: int


prices = rules_table(RULESET, "prices", Prices)
"""The prices (CD-DRAW-5, CD-DRAW-6)."""
option_specs: Callable[[], Mapping[str, OptionSpec]] = cache(
    partial(read_options, game_folder(RULESET) / "options.toml")
)
"""All options of the game."""


def flag(table: Table, name: str) -> bool:
    """Return whether a switch is on."""
    return bool(table.option(name))


def number(table: Table, name: str) -> int:
    """Return a number."""
    value = table.option(name)
    assert isinstance(value, int)
    return value


def limit(table: Table, name: str) -> int | None:
    """Return a number that is a limit; None where the group has set 0 for none."""
    return number(table, name) or None


def word(table: Table, name: str) -> str:
    """Return a choice."""
    return str(table.option(name))


def battle_options(table: Table) -> BattleOptions:
    """Return the options that change a calculation."""
    form: Any = BattleOptions
    return msgspec.convert({name: table.option(name) for name in form.__struct_fields__}, BattleOptions)


@memo
def library(table: Table) -> Library:
    """Return the records that the group plays with."""
    return library_of(table.lists, use_proposed=flag(table, "use_proposed_cards"))
