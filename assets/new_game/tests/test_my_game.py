"""My Game by its rules. Run it with pytest."""

from __future__ import annotations

from pathlib import Path

from engine.kit.trial_table import TrialTable
from engine.rulesets.loader import add_game

GAME = add_game(Path(__file__).parents[1])


def test_a_player_draws_until_the_hand_is_full() -> None:
    trial = TrialTable(GAME, "ann")
    for _ in range(5):
        trial.do("draw_one", seat="ann")
    assert len(trial.table.cards_in("hand:ann")) == 5
    assert trial.refused("draw_one", seat="ann") == "hand_full"
