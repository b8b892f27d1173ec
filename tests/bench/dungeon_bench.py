"""Seven people and six foes in a game that keeps books: the same budgets as for everything else."""

from __future__ import annotations

from engine.play.chance import Seeded
from engine.play.timeline import Timeline
from engine.rulesets.registry import game_of
from tests.bench.dungeon import Evening, dungeon
from tests.bench.own_process import judged, spans_of
from tests.bench.table_bench import application, close, p95, shown, undoing
from vtt.session import Session

GESTURES = 120


def measure() -> list[tuple[str, float, float, str]]:
    """Return figure, value, budget and unit of each row."""
    window, name = spans_of("dungeon_once"), "dungeon with its books open"
    return [
        judged(f"{name}: one gesture until the window knows it, p95", window["submits"], 50.0, p95),
        judged(f"{name}: longest wait, p95 of the gestures", window["waits"], 50.0, p95),
        (f"{name}: undo to a settled table, p95", p95(undo_times()), 16.0, "ms"),
        judged(f"{name}: undo to a settled window, p95", window["undos"], 50.0, p95),
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
