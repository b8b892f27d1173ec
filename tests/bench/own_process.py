"""What is measured in a process of its own, which has drawn nothing yet and whose campaigns lie in an empty folder."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from tests.bench.heartbeat import Span

Row = tuple[str, float, float, str]
SHARES: Final = 5
"""The number of folders that are named for the worst gesture."""


def printed(module: str, *arguments: str) -> str:
    """Return what a module beside this one prints when it is run; the folder is the last of its arguments.

    It reads and writes bytecode, as for everybody who starts the program more than once: to compile a module holds up
    the window.
    """
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONHASHSEED"] = "0"  # the same gestures again
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, "-m", f"tests.bench.{module}", *arguments, folder],
            cwd=Path(__file__).resolve().parents[2],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
    return done.stdout


def spans_of(module: str, *arguments: str) -> dict[str, list[Span]]:
    """Return the times that a module beside this one prints as JSON, by what was timed."""
    return {name: [Span(*span) for span in spans] for name, spans in json.loads(printed(module, *arguments)).items()}


def worst_gesture(module: str, spans: Sequence[Span], *arguments: str) -> str:
    """Return the number and the command of the gesture that took the longest, and where its time goes.

    The same gestures are made again for that, in another process: nothing that is measured is profiled.
    """
    number = max(range(len(spans)), key=lambda index: spans[index].work)
    told = json.loads(printed(module, *arguments, str(number)))
    shares = ", ".join(f"{folder} {share:.0%}" for folder, share in [*told["shares"].items()][:SHARES])
    return f"{told['command']} (gesture {number + 1}, {spans[number].work:.0f} ms): {shares}"


def judged(figure: str, spans: Sequence[Span], budget: float, pick: Callable[[list[float]], float]) -> Row:
    """Return the row of a budget in milliseconds: judged by the work, the wall told beside it."""
    wall = pick([span.wall for span in spans])
    first, *notes = figure.split("\n")
    return (
        "\n".join((f"{first} ({wall:,.0f} by the wall)", *notes)),
        pick([span.work for span in spans]),
        budget,
        "ms",
    )
