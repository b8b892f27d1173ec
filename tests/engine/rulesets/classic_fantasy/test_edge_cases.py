"""Edges that small changes of the rules have crossed unseen."""

from __future__ import annotations

import pytest

from engine.rulesets.classic_fantasy.character.character_conditions import BURNING, LIMB_LOST, lay
from engine.rulesets.classic_fantasy.combat.combat_commands import RollInitiative, StartFight
from engine.rulesets.classic_fantasy.combat.combat_procedure import current_combat
from engine.rulesets.classic_fantasy.combat.round_commands import EndRound
from engine.rulesets.classic_fantasy.health.rest_rules import RestState, rations_today
from engine.rulesets.classic_fantasy.time.time_advance import AdvanceTime, StopTime
from engine.rulesets.classic_fantasy.time.time_passage_procedure import time_passage
from engine.rulesets.classic_fantasy.travel.party_travel import Walk
from engine.rulesets.classic_fantasy.treatment.healing_magic_commands import CastHealing, is_severed
from engine.rulesets.classic_fantasy.wounds.healing_tables import numbers as healing_numbers
from tests.engine.rulesets.classic_fantasy.table import LUCKLESS, hurt, laid, outcome, play, with_states


@pytest.mark.rule("CF-REST-3", "CF-AMB-24")
@pytest.mark.parametrize(("ate", "eaten"), [(99, 0), (100, 1), (101, 1)])
def test_a_day_begins_at_the_moment_of_waking(ate: int, eaten: int) -> None:
    assert rations_today(RestState(ate=ate, woke=100), moment=200) == eaten


@pytest.mark.rule("CF-TIME-4")
def test_the_rest_of_a_round_begun_costs_no_time() -> None:
    begun = play(laid(), Walk(seat="gm", feet=40))
    assert begun.clock == 300
    within = outcome(begun, Walk(seat="gm", feet=20))
    assert (within.results["rounds"], within.table.clock) == (0, 300)
    beyond = outcome(begun, Walk(seat="gm", feet=21))
    assert (beyond.results["rounds"], beyond.table.clock) == (1, 600)


@pytest.mark.rule("CF-WOUND-13")
def test_only_the_limb_that_is_off_is_off() -> None:
    table = with_states(laid(), lambda draft: lay(draft, "ana", LIMB_LOST, "Left Arm"))
    assert [is_severed(table, "ana", place) for place in ("Left Arm", "Right Arm")] == [True, False]


@pytest.mark.rule("CF-HEAL-8", "CF-X-34")
def test_the_age_of_a_wound_counts_from_the_blow_for_magic_that_wants_it_fresh() -> None:
    fresh = [name for name, row in healing_numbers().spells.items() if row.fresh]
    assert fresh
    later = play(laid(tracks=LUCKLESS), AdvanceTime(seat="gm", unit="day"))
    wounded = hurt(later, "ana", Abdomen=-6)
    spell = CastHealing(seat="tom", actor="ana", patient="ana", location="Abdomen", spell=fresh[0], intensity=1)
    healed = outcome(wounded, spell)
    old = outcome(play(wounded, AdvanceTime(seat="gm", unit="hour", count=2)), spell)
    assert (healed.results["healed"], old.results["healed"]) == (6, 0)


@pytest.mark.rule("CF-X-27", "CF-TIME-3")
def test_a_round_that_is_broken_off_begins_no_other() -> None:
    table = play(laid(), StartFight(seat="gm", fighters=("ana", "orc")), RollInitiative(seat="gm"))
    burns = with_states(table, lambda draft: lay(draft, "orc", BURNING, "Chest", level=4))
    waits = play(burns, EndRound(seat="gm"))
    assert time_passage(waits) is not None, "what the fire does is still to be told"
    for after, number in ((play(waits, StopTime(seat="gm")), 1), (play(table, EndRound(seat="gm")), 2)):
        found = current_combat(after)
        assert found is not None
        assert found.number == number
