"""A help page or a text that names a button or an option uses the words on the screen."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from engine.asset_folder import BUNDLED_GAMES
from engine.messages.texts import read_game_texts, texts

GAMES = tuple(sorted(path.parent for path in BUNDLED_GAMES.glob("*/game.toml")))


def labels_of_options(game: Path) -> set[str]:
    return {option["label"] for option in tomllib.loads((game / "options.toml").read_text("utf-8")).values()}


def plain(words: str) -> str:
    """Return words in lower case without parameters and numbers."""
    return " ".join(re.sub(r"\{[^}]*\}|\d+", " ", words).lower().split())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_help_page_names_buttons_and_options_as_the_screen_does(game: Path) -> None:
    said = {plain(words) for words in (*texts().values(), *labels_of_options(game))}
    named = [m for page in (game / "help").glob("*.md") for m in re.findall(r"\*\*(.+?)\*\*", page.read_text("utf-8"))]
    assert not [name for name in named if not any(plain(name) in words for words in said)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_text_that_names_an_option_uses_its_label(game: Path) -> None:
    named = {name for words in read_game_texts(game).values() for name in re.findall(r"option “([^{”]+)”", words)}
    assert named <= labels_of_options(game)


def test_options_are_named_somewhere() -> None:
    assert any("option “" in words for game in GAMES for words in read_game_texts(game).values())
