"""The countdown at the table: order, reserve, preparation, aim, interrupts, red jokers (FI-ACT, FI-RES, FI-EXT)."""

from __future__ import annotations

import pytest

from engine.play.moves import LayCondition
from engine.play.sight import SHARED
from engine.rulesets.future_imperfect.checks import ThrowDice
from engine.rulesets.future_imperfect.counting import (
    AimCard,
    CallStep,
    DropCard,
    EndRound,
    EndTurn,
    PlayCard,
    PlayRedJoker,
    PlayReserve,
    PrepareCard,
    ReserveCard,
    called,
)
from engine.rulesets.future_imperfect.procedures import Phase
from engine.rulesets.future_imperfect.rounds import RollReflex
from tests.engine.future_imperfect.table import (
    GAME,
    cards,
    conflict,
    counted,
    dealt,
    dice,
    laid,
    now,
    outcome,
    play,
    refused,
)

FROST, CHUK, THUG = (PlayCard(seat=s, actor=a) for s, a in (("tom", "frost"), ("eve", "chuk"), ("gm", "thug")))
THROW = ThrowDice(seat="gm")
RIFLE = {"weapons": [{"name": "Blast rifle", "hand": "both"}]}


def end(actor: str) -> EndTurn:
    """The Master ends somebody's action."""
    return EndTurn(seat="gm", actor=actor)


@pytest.mark.rule("FI-INIT-10", "FI-INIT-11", "FI-ACT-1")
def test_cards_come_up_by_rank_and_then_by_suit_and_are_hidden_until_then() -> None:
    table = counted(dealt(conflict(laid()), frost="JD 7H", chuk="JS", thug="JH/2"), "Q")
    assert GAME.view_for(table, SHARED).zones["hand:tom"].cards == ()
    assert refused(table, FROST).rules == ("FI-INIT-10",)
    table = play(table, CallStep(seat="gm"))
    assert list(called(table)) == ["chuk", "thug", "frost"]
    seen = GAME.view_for(table, SHARED).zones["hand:tom"]
    assert [seen.face(place) for place in range(seen.count)] == ["JD", None]
    assert refused(table, FROST).rules == ("FI-INIT-11",)
    assert refused(table, CallStep(seat="gm")).rules == ("FI-INIT-10",)
    table = play(table, CHUK)
    assert cards(table, "discard:crew")[0] == "JS"
    assert refused(table, THUG).message.key == "refused.turn_runs"
    table = play(table, end("chuk"), THUG, end("thug"), FROST, end("frost"))
    assert called(table) == {}


@pytest.mark.rule("FI-EX-1", "FI-ACT-4", "FI-ACT-2")
def test_a_slow_weapon_prepares_with_one_card_and_fires_with_a_later_one() -> None:
    table = counted(dealt(conflict(laid()), chuk="JS 7S", thug="10H/2"), "J")
    table = play(table, PrepareCard(seat="eve", actor="chuk", what="fire the MMG", need=2))
    assert now(table).fighters["chuk"].preparation is not None
    assert cards(table, "laid:chuk") == ["JS"]
    table = play(counted(table, "10"), THUG, end("thug"))
    table = counted(table, "7")
    last = PrepareCard(seat="eve", actor="chuk")
    assert refused(table, last).message.key == "refused.prepared_now_act"
    assert GAME.refusal(table, CHUK) is None


@pytest.mark.rule("FI-EX-2", "FI-EXT-1", "FI-EXT-3", "FI-EXT-5", "FI-EXT-6")
def test_a_prepared_action_waits_in_reserve_for_its_trigger() -> None:
    table = counted(dealt(conflict(laid()), frost="JD 10D"), "J")
    plan = PrepareCard(seat="tom", actor="frost", what="blow the bridge", need=2, trigger="Chuk has passed")
    table = counted(play(table, plan), "10")
    result = outcome(table, PrepareCard(seat="tom", actor="frost"))
    assert result.figures["ready"] is True
    assert cards(result.table, "reserve:frost") == ["10D"]
    table = counted(result.table, "2")
    table = play(table, EndRound(seat="gm"))
    assert now(table).phase is Phase.DRAW
    assert now(table).fighters["frost"].why == "prepared"
    assert refused(table, RollReflex(seat="tom", actor="frost")).message.key == "refused.has_drawn"
    table = play(table, PlayReserve(seat="tom", actor="frost", what="boom", on_trigger=True))
    assert now(table).turns[-1].kind == "reserve"


@pytest.mark.rule("FI-RES-1", "FI-RES-2", "FI-RES-5", "FI-RES-7", "FI-INIT-14")
def test_one_card_in_reserve_outlives_the_round_and_is_lost_by_acting() -> None:
    table = counted(dealt(conflict(laid()), frost="JD 10D", chuk="9S"), "J")
    table = counted(play(table, ReserveCard(seat="tom", actor="frost")), "10")
    assert refused(table, ReserveCard(seat="tom", actor="frost")).rules == ("FI-RES-2",)
    acted = play(table, FROST)
    assert cards(acted, "reserve:frost") == []
    dropped = play(table, DropCard(seat="tom", actor="frost"))
    table = counted(play(counted(dropped, "9"), DropCard(seat="eve", actor="chuk")), "2")
    assert cards(play(table, EndRound(seat="gm")), "reserve:frost") == ["JD"]


@pytest.mark.rule("FI-RES-3", "FI-RES-4", "FI-EX-15", "FI-CORE-18")
def test_whoever_interrupts_with_a_reserved_card_must_win_a_reflex_contest() -> None:
    table = counted(dealt(conflict(laid(sheets={"frost": {"reflex": "3d8"}})), frost="JD", thug="10S/2"), "J")
    table = play(table, ReserveCard(seat="tom", actor="frost"))
    table = play(counted(table, "10"), THUG)
    asked = play(table, PlayReserve(seat="tom", actor="frost", what="shoots first"))
    first = outcome(asked, THROW, dice(d8=[1, 4, 8, 3, 7, 2]))
    assert (first.figures["total"], first.figures["opposing_total"]) == (11, 7)
    assert [turn.fighter for turn in now(first.table).turns] == ["thug", "frost"]
    slow = outcome(asked, THROW, dice(d8=[1, 4, 3, 7, 2]))
    assert [turn.fighter for turn in now(slow.table).turns] == ["frost", "thug"]


@pytest.mark.rule("FI-JOKER-2", "FI-JOKER-3", "FI-JOKER-8")
def test_the_red_joker_goes_first_without_a_roll() -> None:
    table = counted(dealt(conflict(laid()), frost="XR 3S", thug="10S/2"), "10")
    table = play(table, THUG)
    assert refused(table, PlayRedJoker(seat="eve", actor="chuk", card="XR")).rules == ("FI-JOKER-2",)
    table = play(table, PlayRedJoker(seat="tom", actor="frost", card="XR"))
    assert [turn.fighter for turn in now(table).turns] == ["thug", "frost"]


@pytest.mark.rule("FI-JOKER-8")
def test_two_red_jokers_at_one_moment_roll_for_it() -> None:
    table = counted(dealt(conflict(laid()), frost="XR", thug="XR/2"), "A")
    table = play(
        table, PlayRedJoker(seat="tom", actor="frost", card="XR"), PlayRedJoker(seat="gm", actor="thug", card="XR/2")
    )
    even = play(table, THROW, chance=dice(d8=[5, 2, 5, 3]))
    assert set(now(even).together) == {"frost", "thug"}


@pytest.mark.rule("FI-INIT-12")
def test_the_same_card_on_both_sides_acts_at_the_same_moment() -> None:
    table = counted(dealt(conflict(laid()), frost="JD", thug="JD/2"), "J")
    table = play(table, THUG)
    assert set(now(table).together) == {"frost", "thug"}
    table = play(table, LayCondition(seat="gm", actor="frost", condition="winded"), end("thug"))
    assert GAME.refusal(table, FROST) is None, "felled at the very moment, he still acts"


@pytest.mark.rule("FI-EX-13", "FI-AIM-4", "FI-AIM-6", "FI-AIM-8")
def test_counters_come_with_every_rank_and_outlive_a_card_in_reserve() -> None:
    table = dealt(conflict(laid(sheets={"frost": RIFLE})), frost="KD JD", thug="10D/2")
    table = play(counted(table, "K"), AimCard(seat="tom", actor="frost", target="thug", weapon="Blast rifle"))
    counters = {}
    for rank in ("Q", "J", "10", "9"):
        table = counted(table, rank)
        aim = now(table).fighters["frost"].aim
        assert aim is not None
        counters[rank] = aim.counters
        if rank == "J":
            table = play(table, ReserveCard(seat="tom", actor="frost"))
        if rank == "10":
            table = play(table, DropCard(seat="gm", actor="thug"))
    assert counters == {"Q": 1, "J": 2, "10": 3, "9": 4}
    table = play(counted(table, "2"), EndRound(seat="gm"))
    aim = now(table).fighters["frost"].aim
    assert aim is not None
    assert aim.counters == 11, "it goes on into the next round"
