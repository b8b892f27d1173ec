"""Every game passes the conformance suite, as `python -m engine check-game` runs it on a game of anybody's."""

from __future__ import annotations

import time

import pytest

from engine.kit.conformance.suite import RunLength, check_conformance
from engine.model.frozen import replace
from engine.presentation.game import Game
from engine.rulesets.loader import game_of, ruleset_ids
from tests.engine.laid import TINY
from tests.engine.rich import scripts_of
from tests.properties import new_seed

SHORT, LONG = RunLength(commands=200, moments=8), RunLength(commands=500, moments=40)


def check(game: Game, length: RunLength, seed: int) -> None:
    ruleset = game.ruleset.id
    histories = [played.history for played in scripts_of(ruleset)] if ruleset in ruleset_ids() else []
    report = check_conformance(game, histories, length=length, seed=seed, clock=time.perf_counter)
    assert [f"{found.check}: {found.sentence}" for found in report.findings] == [], f"with seed {seed}"
    assert report.commands >= length.commands
    assert len(report.measurements) == 3


def test_the_tiny_game_conforms() -> None:
    """Its deck of 54 cards is never shuffled again, so that a game of it is short."""
    check(TINY, replace(SHORT, commands=40), new_seed())


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_a_game_conforms(ruleset: str) -> None:
    check(game_of(ruleset), SHORT, new_seed())


@pytest.mark.long
@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_a_game_conforms_over_long_play(ruleset: str) -> None:
    check(game_of(ruleset), LONG, new_seed())
