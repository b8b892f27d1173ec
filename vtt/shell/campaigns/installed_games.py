"""Slow work with the installed games. Each function runs on a worker thread, and none touches a widget."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from engine.messages.refusal import Refused
from vtt.system.atomic_files import LEFT_SECONDS
from vtt.system.user_folders import UserFolders

if TYPE_CHECKING:
    from engine.rulesets.game_archive import GameArchive
    from engine.rulesets.loader import InstalledGame

_ADDING = threading.Lock()
_added: set[Path] = set()


def add_user_games(places: UserFolders) -> None:
    """Add the games of the user's games folder to those of the program, once."""
    from engine.rulesets.loader import add_games_folder

    with _ADDING:
        if places.games not in _added:
            _tidy(places.games)
            add_games_folder(places.games)
            _added.add(places.games)


def _tidy(games_folder: Path) -> None:
    if games_folder.is_dir():
        from engine.rulesets.game_archive import tidy_games_folder

        tidy_games_folder(games_folder, time.time() - LEFT_SECONDS)


def list_games(places: UserFolders) -> tuple[InstalledGame, ...]:
    """Return all installed games, read anew. None is imported, so a game whose code never ends hinders nobody."""
    from engine.rulesets.loader import games, refresh_games

    add_user_games(places)
    refresh_games()
    return games()


def reread_games(places: UserFolders) -> tuple[InstalledGame, ...]:
    """Return all installed games with their states, read anew.

    Those of other people are imported for it, to see whether they can be played.
    """
    from engine.rulesets.loader import games

    list_games(places)
    import_user_games()
    return games()


def import_user_games() -> None:
    """Import the games of other people, so that nobody waits for it in the window later."""
    from engine.rulesets.game_folder import GameOrigin
    from engine.rulesets.loader import game_of, games

    for game in games():
        if game.usable and game.origin is not GameOrigin.BUNDLED:
            try:
                game_of(game.id)
            except Refused:
                continue  # it is listed as broken now


def preview_game(path: Path, places: UserFolders) -> tuple[GameArchive, InstalledGame | None]:
    """Return the game in a zip, and the installed version that it would replace.

    Raises:
        Refused: it cannot be installed.
        OSError: it cannot be read.
    """
    from engine.rulesets.game_archive import read_game_archive
    from engine.rulesets.game_folder import GameOrigin
    from engine.rulesets.loader import games

    add_user_games(places)
    archive = read_game_archive(path)
    older = next((game for game in games() if game.id == archive.file.id), None)
    if older is not None and older.origin is not GameOrigin.FOLDER:
        key = "archive_of_program" if older.origin is GameOrigin.BUNDLED else "archive_installed_otherwise"
        raise Refused(key, file=path.name[:60], id=archive.file.id, name=older.name)
    return archive, older


def install_game(
    archive: GameArchive, older: InstalledGame | None, places: UserFolders, progress: Callable[[int, int], bool]
) -> tuple[Path, tuple[InstalledGame, ...]]:
    """Install a game, and return its folder and all games. Raises Refused and OSError; then nothing has changed."""
    from engine.rulesets.game_archive import install_game as unpack
    from engine.rulesets.loader import forget_game

    folder = unpack(archive, places.games, None if older is None else older.path, progress)
    forget_game(archive.file.id)
    return folder, reread_games(places)


def enable_game(game: str, places: UserFolders, *, enabled: bool) -> tuple[InstalledGame, ...]:
    """Enable or disable a game, and return all games. Raises OSError."""
    from engine.rulesets.loader import set_game_enabled

    set_game_enabled(game, enabled)
    return reread_games(places)


def remove_game(game: InstalledGame, places: UserFolders) -> tuple[InstalledGame, ...]:
    """Remove a game from the games folder, and return all games. Raises OSError."""
    from engine.rulesets.game_archive import remove_game as remove
    from engine.rulesets.loader import forget_game

    remove(game.path)
    forget_game(game.id)
    return reread_games(places)
