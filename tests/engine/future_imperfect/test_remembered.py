"""What is remembered from table to table is what would be made anew: offers, and what each viewer sees."""

from __future__ import annotations

from random import Random

import pytest

from engine.play.chance import Seeded
from engine.play.commands import Command
from engine.play.game import Game
from engine.play.moves import (
    EditActor,
    EditSheet,
    LayCondition,
    LiftCondition,
    MoveChips,
    SetClock,
    SetLocation,
    SetTrack,
)
from engine.play.refusal import Refused
from engine.play.sight import SHARED
from engine.rulesets.registry import game_of
from engine.rulesets.remembering import forget_all
from engine.table.table import Table
from tests.bench.firefight import battlefield, fighters, next_command

STATES = ("stunned", "unconscious", "winded", "dead", "prone", "entangled", "terrified", "in_smoke", "burning")
AREAS = ("head", "left_arm", "right_leg", "guts")
STEPS = 80


def by_hand(random: Random, table: Table) -> Command:
    """Return something that the Master does by hand in the middle of a fight."""
    actor = random.choice(fighters())
    match random.randrange(9):
        case 0:
            return SetTrack(seat="gm", actor=actor, track="Wind", value=random.randrange(-3, 10))
        case 1:
            return EditActor(seat="gm", actor=actor, secret=not table.actors[actor].secret)
        case 2:
            return EditActor(seat="gm", actor=actor, leader=random.choice(("gm", "p1")))
        case 3:
            return LayCondition(seat="gm", actor=actor, condition=random.choice(STATES))
        case 4:
            return LiftCondition(seat="gm", actor=actor, condition=random.choice(STATES))
        case 5:
            return SetLocation(seat="gm", actor=actor, location=random.choice(AREAS), level=random.randrange(5))
        case 6:
            weapons = random.choice(([], [{"name": "Blast rifle", "hand": "both", "ammunition": "1/20"}]))
            return EditSheet(
                seat="gm", actor=actor, fields={"weapons": weapons, "chart": random.choice(("", "hexapod"))}
            )
        case 7:
            ends = random.sample(("pot", "gm", "p1"), 2)
            return MoveChips(
                seat="gm", source=ends[0], target=ends[1], chips={random.choice(("white", "red", "blue")): 1}
            )
        case _:
            return SetClock(seat="gm", seconds=table.clock + 600)


def told(game: Game, table: Table) -> list[object]:
    """Return all that can be done by anybody, before whoever's eyes, and what each sees."""
    viewers = ("gm", "p1", "p2", SHARED)
    offers = [game.offers(table, seat, viewer) for seat in ("gm", "p1", "p2") for viewer in (seat, SHARED)]
    return [*offers, *(game.ruleset.glimpse(table, viewer) for viewer in viewers)]


@pytest.mark.parametrize("seed", [1, 2])
def test_what_is_remembered_is_what_would_be_made_anew(seed: int) -> None:
    """A fight by offers, with wounds, secrets, leaders and sheets that change by hand at any moment."""
    random, chance = Random(seed), Seeded(seed)
    kept, table = game_of("future_imperfect"), battlefield(game_of("future_imperfect"), seed)
    done = 0
    for _ in range(STEPS):
        try:
            if random.random() < 0.3:
                table = kept.apply(table, by_hand(random, table), chance).table
            elif (found := next_command(kept, table, random)) is not None:
                table = kept.apply(table, found[1], chance).table
        except Refused:
            continue
        done += 1
        remembered = told(kept, table)
        forget_all()
        assert told(kept, table) == remembered
    assert done > STEPS // 2
