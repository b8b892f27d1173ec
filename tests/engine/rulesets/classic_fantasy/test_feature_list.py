"""The ruleset lists the features of all modules: their commands, and their scheduled events in a fixed order."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import ModuleType

from engine.kit.schedule.time_flow import EventSource
from engine.rulesets.classic_fantasy import ruleset
from engine.rulesets.classic_fantasy.time.time_passage_procedure import TIME_HOOKS
from tests.engine.defined_commands import defined_commands
from tests.engine.rulesets.classic_fantasy.table import GAME

PACKAGE = ruleset.__name__.rpartition(".")[0]


def modules() -> Iterator[ModuleType]:
    """Yield the modules of the game."""
    assert GAME.commands
    yield from (module for name, module in sorted(sys.modules.items()) if name.startswith(f"{PACKAGE}."))


def test_every_command_of_a_feature_is_listed() -> None:
    listed = {move.command for move in ruleset.ClassicFantasy().moves}
    commands = defined_commands("classic_fantasy")
    assert commands
    assert [command.__name__ for command in commands if command not in listed] == []


def test_every_scheduled_event_is_listed_once() -> None:
    ticks = {id(tick): tick for module in modules() for tick in vars(module).values() if isinstance(tick, EventSource)}
    listed = TIME_HOOKS.features.scheduled
    assert sorted(map(id, listed)) == sorted(ticks)
    assert len({tick.word for tick in listed}) == len(listed)
