"""The tiny game, and its sentences beside the house's own."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from engine.play import names, words
from engine.play.game import Game
from tests.engine.tiny import Tiny


@pytest.fixture(autouse=True, scope="session")
def tiny_sentences() -> Iterator[None]:
    """Let the tiny game speak: its sentences stand beside those of the language file while the tests run."""
    own: dict[str, str] = {}
    words._flatten("", tomllib.loads((Path(__file__).parent / "tiny.toml").read_text(encoding="utf-8")), own)
    house = words.texts

    @cache  # every sentence that is said looks here
    def both(language: str = "en") -> Mapping[str, str]:
        return {**own, **house(language)}

    with pytest.MonkeyPatch.context() as patch:
        for module in (words, names):
            patch.setattr(module, "texts", both)
        yield


@pytest.fixture(scope="session")
def tiny() -> Game:
    """The tiny game."""
    return Game(Tiny())
