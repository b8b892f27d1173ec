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
    from engine.presentation.game import Ruleset
    from engine.rulesets.game_archive import GameArchive
    from engine.rulesets.game_folder import GameFolder
    from engine.rulesets.loader import InstalledGame
    from vtt.shared.game_choices import GameCard

IMPORT_SECONDS = 20.0
"""The time that the code of a game of other people may take to be imported."""
SLICE = 0.05
"""The longest time after which a program that closes waits no longer for such code, in seconds."""
_closing = threading.Event()
_ADDING = threading.Lock()
_added: set[Path] = set()


def add_user_games(places: UserFolders) -> None:
    """Add the games of the user's games folder to those of the program, once."""
    from engine.rulesets.loader import add_games_folder, import_games_by

    with _ADDING:
        if places.games not in _added:
            import_games_by(import_in_time)
            _tidy(places.games)
            add_games_folder(places.games)
            _added.add(places.games)


def import_in_time(folder: GameFolder) -> Ruleset:
    """Return the rules of a game of other people.

    Code that never ends cannot be stopped: it goes on in a thread of its own, and the program goes on without it.

    Raises:
        Refused: the code is faulty, or takes longer than IMPORT_SECONDS.
    """
    from engine.rulesets.game_import import import_ruleset

    found: list[Ruleset | BaseException] = []

    def work() -> None:
        try:
            found.append(import_ruleset(folder))
        except BaseException as fault:  # the code of somebody else may raise anything; it is raised below
            found.append(fault)

    thread = threading.Thread(target=work, name=f"import of {folder.id}", daemon=True)
    thread.start()
    for _ in range(round(IMPORT_SECONDS / SLICE)):
        thread.join(SLICE)
        if not thread.is_alive() or _closing.is_set():
            break
    for outcome in found:
        if isinstance(outcome, Exception):
            raise outcome
        if isinstance(outcome, BaseException):
            raise Refused("game_import_failed", name=folder.name, reason=type(outcome).__name__) from outcome
        return outcome
    raise Refused("game_import_endless", name=folder.name, seconds=round(IMPORT_SECONDS))


def wait_for_games(wait: bool) -> None:
    """Say whether to wait for the code of games; a program that closes does not."""
    if wait:
        _closing.clear()
    else:
        _closing.set()


def _tidy(games_folder: Path) -> None:
    if games_folder.is_dir():
        from engine.rulesets.game_archive import tidy_games_folder

        tidy_games_folder(games_folder, time.time() - LEFT_SECONDS)


def list_games(places: UserFolders) -> tuple[InstalledGame, ...]:
    """Return all installed games, read anew, while no campaign is open. None is imported for it.

    A game whose files have changed is forgotten, so that it is played as it is now.
    """
    from engine.rulesets.loader import games, refresh_games

    add_user_games(places)
    refresh_games()
    return games()


def game_choices(places: UserFolders, *, anew: bool) -> tuple[GameCard, ...]:
    """Return the games to choose from for a new campaign; read anew, if no campaign is open."""
    from vtt.shared.game_choices import game_cards

    if anew:
        list_games(places)
    else:
        add_user_games(places)
    return game_cards()


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
