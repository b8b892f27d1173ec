"""A table with nobody in the story offers what begins one, whatever the game."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from engine.play.chance import Seeded
from engine.play.game import Game
from engine.play.moves import JoinActor, SetClock
from engine.play.offers import Offer
from engine.play.options import complete
from engine.play.sight import SHARED
from engine.rulesets.by_hand import ByHand
from engine.rulesets.imaginality.hands import StartAdventure
from engine.rulesets.registry import game_of, ruleset_ids
from engine.table.frozen import replace
from engine.table.seats import Role, Seat
from engine.table.table import Table

SEATS = (Seat(id="gm", name="Ada", role=Role.GM), Seat(id="tom", name="Tom"), Seat(id="eve", name="Eve"))


def fresh(ruleset: str) -> tuple[Game, Table]:
    game = game_of(ruleset)
    table = game.ruleset.lay_table(SEATS, complete(game.ruleset.options, {}))
    if ruleset == "imaginality":
        table = game.apply(table, StartAdventure(seat="gm"), Seeded(1)).table
    return game, table


def with_character(game: Game, table: Table, seat: str, *, secret: bool = False) -> Table:
    join = JoinActor(seat="gm", id=f"of-{seat}", name="Mia", leader=seat, secret=secret)
    return game.apply(table, join, Seeded(1)).table


def offered(game: Game, table: Table, seat: str, viewer: str = SHARED) -> Mapping[str, Offer]:
    return {offer.name: offer for offer in game.offers(table, seat, viewer)}


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_a_new_character_is_the_natural_first_step_while_there_is_none(ruleset: str) -> None:
    game, table = fresh(ruleset)
    for seat in table.seats:
        mains = [offer.name for offer in offered(game, table, seat).values() if offer.main]
        assert mains == ["new_character"], seat
    with_one = with_character(game, table, "tom")
    assert not offered(game, with_one, "gm")["new_character"].main, "the GM can at any time, but need not"
    assert "new_character" not in offered(game, with_one, "tom")
    assert offered(game, with_one, "eve")["new_character"].main


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_a_secret_character_makes_no_difference_to_those_who_do_not_know_it(ruleset: str) -> None:
    game, table = fresh(ruleset)
    hidden = with_character(game, table, "gm", secret=True)
    assert offered(game, hidden, "gm", SHARED)["new_character"].main
    assert not offered(game, hidden, "gm", "gm")["new_character"].main


def test_nobody_is_led_to_end_an_adventure_that_has_nobody_in_it() -> None:
    game, table = fresh("imaginality")
    assert [*offered(game, table, "gm")][-1] == "end_adventure"
    assert [*offered(game, with_character(game, table, "tom"), "gm")][-1] != "end_adventure"


def test_where_all_is_by_hand_the_gm_sets_the_clock() -> None:
    game, (_, laid) = Game(ByHand("classic_fantasy")), fresh("classic_fantasy")
    at_noon = replace(laid, clock=43_200, procedures=())
    command = offered(game, at_noon, "gm")["set_clock"].command
    assert command == SetClock(seat="gm", seconds=43_200)
    assert "set_clock" not in offered(game, at_noon, "tom")
