"""The command line and the print command get along with a game that brings nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.kit.game_factory import make_game
from engine.presentation.game import Game
from tests.engine.bare import Bare


def find(ruleset: str) -> Game:
    assert ruleset == Bare.id
    return make_game(Bare())


@pytest.fixture
def script(tmp_path: Path) -> str:
    seats = [{"id": "gm", "name": "Ada", "role": "gm"}, {"id": "tom", "name": "Tom"}]
    told = {
        "ruleset": "bare",
        "seats": seats,
        "seed": 1,
        "actors": [{"id": "hero", "seat": "tom", "name": "Tomas"}],
        "commands": [{"kind": "say", "seat": "tom", "text": "Hello"}],
    }
    path = tmp_path / "script.json"
    path.write_text(json.dumps(told), encoding="utf-8")
    return str(path)


def test_every_command_has_an_answer(script: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulesets"], find, {"bare": "Nothing at all."}) == 0
    assert "bare" in capsys.readouterr().out
    assert main(["commands", "bare"], find) == 0
    assert "move_cards" in capsys.readouterr().out
    assert main(["commands", "bare", "--json"], find) == 0
    for viewer in ("gm", "tom", "shared"):
        assert main(["play", script, "--viewer", viewer, "--trace"], find) == 0
        assert main(["offers", script, "--seat", "tom", "--viewer", viewer], find) == 0
    capsys.readouterr()


def test_a_game_without_bots_says_so(script: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", script, "--fights", "2"], find) == 2
    said = capsys.readouterr().err
    assert "Traceback" not in said
    assert len(said.strip().splitlines()) == 1
