"""Fear and terror: the test, its results, and its course over the draw phases (FI-FEAR)."""

from __future__ import annotations

import pytest

from engine.core.manual_moves import MoveCards
from engine.model.frozen import Json
from engine.model.table import Table
from engine.rulesets.future_imperfect.checks.check_commands import SpendChip, ThrowDice
from engine.rulesets.future_imperfect.chips.fate_pot import total_chips
from engine.rulesets.future_imperfect.combat.rounds.card_draw_commands import RollReflex
from engine.rulesets.future_imperfect.combat.rounds.round_commands import BeginCount, EndRound
from engine.rulesets.future_imperfect.combat.rounds.turn_commands import DropCard, PlayCard, PlayRedJoker
from engine.rulesets.future_imperfect.conditions.character_conditions import (
    CATATONIC,
    TERRIFIED,
    TERROR_FAILED,
    UNNERVED,
    condition_names,
)
from engine.rulesets.future_imperfect.procedures.conflict_procedure import RoundPhase
from engine.rulesets.future_imperfect.social.fear_commands import FaceFear, Flee
from tests.engine.rulesets.future_imperfect.table import (
    cards,
    conflict,
    counted,
    dealt,
    dice,
    laid,
    outcome,
    play,
    refused,
    rolling,
    running_conflict,
    stacked,
)

THROW = ThrowDice(seat="gm")
GUTS: Json = [{"name": "guts", "level": 3, "trait": "Spirit"}]
SHEETS = {"frost": {"aptitudes": GUTS, "traits": [{"name": "Spirit", "dice": "1d8"}]}}
FEAR = FaceFear(seat="gm", actor="frost", tn=5, cause="the thing in the shaft")
TERROR = FaceFear(seat="gm", actor="frost", tn=5, terror=True)


def over(table: Table) -> Table:
    """Return the table after the round, whatever cards are left."""
    hand = running_conflict(table).fighters["frost"].hand
    if cards(table, hand):
        table = play(table, MoveCards(seat="gm", cards=tuple(cards(table, hand)), target="discard:crew"))
    if running_conflict(table).phase is RoundPhase.DRAW:
        table = play(table, BeginCount(seat="gm"))
    return play(table, EndRound(seat="gm"))


def alone(**hands: str) -> Table:
    return dealt(conflict(laid(sheets=SHEETS), "frost"), **hands)


@pytest.mark.rule("FI-TV-35", "FI-FEAR-2", "FI-FEAR-3", "FI-FEAR-5", "FI-FEAR-4")
@pytest.mark.parametrize(
    ("faces", "left", "lost", "chips"),
    [
        ((2, 3, 4), "broken", True, 1),
        ((5, 2, 3), "distracted", True, 0),
        ((8, 2, 3, 2), "unnerved", False, 0),
        ((8, 2, 3, 7), "none", False, 0),
        ((1, 1, 7), "terrified", False, 0),
    ],
)
def test_results_of_a_fear_test(faces: tuple[int, ...], left: str, lost: bool, chips: int) -> None:
    table = alone(frost="KS 3S")
    result = outcome(play(table, FEAR), THROW, dice(d8=faces))
    assert result.results["fear"] == left
    assert (cards(result.table, running_conflict(table).fighters["frost"].hand) == ["3S"]) is lost
    assert sum(result.table.chips["gm"].values()) == chips
    assert total_chips(result.table) == 85
    assert (UNNERVED in condition_names(result.table, "frost")) is (left in ("broken", "distracted", "unnerved"))


@pytest.mark.rule("FI-FEAR-4", "FI-FEAR-1")
def test_an_option_gives_no_chip_for_fear_and_a_source_adds_to_the_target_number() -> None:
    table = laid(sheets=SHEETS, options={"fear_broken_chip": "none"})
    worse = play(table, FaceFear(seat="gm", actor="frost", tn=5, more=4))
    assert rolling(worse).tn == 9
    assert sum(play(worse, THROW, chance=dice(d8=[2, 3, 8, 1])).chips["gm"].values()) == 0
    assert refused(table, FaceFear(seat="tom", actor="frost", tn=5)).message.key == "refused.gm_only"


@pytest.mark.rule("FI-FEAR-6", "FI-FATE-19")
def test_no_chip_helps_against_terror() -> None:
    table = laid(sheets=SHEETS, chips={"tom": {"blue": 1}})
    rolled = play(table, FEAR, THROW, chance=dice(d8=[2, 3, 4]))
    assert play(rolled, SpendChip(seat="tom", colour="blue")) != rolled
    settled = outcome(play(table, TERROR), THROW, dice(d8=[2, 3, 4]))  # nothing could help: it stands at once
    assert settled.results["fear"] == "broken"
    assert TERROR_FAILED in condition_names(settled.table, "frost")


@pytest.mark.rule("FI-FEAR-5", "FI-FEAR-7", "FI-FEAR-8")
def test_a_terrified_character_draws_one_card_and_flees_with_it() -> None:
    table = play(alone(frost="3S"), FEAR, THROW, chance=dice(d8=[1, 1, 7]))
    acting = play(counted(table, "3"), PlayCard(seat="tom", actor="frost"))  # until the next draw he does as he likes
    assert len(running_conflict(acting).turns) == 1
    table = stacked(play(counted(table, "3"), DropCard(seat="tom", actor="frost")), "crew", "9D 8D")
    table = over(table)
    hand = running_conflict(table).fighters["frost"].hand
    assert cards(table, hand) == ["9D"]
    assert refused(table, RollReflex(seat="tom", actor="frost")).message.key == "refused.has_drawn"
    table = counted(table, "9")
    assert refused(table, PlayCard(seat="tom", actor="frost")).message.key == "refused.must_flee"
    result = outcome(table, Flee(seat="tom", actor="frost"))
    assert result.results["metres"] == 8  # Dexterity d8, and all of it
    assert TERRIFIED not in condition_names(result.table, "frost")
    assert (cards(result.table, hand), running_conflict(result.table).turns) == ([], ())
    again = refused(result.table, Flee(seat="tom", actor="frost"))
    assert again.message.key == "refused.not_terrified"


@pytest.mark.rule("FI-FEAR-8", "FI-MOVE-7")
def test_a_red_joker_runs_at_once_and_the_pace_can_be_picked_up() -> None:
    table = play(alone(frost="3S"), FEAR, THROW, chance=dice(d8=[1, 1, 7]))
    table = over(stacked(play(counted(table, "3"), DropCard(seat="tom", actor="frost")), "crew", "XR"))
    table = counted(table, "A")
    assert refused(table, PlayRedJoker(seat="tom", actor="frost", card="XR")).message.key == "refused.must_flee"
    result = outcome(table, Flee(seat="tom", actor="frost", pace=True), dice(d4=[4]))
    assert result.results["metres"] == 12
    assert result.table.actors["frost"].tracks["Wind"].value == table.actors["frost"].tracks["Wind"].value - 1


@pytest.mark.rule("FI-FEAR-6", "FI-FEAR-8", "FI-INIT-16")
def test_catatonic_for_a_round_and_terrified_in_the_next() -> None:
    table = play(alone(frost="3S"), TERROR, THROW, chance=dice(d8=[1, 1, 7]))
    assert refused(counted(table, "3"), PlayCard(seat="tom", actor="frost")).message.key == "refused.out_of_action"
    table = over(table)
    assert running_conflict(table).fighters["frost"].why == CATATONIC
    assert cards(table, running_conflict(table).fighters["frost"].hand) == []
    table = over(stacked(table, "crew", "9D"))
    assert condition_names(table, "frost") & {CATATONIC, TERRIFIED} == {TERRIFIED}
    assert cards(table, running_conflict(table).fighters["frost"].hand) == ["9D"]
    table = over(play(counted(table, "9"), Flee(seat="tom", actor="frost")))
    assert not condition_names(table, "frost") & {CATATONIC, TERRIFIED}
    assert not running_conflict(table).fighters["frost"].drawn


@pytest.mark.rule("FI-FEAR-8", "FI-JOKER-10", "FI-FEAR-6")
def test_a_black_joker_in_the_draw_phase_after_a_failed_terror_test_freezes_and_later_does_not() -> None:
    failed = play(alone(frost="3S"), TERROR, THROW, chance=dice(d8=[2, 3, 4]))
    failed = over(stacked(failed, "crew", "XB KD 4D"))
    assert TERROR_FAILED in condition_names(failed, "frost")
    drawn = play(failed, RollReflex(seat="tom", actor="frost"), THROW, chance=dice(d8=[3, 2]))
    assert condition_names(drawn, "frost") & {CATATONIC, TERROR_FAILED} == {CATATONIC}
    later = over(failed)
    assert TERROR_FAILED not in condition_names(later, "frost")
    later = stacked(later, "crew", "XB KD 4D")
    drawn = play(later, RollReflex(seat="tom", actor="frost"), THROW, chance=dice(d8=[3, 2]))
    assert CATATONIC not in condition_names(drawn, "frost")


@pytest.mark.rule("FI-FEAR-7")
def test_terror_while_cards_are_drawn_spoils_that_very_draw() -> None:
    table = stacked(conflict(laid(sheets=SHEETS), "frost"), "crew", "9D 8D 7D")
    table = play(table, FEAR, THROW, chance=dice(d8=[1, 1, 7]))
    assert cards(table, running_conflict(table).fighters["frost"].hand) == ["9D"]
