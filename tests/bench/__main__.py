"""Print every budget as a table: figure, value, budget, met or not. Each `*_bench.py` here brings its rows."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

from tests.bench.own_process import Row

ADDITIONS = 5_000_000
USUAL = 0.16
"""Seconds for so many additions on the machine that the budgets were set for."""


def rows() -> list[Row]:
    """Measure everything that there is to measure."""
    found: list[Row] = []
    for path in sorted(Path(__file__).parent.glob("*_bench.py")):
        measure: Callable[[], list[Row]] = importlib.import_module(f"tests.bench.{path.stem}").measure
        found.extend(measure())
    return found


def table(found: list[Row]) -> str:
    """Return the rows as text in columns; what a figure says in further lines is below its row."""
    lines = [("figure", "value", "budget", "met")]
    notes = [""]
    for figure, value, budget, unit in found:
        name, _, note = figure.partition("\n")
        lines.append((name, f"{value:,.1f} {unit}", f"{budget:,.1f} {unit}", "yes" if value <= budget else "NO"))
        notes.append(f"\n  {note}" if note else "")
    width = [max(len(line[column]) for line in lines) for column in range(4)]
    return "\n".join(
        f"{a:<{width[0]}}  {b:>{width[1]}}  {c:>{width[2]}}  {d:<{width[3]}}".rstrip() + note
        for (a, b, c, d), note in zip(lines, notes, strict=True)
    )


def pace() -> tuple[float, float]:
    """Return how many times longer plain work takes now than where the budgets were set: by the wall, and at work."""
    wall, work = time.perf_counter(), time.thread_time()
    total = 0
    for number in range(ADDITIONS):
        total += number
    return (time.perf_counter() - wall) / USUAL, (time.thread_time() - work) / USUAL


def told(wall: float, work: float) -> str:
    """Return a pace in words."""
    return f"{wall:.1f} times as long as usual ({work:.1f} at work)"


if __name__ == "__main__":
    argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__).parse_args()
    if sys.platform == "linux" and not os.environ.get("DISPLAY"):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    before = pace()
    measured = rows()
    print(table(measured))
    print(f"plain additions took {told(*before)} before, {told(*pace())} after")
    sys.exit(0 if all(value <= budget for _, value, budget, _ in measured) else 1)
