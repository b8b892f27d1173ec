"""The values of cards, alone and together (IM-VAL)."""

from __future__ import annotations

import pytest

from engine.model.seats import SHARED
from engine.rulesets.imaginality.actions.action_commands import Attempt
from engine.rulesets.imaginality.activity_view import activity_view
from engine.rulesets.imaginality.comparison_rules import card_value
from tests.engine.rulesets.imaginality.fights import REVEAL, lays
from tests.engine.rulesets.imaginality.table import cards, figures, laid, play


@pytest.mark.rule("IM-VAL-1")
def test_an_ace_is_15_nothing_is_14_and_a_joker_has_no_value() -> None:
    values = {rank: card_value(f"{rank}S") for rank in ("2", "9", "10", "J", "Q", "K", "A")}
    assert values == {"2": 2, "9": 9, "10": 10, "J": 11, "Q": 12, "K": 13, "A": 15}
    assert card_value("AH/2") == 15
    assert card_value("X") == 0
    assert 14 not in {card_value(card) for card in cards(laid(), "deck")}


@pytest.mark.rule("IM-VAL-2")
def test_several_cards_of_one_side_are_added_a_jokers_stand_ins_too() -> None:
    table = laid({"hand:tom": "X 8H AH", "hand:gm": "5H", "deck": "2C KC"})
    table = play(table, Attempt(seat="gm", actor="rex", advantage=2), lays("opposition", "5H", "gm"))
    assert figures(table, lays("actor", "X 8H AH", "tom"), REVEAL)["actor_total"] == 15 + 8 + 15


@pytest.mark.rule("IM-VAL-3")
@pytest.mark.parametrize(("mode", "total"), [("bookkeeping", 17 - 3), ("freeform", 17)])
def test_wounds_are_taken_off_the_sum_once(mode: str, total: int) -> None:
    table = laid({"hand:tom": "8H 9H", "hand:gm": "5H"}, options={"damage_mode": mode}, tracks={"rex": {"damage": 3}})
    table = play(table, Attempt(seat="gm", actor="rex", advantage=1), lays("opposition", "5H", "gm"))
    assert figures(table, lays("actor", "8H 9H", "tom"), REVEAL)["actor_total"] == total
    side = activity_view(play(table, lays("actor", "8H 9H", "tom"), REVEAL), SHARED)[-1].sides[-1]
    assert side.total is not None
    assert (side.name, side.total, side.total + side.penalty) == ("actor", total, 17), "the table shows why"
