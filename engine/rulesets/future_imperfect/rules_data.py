"""The tables and options of the game, read once from its assets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial

from engine.asset_folder import game_folder
from engine.core.game_options import OptionSpec, read_options

FOLDER = game_folder("future_imperfect")
option_specs: Callable[[], Mapping[str, OptionSpec]] = cache(partial(read_options, FOLDER / "options.toml"))
"""The specifications of all options of a group (section 6.2)."""
