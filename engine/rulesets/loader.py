"""The list of installed games, each imported when it is first played.

A game comes with the program, from a games folder of the user, or from an installed distribution. A game that cannot
be read or imported is listed with one sentence, and hinders no other.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from enum import StrEnum
from functools import partial
from pathlib import Path
from threading import Event, RLock
from typing import TYPE_CHECKING, Final

from engine.asset_folder import BUNDLED_GAMES, register_game_folder, unregister_game_folder
from engine.messages.message import Message
from engine.messages.refusal import Refused, without_traceback
from engine.model.frozen import Frozen
from engine.presentation.card_faces import CardFace, PrintsCardFaces
from engine.presentation.game import Game, Ruleset
from engine.presentation.visibility import VisibleTable
from engine.rulesets.game_folder import (
    GAME_FILE,
    FolderState,
    GameFolder,
    GameOrigin,
    folder_state,
    read_game_folder,
)
from engine.rulesets.game_import import forget_code, import_ruleset

if TYPE_CHECKING:
    from engine.simulate.simulation import FightBot

BUNDLED: Final = ("imaginality", "future_imperfect", "card_the_drawing", "classic_fantasy")
"""The games of the program, in the order in which they are shown."""
MOST_GAMES: Final = 500
"""The number of folders of a games folder that are read."""
DISABLED_FILE: Final = "disabled.txt"
"""The file of a games folder that lists the ids of disabled games, one a line."""
ENTRY_POINTS: Final = "kitchen_table.games"
"""The group of entry points by which an installed distribution offers a game."""


class GameState(StrEnum):
    """The state of an installed game."""

    USABLE = "usable"
    DISABLED = "disabled"
    BROKEN = "broken"


class InstalledGame(Frozen):
    """A game of the list.

    Attributes:
        id: its id; the name of its folder if its `game.toml` cannot be read.
        path: its folder.
        origin: the way in which it came to the program.
        state: whether it can be played.
        folder: its game folder; None if its `game.toml` cannot be read.
        reason: the fault of a broken game, as one sentence.
    """

    id: str
    path: Path
    origin: GameOrigin
    state: GameState = GameState.USABLE
    folder: GameFolder | None = None
    reason: Message | None = None

    @property
    def usable(self) -> bool:
        """Whether the game can be played, as far as is known without its import."""
        return self.state is GameState.USABLE

    @property
    def name(self) -> str:
        """The name of the game; its id if its `game.toml` cannot be read."""
        return self.folder.name if self.folder is not None else self.id


class _Installed:
    """The installed games of this process."""

    def __init__(self) -> None:
        self.games_folders: list[Path] = []
        self.single_games: list[Path] = []
        self.games: tuple[InstalledGame, ...] | None = None
        self.usable: dict[str, GameFolder] = {}
        self.faults: dict[str, Refused] = {}
        self.loaded: dict[str, Game] = {}
        self.states: dict[str, FolderState] = {}
        """The state of the folder of each game of other people when its code was imported, or was found faulty."""
        self.imports: dict[str, Event] = {}
        """The imports of code that are under way; each is set when it is over."""
        self.lock = RLock()
        """Held while the list or what is known of its games changes, but never while the code of a game runs."""
        self.import_ruleset: Callable[[GameFolder], Ruleset] = import_ruleset

    def list(self) -> tuple[InstalledGame, ...]:
        with self.lock:
            return self._listed()

    def _listed(self) -> tuple[InstalledGame, ...]:
        if self.games is None:
            disabled = frozenset[str]().union(*map(_disabled_in, self.games_folders))
            games: dict[str, InstalledGame] = {}
            broken: list[InstalledGame] = []
            for path, origin in (*_bundled(), *self._of_user(), *_of_distributions()):
                game = _read(path, origin, games, disabled)
                if game.id in games or game.folder is None:
                    broken.append(game)
                else:
                    games[game.id] = game
            for id_ in self.usable.keys() - games.keys():
                unregister_game_folder(id_)
            for game in games.values():
                if game.origin is not GameOrigin.BUNDLED:
                    register_game_folder(game.id, game.path)
            self.usable = {
                game.id: game.folder for game in games.values() if game.folder and game.state is GameState.USABLE
            }
            for id_ in self.loaded.keys() - self.usable.keys():
                del self.loaded[id_]
            self.games = (*games.values(), *broken)
        return self.games

    def _of_user(self) -> Iterator[tuple[Path, GameOrigin]]:
        yield from ((path, GameOrigin.FOLDER) for path in self.single_games)
        for games_folder in self.games_folders:
            if (games_folder / GAME_FILE).is_file():
                yield games_folder, GameOrigin.FOLDER
                continue
            try:
                paths = sorted(path for path in games_folder.iterdir() if not path.name.startswith((".", "_")))
                found = [path for path in paths if path.is_dir()]
            except OSError:
                continue
            yield from ((path, GameOrigin.FOLDER) for path in found[:MOST_GAMES])


_installed = _Installed()


def _bundled() -> Iterator[tuple[Path, GameOrigin]]:
    return ((BUNDLED_GAMES / id_, GameOrigin.BUNDLED) for id_ in BUNDLED)


def _of_distributions() -> Iterator[tuple[Path, GameOrigin]]:
    if not _is_offered_by_a_distribution():
        return
    # Imported here, because it takes longer than all else that the list needs.
    from importlib.metadata import entry_points
    from importlib.util import find_spec

    for entry in sorted(entry_points(group=ENTRY_POINTS), key=lambda entry: (entry.name, entry.value)):
        try:
            spec = find_spec(entry.module)
            folders = list(spec.submodule_search_locations or ()) if spec is not None else []
        except Exception:  # a distribution of somebody else, which may do anything when it is imported
            folders = []
        yield Path(folders[0]) if folders else Path(entry.module), GameOrigin.DISTRIBUTION


def _is_offered_by_a_distribution() -> bool:
    """Return whether the entry points of a distribution on the module path name the group of games."""
    for folder in map(Path, dict.fromkeys(sys.path)):
        try:
            infos = [path for path in folder.iterdir() if path.suffix in {".dist-info", ".egg-info"}]
        except OSError:
            continue
        for info in infos:
            try:
                if ENTRY_POINTS.encode() in (info / "entry_points.txt").read_bytes():
                    return True
            except OSError:
                continue
    return False


def _disabled_in(games_folder: Path) -> frozenset[str]:
    try:
        lines = (games_folder / DISABLED_FILE).read_text(encoding="utf-8")[:65536].splitlines()
    except (OSError, ValueError):
        return frozenset()
    return frozenset(line.strip() for line in lines)


def _read(path: Path, origin: GameOrigin, games: dict[str, InstalledGame], disabled: frozenset[str]) -> InstalledGame:
    """Return the game in a folder as it is listed."""
    try:
        folder = read_game_folder(path, origin)
    except Refused as fault:
        return InstalledGame(id=path.name[:60], path=path, origin=origin, state=GameState.BROKEN, reason=fault.message)
    taken = games.get(folder.id)
    state, reason = GameState.DISABLED if folder.id in disabled else GameState.USABLE, None
    if taken is not None:
        taken_by = Refused("game_id_taken", folder=path.name[:60], id=folder.id, name=taken.name)
        state, reason = GameState.BROKEN, taken_by.message
    return InstalledGame(id=folder.id, path=path, origin=origin, state=state, folder=folder, reason=reason)


def games() -> tuple[InstalledGame, ...]:
    """Return every installed game with its state: those of the program first. No game is imported for it.

    A game is known to be broken by its import only once that was tried (`game_of`).
    """
    return tuple(map(_with_fault, _installed.list()))


def _with_fault(game: InstalledGame) -> InstalledGame:
    fault = _installed.faults.get(game.id) if game.state is GameState.USABLE else None
    if fault is None:
        return game
    return InstalledGame(
        id=game.id,
        path=game.path,
        origin=game.origin,
        state=GameState.BROKEN,
        folder=game.folder,
        reason=fault.message,
    )


def ruleset_ids() -> tuple[str, ...]:
    """Return the ids of all games that can be played, as far as is known without their import."""
    return tuple(game.id for game in games() if game.usable)


def installed_game(game: str) -> InstalledGame | None:
    """Return a game of the list by its id; None if it is not installed."""
    return next((found for found in games() if found.id == game), None)


def add_games_folder(path: Path) -> None:
    """Add the games in the folders of a folder, or the game in this folder.

    It need not exist; a second call for it reads it again. Of two games with one id the first added is played.
    """
    if path not in _installed.games_folders:
        _installed.games_folders.append(path)
    refresh_games()


def add_game(path: Path) -> Game:
    """Add the one game in a folder that need not be in a games folder, and return it.

    Raises:
        Refused: there is no game in the folder, or it cannot be played.
    """
    folder = read_game_folder(path.resolve(), GameOrigin.FOLDER)
    if folder.id in BUNDLED and folder.path == BUNDLED_GAMES / folder.id:
        return game_of(folder.id)
    if folder.path not in _installed.single_games:
        _installed.single_games.append(folder.path)
        refresh_games()
    return game_of(folder.id)


def refresh_games() -> None:
    """Read the games folders again when the list is next asked for, while no campaign of a changed game is open.

    The code of a game, or why it cannot be played, stays known while its files stay the same.
    """
    with _installed.lock:
        _installed.games = None
        for game, state in [*_installed.states.items()]:
            folder = _installed.usable.get(game)
            if folder is None or folder_state(folder.path) != state:
                _forget(game)


def forget_game(game: str) -> None:
    """Forget the code and the data of a game that was replaced or removed; no campaign of it is open."""
    with _installed.lock:
        _forget(game)
        refresh_games()


def _forget(game: str) -> None:
    for known in (_installed.loaded, _installed.faults, _installed.states):
        known.pop(game, None)
    forget_code(game)
    unregister_game_folder(game)


def import_games_by(importer: Callable[[GameFolder], Ruleset]) -> None:
    """Import the games of other people by a function from now on, such as one that waits only for some time."""
    _installed.import_ruleset = importer


def set_game_enabled(game: str, enabled: bool) -> None:
    """Enable or disable a game, for later runs too. Raises OSError if the games folder cannot be written to."""
    for games_folder in _installed.games_folders:
        before = _disabled_in(games_folder)
        after = before - {game} if enabled else before | {game}
        if after != before:
            games_folder.mkdir(parents=True, exist_ok=True)
            lines = "".join(f"{id_}\n" for id_ in sorted(after))
            (games_folder / DISABLED_FILE).write_text(lines, encoding="utf-8")
        if not enabled:
            break
    _installed.loaded.pop(game, None)
    refresh_games()


def game_of(ruleset: str) -> Game:
    """Return a game by its id. Raises Refused, with one sentence, for a game that cannot be played."""
    game = _installed.loaded.get(ruleset)
    if game is not None:
        return game
    with _installed.lock:
        if ruleset in _installed.loaded:
            return _installed.loaded[ruleset]
        if ruleset in _installed.faults:
            raise _installed.faults[ruleset]
        folder, over = _usable_folder(ruleset), Event()
        under_way = _installed.imports.setdefault(ruleset, over)
    if under_way is not over:
        under_way.wait()  # somebody else imports it
        return game_of(ruleset)
    try:
        return _imported(folder)
    finally:
        with _installed.lock:
            del _installed.imports[ruleset]
        over.set()


def game_finder(ruleset: str) -> Callable[[], Game]:
    """Return a function that returns a game in another process, from the folders that this one knows."""
    return partial(_game_from, ruleset, tuple(_installed.games_folders), tuple(_installed.single_games))


def _game_from(ruleset: str, games_folders: tuple[Path, ...], single_games: tuple[Path, ...]) -> Game:
    if ruleset not in BUNDLED:
        _installed.games_folders[:], _installed.single_games[:] = games_folders, single_games
        refresh_games()
    return game_of(ruleset)


def _imported(folder: GameFolder) -> Game:
    """Import a game, and remember it, or why it cannot be played."""
    # The list of games does without the parts that every game has.
    from engine.kit.game_factory import make_game

    if folder.origin is GameOrigin.BUNDLED:
        made = _installed.loaded[folder.id] = make_game(import_ruleset(folder))
        return made
    state = folder_state(folder.path)
    game: Game | Refused
    try:
        game = make_game(_installed.import_ruleset(folder), folder.name)
    except Refused as refused:
        game = without_traceback(refused)
    with _installed.lock:
        _installed.states[folder.id] = state
        if isinstance(game, Refused):
            _installed.faults[folder.id] = game
            raise game
        _installed.loaded[folder.id] = game
    return game


def _usable_folder(ruleset: str) -> GameFolder:
    listed = _installed.list()
    folder = _installed.usable.get(ruleset)
    if folder is None:
        found = next((game for game in listed if game.id == ruleset), None)
        if found is None:
            raise Refused("no_such_ruleset", ruleset=ruleset[:60], known=list(_installed.usable))
        if found.reason is None:
            raise Refused("game_disabled", name=found.name)
        raise Refused.saying(found.reason)
    return folder


def _game_or_none(ruleset: str) -> Game | None:
    """Return a game; None if it is not installed or cannot be played."""
    game = _installed.loaded.get(ruleset)
    if game is None and ruleset in ruleset_ids():
        with suppress(Refused):
            game = game_of(ruleset)
    return game


def bot_of(ruleset: str) -> FightBot | None:
    """Return the bot of a game; None for a game without one."""
    from engine.simulate.simulation import own_bot

    game = _game_or_none(ruleset)
    return own_bot(game) if game is not None else None


def printer_of(ruleset: str) -> PrintsCardFaces | None:
    """Return a game that prints the faces of its cards; None for another one, and for an unknown id."""
    game = _game_or_none(ruleset)
    return game.card_face_printer if game is not None else None


def card_face(view: VisibleTable, card: str) -> CardFace | None:
    """Return the face of a card that the viewer knows; None for a playing card, which needs none."""
    game = _game_or_none(view.ruleset)
    if game is None or game.card_face_source is None:
        return None
    return game.card_face(card, view.lists, {**view.options, **view.scene})
