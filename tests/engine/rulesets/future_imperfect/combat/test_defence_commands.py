"""Reactions of an attacked character."""

from __future__ import annotations

import pytest

from engine.core.continuation import name_of
from engine.core.manual_moves import LayCondition
from engine.messages.texts import say
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.rulesets.future_imperfect.actions.preparation_commands import AimCard
from engine.rulesets.future_imperfect.checks.check_commands import SpendChip
from engine.rulesets.future_imperfect.combat.defence_commands import Defend, RunAway
from engine.rulesets.future_imperfect.combat.melee.melee_commands import Strike
from engine.rulesets.future_imperfect.combat.ranged.shot_commands import Shoot
from engine.rulesets.future_imperfect.combat.rounds.turn_commands import EndTurn, PlayCard, ReserveCard
from engine.rulesets.future_imperfect.procedures.attack_procedure import current_attack
from tests.engine.rulesets.future_imperfect.attack_helpers import (
    ACCEPT,
    THROW,
    Played,
    acting,
    armed,
    brawler,
    goes,
    needs,
    values,
    why,
)
from tests.engine.rulesets.future_imperfect.table import (
    GAME,
    cards,
    conflict,
    counted,
    dealt,
    laid,
    play,
    running_conflict,
)

DODGES = {"aptitudes": [{"name": "dodge", "level": 2, "trait": "dexterity"}, *brawler(1)["aptitudes"]]}
SHEETS = {"frost": armed("Laser pistol", "Vibro knife"), "thug": DODGES}
SHOT = Shoot(seat="tom", actor="frost", target="thug", weapon="Laser pistol", distance=20)
DODGE = Defend(seat="gm", actor="thug")


def shot_at(hand: str = "KS/2 9H/2", **options: object) -> Played:
    """Return a table on which Frost has declared a shot at a thug."""
    table = acting(SHEETS, {"frost": "AS", "thug": hand}, "frost", options=options)
    return goes(table, SHOT)


@pytest.mark.rule("FI-TV-41", "FI-DEFEND-1", "FI-DEFEND-2", "FI-DEFEND-3", "FI-DEFEND-4")
@pytest.mark.parametrize(("faces", "tn"), [([8, 3, 1], 9), ([4, 2], 6)])
def test_the_greater_number_is_to_be_reached(faces: list[int], tn: int) -> None:
    declared = shot_at()
    assert declared.check.tn == 6
    defended = goes(declared, DODGE, THROW, d8=faces)
    assert name_of(defended.check.then) == "attack"
    assert defended.check.tn == tn
    assert ("defense_changes_nothing" in defended.lines) is (tn == declared.check.tn)
    assert cards(defended.table, "hand:gm") + cards(defended.table, "cards:thug") == ["9H/2"]
    assert why(defended, DODGE) == "defends_already"
    awaited = [GAME.view_for(at.table, SHARED).under_way[-1].waiting_for for at in (declared, defended)]
    assert awaited == [("tom", "gm"), ("tom",)], "who has defended is not waited for any more"
    assert why(goes(defended, THROW, d8=[1, 2, 2, 2]), DODGE) in {"no_attack", "defend_before"}


@pytest.mark.rule("FI-DEFEND-6", "FI-DEFEND-7", "FI-CORE-12")
def test_it_is_acted_out_or_costs_and_a_bust_leaves_the_normal_number() -> None:
    still = goes(shot_at(), Defend(seat="gm", actor="thug", how=""))
    assert values(still.check) == {"not_acted_out": -4}
    order = [offer.name for offer in GAME.offers(shot_at().table, "gm")]
    assert order.index("defend_dodge:thug") == 0 < order.index("throw_dice"), "the GM defends before the player throws"
    assert len(order) == len(set(order))
    (dodge,) = [offer for offer in GAME.offers(shot_at().table, "gm") if offer.name == "defend_dodge:thug"]
    assert [say(asked.called[""]) for asked in dodge.questions if asked.field == "how"] == ["Without moving (−4)"]
    down = goes(shot_at(), Defend(seat="gm", actor="thug", how="prone"), THROW, d8=[1, 1])
    assert down.states("thug") == {"prone"}
    assert down.check.tn == 6


@pytest.mark.rule("FI-DEFEND-7", "FI-ACT-3")
@pytest.mark.parametrize(("scope", "tn"), [("action", 9), ("single_roll", 6)])
def test_one_defence_counts_against_the_whole_action(scope: str, tn: int) -> None:
    first = goes(shot_at(active_defense_scope=scope), DODGE, THROW, d8=[8, 3, 1])
    second = goes(goes(first, THROW, d8=[2, 2]), SHOT)
    assert second.check.tn == tn


@pytest.mark.rule("FI-DEFEND-2", "FI-DEFEND-3", "FI-DEFEND-9", "FI-FATE-19")
def test_conditions_that_forbid_a_defence() -> None:
    declared = shot_at("KS/2")
    assert why(declared, Defend(seat="tom", actor="thug")) == "not_your_character"
    assert why(declared, Defend(seat="gm", actor="thug", by="fighting")) == "fighting_against_shot"
    assert why(declared, Defend(seat="gm", actor="frost")) == "not_attacked"
    for state in ("stunned", "surprised", "winded", "catatonic", "unconscious"):
        assert why(goes(declared, LayCondition(seat="gm", actor="thug", condition=state)), DODGE) == "cannot_defend"
    defended = goes(declared, DODGE, THROW, d8=[3, 2])
    assert cards(defended.table, "cards:thug") == []
    again = goes(goes(shot_at("KS/2", active_defense_scope="single_roll"), DODGE, THROW, d8=[3, 2]), THROW, d8=[1, 2])
    assert why(goes(again, SHOT), DODGE) == "no_card_left"


@pytest.mark.rule("FI-DEFEND-5", "FI-FATE-19")
def test_chips_help_a_defense_only_until_the_attack_is_rolled() -> None:
    table = acting(SHEETS, {"frost": "AS", "thug": "KS/2"}, "frost", chips={"gm": {"white": 2}, "pot": {"white": 48}})
    rolled = goes(table, SHOT, DODGE, THROW, d8=[3, 2])
    assert name_of(rolled.check.then) == "defense", "it waits for chips"
    better = goes(rolled, SpendChip(seat="gm", colour="white"), ACCEPT, d8=[8, 1])
    assert better.check.tn == 9
    assert name_of(better.check.then) == "attack"


@pytest.mark.rule("FI-DEFEND-3", "FI-DEFEND-6")
def test_a_blow_may_be_met_by_fighting() -> None:
    table = acting(SHEETS, {"frost": "AS", "thug": "KS/2"}, "frost")
    blow = Strike(seat="tom", actor="frost", target="thug", weapon="Vibro knife")
    defended = goes(table, blow, Defend(seat="gm", actor="thug", by="fighting", how="ground"), THROW, d8=[8, 1])
    assert needs(defended.check) == {"base_tn": 5, "fighting": 1, "defended": 3}


def reserved_shot() -> Table:
    """Return a table on which a thug has reserved the Ace, and Frost shoots at it with the King."""
    table = acting(SHEETS, {"guard": "AS/2", "frost": "KS", "thug": "AH/2"}, "guard")
    table = play(table, EndTurn(seat="gm", actor="guard"), ReserveCard(seat="gm", actor="thug"))
    return play(counted(table, "K"), PlayCard(seat="tom", actor="frost"))


@pytest.mark.rule("FI-AIM-7", "FI-DEFEND-2")
def test_an_active_defense_ends_the_aim() -> None:
    aims = {**SHEETS, "thug": {**DODGES, "weapons": [{"name": "Blast rifle", "hand": "both"}]}}
    table = counted(dealt(conflict(laid(sheets=aims)), frost="KS", thug="AS/2 9H/2"), "A")
    table = play(table, AimCard(seat="gm", actor="thug", target="frost", weapon="Blast rifle"))
    table = play(counted(table, "K"), PlayCard(seat="tom", actor="frost"))
    declared = goes(table, SHOT)
    assert running_conflict(declared.table).fighters["thug"].aim is not None
    dodged = goes(declared, DODGE, THROW, d8=[2, 1], d6=[2, 1])
    assert running_conflict(dodged.table).fighters["thug"].aim is None
    assert cards(dodged.table, "laid:thug") == []


@pytest.mark.rule("FI-RES-10", "FI-DEFEND-8", "FI-RES-9", "FI-DEFEND-2")
def test_a_reserved_card_allows_running_away() -> None:
    declared = goes(reserved_shot(), SHOT)
    run = RunAway(seat="gm", actor="thug", distance=45, hidden=True)
    away = goes(declared, run, THROW, d8=[7, 3, 5, 2])
    assert cards(away.table, "reserve:thug") == []
    assert (away.check.tn, values(away.check)) == (8, values(declared.check) | {"hidden": -4})
    slow = goes(declared, run, THROW, d8=[5, 3, 5, 2])
    assert slow.check.tn == 6
    assert why(slow, run) == "nothing_reserved"
    paid = goes(declared, DODGE, THROW)
    assert cards(paid.table, "reserve:thug") == []
    assert current_attack(paid.table) is not None
