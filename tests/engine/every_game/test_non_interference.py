"""Nothing that a viewer gets depends on what that viewer may not know: one hidden thing is changed at a time.

It begins from rich moments of every game: its demo and its kept scripts, to any depth, played on at random, with
characters that nobody has met among them.
"""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.codec import Codec
from engine.kit.conformance.hidden_changes import interference_problems
from engine.model.seats import SHARED
from engine.rulesets.loader import game_of, ruleset_ids
from tests.engine.rich import a_moment_of_play
from tests.properties import examples


@pytest.mark.parametrize("ruleset", ruleset_ids())
@examples(14)
@given(seed=st.integers(0, 2**32))
def test_one_hidden_thing_more_or_less_shows_in_nothing(ruleset: str, seed: int) -> None:
    """View, offers, ledgers, figures, moves by hand, refusals, and the log of the next gesture are the same."""
    game, random = game_of(ruleset), Random(seed)
    table, command, chance = a_moment_of_play(game, random)
    viewer = random.choice([SHARED, *(seat for seat in table.seats if not table.is_gm(seat))])
    assert [*interference_problems(game, Codec(game), table, viewer, random, command, chance)] == []
