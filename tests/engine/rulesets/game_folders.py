"""Small game folders for tests, written into a temporary folder."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from engine import asset_folder
from engine.rulesets import loader
from engine.rulesets.game_import import PRIVATE
from engine.rulesets.loader import add_games_folder, ruleset_ids

HEAD = 'id = "{id}"\nname = "{name}"\npitch = "One card each."\n'
RULESET = '''
from engine.kit.manual_game import ManualGame
from .rules import NAME


class Duel(ManualGame):
    """A game with moves by hand only."""

    def __init__(self) -> None:
        super().__init__(NAME)
'''


def write_game(games: Path, id_: str = "duel", folder: str = "", **files: str) -> Path:
    """Write a game folder with a ruleset, and return it.

    Args:
        games: the games folder.
        id_: the id of the game.
        folder: the name of its folder; that of the game if empty.
        files: other contents of `game` (its game.toml), `ruleset` and `rules` (its modules).
    """
    path = games / (folder or id_)
    code = path / id_
    code.mkdir(parents=True)
    head = HEAD.format(id=id_, name=id_.capitalize()) + f'ruleset = "{id_}.ruleset:Duel"\n'
    texts: Mapping[Path, str] = {
        path / "game.toml": files.get("game", head),
        code / "__init__.py": '"""A game."""\n',
        code / "ruleset.py": files.get("ruleset", RULESET),
        code / "rules.py": files.get("rules", f'NAME = "{id_}"\n'),
    }
    for file, text in texts.items():
        file.write_text(text, encoding="utf-8")
    return path


@contextmanager
def games_folder(path: Path) -> Iterator[None]:
    """Have the games of a folder installed for a while."""
    before, registered = loader._installed, dict(asset_folder._registered)
    fresh = loader._Installed()
    fresh.loaded.update(before.loaded)
    loader._installed = fresh
    add_games_folder(path)
    ruleset_ids()  # the folders are registered when the games are listed
    try:
        yield
    finally:
        loader._installed = before
        asset_folder._registered.clear()
        asset_folder._registered.update(registered)
        asset_folder._clear_caches()
        for name in [name for name in sys.modules if name.startswith(PRIVATE)]:
            del sys.modules[name]
