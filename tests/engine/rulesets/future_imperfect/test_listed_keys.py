"""The ruleset lists every check purpose, attack kind and wound continuation that the game's modules name."""

from __future__ import annotations

import re
from pathlib import Path

from engine.rulesets import future_imperfect
from engine.rulesets.future_imperfect import ruleset
from engine.rulesets.future_imperfect.checks.check_resolution import PURPOSES
from engine.rulesets.future_imperfect.combat.attack_commands import ATTACK_KINDS, LOCATE
from engine.rulesets.future_imperfect.damage.wound_commands import CONTINUATIONS
from engine.rulesets.future_imperfect.hazards.burning_commands import PREPARE

SOURCES = "\n".join(path.read_text(encoding="utf-8") for path in Path(future_imperfect.__path__[0]).rglob("*.py"))


def test_each_purpose_of_a_check_is_listed() -> None:
    assert ruleset.FEATURES
    named = set(re.findall(r"\bpurpose=\"(\w+)\"", SOURCES))
    assert len(named) > 15
    assert named <= PURPOSES.keys()


def test_each_kind_of_attack_and_each_continuation_is_listed() -> None:
    assert ATTACK_KINDS.keys() == {"shot", "burst", "throw", "blow", "close", "distance", "entangle"}
    assert CONTINUATIONS.keys() == {"attack", LOCATE, PREPARE}
    assert set(re.findall(r"\bthen=\"(\w+)\"", SOURCES)) <= CONTINUATIONS.keys()
