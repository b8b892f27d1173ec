"""The two games without a table of their own here: the same budgets in the window as for everything else."""

from __future__ import annotations

from tests.bench.gesture_rows import gesture_rows
from tests.bench.own_process import Row

TABLES = {
    "imaginality": "Imaginality with eight people and 216 cards",
    "card_the_drawing": "Card: the Drawing in its demo's battle",
}


def measure() -> list[Row]:
    """Return figure, value, budget and unit of each row."""
    return [row for ruleset, name in TABLES.items() for row in gesture_rows(name, "evening_once", ruleset)]
