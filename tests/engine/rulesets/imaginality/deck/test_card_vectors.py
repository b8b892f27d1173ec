"""The catalogue's worked examples and vectors about cards, hands, Jokers and actions, played as scripts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.presentation.scripts.script import play_script
from engine.rulesets.imaginality.procedures import current_action
from engine.rulesets.loader import game_of

VECTORS = json.loads((Path(__file__).parents[1] / "vectors_cards.json").read_text(encoding="utf-8"))


def _cases() -> list[Any]:
    cases = []
    for vector in VECTORS:
        row = "-".join(vector["id"].split("-")[:3])  # several vectors may stand in one row: IM-EX-20-mental
        cases.append(pytest.param(vector, id=vector["id"], marks=pytest.mark.rule(row, *vector["rules"])))
    return cases


@pytest.mark.parametrize("vector", _cases())
def test_a_vector_of_the_catalogue(vector: dict[str, Any]) -> None:
    played = play_script(json.dumps(vector["script"]).encode(), game_of)
    expected = vector["expect"]
    if "refused" in expected:
        assert played.stopped is not None
        at, refused = played.stopped
        assert {"at": at, "key": refused.message.key, "rules": list(refused.rules)} == expected["refused"]
    else:
        assert played.stopped is None, played.stopped
    computed = {name: value for figures in played.results for name, value in figures.items()}
    wanted = expected.get("figures", {})
    assert {name: computed.get(name) for name in wanted} == wanted
    act = current_action(played.history.table)
    if "attribute" in expected:
        assert act is not None
        assert (act.attribute, {key: side.due for key, side in act.sides.items()}) == (
            expected["attribute"],
            expected["due"],
        )
    zones = played.history.table.zones
    assert {name: list(zones[name].cards) for name in expected.get("zones", {})} == expected.get("zones", {})
    assert {name: len(zones[name].cards) for name in expected.get("counts", {})} == expected.get("counts", {})
