"""The help of a switch says what happens when it is on and when it is off."""

from __future__ import annotations

import pytest

from engine.core.game_options import OptionKind
from engine.rulesets.loader import BUNDLED, game_of


@pytest.mark.parametrize("ruleset", BUNDLED)
def test_a_switch_says_what_happens_on_and_off(ruleset: str) -> None:
    helps = {name: spec.help for name, spec in game_of(ruleset).ruleset.options.items() if spec.kind is OptionKind.FLAG}
    assert {name: text for name, text in helps.items() if not text.startswith("On: ") or " Off: " not in text} == {}
    assert helps
