"""The tables and options of the game, read once from its assets."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import TypeVar

import msgspec

from engine.asset_folder import game_folder
from engine.core.game_options import OptionSpec, read_options
from engine.model.frozen import Frozen

FOLDER = game_folder("future_imperfect")
T = TypeVar("T", bound=Frozen)


@cache
def tables(name: str, kind: type[T]) -> T:
    """Return the tables of one chapter: `rules/<name>.toml` as a struct. An unknown key is an error."""
    return msgspec.convert(tomllib.loads((FOLDER / "rules" / f"{name}.toml").read_text(encoding="utf-8")), kind)


option_specs: Callable[[], Mapping[str, OptionSpec]] = cache(partial(read_options, FOLDER / "options.toml"))
"""The specifications of all options of a group (section 6.2)."""
