"""The numbers of the game, read once from its assets."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any, TypeVar

import msgspec

from engine.asset_folder import game_folder
from engine.model.frozen import Frozen

RULESET = "classic_fantasy"
FOLDER = game_folder(RULESET)
T = TypeVar("T", bound=Frozen)


@cache
def tables(name: str, kind: type[T]) -> T:
    """Return the tables of one chapter: `rules/<name>.toml` converted to a struct. A misspelt key is an error."""
    return msgspec.convert(tomllib.loads((FOLDER / "rules" / f"{name}.toml").read_text(encoding="utf-8")), kind)


@cache
def sheet_table(name: str, kind: Any) -> Any:
    """Return a table that the record sheets use too (`tables.toml`), converted to a type.

    Args:
        name: the name of the table.
        kind: its type, such as `tuple[tuple[int, int], ...]`.
    """
    # Imported here: a table opens sooner without the sheets.
    from engine.sheets.catalogue.sheet_library import tables_of

    return msgspec.convert(tables_of(RULESET)[name], kind, strict=False)
