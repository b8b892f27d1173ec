"""The way of a command through the modules of a game."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core.commands import kind_of
from engine.core.continuation import name_of
from engine.rulesets.future_imperfect.procedures.check_procedure import Check
from tests import trace

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
FIRST_AID = GOLDEN / "classic_fantasy" / "first_aid.json"
MOST_MODULES, MOST_RETURNS = 7, 4
GESTURES = {
    "classic_fantasy": {"tend", "throw_dice", "declare_attack", "defend", "find_location", "throw_damage"},
    "future_imperfect": {"shoot", "fire_burst", "throw_dice:attack", "roll_damage", "take_harm", "play_card"},
    "imaginality": {"play", "reveal"},
    "card_the_drawing": {"play_interrupt", "plan_cards"},
}
"""First Aid, shots and played cards, step by step, as they occur in the golden scripts of a game."""


def test_the_way_of_first_aid_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert trace.main([str(FIRST_AID)]) == 0
    *modules, counts = capsys.readouterr().out.splitlines()
    assert modules[0].startswith("classic_fantasy/checks/")
    assert any(module.startswith("classic_fantasy/treatment/") for module in modules)
    distinct = len(set(modules))
    assert counts.startswith(f"{distinct} modules, {len(modules) - distinct} returns, ")


def scripts_of(game: str) -> list[Path]:
    """Return the scripts of a game among the golden ones; beside them lie their answers."""
    return sorted(path for path in (GOLDEN / game).glob("*.json") if not path.name.endswith(".answer.json"))


def gesture(traced: trace.TracedCommand) -> str:
    """Return the kind of a command; a throw of dice has the name of what they are thrown for, too."""
    kind = kind_of(type(traced.command))
    check = traced.table.procedures[-1] if traced.table.procedures else None
    return f"{kind}:{name_of(check.then)}" if kind == "throw_dice" and isinstance(check, Check) else kind


@pytest.mark.parametrize("game", GESTURES)
def test_first_aid_shots_and_played_cards_pass_through_few_modules_and_seldom_come_back(game: str) -> None:
    played = [trace.traced_commands(script.read_bytes())[0] for script in scripts_of(game)]
    ways = [(gesture(traced), traced.way) for script in played for traced in script]
    assert {name for name, _ in ways} >= GESTURES[game]
    long = [(name, way.modules) for name, way in ways if way.distinct > MOST_MODULES or way.returns > MOST_RETURNS]
    assert [each for each in long if each[0] in GESTURES[game]] == []


def test_look_ups_are_told_where_all_is_asked_for() -> None:
    deciding = trace.way_of_last_command(FIRST_AID.read_bytes())
    everything = trace.way_of_last_command(FIRST_AID.read_bytes(), everything=True)
    assert deciding.functions < everything.functions
    assert all(first != second for first, second in zip(everything.modules, everything.modules[1:], strict=False))


def test_a_script_must_be_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert trace.main([]) == 2
    assert "SCRIPT" in capsys.readouterr().out
