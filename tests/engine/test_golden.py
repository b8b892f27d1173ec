"""Scripts with their answers. `GOLDEN=write python -m pytest tests/engine/test_golden.py` writes the answers anew.

A script `tests/golden/<game>/<name>.json` has its answer in `<name>.answer.json`, and what a viewer gets of it in
`<name>@<viewer>.answer.json`; to begin a new one of these, make an empty file of that name.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from engine.play.answer import answer, written
from engine.play.game import Game
from engine.play.script import play_script
from engine.rulesets.registry import game_of
from tests.engine.laid import TINY

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
SCRIPTS = [path for path in sorted(GOLDEN.glob("*/*.json")) if not path.name.endswith(".answer.json")]
# The rules that a script bears out.
RULES = {
    "locked_door": ("IM-EX-2", "IM-ACT-2", "IM-ACT-6", "IM-ACT-7", "IM-ACT-9", "IM-GM-4"),
    "joker_for_value": ("IM-EX-1", "IM-JOKER-1", "IM-DECK-9"),
    "no_peeking": ("IM-ACT-8", "IM-HAND-11"),
}
CASES = [
    pytest.param(script, found, marks=pytest.mark.rule(*RULES.get(script.stem, ())))
    for script in SCRIPTS
    for found in (
        script.with_suffix(".answer.json"),
        *sorted(script.parent.glob(f"{script.stem}@*.answer.json")),
    )
]


def find(ruleset: str) -> Game:
    return TINY if ruleset == "tiny" else game_of(ruleset)


@pytest.mark.parametrize(("script", "kept"), CASES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_script_answers_as_it_did(script: Path, kept: Path) -> None:
    viewer = kept.name.removesuffix(".answer.json").partition("@")[2] or None
    told = written(answer(play_script(script.read_bytes(), find), viewer))
    if os.environ.get("GOLDEN") == "write":
        kept.write_bytes(told)
    assert told == kept.read_bytes()


def test_there_are_scripts() -> None:
    assert SCRIPTS
