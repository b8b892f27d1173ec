"""What ends with a round, with a conflict, or with somebody who leaves it: nothing of it is left over."""

from __future__ import annotations

import pytest

from engine.play.moves import LayCondition
from engine.rulesets.future_imperfect.blows import SetClosed
from engine.rulesets.future_imperfect.conflicts import EndConflict, LeaveConflict
from engine.rulesets.future_imperfect.interrupting import PlayRedJoker
from engine.rulesets.future_imperfect.moving import GoMetres
from engine.rulesets.future_imperfect.reserving import ReserveCard
from engine.rulesets.future_imperfect.rounds import EndRound
from engine.rulesets.future_imperfect.turns import EndTurn, PlayCard
from tests.engine.future_imperfect.table import cards, conflict, counted, dealt, laid, now, play


@pytest.mark.rule("FI-MOVE-3", "FI-SHOOT-8")
def test_a_new_round_has_its_own_metres() -> None:
    table = counted(dealt(conflict(laid()), frost="AS"), "A")
    walk = GoMetres(seat="tom", actor="frost", metres=3)
    table = play(table, PlayCard(seat="tom", actor="frost"), walk, EndTurn(seat="tom", actor="frost"))
    before = now(table).fighters["frost"]
    assert (before.moves, before.moved) == (1, 3)
    after = now(play(table, EndRound(seat="gm"))).fighters["frost"]
    assert (after.moves, after.moved) == (0, 0)


@pytest.mark.rule("FI-SURP-2", "FI-INIT-14")
def test_nobody_is_surprised_when_the_conflict_is_over() -> None:
    table = play(conflict(laid()), LayCondition(seat="gm", actor="frost", condition="surprised"))
    assert not play(table, EndConflict(seat="gm")).actors["frost"].has("surprised")


@pytest.mark.rule("FI-CLOSE-5")
def test_who_leaves_is_inside_of_nobodys_reach() -> None:
    table = play(conflict(laid()), SetClosed(seat="gm", actor="thug", target="frost", closed=True))
    assert now(table).inside == (("thug", "frost"),)
    assert now(play(table, LeaveConflict(seat="gm", actor="thug"))).inside == ()


@pytest.mark.rule("FI-RES-5", "FI-JOKER-3")
def test_the_red_joker_is_an_action_besides_and_costs_no_reserved_card() -> None:
    table = counted(dealt(conflict(laid()), frost="AS XR"), "A")
    table = play(table, ReserveCard(seat="tom", actor="frost"))
    assert cards(play(table, PlayRedJoker(seat="tom", actor="frost", card="XR")), "reserve:frost") == ["AS"]
