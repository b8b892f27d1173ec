"""The test vectors of the catalogue, fought on the real table by the commands that people have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.engine.rulesets.card_the_drawing.battle_vectors import run
from tests.engine.rulesets.card_the_drawing.vector_files import vectors_of


@pytest.mark.parametrize("vector", [*vectors_of("battles", "order"), *vectors_of("battles", "cards_and_foes")])
def test_on_the_table(vector: Mapping[str, Any]) -> None:
    run(vector)
