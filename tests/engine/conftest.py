"""The tiny game, and its sentences beside the house's own."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import cast

import pytest

from engine.kit.game_factory import make_game
from engine.messages import texts
from engine.presentation.game import Game
from tests.engine.tiny import Tiny


@pytest.fixture(autouse=True, scope="session")
def tiny_sentences() -> Iterator[None]:
    """Add the sentences of the tiny game to those of the language file while the tests run."""
    own: dict[str, str] = {}
    texts._flatten("", tomllib.loads((Path(__file__).parent / "tiny.toml").read_text(encoding="utf-8")), own)
    house = texts.texts

    @cache  # every sentence that is said looks here
    def both(language: str = "en") -> Mapping[str, str]:
        known = cast("dict[str, str]", house(language))
        return type(known)({**own, **known})  # of the same class, which may record what is looked up

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(texts, "texts", both)
        yield


@pytest.fixture(scope="session")
def tiny() -> Game:
    """The tiny game."""
    return make_game(Tiny())
