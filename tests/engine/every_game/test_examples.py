"""High Card, the example of the guide to new games, conforms and passes its own tests."""

from __future__ import annotations

import runpy
import time
from pathlib import Path

import pytest

from engine.kit.conformance.suite import RunLength, check_conformance
from engine.presentation.scripts.script import play_script
from engine.rulesets.loader import add_game, bot_of, game_of
from engine.simulate.script_simulation import simulate_script
from tests.engine.rulesets.game_folders import games_folder
from tests.properties import new_seed

EXAMPLES = Path(__file__).parents[3] / "engine" / "docs" / "examples"


def test_high_card_conforms(tmp_path: Path) -> None:
    seed = new_seed()
    with games_folder(tmp_path):
        length = RunLength(commands=200, moments=8)
        report = check_conformance(add_game(EXAMPLES / "high_card"), length=length, seed=seed, clock=time.perf_counter)
    assert [f"{found.check}: {found.sentence}" for found in report.findings] == [], f"with seed {seed}"
    assert report.commands == 200


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*/tests/test_*.py")), ids=lambda path: path.stem)
def test_an_example_passes_its_own_tests(path: Path, tmp_path: Path) -> None:
    with games_folder(tmp_path):
        tests = [test for name, test in runpy.run_path(str(path)).items() if name.startswith("test_")]
        assert tests
        for test in tests:
            test()


def test_bots_fight_the_duel_of_high_card(tmp_path: Path) -> None:
    with games_folder(tmp_path):
        add_game(EXAMPLES / "high_card")
        played = play_script((EXAMPLES / "high_card" / "demo.json").read_bytes(), game_of)
        results = simulate_script(played, bot_of, 40, seed=1)
    assert {fight.winner for fight in results.fights} == {"Aldis", "Bran"}
    assert all(fight.decided and fight.rounds >= 3 for fight in results.fights)
