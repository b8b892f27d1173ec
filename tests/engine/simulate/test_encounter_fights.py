"""The fight of a prepared encounter, which nobody has run yet, in each game."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import msgspec
import pytest

from engine.core.chance import SeededChance
from engine.kit.encounters.printable_encounters import printable_encounters
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.table import Table
from engine.rulesets.card_the_drawing.encounters.battle_start import StartBattle
from engine.rulesets.loader import game_of
from engine.simulate.encounter_fights import Difficulty, difficulty_of, encounter_fight, heroes_of
from engine.simulate.fight_variants import FightVariant, VariantKind, VariantNumber
from engine.simulate.sensitivity import sensitivity
from engine.simulate.simulation import FightBot, PreparedFight, play_fight
from engine.simulate.simulation_results import SimulationResults
from engine.simulate.worker_processes import WorkerOrders
from tests.engine.simulate.test_unknown_cards import bot_for, demo_table

GAMES = ("card_the_drawing", "classic_fantasy", "future_imperfect", "imaginality")


def one_with_foes(table: Table) -> tuple[str, str]:
    """Return the last encounter that is prepared on a table."""
    last = printable_encounters(game_of(table.ruleset), table)[-1]
    return last.kind, last.id


@pytest.mark.parametrize("ruleset", GAMES)
def test_the_heroes_fight_the_encounter_and_nobody_else_takes_part(ruleset: str) -> None:
    game, bot, table = game_of(ruleset), bot_for(ruleset), demo_table(ruleset)
    fight = encounter_fight(game, bot, table, *one_with_foes(table), viewer="gm")
    placed, opening = fight.beginning(SeededChance(0))
    assert opening is not None
    assert game.refusal(placed, opening) is None, "also while a combat is in progress on the table"
    heroes = heroes_of(bot, table)
    played = play_fight(fight, 0).result
    sides = {actor: side for actor, side in played.sides.items() if side == "party"}
    assert {actor.partition("#")[0] for actor in sides} == {*heroes}
    assert {*played.sides} & {*table.actors} == {*sides} & {*table.actors}, "bystanders of the GM stay out"
    assert "opposition" in played.sides.values()
    assert played.rounds
    bystanders = {*table.actors} - {*heroes}
    assert not bystanders & {*played.costs.tracks}
    assert not bystanders & {*played.costs.wounds}


def test_an_encounter_keeps_its_surroundings() -> None:
    table = demo_table("card_the_drawing")
    game, bot = game_of("card_the_drawing"), bot_for("card_the_drawing")
    fights = [encounter_fight(game, bot, table, each.kind, each.id) for each in printable_encounters(game, table)]
    openings = [fight.beginning(SeededChance(0))[1] for fight in fights]
    assert any(isinstance(opening, StartBattle) and opening.environment for opening in openings)


def test_the_dice_of_an_encounter_fall_differently_in_each_fight_and_alike_in_each_process() -> None:
    game, bot, table = game_of("imaginality"), bot_for("imaginality"), demo_table("imaginality")
    wolf = {"id": "wolf", "name": "Wolf", "character": {"id": "w", "name": "Wolf", "seat": "gm"}}
    pack = {"id": "pack", "name": "Pack", "cast": [{"who": "kept_characters/wolf", "count": "1d4+1"}]}
    table = replace(table, lists={**table.lists, "kept_characters": (wolf,), "encounters": (pack,)})
    fight = encounter_fight(game, bot, table, "encounters", "pack", seed=3, viewer="gm")

    def foes(prepared: PreparedFight) -> list[int]:
        results = [play_fight(prepared, number).result for number in range(5)]
        return [sum(side == "opposition" for side in result.sides.values()) for result in results]

    come = foes(fight)
    assert len({*come}) > 1
    assert {*come} <= {2, 3, 4, 5}
    elsewhere = msgspec.json.decode(msgspec.json.encode(WorkerOrders.of(fight)), type=WorkerOrders).fight(game)
    assert [play_fight(elsewhere, number) for number in range(2)] == [play_fight(fight, number) for number in range(2)]
    played: dict[VariantNumber, list[int]] = {}
    usual = type(bot).variants

    def with_two_more(bot: FightBot, *fight: Any) -> Iterator[FightVariant]:
        """Yield the usual variants, and one of a kind that there is already."""
        yield from (found := [*usual(bot, *fight)])
        more = next(one for one in found if one.kind is VariantKind.FOE_MORE)
        yield next(one for one in usual(bot, fight[0], more.table, more.opening) if one.kind is VariantKind.FOE_MORE)

    def simulated(changed: PreparedFight) -> SimulationResults:
        assert changed.arriving is not None
        assert changed.arriving.variant is not None
        played[changed.arriving.variant] = foes(changed)
        return SimulationResults()

    with patch.object(type(bot), "variants", with_two_more):
        assert [row.variant.kind for row in sensitivity(fight, simulated)] == [kind for kind, _ in played]
    assert played[VariantKind.FOE_FEWER, 0] == [count - 1 for count in come], "each fight has its own foes, less one"
    assert played[VariantKind.FOE_MORE, 0] == [count + 1 for count in come]
    assert played[VariantKind.FOE_MORE, 1] == [count + 2 for count in come], "a bot may have several of one kind"

    few = {**pack, "cast": [{"who": "kept_characters/wolf", "count": "1d2"}]}
    table = replace(table, lists={**table.lists, "encounters": (few,)})
    fight = encounter_fight(game, bot, table, "encounters", "pack", seed=3, viewer="gm")
    assert {*foes(fight)} == {1, 2}
    rows = [row.variant.kind for row in sensitivity(fight, simulated)]
    assert VariantKind.FOE_MORE in rows
    assert VariantKind.FOE_FEWER not in rows, "in some fights nobody would come"
    assert fight.arriving is not None
    arriving = dataclasses.replace(fight.arriving, variant=(VariantKind.FOE_FEWER, 0))
    with pytest.raises(Refused) as why:
        foes(dataclasses.replace(fight, arriving=arriving))
    assert why.value.message.key == "refused.simulate_no_variant"


def test_what_is_missing_for_a_fight_is_said() -> None:
    game, bot, table = game_of("imaginality"), bot_for("imaginality"), demo_table("imaginality")
    kind, id_ = one_with_foes(table)
    nobody = replace(table, actors={actor.id: actor for actor in table.actors.values() if actor.seat == "gm"})
    empty = replace(table, lists={**table.lists, "encounters": ({"id": "empty", "name": "Empty"},)})

    def refusal(of: Table, wanted: str) -> str:
        with pytest.raises(Refused) as why:
            encounter_fight(game, bot, of, kind, wanted)
        return why.value.message.key.removeprefix("refused.")

    assert refusal(table, "nobody-knows") == "simulate_no_encounter"
    assert refusal(nobody, id_) == "simulate_no_heroes"
    assert refusal(empty, "empty") == "simulate_no_foes"
    with patch.object(type(bot), "opening", return_value=None):
        assert refusal(table, id_) == "simulate_no_combats"


def test_the_difficulty_changes_exactly_at_its_limits() -> None:
    shares = (1, 0.9, 0.899, 0.7, 0.699, 0.4, 0.399, 0)
    easy, fair, hard, deadly = Difficulty
    assert [difficulty_of(share) for share in shares] == [easy, easy, fair, fair, hard, hard, deadly, deadly]
