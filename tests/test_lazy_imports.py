"""Imports inside functions: only of what the start of the program can do without."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
LAZY = {
    "engine.command_line": "the tools for people who write games, once one is asked for",
    "engine.kit.game_factory": "what every game has, once one is played",
    "engine.kit.stand_in_game": "the stand-in for a missing game, once a campaign is opened",
    "engine.kit.without_code": "games without code, once one of them is listed to be played",
    "engine.odds": "chances, once somebody asks for the odds of an offer",
    "engine.presentation.scripts": "a demo or a script, once somebody opens one",
    "engine.rulesets": "the games, once a campaign or the welcome page names them, and their content editors",
    "engine.sheets": "descriptions of record sheets, once a character is shown",
    "engine.simulate": "bots, once a combat is simulated",
    "importlib": "games of other people, once the list of games is asked for",
    "hashlib": "names of folders for very long file names",
    "pypdf": "PDFs that come from outside",
    "fcntl": "locks, where the system has them",
    "miniaudio": "sounds, once one is heard",
    "vtt.campaign.campaign_records": "pictures in the campaign file",
    "vtt.help": "help pages, once somebody reads one or saves them",
    "vtt.library.library_room": "the Library room",
    "vtt.panels": "pages and dialogs beside the table",
    "vtt.player_window": "a second screen",
    "vtt.prep.prep_room": "the Prep room",
    "vtt.shared.card_faces.ability_card_painting": "cards with text, once one is drawn",
    "vtt.shared.game_choices": "the games of the welcome page",
    "vtt.shared.simulation": "the simulation of a combat, once the GM asks for it",
    "vtt.shared.option_fields": "options in the dialog for a new campaign",
    "vtt.sheets": "characters, printing and PDFs",
    "vtt.storage": "the database",
    "vtt.shell.application": "everything but the window, once the window is painted",
    "vtt.shell.included_content": "content that comes with the games, once a library is shown",
    "vtt.shell.window.campaign_page": "the page of a campaign, once one is opened",
    "vtt.library.library_list_entries": "entries of the library for record sheets, with the characters room",
    "vtt.shell.what_if.what_if_dialog": "the what-ifs of a campaign, once somebody asks for them",
    "vtt.shell.window.undo_redo": "what a campaign needs in the window, once one is opened",
    "vtt.shell.window.viewer_switch": "what a campaign needs in the window, once one is opened",
    "vtt.sounds.campaign_sounds": "sounds of a campaign, once one is opened",
    "vtt.story.recap_dialog": "the recap of a session, once somebody asks for it",
    "vtt.story.session_dialog": "the steps of a session, once the GM asks for them",
    "vtt.story.story_room": "the story room",
    "vtt.widgets.wrapping_items": "lists in dialogs, once one is shown",
    "vtt.welcome": "the welcome page, where a campaign opens at once",
}
"""What may be imported late, and until when the start does without it."""
INDENTED = re.compile(r"^ +(?:from|import) ", re.MULTILINE)
START = (
    "vtt/__main__.py",
    "vtt/system/startup_tuning.py",
    "vtt/shell/window/main_window.py",
    "vtt/shell/print_command.py",
)
"""The first steps of the program and of its commands: each chooses itself what to load."""


@cache
def late_imports() -> tuple[tuple[str, str], ...]:
    """Return each import inside a function: the file and the imported module."""
    found = []
    for package in ("engine", "vtt"):
        for path in sorted((ROOT / package).rglob("*.py")):
            code = path.read_text(encoding="utf-8")
            for function in ast.walk(ast.parse(code)) if INDENTED.search(code) else ():
                if isinstance(function, ast.FunctionDef):
                    for node in ast.walk(function):
                        name = str(path.relative_to(ROOT))
                        if isinstance(node, ast.ImportFrom) and node.module:
                            found.append((name, node.module))
                        elif isinstance(node, ast.Import):
                            found += [(name, alias.name) for alias in node.names]
    return tuple(found)


def is_listed(module: str) -> str:
    """Return the entry of the list that a module falls under; empty if there is none."""
    return next((name for name in LAZY if module == name or module.startswith(f"{name}.")), "")


def test_only_what_the_start_can_do_without_is_imported_late() -> None:
    assert [found for found in late_imports() if found[0] not in START and not is_listed(found[1])] == []


def test_everything_on_the_list_is_imported_late_somewhere() -> None:
    assert {*LAZY} - {is_listed(module) for _, module in late_imports()} == set()
