"""Memoized results equal newly made ones."""

from __future__ import annotations

from random import Random

import pytest

from engine.core.chance import SeededChance
from engine.core.manual_moves import SetTrack
from engine.core.memo import clear_memos
from engine.model.frozen import replace
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.rulesets.card_the_drawing.battle.battle_procedures import current_battle
from tests.engine.rulesets.card_the_drawing.offer_driver import Offered, played
from tests.engine.rulesets.card_the_drawing.table import GAME, laid, started

STEPS = 120


def told(table: Table) -> list[object]:
    """Return all that can be done by anybody, before whoever's eyes, and what each sees."""
    offers = [GAME.offers(table, seat, viewer) for seat in table.seats for viewer in (seat, SHARED)]
    return [*offers, *(GAME.ruleset.activity_view(table, viewer) for viewer in (*table.seats, SHARED))]


def by_hand(random: Random, table: Table) -> Table:
    """Return the table after somebody has set a number, or has turned out to be secret."""
    actor = random.choice(tuple(table.actors.values()))
    if random.random() < 0.2:
        return replace(table, actors={**table.actors, actor.id: replace(actor, secret=not actor.secret)})
    track = random.choice(tuple(actor.tracks))
    command = SetTrack(seat="gm", actor=actor.id, track=track, value=random.randint(0, 6))
    return GAME.apply(table, command, SeededChance(random.randrange(2**32))).table


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_what_is_remembered_is_what_would_be_made_anew(seed: int) -> None:
    random, offered = Random(seed), Offered()
    table = started(laid("tia", "eli", "ogre", "rats"))
    for _ in range(STEPS):
        if current_battle(table) is None:
            table = started(laid("tia", "eli", "ogre", "rats"))
        table = by_hand(random, table) if random.random() < 0.1 else played(table, random, 1, offered)
        remembered = told(table)
        clear_memos()
        assert told(table) == remembered
