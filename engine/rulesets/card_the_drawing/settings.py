"""What the group has chosen (sections 4.3 and 7), and what it plays with because of that."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from engine.play.options import OptionSpec, read_options
from engine.play.words import ASSETS
from engine.rulesets.card_the_drawing.library import RULESET, Library, library_of
from engine.rulesets.card_the_drawing.scene import Options
from engine.rulesets.remembering import Remembered
from engine.table.frozen import Frozen
from engine.table.table import Table

FOLDER = ASSETS / "rulesets" / RULESET


class Prices(Frozen):
    """What is bought in the Drawing phase: Adrenaline for a draw, Adrenaline and Health for a reshuffle."""

    draw: int
    reshuffle: int
    health: int


@cache
def prices() -> Prices:
    """Return what is paid (CD-DRAW-5, CD-DRAW-6)."""
    return msgspec.convert(tomllib.loads((FOLDER / "prices.toml").read_text(encoding="utf-8")), Prices)


@cache
def option_specs() -> Mapping[str, OptionSpec]:
    """Return every choice that a group has."""
    return read_options(FOLDER / "options.toml")


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


def options_of(table: Table) -> Options:
    """Return the choices that change a reckoning."""
    form: Any = Options
    return msgspec.convert({name: table.option(name) for name in form.__struct_fields__}, Options)


_libraries: Remembered[Library] = Remembered()


def library(table: Table) -> Library:
    """Return the cards, tags and archetypes that the group plays with."""
    lists, proposed = table.lists, flag(table, "use_proposed_cards")
    return _libraries.get("", (lists, proposed), lambda: library_of(lists, use_proposed=proposed))
