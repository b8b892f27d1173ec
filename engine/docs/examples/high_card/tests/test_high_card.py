"""High Card by its rules. Run it with pytest."""

from __future__ import annotations

from pathlib import Path

from engine.kit.trial_table import TrialTable
from engine.rulesets.loader import add_game

GAME = add_game(Path(__file__).parents[1])
HANDS = {"hand:ann": ("AS", "3S", "4S"), "hand:bob": ("2H", "3H", "4H")}


def test_the_highest_card_wins_and_aces_are_high() -> None:
    trial = TrialTable(GAME, "ann", "bob", zones=HANDS)
    trial.do("deal", seat="ann")
    trial.do("play", seat="ann", card="AS")
    trial.do("play", seat="bob", card="4H")
    assert (trial.number("ann", "Hit points"), trial.number("bob", "Hit points")) == (3, 2)
    assert "bob loses a hit point: 2 left" in trial.log("ann")


def test_equal_cards_hurt_nobody() -> None:
    trial = TrialTable(GAME, "ann", "bob", zones=HANDS)
    trial.do("deal", seat="gm")
    trial.do("play", seat="ann", card="3S")
    trial.do("play", seat="bob", card="3H")
    assert (trial.number("ann", "Hit points"), trial.number("bob", "Hit points")) == (3, 3)


def test_nobody_plays_twice_or_a_card_of_another_hand() -> None:
    trial = TrialTable(GAME, "ann", "bob", zones=HANDS)
    assert trial.refused("play", seat="ann", card="AS") == "not_to_play"
    trial.do("deal", seat="ann")
    assert trial.refused("play", seat="ann", card="2H") == "not_in_hand"
    trial.do("play", seat="ann", card="AS")
    assert trial.refused("play", seat="ann", card="3S") == "not_to_play"
    assert "play" not in trial.offers("ann")
    assert "play" in trial.offers("bob")


def test_a_played_card_stays_secret_until_all_have_played() -> None:
    trial = TrialTable(GAME, "ann", "bob", zones=HANDS)
    trial.do("deal", seat="ann")
    trial.do("play", seat="ann", card="AS")
    assert trial.game.view_for(trial.table, "bob").zones["committed:ann"].cards == ()
    assert not any("A♠" in line for line in trial.log("bob"))
