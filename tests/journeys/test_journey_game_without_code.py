"""An evening with a game without code: cards by mouse, turns, chips, a file that is opened again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.rulesets.loader import game_of
from tests.engine.rulesets.game_folders import games_folder
from tests.journeys.kit import Desk, script

EXAMPLES = Path(__file__).parents[2] / "engine" / "docs" / "examples"
HANDS = {
    "hand:gm": ["2S", "3S"],
    "hand:tom": ["8H", "9H"],
    "hand:eva": ["KC"],
    "discard": ["9C"],
    "deck": ["4D", "5D"],
}


@pytest.fixture(autouse=True)
def _examples() -> Iterator[None]:
    with games_folder(EXAMPLES):
        yield


@pytest.mark.journey
def test_a_card_game_goes_round_the_table(desk: Desk) -> None:
    desk.open_table({**script(HANDS), "ruleset": "crazy_eights", "actors": []})
    desk.click_offer("Start the turn order", seat="Ada")
    assert desk.read_log()[-1] == "It is Ada’s turn"
    desk.click_offer("End the turn", seat="Ada")
    desk.drag("hand:tom#1", "discard")
    assert desk.cards("discard")[0] == "9H"
    desk.drag("deck#0", "hand:tom")
    assert desk.cards("hand:tom") == ("8H", "4D")
    assert desk.faces_on_screen() == {"9H", "9C"}, "the hands stay secret"
    desk.click_offer("End the turn", seat="Tom")
    desk.click_offer("Take white chips from Box", seat="Eva")
    desk.answer(chips={"white": 2})
    assert desk.truth.chips["eva"] == {"white": 2}
    desk.picture("game-without-code")
    desk.reopen()
    assert desk.cards("hand:tom") == ("8H", "4D")
    assert game_of("crazy_eights").view_for(desk.truth, "eva").under_way[-1].waiting_for == ("eva",)
