"""The budget of the start: from the command to a table that answers, with warm files."""

from __future__ import annotations

import time
from statistics import median

from tests.bench.own_process import printed

STARTS = 5


def measure() -> list[tuple[str, float, float, str]]:
    """Return the median of some starts; the first, which warms the files, does not count."""
    seconds = [_start() for _ in range(STARTS + 1)][1:]
    return [("start to an interactive table, warm", median(seconds), 1.0, "s")]


def _start() -> float:
    return float(printed("start_once", repr(time.time())))
