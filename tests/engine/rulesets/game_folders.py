"""Small game folders for tests, written into a temporary folder."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

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
