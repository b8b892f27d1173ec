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
from engine.core.commands import Command
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.presentation.game import Game
from engine.rulesets.loader import game_of, ruleset_ids
from tests.engine.hidden import commands_of, hidden_changes, histories, refused_to, shown_to
from tests.engine.rich import a_moment_of_play
from tests.engine.worlds import difference
from tests.properties import examples


@pytest.mark.parametrize("ruleset", ruleset_ids())
@examples(14)
@given(seed=st.integers(0, 2**32))
def test_one_hidden_thing_more_or_less_shows_in_nothing(ruleset: str, seed: int) -> None:
    """View, offers, ledgers, figures, moves by hand, refusals, and the log of the next gesture are the same."""
    game, random = game_of(ruleset), Random(seed)
    codec, (table, command, chance) = Codec(game), a_moment_of_play(game, random)
    viewer = random.choice([SHARED, *(seat for seat in table.seats if not table.is_gm(seat))])
    here = shown_to(game, table, viewer)
    tried = commands_of(here["offers"].get(viewer, ()))
    refused = [refused_to(game, table, one) for one in tried]
    for told, other, swapped in hidden_changes(game, codec, table, viewer, random):
        found = difference(here, shown_to(game, other, viewer))
        assert found is None, f"{viewer} can tell that it is otherwise ({told}): {found}"
        found = difference(refused, [refused_to(game, other, one) for one in tried])
        assert found is None, f"{viewer} is refused otherwise ({told}): {found}"
        if command is not None and not swapped:
            found = _log_differs(game, table, other, command, chance, viewer)
            assert found is None, f"{viewer} reads otherwise ({told}) after {command}: {found}"


def _log_differs(game: Game, table: Table, other: Table, command: Command, seed: int, viewer: str) -> str | None:
    """Return the difference between the logs of one command in two worlds, if its results are the same."""
    both = histories(game, table, other, command, seed, viewer)
    return None if both is None else difference(both[0].log(viewer), both[1].log(viewer), "log")
