"""What is remembered from table to table is what would be made anew: offers, and what each viewer sees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from random import Random

import pytest

from engine.play.chance import Seeded
from engine.play.commands import Command
from engine.play.game import Game
from engine.play.moves import (
    EditActor,
    EditSeat,
    EditSheet,
    LayCondition,
    LiftCondition,
    MoveCards,
    MoveChips,
    SetClock,
    SetList,
    SetLocation,
    SetOption,
    SetTrack,
)
from engine.play.options import OptionKind, OptionSpec
from engine.play.refusal import Refused
from engine.play.sight import SHARED
from engine.rulesets.future_imperfect.leading import leader, taking_part
from engine.rulesets.future_imperfect.procedures.check import check
from engine.rulesets.future_imperfect.procedures.conflict import fight
from engine.rulesets.registry import game_of
from engine.rulesets.remembering import forget_all
from engine.table.frozen import Json
from engine.table.table import Table
from tests.bench.firefight import battlefield, fighters, next_command

STATES = ("stunned", "unconscious", "winded", "dead", "prone", "entangled", "terrified", "in_smoke", "burning")
AREAS = ("head", "left_arm", "right_leg", "guts")
ARMED = [{"name": "Blast rifle", "hand": "both", "ammunition": "1/20"}]
STEPS = 80
MOVES = 150
OF_ROLLS = ("Dice", "Fate and bounty")
"""The options that matter while dice lie."""
MOMENTS = 2
"""Of each kind of moment so many are looked at."""


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
            weapons = random.choice(([], ARMED))
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


def emptied(table: Table, bag: str) -> Command:
    """Return how all the chips of a bag are taken off the table."""
    return MoveChips(seat="gm", source=bag, target="", chips={c: n for c, n in table.chips[bag].items() if n})


def everything(game: Game, random: Random, table: Table) -> Iterator[Command]:
    """Yield a change by hand of each thing that lies on a table, where it matters now."""
    yield from (emptied(table, bag) for bag in table.chips)
    yield MoveChips(seat="gm", source="", target="gm", chips={"white": 1, "red": 1, "blue": 1})
    for actor in taking_part(table)[-2:]:
        yield SetTrack(seat="gm", actor=actor, track="Wind", value=random.randrange(-3, 10))
        yield EditActor(seat="gm", actor=actor, secret=True)
        yield EditActor(seat="gm", actor=actor, leader="p2")
        yield EditActor(seat="gm", actor=actor, name="Somebody else")
        yield LayCondition(seat="gm", actor=actor, condition=random.choice(STATES))
        yield SetLocation(seat="gm", actor=actor, location=random.choice(AREAS), level=random.randrange(1, 5))
        fields: dict[str, Json] = {
            "dexterity": "4d12",
            "aptitudes": [],
            "size": 9,
            "weapons": ARMED,
            "chart": "hexapod",
            "side": "crew",
        }
        field = random.choice(tuple(fields))
        yield EditSheet(seat="gm", actor=actor, fields={field: fields[field]})
    for name, spec in game.ruleset.options.items():
        if random.random() < (0.5 if spec.group in OF_ROLLS else 0.1):
            value = another(spec, table.option(name))
            yield SetOption(seat="gm", option=name, value=value, scene=random.random() < 0.5)
    for name, rows in table.lists.items():
        yield SetList(seat="gm", list=name, rows=rows[1:])
    held = [zone for zone in table.zones.values() if zone.cards and zone.id.startswith(("cards:", "reserve:", "hand:"))]
    for zone in held[::2]:
        yield MoveCards(seat="gm", cards=zone.cards[:1], target="discard:crew")
    yield EditSeat(seat="gm", id="p1", name="Somebody")
    yield SetClock(seat="gm", seconds=table.clock + 600)


def another(spec: OptionSpec, now: Json) -> Json:
    """Return something else that an option may be."""
    match spec.kind:
        case OptionKind.FLAG:
            return not now
        case OptionKind.NUMBER:
            return spec.least if now != spec.least else spec.most
        case _:
            return next((choice for choice in spec.choices if choice != now), now)


def told(game: Game, table: Table, seats: tuple[str, ...] = ("gm", "p1", "p2")) -> list[object]:
    """Return all that can be done by some people, before whoever's eyes, and what each sees."""
    offers = [game.offers(table, seat, viewer) for seat in seats for viewer in (seat, SHARED)]
    return [*offers, *(game.ruleset.glimpse(table, viewer) for viewer in (*seats, SHARED))]


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


def test_each_thing_that_changes_by_hand_is_noticed_by_what_is_remembered() -> None:
    """A moment of every kind in a fight; at each of them everything that lies on the table is changed, one by one."""
    random, chance = Random(3), Seeded(3)
    game, table = game_of("future_imperfect"), battlefield(game_of("future_imperfect"), 3)
    for bag in ("p2", "p3", "p4", "p5"):  # so that it matters whether the Master or the first player has a chip left
        table = game.apply(table, emptied(table, bag), chance).table
    seen = Counter[str]()
    done = 0
    for _ in range(MOVES):
        found = next_command(game, table, random)
        assert found is not None
        table = game.apply(table, found[1], chance).table
        rolled, now = check(table), fight(table)
        kind = (
            f"{[type(one).__name__ for one in table.procedures]} {rolled and rolled.thrown} {now and bool(now.turns)}"
        )
        seen[kind] += 1
        if seen[kind] > MOMENTS:
            continue
        seats = (
            "gm",
            next((seat for seat in map(partial(leader, table), reversed(taking_part(table))) if seat != "gm"), "p1"),
        )
        for command in everything(game, random, table):
            try:
                changed = game.apply(table, command, chance).table
            except Refused:
                continue
            told(game, table, seats)
            remembered = told(game, changed, seats)
            forget_all()
            assert told(game, changed, seats) == remembered, command
            done += 1
    assert len(seen) > 8
    assert done > 200
