"""The fight of a prepared encounter, which nobody has run yet, in each game."""

from __future__ import annotations

from unittest.mock import patch

import pytest

from engine.kit.encounters.printable_encounters import printable_encounters
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.table import Table
from engine.rulesets.card_the_drawing.encounters.battle_start import StartBattle
from engine.rulesets.loader import game_of
from engine.simulate.encounter_fights import Difficulty, difficulty_of, encounter_fight, heroes_of
from engine.simulate.simulation import PreparedFight, play_fight
from tests.engine.simulate.test_unknown_cards import bot_for, demo_table

GAMES = ("card_the_drawing", "classic_fantasy", "future_imperfect", "imaginality")


def one_with_foes(table: Table) -> tuple[str, str]:
    """Return the last encounter that is prepared on a table."""
    last = printable_encounters(game_of(table.ruleset), table)[-1]
    return last.kind, last.id


@pytest.mark.parametrize("ruleset", GAMES)
def test_the_heroes_fight_the_encounter_and_nobody_else_takes_part(ruleset: str) -> None:
    game, bot, table = game_of(ruleset), bot_for(ruleset), demo_table(ruleset)
    placed, opening = encounter_fight(game, bot, table, *one_with_foes(table))
    assert game.refusal(placed, opening) is None, "also while a combat is in progress on the table"
    heroes = heroes_of(bot, table)
    played = play_fight(PreparedFight(game, placed, bot, 0, opening, "gm"), 0).result
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
    openings = [encounter_fight(game, bot, table, each.kind, each.id)[1] for each in printable_encounters(game, table)]
    assert any(isinstance(opening, StartBattle) and opening.environment for opening in openings)


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
