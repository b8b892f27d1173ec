"""Aiming on has the odds of the shots that it leads to."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.commands import Command
from engine.messages.message import Message
from engine.model.frozen import replace
from engine.model.table import Table
from engine.odds.odds import Odds
from engine.presentation.offers import Offer
from engine.rulesets.future_imperfect.actions.preparation_commands import AimCard
from engine.rulesets.future_imperfect.combat.attack_form_offers import USUAL_SHOT
from engine.rulesets.future_imperfect.combat.ranged.shot_commands import Shoot
from engine.rulesets.future_imperfect.combat.rounds.turn_commands import ReserveCard
from tests.engine.rulesets.future_imperfect.attack_helpers import armed
from tests.engine.rulesets.future_imperfect.table import GAME, conflict, counted, dealt, laid, play, running_conflict

AIM = AimCard(seat="tom", actor="frost", target="thug", weapon="Blast rifle")
RESERVE = ReserveCard(seat="tom", actor="frost")


def odds_of(table: Table, command: Command, viewer: str = "tom") -> Odds | None:
    return GAME.odds(table, Offer(name="any", command=command, label=Message(key="any")), viewer)


def shot(table: Table, counters: int) -> Odds:
    """Return the odds of a shot with so many counters, which the GM allows at any time."""
    free = Shoot(
        seat="gm",
        actor="frost",
        target="thug",
        weapon="Blast rifle",
        distance=USUAL_SHOT,
        counters=counters,
        free=True,
    )
    odds = odds_of(table, free, "gm")
    assert odds is not None
    return odds


def called(hand: str, rank: str, **thug: Any) -> Table:
    """Return a conflict in which this rank is called, and Frost holds these cards."""
    sheets = {"frost": armed("Blast rifle", hands=["both"]), "thug": thug}
    return counted(dealt(conflict(laid(sheets=sheets), "frost", "thug"), frost=hand), rank)


@pytest.mark.rule("FI-AIM-2", "FI-AIM-4", "FI-AIM-5", "FI-SHOOT-5")
@pytest.mark.parametrize("thug", [{}, {"size": 3}])
def test_an_aim_says_what_it_gains(thug: dict[str, Any]) -> None:
    table = called("AS KS", "A", **thug)
    odds = odds_of(table, AIM)
    assert odds is not None
    assert (odds.before, odds.chance) == (shot(table, 0).chance, shot(table, 2).chance)
    assert odds.distributions == shot(table, 2).distributions
    assert [line.params["count"] for line in odds.explanation if line.key == "odds.aim_stage"] == [0, 2, 4, 6]
    assert odds_of(table, replace(AIM, weapon="Cutlass")) is None
    assert odds_of(table, RESERVE) is None  # nobody aims yet


@pytest.mark.rule("FI-AIM-2", "FI-AIM-5", "FI-AIM-8", "FI-RES-1")
@pytest.mark.parametrize(("rank", "now", "later"), [("K", 1, 2), ("J", 3, 4), ("9", 5, 6), ("8", 6, None)])
def test_a_card_in_reserve_while_the_aim_goes_on(rank: str, now: int, later: int | None) -> None:
    table = counted(play(called(f"AS {rank}S", "A"), AIM), rank)
    aim = running_conflict(table).fighters["frost"].aim
    assert aim is not None
    assert aim.counters == now
    odds = odds_of(table, RESERVE)
    if later is None:
        assert odds is None
        return
    assert odds is not None
    assert (odds.before, odds.chance) == (shot(table, now).chance, shot(table, later).chance)


@pytest.mark.rule("FI-SHOOT-5")
def test_an_aim_at_a_secret_target_has_odds_for_its_readers() -> None:
    table = called("AS KS", "A")
    secret = replace(table, actors={**table.actors, "thug": replace(table.actors["thug"], secret=True)})
    assert [odds_of(secret, AIM, viewer) is None for viewer in ("gm", "tom", "shared")] == [False, True, True]
