"""Scripts with their answers. `GOLDEN=write python -m pytest tests/engine/test_golden.py` writes the answers anew.

A script `tests/golden/<game>/<name>.json` has its answer in `<name>.answer.json`, and what a viewer gets of it in
`<name>@<viewer>.answer.json`; to begin a new one of these, make an empty file of that name.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from engine.presentation.game import Game
from engine.presentation.scripts.script import play_script
from engine.presentation.scripts.script_answers import answer_bytes, play_answer
from engine.rulesets.loader import game_of
from tests.engine.laid import TINY

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
SCRIPTS = [path for path in sorted(GOLDEN.glob("*/*.json")) if not path.name.endswith(".answer.json")]
# The rules that a script bears out.
RULES = {
    "locked_door": ("IM-EX-2", "IM-ACT-2", "IM-ACT-6", "IM-ACT-7", "IM-ACT-9", "IM-GM-4"),
    "joker_for_value": ("IM-EX-1", "IM-JOKER-1", "IM-DECK-9"),
    "no_peeking": ("IM-ACT-8", "IM-HAND-11"),
    "session": ("FI-FATE-3", "FI-FATE-4", "FI-FATE-5", "FI-FATE-6", "FI-FATE-9", "FI-FATE-10", "FI-BOUNTY-1"),
    "cards_of_a_round": ("FI-INIT-3", "FI-INIT-7", "FI-INIT-15", "FI-RES-4", "FI-JOKER-2", "FI-JOKER-4", "FI-RES-9"),
    "aimed_shot_and_burst": ("FI-AIM-2", "FI-AIM-4", "FI-AUTO-2", "FI-AUTO-4", "FI-FATE-15", "FI-WIND-4", "FI-BLEED-1"),
    "bleeding_to_death": ("FI-WOUND-9", "FI-WIND-5", "FI-BLEED-1", "FI-BLEED-2", "FI-DEATH-1"),
    "healing_over_days": ("FI-FALL-1", "FI-STUN-5", "FI-HEAL-1", "FI-HEAL-4", "FI-HEAL-6", "FI-EX-39"),
    "fear_and_wills": ("FI-FEAR-3", "FI-FEAR-5", "FI-FEAR-7", "FI-PSY-4", "FI-PSY-5", "FI-PSY-7", "FI-FATE-10"),
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
    told = answer_bytes(play_answer(play_script(script.read_bytes(), find), viewer))
    if os.environ.get("GOLDEN") == "write":
        kept.write_bytes(told)
    assert told == kept.read_bytes()


def test_there_are_scripts() -> None:
    assert SCRIPTS
