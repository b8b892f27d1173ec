"""The numbers of a game, read from the data in its folder when they are first needed."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import cache, partial
from typing import Any, TypeVar

import msgspec

from engine.asset_folder import game_folder
from engine.model.frozen import Frozen

T = TypeVar("T", bound=Frozen)


def rules_table(game: str, name: str, kind: type[T]) -> Callable[[], T]:
    """Return a function that gives the content of `rules/<name>.toml`. The file is read once, at the first call.

    A misspelt or missing key raises `msgspec.ValidationError` there.

    Args:
        game: the id of the game.
        name: the name of the file, without its ending.
        kind: the struct with a field for each key.

    >>> class Falling(Frozen, forbid_unknown_fields=False):
    ...     object_size_from_above: str
    >>> falling = rules_table("classic_fantasy", "falling", Falling)
    """
    return cache(partial(_read, game, name, kind))


def _read(game: str, name: str, kind: type[T]) -> T:
    text = (game_folder(game) / "rules" / f"{name}.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), kind)


@cache
def sheet_table(game: str, name: str, kind: Any) -> Any:
    """Return a table that the record sheets of a game use too (`tables.toml`), converted to a type.

    Args:
        game: the id of the game.
        name: the name of the table.
        kind: its type, such as `tuple[tuple[int, int], ...]`.
    """
    # Imported here: a table opens sooner without the sheets.
    from engine.sheets.catalogue.sheet_library import tables_of

    return msgspec.convert(tables_of(game)[name], kind, strict=False)
