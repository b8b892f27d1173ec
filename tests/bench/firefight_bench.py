"""Five heroes against twelve extras in a game of many offers: the same budgets as for everything else."""

from __future__ import annotations

import gc
import tempfile
from contextlib import closing
from itertools import islice
from pathlib import Path
from statistics import median
from time import perf_counter

from engine.core.chance import Chance, SeededChance
from engine.core.commands import Command
from engine.core.history import History
from engine.core.memo import clear_memos
from engine.core.rules import AppliedCommand
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.rulesets.loader import game_of
from tests.bench.firefight import battlefield, fight_on
from tests.bench.gesture_rows import gesture_rows
from tests.bench.table_bench import application, close, p95, shown, undoing
from vtt.campaign.open_campaign import OpenCampaign
from vtt.storage.campaign_opening import create_campaign

COMMANDS = 1_000
RUNS = 3
COMMITS = 300
GESTURES = 80


def measure() -> list[tuple[str, float, float, str]]:
    """Return figure, value, budget and unit of each row."""
    commands, name = command_times(), "fight with twelve extras"
    return [
        (f"{name}: one command with offers and two views", median(commands) * 1e6, 250.0, "µs"),
        (f"{name}: the same, p95", p95(commands) * 1e6, 1_000.0, "µs"),
        (f"{name}: commit of one gesture to its file, p95", p95(commit_times()) * 1e3, 5.0, "ms"),
        *gesture_rows(name, "firefight_once"),
        (f"{name}: undo to a settled table, p95", p95(undo_times()), 16.0, "ms"),
    ]


def command_times() -> list[float]:
    """Return how long each command takes until the one who gave it knows what to do next, and two have seen it.

    Nothing of what the table looks like afterwards was known before: offers are made for it here for the first time. It
    is the least of the times that a command took when the same fight was fought again: what else a machine does
    meanwhile is not the program's. The collector of garbage rests, as it does in the program.
    """
    resting = gc.isenabled()
    gc.disable()
    runs: list[list[float]] = []
    for _ in range(RUNS):
        clear_memos()
        gc.collect()
        runs.append(_one_fight())
    if resting:
        gc.enable()
    return [min(times) for times in zip(*runs, strict=True)]


def _one_fight() -> list[float]:
    game = game_of("future_imperfect")
    times: list[float] = []

    def timed(table: Table, seat: str, command: Command, chance: Chance) -> AppliedCommand:
        begun = perf_counter()
        outcome = game.apply(table, command, chance)
        game.offers(outcome.table, seat)
        game.view_for(outcome.table, SHARED)
        game.view_for(outcome.table, seat)
        times.append(perf_counter() - begun)
        return outcome

    for _ in islice(fight_on(game, timed), COMMANDS):
        pass
    return times


def commit_times() -> list[float]:
    """Return how long the file takes for each gesture of a fight."""
    game = game_of("future_imperfect")
    times: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        path, backups = Path(folder) / "fight.ktable", Path(folder) / "backups"
        opened = create_campaign(path, "Fight", battlefield(game), game, backups=backups)
        with closing(opened.store) as store:
            for outcome in islice(fight_on(game), COMMITS):
                begun = perf_counter()
                store.commit(outcome.entry(), opened.history.cursor + 1, outcome.table)
                times.append(perf_counter() - begun)
                opened.history.add(outcome.entry(), outcome.table)
    return times


def undo_times() -> list[float]:
    """Return how long the table takes to show the moment before, in milliseconds, once for each gesture of a fight."""
    app, game = application(), game_of("future_imperfect")
    campaign = OpenCampaign(game, History(battlefield(game)), SeededChance(7))
    view = shown(app, campaign)
    commands = [outcome.command for outcome in islice(fight_on(game), GESTURES)]
    done = 0
    for command in commands:
        done += campaign.submit(command)
        view.table_scene.animator.finish()  # nobody does two things so quickly that the first is not drawn yet
    times = undoing(app, view, campaign, done)
    close(app, view)
    return times
