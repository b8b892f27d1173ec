"""`python -m engine new-game NAME`: a skeleton of a game that already runs."""

from __future__ import annotations

import re
from keyword import iskeyword
from pathlib import Path
from typing import Final

from engine.asset_folder import ASSETS, BUNDLED_GAMES, is_game_id
from engine.messages.refusal import Refused

SKELETON: Final = ASSETS / "new_game"
"""A game folder with the id `my_game`, the class `MyGame` and the name `My Game`."""


def new_game(name: str, into: Path) -> Path:
    """Write the skeleton of a game into a new folder, and return that folder.

    Args:
        name: the name of the game; its id follows from it: “High Card” is `high_card`.
        into: the folder that the new folder is made in.

    Raises:
        Refused: no id follows from the name, or the folder exists.
    """
    words = re.findall(r"[A-Za-z0-9]+", name)
    id_ = "_".join(words).lower()
    if not is_game_id(id_) or (BUNDLED_GAMES / id_).is_dir():
        raise Refused("new_game_name", name=name[:60])
    folder = into / id_
    if folder.exists():
        raise Refused("new_game_exists", folder=str(folder)[:200])
    title = name if " " in name else " ".join(word.capitalize() for word in id_.split("_"))
    names = {"my_game": id_, "MyGame": _class_name(id_), "My Game": title}
    for path in sorted(SKELETON.rglob("*")):
        if path.is_file() and path.suffix in {".py", ".toml", ".json"}:
            target = folder / _with_names(path.relative_to(SKELETON).as_posix(), names)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(_with_names(path.read_text(encoding="utf-8"), names), encoding="utf-8")
    return folder


def _class_name(id_: str) -> str:
    """Return the name of the class: “high_card” is `HighCard`; another one if Python or the skeleton uses that name."""
    name = "".join(word.capitalize() for word in id_.split("_"))
    code = "".join(path.read_text(encoding="utf-8") for path in SKELETON.rglob("*.py"))
    return f"{name}Rules" if iskeyword(name) or re.search(rf"\b{name}\b", code) else name


def _with_names(text: str, names: dict[str, str]) -> str:
    return re.sub("|".join(names), lambda found: names[found[0]].replace('"', "'"), text)
