"""Every module of the kit and of the odds shows in its docstrings how it is used, and what they show is true."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import engine.kit
import engine.odds
from engine.core import recorded_reads
from engine.core.memo import part_memos
from engine.model import cards
from engine.presentation import choice_offers, command_offers

SHOWN_BY_WHOLE_GAMES = (
    "engine.kit.conformance.",
    "engine.kit.without_code.",
    "engine.kit.content_editor.content_editor",
    "engine.kit.content_editor.record_definition",
    "engine.kit.content_editor.record_exchange",
    "engine.kit.content_editor.view_models",
    "engine.kit.manual_game",
    "engine.kit.game_factory",
)
"""Modules that need a whole game around them: `docs/examples`, the suite's example, `record_editor`."""

SHOWN = (
    {
        module.name
        for module in (
            *pkgutil.walk_packages(engine.kit.__path__, "engine.kit."),
            *pkgutil.walk_packages(engine.odds.__path__, "engine.odds."),
        )
        if not module.ispkg and not module.name.startswith(SHOWN_BY_WHOLE_GAMES)
    }
    | {module.__name__ for module in (cards, choice_offers, command_offers, part_memos, recorded_reads)}
    | {"engine.kit.conformance.suite"}
)


@pytest.mark.parametrize("name", sorted(SHOWN))
def test_the_examples_are_true(name: str) -> None:
    module = importlib.import_module(name)
    # Examples define classes: their annotations are evaluated there, as in a module that does not postpone them.
    names = {name: value for name, value in vars(module).items() if name != "annotations"}
    result = doctest.testmod(module, globs=names)
    assert result.attempted, "the module shows no example"
    assert not result.failed
