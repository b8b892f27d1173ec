"""Every command that a game's modules define is listed in its ruleset, even one that nothing else names."""

from __future__ import annotations

import pytest

from engine.core.commands import Move
from engine.rulesets.loader import game_of, ruleset_ids
from tests.engine.defined_commands import defined_commands


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_every_command_is_listed_once(ruleset: str) -> None:
    listed = [Move.of(listed).command for listed in game_of(ruleset).ruleset.moves]
    defined = defined_commands(ruleset)
    assert len(defined) > 10
    assert sorted(kind.__name__ for kind in defined.difference(listed)) == []
    assert len(listed) == len(set(listed))
