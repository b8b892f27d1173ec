"""The budgets of the start: from the command to a table that answers, with warm files; and the memory it takes."""

from __future__ import annotations

import time
from statistics import median

from tests.bench.own_process import printed

STARTS = 5
MEMORY_MB = 130.0


def measure() -> list[tuple[str, float, float, str]]:
    """Return the median of some starts, of which the first, which warms the files, does not count; and the memory."""
    seconds = [_start() for _ in range(STARTS + 1)][1:]
    return [
        ("start to an interactive table, warm", median(seconds), 1.0, "s"),
        ("memory on the first page", float(printed("memory_once")), MEMORY_MB, "MB"),
        ("memory at the table of a demo", float(printed("memory_once", "imaginality")), MEMORY_MB, "MB"),
    ]


def _start() -> float:
    return float(printed("start_once", repr(time.time())))
