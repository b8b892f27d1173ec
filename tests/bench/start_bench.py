"""The budget of the start: from the command to a table that answers, with warm files."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

STARTS = 5


def measure() -> list[tuple[str, float, float, str]]:
    """Return the median of some starts; the first, which warms the files, does not count."""
    seconds = [_start() for _ in range(STARTS + 1)][1:]
    return [("start to an interactive table, warm", median(seconds), 1.0, "s")]


def _start() -> float:
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, "-m", "tests.bench.start_once", repr(time.time()), folder],
            cwd=Path(__file__).resolve().parents[2],
            capture_output=True,
            text=True,
            check=True,
        )
    return float(done.stdout)
