"""The rows of a table that is played on in the window: the same figures and budgets for every game."""

from __future__ import annotations

from tests.bench.own_process import Row, judged, spans_of, worst_gesture
from tests.bench.table_bench import p95

SETTLED_MS = 33.0
LONGEST_MS = 50.0


def gesture_rows(name: str, module: str, *arguments: str) -> list[Row]:
    """Return figure, value, budget and unit of each row.

    Args:
        name: of the table.
        module: plays on at it, in a process of its own.
        arguments: for that.
    """
    window = spans_of(module, *arguments)
    worst = worst_gesture(module, window["submits"], *arguments)
    rows = [
        judged(
            f"{name}: one gesture until the window knows it, p95\nworst: {worst}", window["submits"], LONGEST_MS, p95
        ),
        judged(f"{name}: one gesture to a settled window, p95", window["waits"], SETTLED_MS, p95),
        judged(f"{name}: longest wait", window["waits"], LONGEST_MS, max),
        judged(f"{name}: undo to a settled window, p95", window["undos"], SETTLED_MS, p95),
    ]
    if window["frames"]:  # there are games without cards, and a battle may end with none on the table
        rows.append(judged(f"{name}: dragging one card, p95 of a frame", window["frames"], 8.0, p95))
    return rows
