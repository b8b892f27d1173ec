"""The catalogue's vectors on turns, blows, shots, damage and wounds, as scripts with their answers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from engine.presentation.scripts.script import PlayedScript, play_script
from engine.rulesets.imaginality.procedures import current_action, current_fight
from engine.rulesets.loader import game_of
from tests.engine.rulesets.imaginality.fights import states, wounds

FILE = json.loads((Path(__file__).parents[1] / "vectors_fights.json").read_text(encoding="utf-8"))
VECTORS = [
    pytest.param(vector["cases"], id=name, marks=pytest.mark.rule(name, *vector["rules"]))
    for name, vector in FILE["vectors"].items()
]


@pytest.mark.parametrize("cases", VECTORS)
def test_the_vector_comes_out_as_the_catalogue_says(cases: list[Mapping[str, Any]]) -> None:
    for case in cases:
        script = {**FILE["common"], **case["script"]}
        played = play_script(json.dumps(script).encode(), game_of)
        assert found(played, case["expect"], len(script["commands"])) == case["expect"]


def found(played: PlayedScript, wanted: Mapping[str, Any], count: int) -> dict[str, Any]:
    """Return what the script came to, in the shape of what is expected of it."""
    table = played.history.table
    figures = {name: value for result in played.results for name, value in result.items()}
    act, fight = current_action(table), current_fight(table)
    shapes: dict[str, Any] = {
        "results": lambda names: {name: figures.get(name) for name in names},
        "zones": lambda zones: {zone: list(table.zones[zone].cards) for zone in zones},
        "counts": lambda zones: {zone: len(table.zones[zone].cards) for zone in zones},
        "sides": lambda keys: {key: act.sides[key].due if act else None for key in keys},
        "states": lambda actors: {actor: sorted(states(table, actor)) for actor in actors},
        "wounds": lambda actors: {actor: wounds(table, actor) for actor in actors},
        "turns": lambda actors: {actor: _turn(fight, actor) for actor in actors},
        "acted": lambda _: list(fight.acted) if fight else None,
    }
    seen = {name: shape(wanted[name]) for name, shape in shapes.items() if name in wanted}
    if played.stopped is not None:
        at, refused = played.stopped
        assert at == count - 1, f"command {at} of {count}: {refused}"
        seen["refused"] = {"key": refused.message.key}
    return seen


def _turn(turn: Any, actor: str) -> str:
    declared = turn.declared.get(actor)
    return declared.state if declared is not None else "acted" if actor in turn.acted else "waiting"
