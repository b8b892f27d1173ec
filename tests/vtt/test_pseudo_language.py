"""A language that is a third longer breaks no layout, and shows that no text of the window is written in code."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.asset_folder import BUNDLED_GAMES
from tests.pseudo_language import pseudo

ROOT = Path(__file__).resolve().parents[2]
GAMES = sorted(path.name for path in BUNDLED_GAMES.iterdir())


def test_the_pseudo_language_is_longer_and_keeps_every_parameter() -> None:
    assert pseudo("Roll {n} {n:plural:die|dice} for {actor}") == "Rólll {n} {n:plural:díéé|díçéé} fórr {actor}"
    assert pseudo("{{x}}") == "{{x}}"


@pytest.mark.parametrize("screen", [("1280", "720", "1"), ("1920", "1080", "2")], ids=("100", "200"))
@pytest.mark.parametrize("game", GAMES)
def test_no_layout_breaks_and_no_text_is_written_in_code(tmp_path: Path, game: str, screen: tuple[str, ...]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.vtt.pseudo_language_walk", game, *screen, str(tmp_path)],
        check=False,
        cwd=ROOT,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr
