"""Which conditions are proposed by hand: those of the game, and none that needs more than a name."""

from __future__ import annotations

import pytest

from engine.sheets.condition_names import known
from engine.sheets.games import proposed_conditions
from vtt.sheets.character_state import known_conditions

GAMES = ("imaginality", "future_imperfect", "card_the_drawing", "classic_fantasy")
NEED_MORE = {"in_water", "in_heat", "hazard", "poisoned", "poison_coming", "casting", "bleeding"}


@pytest.mark.parametrize("game", GAMES)
def test_a_game_proposes_its_own_conditions_that_need_only_a_name(game: str) -> None:
    proposed = known_conditions(game, ())
    assert set(proposed) <= set(known()) | {"blinded"}
    assert set(proposed).isdisjoint(NEED_MORE)
    own = {"imaginality": {"wound", "dying"}, "future_imperfect": {"stunned"}, "classic_fantasy": {"hungry"}}
    for other, names in own.items():
        assert names.isdisjoint(proposed) or other == game
    assert own.get(game, set()) <= set(proposed)


def test_a_game_that_says_nothing_proposes_all_that_have_words() -> None:
    assert proposed_conditions("tiny") is None
    assert known_conditions("tiny", ()) == known()
