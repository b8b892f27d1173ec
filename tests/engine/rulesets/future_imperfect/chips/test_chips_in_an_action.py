"""One red chip in an action, whatever the action is made of and whenever it happens (FI-FATE-10, FI-FATE-11)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.model.frozen import replace
from engine.model.table import Table
from engine.rulesets.future_imperfect.actions.plain_roll_commands import TryRoll
from engine.rulesets.future_imperfect.checks.check_commands import SpendChip
from engine.rulesets.future_imperfect.combat.ranged.aimed_shot_commands import ShootFromAim
from engine.rulesets.future_imperfect.combat.ranged.shot_commands import FireBurst
from engine.rulesets.future_imperfect.combat.rounds.turn_commands import PlayCard, PlayReserve, ReserveCard
from engine.rulesets.future_imperfect.procedures.attack_procedure import current_attack
from tests.engine.rulesets.future_imperfect.attack_helpers import ACCEPT, THROW, Played, armed, goes, why
from tests.engine.rulesets.future_imperfect.combat.test_throw_commands import aiming
from tests.engine.rulesets.future_imperfect.table import GAME, conflict, counted, dealt, laid, play, running_conflict

RED, BLUE = (SpendChip(seat="tom", colour=colour) for colour in ("red", "blue"))


def rich(table: Table) -> Table:
    """Tom holds more chips than he may spend at once."""
    return replace(table, chips={**table.chips, "tom": {"red": 4, "blue": 4, "white": 4}})


def spends(done: Table | Played, colour: SpendChip, **faces: list[int]) -> Played:
    """The chip is spent, and another of its colour is not taken on the same roll."""
    spent = goes(done, colour, **faces)
    assert why(spent, colour) == "chip_spent"
    return spent


@pytest.mark.rule("FI-FATE-10", "FI-FATE-11", "FI-AUTO-4")
@pytest.mark.parametrize("colour", [RED, BLUE], ids=lambda chip: chip.colour)
def test_a_burst_out_of_turn_is_one_action_for_any_number_of_targets(colour: SpendChip) -> None:
    split: dict[str, Any] = {"targets": ("thug", "guard"), "distances": (9,), "rounds": (2, 1), "dice": (1, 1)}
    burst = FireBurst(seat="gm", actor="frost", weapon="Blast rifle", free=True, **split)
    skill = [{"name": "shooting", "concentration": "blast rifle", "level": 2, "trait": "dexterity"}]
    table = rich(laid(sheets={"frost": armed("Blast rifle", hands=["both"], aptitudes=skill)}))
    first = spends(goes(table, burst, THROW, d8=[2]), colour, d8=[1])
    second = goes(first, ACCEPT, THROW, d8=[2])
    attack = current_attack(second.table)
    assert attack is not None
    assert attack.index == 1
    assert why(second, colour) == "chip_spent"
    again = goes(replace(second.table, procedures=table.procedures), burst, THROW, d8=[2])
    goes(again, colour, d8=[1])  # the next burst is another action


@pytest.mark.rule("FI-FATE-10", "FI-CORE-18")
def test_a_contest_that_is_rolled_again_is_still_the_same_action() -> None:
    table = rich(laid(options={"opposed_tie": "reroll"}))
    asked = TryRoll(seat="tom", actor="frost", name="reflex", target="thug")
    tied = goes(goes(table, asked, THROW, d8=[2, 3, 4, 6]), RED, ACCEPT, d8=[3])
    assert not tied.check.thrown, "3 + 3 ties with 6"
    assert why(goes(tied, THROW, d8=[2, 3, 4, 6]), RED) == "chip_spent"


@pytest.mark.rule("FI-FATE-10", "FI-RES-4")
def test_the_roll_for_coming_first_belongs_to_the_action_that_it_brings() -> None:
    table = counted(dealt(conflict(rich(laid())), frost="AS", thug="KS/2"), "A")
    table = play(counted(play(table, ReserveCard(seat="tom", actor="frost")), "K"), PlayCard(seat="gm", actor="thug"))
    opposed = play(table, PlayReserve(seat="tom", actor="frost"))
    names = {offer.name for offer in GAME.offers(opposed, "tom", "tom")}
    assert "throw_dice" in names
    assert "throw_and_accept" not in names, "the other side has still to throw"
    rolled = goes(opposed, THROW, d8=[2, 3, 4, 6])
    first = goes(spends(rolled, RED, d8=[7]), ACCEPT)
    assert [turn.fighter for turn in running_conflict(first.table).turns] == ["thug", "frost"]
    tries = goes(first, TryRoll(seat="tom", actor="frost", name="reflex", tn=9), THROW, d8=[2, 3])
    assert why(tries, RED) == "chip_spent"
    goes(tries, BLUE, d8=[1])


@pytest.mark.rule("FI-FATE-10", "FI-AIM-9")
def test_the_race_of_an_aimed_shot_belongs_to_the_shot() -> None:
    rolled = goes(rich(aiming("10")), ShootFromAim(seat="tom", actor="frost"), THROW, d8=[2, 3, 4, 6])
    first = goes(spends(rolled, RED, d8=[7]), ACCEPT)
    assert dict(running_conflict(first.table).turns[-1].spent) == {"red": 1}
