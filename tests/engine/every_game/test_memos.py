"""Every result that is reused equals a new one, over long random play and changes by hand, for every viewer."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from engine.core.memo import check_memos, checked_results
from engine.kit.conformance.hidden_changes import another_actor, shown_to
from engine.kit.conformance.rich_tables import play_on, rich_table
from engine.model.frozen import replace
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.presentation.game import Game
from engine.rulesets.loader import game_of, ruleset_ids
from tests.engine.rich import scripts_of
from tests.properties import new_seed

EVENINGS, STEPS = 8, 12
LONG_EVENINGS = 60


@pytest.fixture
def _checking() -> Iterator[None]:
    check_memos(True)
    yield
    check_memos(False)


def with_a_change(game: Game, table: Table, random: Random) -> Table:
    """Return the table with something about a character changed by hand, or with another option or clock."""
    match random.randrange(4):
        case 0:
            return replace(table, clock=table.clock + 3600)
        case 1:
            name = random.choice(sorted(table.options))
            value = table.options[name]
            return replace(table, scene={**table.scene, name: not value}) if isinstance(value, bool) else table
        case _:
            if not table.actors:
                return table
            _, changed = another_actor(game, table, random.choice(list(table.actors.values())), random)
            return replace(table, actors={**table.actors, changed.id: changed})


def play(ruleset: str, evenings: int, seed: int) -> int:
    """Play with the checking mode on, look at everything, and return how many reused results were checked."""
    random, game, before = Random(seed), game_of(ruleset), checked_results()
    histories = [played.history for played in scripts_of(ruleset)]
    for _ in range(evenings):
        for table, _, _ in play_on(game, rich_table(game, histories, random), random, STEPS):
            for moment in (table, with_a_change(game, table, random), table):
                for viewer in random.sample((*table.seats, SHARED), 2):
                    shown_to(game, moment, viewer)
    return checked_results() - before


@pytest.mark.usefixtures("_checking")
@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_what_is_reused_is_what_would_be_made_anew(ruleset: str) -> None:
    seed = new_seed()
    print(f"with seed {seed}")
    assert play(ruleset, EVENINGS, seed) >= (ruleset != "imaginality") * 100


@pytest.mark.long
@pytest.mark.usefixtures("_checking")
@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_what_is_reused_over_many_evenings_is_what_would_be_made_anew(ruleset: str) -> None:
    seed = new_seed()
    print(f"with seed {seed}")
    play(ruleset, LONG_EVENINGS, seed)
