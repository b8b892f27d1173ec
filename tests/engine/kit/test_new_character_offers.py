"""A table with nobody in the story offers what begins one, whatever the game."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from engine.core.chance import SeededChance
from engine.core.game_options import complete_options
from engine.core.manual_moves import SetClock
from engine.kit.game_factory import make_game
from engine.kit.manual_game import ManualGame
from engine.model.frozen import replace
from engine.model.seats import SHARED, Role, Seat
from engine.model.table import Table
from engine.presentation.game import Game
from engine.presentation.offers import Offer
from engine.rulesets.imaginality.deck.hand_commands import StartAdventure
from engine.rulesets.loader import game_of, ruleset_ids
from engine.sheets.editing.new_character_moves import JoinActor

SEATS = (Seat(id="gm", name="Ada", role=Role.GM), Seat(id="tom", name="Tom"), Seat(id="eve", name="Eve"))


def fresh(ruleset: str) -> tuple[Game, Table]:
    game = game_of(ruleset)
    table = game.ruleset.new_table(SEATS, complete_options(game.ruleset.options, {}))
    if ruleset == "imaginality":
        table = game.apply(table, StartAdventure(seat="gm"), SeededChance(1)).table
    return game, table


def with_character(game: Game, table: Table, seat: str, *, secret: bool = False) -> Table:
    join = JoinActor(seat="gm", id=f"of-{seat}", name="Mia", leader=seat, secret=secret)
    return game.apply(table, join, SeededChance(1)).table


def offered(game: Game, table: Table, seat: str, viewer: str = SHARED) -> Mapping[str, Offer]:
    return {offer.name: offer for offer in game.offers(table, seat, viewer)}


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_a_new_character_is_the_natural_first_step_while_there_is_none(ruleset: str) -> None:
    game, table = fresh(ruleset)
    for seat in table.seats:
        mains = [offer.name for offer in offered(game, table, seat).values() if offer.primary]
        assert mains == (["new_character", "bring_party"] if table.is_gm(seat) else ["new_character"]), seat
    with_one = with_character(game, table, "tom")
    assert not offered(game, with_one, "gm")["new_character"].primary, "the GM can at any time, but need not"
    assert "new_character" not in offered(game, with_one, "tom")
    assert offered(game, with_one, "eve")["new_character"].primary


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_a_secret_character_makes_no_difference_to_those_who_do_not_know_it(ruleset: str) -> None:
    game, table = fresh(ruleset)
    hidden = with_character(game, table, "gm", secret=True)
    assert offered(game, hidden, "gm", SHARED)["new_character"].primary
    assert not offered(game, hidden, "gm", "gm")["new_character"].primary
    for seat in table.seats:
        assert offered(game, hidden, seat)["new_character"] == offered(game, table, seat)["new_character"]


def test_the_id_of_a_new_character_is_free_even_if_an_unseen_one_has_the_next() -> None:
    game, table = fresh("imaginality")
    unseen = JoinActor(seat="gm", id="tom-1", name="Mia", leader="gm", secret=True)
    table = game.apply(table, unseen, SeededChance(1)).table
    command = offered(game, table, "tom")["new_character"].command
    assert isinstance(command, JoinActor)
    assert game.refusal(table, replace(command, name="Tia")) is None


def test_nobody_is_led_to_end_an_adventure_that_has_nobody_in_it() -> None:
    game, table = fresh("imaginality")
    assert [*offered(game, table, "gm")][-1] == "end_adventure"
    assert [*offered(game, with_character(game, table, "tom"), "gm")][-1] != "end_adventure"


def test_where_all_is_by_hand_the_gm_sets_the_clock() -> None:
    game, (_, laid) = make_game(ManualGame("classic_fantasy")), fresh("classic_fantasy")
    at_noon = replace(laid, clock=43_200, procedures=())
    command = offered(game, at_noon, "gm")["set_clock"].command
    assert command == SetClock(seat="gm", seconds=43_200)
    assert "set_clock" not in offered(game, at_noon, "tom")
