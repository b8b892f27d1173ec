"""The tiny game's sentences beside the house's own, and how long the property machine looks."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings

from engine.play import names, words
from engine.play.game import Game
from tests.engine.tiny import Tiny

# KITCHEN_TABLE_PROFILE=deep looks for an hour's worth; the default must not hold up a test run.
# A failure of the quick look is printed as it was found; making it smaller can take minutes, and is for the deep one.
_PHASES = (Phase.explicit, Phase.reuse, Phase.generate)
_COMMON = settings(deadline=None, suppress_health_check=list(HealthCheck), print_blob=True)
settings.register_profile("quick", _COMMON, max_examples=12, stateful_step_count=32, derandomize=True, phases=_PHASES)
settings.register_profile("deep", _COMMON, max_examples=400, stateful_step_count=80)
settings.load_profile(os.environ.get("KITCHEN_TABLE_PROFILE", "quick"))


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
