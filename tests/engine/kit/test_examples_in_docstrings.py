"""The examples in the docstrings of the tools for small games are true."""

from __future__ import annotations

import doctest
from types import ModuleType

import pytest

from engine.kit import card_piles, trial_table
from engine.kit.conformance import suite
from engine.model import cards


@pytest.mark.parametrize("module", [card_piles, cards, suite, trial_table], ids=lambda module: module.__name__)
def test_the_examples_are_true(module: ModuleType) -> None:
    result = doctest.testmod(module)
    assert result.attempted
    assert not result.failed
