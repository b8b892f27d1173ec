"""The folders of shared data and of each game."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

_BESIDE = Path(__file__).resolve().parents[1]
_PACKAGE = _BESIDE / "kitchen_table_assets"
ASSETS = _PACKAGE if _PACKAGE.is_dir() else _BESIDE / "assets"
"""The folder of all assets: `assets` in the checkout and in the frozen program, a package of its own where the program
is installed."""

BUNDLED_GAMES = ASSETS / "rulesets"
"""The folder of the games that come with the program."""

DEMO_FILE = "demo.json"
"""The demo of a game, a script in its folder."""

_GAME_ID = re.compile(r"[a-z][a-z0-9_]{0,39}")
_registered: dict[str, Path] = {}
_caches: list[Callable[[], None]] = []


def is_game_id(game: str) -> bool:
    """Return whether a text can be the id of a game: short, in lower case, and a safe name of a folder."""
    return _GAME_ID.fullmatch(game) is not None


def game_folder(game: str) -> Path:
    """Return the folder of a game: its registered one, or else the one among the games of the program.

    The folder of a game that is not installed does not exist. Raises ValueError for a text that is no id of a game.
    """
    found = _registered.get(game)
    if found is None:
        if not is_game_id(game):
            raise ValueError(f"no id of a game: {game[:60]!r}")
        found = BUNDLED_GAMES / game
    return found


def has_bundled_demo(game: str) -> bool:
    """Return whether a game of the program has a demo; False for a text that is no id of a game."""
    return is_game_id(game) and (BUNDLED_GAMES / game / DEMO_FILE).is_file()


def register_game_folder(game: str, folder: Path) -> None:
    """Make a folder the one of a game that does not come with the program.

    Raises:
        ValueError: the text is no id of a game, or it is the id of a game of the program.
    """
    if not is_game_id(game) or (BUNDLED_GAMES / game).is_dir():
        raise ValueError(f"no id of another game: {game[:60]!r}")
    if _registered.get(game) != folder:
        _registered[game] = folder
        _clear_caches()


def unregister_game_folder(game: str) -> None:
    """Forget the folder of a game that was removed."""
    if _registered.pop(game, None) is not None:
        _clear_caches()


def registered_game_folders() -> tuple[tuple[str, Path], ...]:
    """Return the games that do not come with the program, with their folders."""
    return tuple(_registered.items())


def cached_per_game(function: Callable[P, T]) -> Callable[P, T]:
    """Cache the results of a function that reads the folders of games, until a game comes or goes."""
    cached: Any = cache(function)
    _caches.append(cached.cache_clear)
    found: Callable[P, T] = cached
    return found


def _clear_caches() -> None:
    for clear in _caches:
        clear()
