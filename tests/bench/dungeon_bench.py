"""Seven people and six foes in a game that keeps books: the same budgets as for everything else."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from engine.play.chance import Seeded
from engine.play.timeline import Timeline
from engine.rulesets.registry import game_of
from tests.bench.dungeon import Evening, dungeon
from tests.bench.table_bench import application, close, p95, shown, undoing
from vtt.session import Session

GESTURES = 120


def measure() -> list[tuple[str, float, float, str]]:
    """Return figure, value, budget and unit of each row."""
    window = in_the_window()
    return [
        ("dungeon with its books open: one gesture until the window knows it, p95", p95(window["submits"]), 50.0, "ms"),
        ("dungeon with its books open: longest wait, p95 of the gestures", p95(window["waits"]), 50.0, "ms"),
        ("dungeon with its books open: undo to a settled table, p95", p95(undo_times()), 16.0, "ms"),
        ("dungeon with its books open: undo to a settled window, p95", p95(window["undos"]), 50.0, "ms"),
    ]


def undo_times() -> list[float]:
    """Return how long the table takes to show the moment before, in milliseconds, once for each gesture."""
    app, game, evening = application(), game_of("classic_fantasy"), Evening()
    session = Session(game, Timeline(dungeon(game)), Seeded(7))
    view = shown(app, session)
    done = sum(session.submit(evening.next_command(game, session._timeline.table)) for _ in range(GESTURES))
    view.table_scene.motion.finish()
    times = undoing(app, view, session, done)
    close(app, view)
    return times


def in_the_window() -> dict[str, list[float]]:
    """Return the times of an evening in a window, in milliseconds, from a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, "-m", "tests.bench.dungeon_once", folder],
            cwd=Path(__file__).resolve().parents[2],
            capture_output=True,
            text=True,
            check=True,
        )
    found: dict[str, list[float]] = json.loads(done.stdout)
    return found
