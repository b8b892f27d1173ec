"""The command line and the print command get along with a game that brings nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.kit.game_factory import make_game
from engine.messages.refusal import Refused
from engine.presentation.game import Game
from engine.rulesets.loader import game_of
from tests.engine.bare import Bare, write_bare_game
from tests.engine.rulesets.game_folders import games_folder


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


def test_a_game_with_a_broken_sheet_is_refused_before_a_room_opens(tmp_path: Path) -> None:
    write_bare_game(tmp_path)
    (tmp_path / "bare" / "sheets").mkdir()
    (tmp_path / "bare" / "sheets" / "hero.toml").write_text('id = "hero"\ntitle = 5\n', encoding="utf-8")
    with games_folder(tmp_path), pytest.raises(Refused) as refused:
        game_of("bare")
    assert refused.value.message.key == "refused.game_sheet_wrong"
    assert "hero.toml" in refused.value.text


def test_a_game_with_a_broken_reference_is_refused_before_a_room_opens(tmp_path: Path) -> None:
    write_bare_game(tmp_path)
    (tmp_path / "bare" / "reference.toml").write_text('title = "Rules"\nparts = []\n', encoding="utf-8")
    with games_folder(tmp_path), pytest.raises(Refused) as refused:
        game_of("bare")
    assert refused.value.message.key == "refused.game_reference_wrong"
    assert "reference.toml" in refused.value.text


def test_a_game_without_bots_says_so(script: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", script, "--fights", "2"], find) == 2
    said = capsys.readouterr().err
    assert "Traceback" not in said
    assert len(said.strip().splitlines()) == 1
