"""Edges that small changes of the rules have crossed unseen."""

from __future__ import annotations

import pytest

from engine.rulesets.classic_fantasy.combat import RollInitiative, StartFight
from engine.rulesets.classic_fantasy.healing import numbers as healing_numbers
from engine.rulesets.classic_fantasy.passing import AdvanceTime, StopTime
from engine.rulesets.classic_fantasy.procedures.fight import fight
from engine.rulesets.classic_fantasy.procedures.passing import passing
from engine.rulesets.classic_fantasy.resting import Resting, rations_today
from engine.rulesets.classic_fantasy.rounds import EndRound
from engine.rulesets.classic_fantasy.states import BURNING, LIMB_LOST, lay
from engine.rulesets.classic_fantasy.tending import CastHealing, is_off
from engine.rulesets.classic_fantasy.wandering import Walk
from tests.engine.classic_fantasy.table import LUCKLESS, hurt, laid, outcome, play, with_states


@pytest.mark.rule("CF-REST-3", "CF-AMB-24")
@pytest.mark.parametrize(("ate", "eaten"), [(99, 0), (100, 1), (101, 1)])
def test_a_day_begins_at_the_moment_of_waking(ate: int, eaten: int) -> None:
    assert rations_today(Resting(ate=ate, woke=100), moment=200) == eaten


@pytest.mark.rule("CF-TIME-4")
def test_what_is_left_of_a_round_begun_is_gone_for_nothing() -> None:
    begun = play(laid(), Walk(seat="gm", feet=40))
    assert begun.clock == 300
    within = outcome(begun, Walk(seat="gm", feet=20))
    assert (within.figures["rounds"], within.table.clock) == (0, 300)
    beyond = outcome(begun, Walk(seat="gm", feet=21))
    assert (beyond.figures["rounds"], beyond.table.clock) == (1, 600)


@pytest.mark.rule("CF-WOUND-13")
def test_only_the_limb_that_is_off_is_off() -> None:
    table = with_states(laid(), lambda draft: lay(draft, "ana", LIMB_LOST, "Left Arm"))
    assert [is_off(table, "ana", place) for place in ("Left Arm", "Right Arm")] == [True, False]


@pytest.mark.rule("CF-HEAL-8", "CF-X-34")
def test_the_age_of_a_wound_counts_from_the_blow_for_magic_that_wants_it_fresh() -> None:
    fresh = [name for name, row in healing_numbers().spells.items() if row.fresh]
    assert fresh
    later = play(laid(tracks=LUCKLESS), AdvanceTime(seat="gm", unit="day"))
    wounded = hurt(later, "ana", Abdomen=-6)
    spell = CastHealing(seat="tom", actor="ana", patient="ana", location="Abdomen", spell=fresh[0], intensity=1)
    healed = outcome(wounded, spell)
    old = outcome(play(wounded, AdvanceTime(seat="gm", unit="hour", count=2)), spell)
    assert (healed.figures["healed"], old.figures["healed"]) == (6, 0)


@pytest.mark.rule("CF-X-27", "CF-TIME-3")
def test_a_round_that_is_broken_off_begins_no_other() -> None:
    table = play(laid(), StartFight(seat="gm", fighters=("ana", "orc")), RollInitiative(seat="gm"))
    burns = with_states(table, lambda draft: lay(draft, "orc", BURNING, "Chest", level=4))
    waits = play(burns, EndRound(seat="gm"))
    assert passing(waits) is not None, "what the fire does is still to be told"
    for after, number in ((play(waits, StopTime(seat="gm")), 1), (play(table, EndRound(seat="gm")), 2)):
        found = fight(after)
        assert found is not None
        assert found.number == number
