"""The way of a command through the modules of a game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests import trace

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
FIRST_AID, SHOT = GOLDEN / "classic_fantasy" / "first_aid.json", GOLDEN / "future_imperfect" / "shot.json"
PLAYED_CARD = GOLDEN / "imaginality" / "locked_door.json"
INTERRUPT = GOLDEN / "card_the_drawing" / "demo_played_on.json"


def test_the_way_of_first_aid_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert trace.main([str(FIRST_AID)]) == 0
    *modules, counts = capsys.readouterr().out.splitlines()
    assert modules[0].startswith("classic_fantasy/checks/")
    assert any(module.startswith("classic_fantasy/treatment/") for module in modules)
    distinct = len(set(modules))
    assert counts.startswith(f"{distinct} modules, {len(modules) - distinct} returns, ")


def until(script: Path, kind: str) -> bytes:
    """Return a script that ends with its first command of a kind."""
    told = json.loads(script.read_bytes())
    kinds = [command["kind"] for command in told["commands"]]
    return json.dumps({**told, "commands": told["commands"][: kinds.index(kind) + 1]}).encode()


@pytest.mark.parametrize(
    ("script", "kind"),
    [(FIRST_AID, ""), (SHOT, "shoot"), (SHOT, ""), (PLAYED_CARD, "play"), (INTERRUPT, "play_interrupt")],
)
def test_a_command_passes_through_few_modules_and_seldom_comes_back(script: Path, kind: str) -> None:
    way = trace.way_of_last_command(until(script, kind) if kind else script.read_bytes())
    assert way.distinct <= 7
    assert way.returns <= 4


def test_look_ups_are_told_where_all_is_asked_for() -> None:
    deciding = trace.way_of_last_command(FIRST_AID.read_bytes())
    everything = trace.way_of_last_command(FIRST_AID.read_bytes(), everything=True)
    assert deciding.functions < everything.functions
    assert all(first != second for first, second in zip(everything.modules, everything.modules[1:], strict=False))


def test_a_script_must_be_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert trace.main([]) == 2
    assert "SCRIPT" in capsys.readouterr().out
