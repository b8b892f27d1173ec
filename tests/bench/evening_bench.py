"""The two games that are played by what is on offer: the same budgets in the window as for everything else."""

from __future__ import annotations

from tests.bench.own_process import Row, judged, spans_of, worst_gesture
from tests.bench.table_bench import p95

TABLES = {
    "imaginality": "Imaginality with eight people and 216 cards",
    "card_the_drawing": "Card: the Drawing in its demo's battle",
}


def measure() -> list[Row]:
    """Return figure, value, budget and unit of each row."""
    return [row for ruleset, name in TABLES.items() for row in _rows(ruleset, name)]


def _rows(ruleset: str, name: str) -> list[Row]:
    window = spans_of("evening_once", ruleset)
    worst = worst_gesture("evening_once", window["submits"], ruleset)
    rows = [
        judged(f"{name}: one gesture until the window knows it, p95\nworst: {worst}", window["submits"], 50.0, p95),
        judged(f"{name}: longest wait", window["waits"], 50.0, max),
        judged(f"{name}: undo to a settled window, p95", window["undos"], 50.0, p95),
    ]
    if window["frames"]:  # a battle may end with no card on the table
        rows.append(judged(f"{name}: dragging one card, p95 of a frame", window["frames"], 8.0, p95))
    return rows
