"""Memoized offers and views equal newly made ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from random import Random

import pytest

from engine.core.chance import SeededChance
from engine.core.commands import Command
from engine.core.game_options import OptionKind, OptionSpec
from engine.core.manual_moves import (
    EditActor,
    EditSeat,
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
from engine.core.memo import clear_memos
from engine.kit.control import controller_of
from engine.messages.refusal import Refused
from engine.model.frozen import Json
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.presentation.game import Game
from engine.rulesets.future_imperfect.procedures.check_procedure import current_check
from engine.rulesets.future_imperfect.procedures.conflict_procedure import current_conflict
from engine.rulesets.future_imperfect.procedures.participants import taking_part
from engine.rulesets.loader import game_of
from engine.sheets.editing.record_moves import EditSheet
from tests.bench.firefight import battlefield, fighters, next_command

STATES = ("stunned", "unconscious", "winded", "dead", "prone", "entangled", "terrified", "in_smoke", "burning")
AREAS = ("head", "left_arm", "right_leg", "guts")
ARMED = [{"name": "Blast rifle", "hand": "both", "ammunition": "1/20"}]
STEPS = 80
MOVES = 150
OF_ROLLS = ("Dice", "Fate and bounty")
"""The options that matter during a roll."""
MOMENTS = 2
"""Of each kind of moment so many are looked at."""


def by_hand(random: Random, table: Table) -> Command:
    """Return something that the GM does by hand in the middle of a fight."""
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
    """Yield a manual change of each thing on a table, where it matters now."""
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
    zones = [
        zone for zone in table.zones.values() if zone.cards and zone.id.startswith(("cards:", "reserve:", "hand:"))
    ]
    for zone in zones[::2]:
        yield MoveCards(seat="gm", cards=zone.cards[:1], target="discard:crew")
    yield EditSeat(seat="gm", id="p1", name="Somebody")
    yield SetClock(seat="gm", seconds=table.clock + 600)


def another(spec: OptionSpec, current: Json) -> Json:
    """Return something else that an option may be."""
    match spec.kind:
        case OptionKind.FLAG:
            return not current
        case OptionKind.NUMBER:
            return spec.least if current != spec.least else spec.most
        case _:
            return next((choice for choice in spec.choices if choice != current), current)


def offers_and_views(game: Game, table: Table, seats: tuple[str, ...] = ("gm", "p1", "p2")) -> list[object]:
    """Return all offers and views of some seats, for every viewer."""
    offers = [game.offers(table, seat, viewer) for seat in seats for viewer in (seat, SHARED)]
    return [*offers, *(game.ruleset.activity_view(table, viewer) for viewer in (*seats, SHARED))]


@pytest.mark.parametrize("seed", [1, 2])
def test_memoized_offers_and_views_equal_new_ones(seed: int) -> None:
    """A fight by offers, with wounds, secrets, leaders and sheets that change by hand at any moment."""
    random, chance = Random(seed), SeededChance(seed)
    kept, table = game_of("future_imperfect"), battlefield(game_of("future_imperfect"), seed)
    done = 0
    for _ in range(STEPS):
        try:
            if random.random() < 0.3:
                table = kept.apply(table, by_hand(random, table), chance).table
            elif (next_move := next_command(kept, table, random)) is not None:
                table = kept.apply(table, next_move[1], chance).table
        except Refused:
            continue
        done += 1
        remembered = offers_and_views(kept, table)
        clear_memos()
        assert offers_and_views(kept, table) == remembered
    assert done > STEPS // 2


def test_memos_notice_each_manual_change() -> None:
    """At every kind of moment in a conflict, each thing on the table is changed in turn."""
    random, chance = Random(3), SeededChance(3)
    game, table = game_of("future_imperfect"), battlefield(game_of("future_imperfect"), 3)
    for bag in ("p2", "p3", "p4", "p5"):  # so that it matters whether the GM or the first player has a chip left
        table = game.apply(table, emptied(table, bag), chance).table
    seen = Counter[str]()
    done = 0
    for _ in range(MOVES):
        next_move = next_command(game, table, random)
        assert next_move is not None
        table = game.apply(table, next_move[1], chance).table
        kinds = [type(procedure).__name__ for procedure in table.procedures]
        rolled, conflict = current_check(table), current_conflict(table)
        kind = f"{kinds} {rolled and rolled.thrown} {conflict and bool(conflict.turns)}"
        seen[kind] += 1
        if seen[kind] > MOMENTS:
            continue
        seats = (
            "gm",
            next(
                (seat for seat in map(partial(controller_of, table), reversed(taking_part(table))) if seat != "gm"),
                "p1",
            ),
        )
        for command in everything(game, random, table):
            try:
                changed = game.apply(table, command, chance).table
            except Refused:
                continue
            offers_and_views(game, table, seats)
            remembered = offers_and_views(game, changed, seats)
            clear_memos()
            assert offers_and_views(game, changed, seats) == remembered, command
            done += 1
    assert len(seen) > 8
    assert done > 200
