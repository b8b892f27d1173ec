"""The catalogue's vectors on turns, blows, shots, damage and wounds, as scripts with their answers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from engine.play.script import Played, play_script
from engine.rulesets.imaginality.procedures import action, fight
from engine.rulesets.registry import game_of
from tests.engine.imaginality.fights import states, wounds

FILE = json.loads((Path(__file__).parent / "vectors_fights.json").read_text(encoding="utf-8"))
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


def found(played: Played, wanted: Mapping[str, Any], count: int) -> dict[str, Any]:
    """Return what the script came to, in the shape of what is expected of it."""
    table = played.timeline.table
    figures = {name: value for result in played.results for name, value in result.items()}
    act, now = action(table), fight(table)
    shapes: dict[str, Any] = {
        "results": lambda names: {name: figures.get(name) for name in names},
        "zones": lambda zones: {zone: list(table.zones[zone].cards) for zone in zones},
        "counts": lambda zones: {zone: len(table.zones[zone].cards) for zone in zones},
        "sides": lambda keys: {key: act.sides[key].due if act else None for key in keys},
        "states": lambda actors: {actor: sorted(states(table, actor)) for actor in actors},
        "wounds": lambda actors: {actor: wounds(table, actor) for actor in actors},
        "turns": lambda actors: {actor: _turn(now, actor) for actor in actors},
        "acted": lambda _: list(now.acted) if now else None,
    }
    seen = {name: shape(wanted[name]) for name, shape in shapes.items() if name in wanted}
    if played.stopped is not None:
        at, refused = played.stopped
        assert at == count - 1, f"command {at} of {count}: {refused}"
        seen["refused"] = {"key": refused.message.key}
    return seen


def _turn(now: Any, actor: str) -> str:
    declared = now.declared.get(actor)
    return declared.state if declared is not None else "acted" if actor in now.acted else "waiting"
