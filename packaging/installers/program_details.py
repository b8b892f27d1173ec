"""The program as desktops and package managers know it: names, kinds of files, and the texts about it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Final

from engine.rulesets.loader import games
from vtt import __version__
from vtt.system.user_folders import APP, EXPORT_SUFFIX, SUFFIX, TRAVEL_SUFFIX

ROOT: Final = Path(__file__).resolve().parents[2]
PROGRAM: Final = APP
"""The name of the program's file, its desktop entry, its icon and its package."""
NAME: Final = "Kitchen Table"
VERSION: Final = __version__
CAMPAIGN_TYPE: Final = "application/x-kitchen-table"
EXPORT_TYPE: Final = "application/x-kitchen-table-export"
TRAVEL_TYPE: Final = "application/x-kitchen-table-travel"
SUFFIXES: Final = {CAMPAIGN_TYPE: SUFFIX, EXPORT_TYPE: EXPORT_SUFFIX, TRAVEL_TYPE: TRAVEL_SUFFIX}
"""The endings of the files that the program opens, by their MIME types."""
TYPE_NAMES: Final = {
    CAMPAIGN_TYPE: "Kitchen Table campaign",
    EXPORT_TYPE: "Kitchen Table export",
    TRAVEL_TYPE: "Kitchen Table campaign for another computer",
}
GENERIC_NAME: Final = "Card table"
KEYWORDS: Final = ("role-playing", "RPG", "tabletop", "cards", "dice")
MACOS_ID: Final = "io.kitchen-table.KitchenTable"
DESCRIPTION: Final = (
    "It deals cards, keeps hands secret on a shared screen, rolls dice, tracks wounds and time, and prints character"
    " sheets. It needs no account and no network. Every move is kept when it is made, and can be undone."
)


def summary() -> str:
    """Return the sentence of pyproject.toml that says what the program is."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return str(project["description"])


def licence() -> str:
    """Return the program's own licence, and the authors and licences of its games."""
    files = (game.folder.file for game in games() if game.folder is not None)
    own_licence = (ROOT / "LICENSE").read_text(encoding="utf-8").strip()
    return "\n\n".join((own_licence, *(file.credits for file in files if file.credits))) + "\n"
