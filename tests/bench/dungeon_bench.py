"""Seven people and six foes in a game that keeps books: the same budgets as for everything else."""

from __future__ import annotations

from engine.core.chance import SeededChance
from engine.core.history import History
from engine.rulesets.loader import game_of
from tests.bench.dungeon import Evening, dungeon
from tests.bench.gesture_rows import gesture_rows
from tests.bench.table_bench import application, close, p95, shown, undoing
from vtt.campaign.open_campaign import OpenCampaign

GESTURES = 120


def measure() -> list[tuple[str, float, float, str]]:
    """Return figure, value, budget and unit of each row."""
    name = "dungeon with its books open"
    return [
        *gesture_rows(name, "dungeon_once"),
        (f"{name}: undo to a settled table, p95", p95(undo_times()), 16.0, "ms"),
    ]


def undo_times() -> list[float]:
    """Return how long the table takes to show the moment before, in milliseconds, once for each gesture."""
    app, game, evening = application(), game_of("classic_fantasy"), Evening()
    campaign = OpenCampaign(game, History(dungeon(game)), SeededChance(7))
    view = shown(app, campaign)
    done = sum(campaign.submit(evening.next_command(game, campaign._history.table)) for _ in range(GESTURES))
    view.table_scene.animator.finish()
    times = undoing(app, view, campaign, done)
    close(app, view)
    return times
