"""The numbers of the game, read once from its assets."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any, TypeVar

import msgspec

from engine.play.words import ASSETS
from engine.table.frozen import Frozen

RULESET = "classic_fantasy"
FOLDER = ASSETS / "rulesets" / RULESET
T = TypeVar("T", bound=Frozen)


@cache
def tables(name: str, kind: type[T]) -> T:
    """Return the tables of one chapter: `rules/<name>.toml` in the form of a struct. A misspelt key is an error."""
    return msgspec.convert(tomllib.loads((FOLDER / "rules" / f"{name}.toml").read_text(encoding="utf-8")), kind)


@cache
def sheet_table(name: str, kind: Any) -> Any:
    """Return a table that the record sheets reckon with as well (`tables.toml`), in the form asked for.

    Args:
        name: of the table.
        kind: its form, such as `tuple[tuple[int, int], ...]`.
    """
    # A table comes up sooner without all that sheets can do.
    from engine.sheets.shelf import tables_of

    return msgspec.convert(tables_of(RULESET)[name], kind, strict=False)
