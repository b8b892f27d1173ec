"""The effect of the party's pace on Perception, wherever it is rolled (CF-TIME-7 to CF-TIME-9)."""

from __future__ import annotations

import pytest

from engine.core.commands import Request
from engine.model.table import Table
from engine.rulesets.classic_fantasy.checks.check_commands import RollContest, RollSkill
from engine.rulesets.classic_fantasy.checks.check_procedure import current_check
from engine.rulesets.classic_fantasy.checks.check_resolution import effective_skills
from engine.rulesets.classic_fantasy.combat.combat_commands import StartFight
from engine.rulesets.classic_fantasy.travel.party_travel import SetWay
from tests.engine.rulesets.classic_fantasy.table import LUCKLESS, laid, play, skilled

SEES = skilled(Perception=60, Stealth=60, Athletics=60)


def _table(*commands: Request) -> Table:
    return play(laid(sheets=dict.fromkeys(("ana", "bor", "orc"), SEES), tracks=LUCKLESS), *commands)


def _grades(table: Table, command: Request) -> list[str]:
    after = play(table, command)
    found = current_check(after)
    assert found is not None
    return [one.grade for one in effective_skills(after, found)]


def _roll(actor: str, skill: str = "perception") -> RollSkill:
    return RollSkill(seat="gm", actor=actor, skill=skill)


def _contest(actor: str, other: str) -> RollContest:
    return RollContest(seat="gm", actor=actor, skill="Perception", other=other, other_skill="Stealth")


IN_ROUNDS = SetWay(seat="gm", pace="combat_rounds")
"""The party goes by Combat Rounds; without it, it explores."""
IN_DARK = SetWay(seat="gm", dark=True, light=True)
"""It carries light where it is dark."""


@pytest.mark.rule("CF-TIME-7", "CF-TIME-8", "CF-TIME-9")
@pytest.mark.parametrize(
    ("way", "own", "others"),
    [
        (SetWay(seat="gm", pace="exploration"), "Standard", "Hard"),
        (IN_ROUNDS, "Hard", "Standard"),
        (IN_DARK, "Standard", "Standard"),
        (SetWay(seat="gm", dark=True, light=False), "Standard", "Hard"),
    ],
)
def test_the_pace_modifies_rolls_and_contests(way: SetWay, own: str, others: str) -> None:
    table = _table(way)
    assert _grades(table, _roll("ana")) == [own]
    assert _grades(table, _roll("orc")) == [others]
    assert _grades(table, _contest("ana", "orc")) == [own, "Standard"], "Stealth is rolled as ever"
    assert _grades(table, _contest("orc", "ana")) == [others, "Standard"]
    sneaks = RollContest(seat="gm", actor="ana", skill="Stealth", other="orc", other_skill="Perception")
    assert _grades(table, sneaks) == ["Standard", others], "and it bears on who resists"
    assert _grades(table, _roll("ana", "Athletics")) == ["Standard"]


@pytest.mark.rule("CF-TIME-8")
def test_foes_look_out_for_the_party_and_not_for_each_other() -> None:
    sheets = dict.fromkeys(("ana", "orc", "wolf"), SEES)
    table = laid(sheets=sheets, who={"ana": "tom", "orc": "gm", "wolf": "gm"})
    assert _grades(table, _contest("wolf", "orc")) == ["Standard", "Standard"]
    assert _grades(laid(sheets=sheets, who={"orc": "gm"}), _roll("orc")) == ["Standard"], "there is no party"


@pytest.mark.rule("CF-TIME-8", "CF-TIME-9")
@pytest.mark.parametrize("way", [SetWay(seat="gm", pace="exploration"), IN_ROUNDS])
def test_nobody_explores_in_combat(way: SetWay) -> None:
    table = _table(way, StartFight(seat="gm", fighters=("ana", "orc")))
    assert [_grades(table, _roll(actor)) for actor in ("ana", "orc")] == [["Standard"], ["Standard"]]
