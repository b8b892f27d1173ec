"""The command that measures every budget explains itself without measuring anything."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def test_the_help_of_the_bench_measures_nothing() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench", "--help"],
        cwd=Path(__file__).resolve().parents[1],
        capture_output=True,
        text=True,
        check=True,
        timeout=30,
    )
    assert "usage: python -m tests.bench" in done.stdout
    assert "additions took" not in done.stdout
