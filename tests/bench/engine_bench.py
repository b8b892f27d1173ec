"""The engine's budgets: one command, undo and redo anywhere, memory after a long evening."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

from engine.core.chance import SeededChance
from engine.core.commands import Command
from engine.core.history import History, HistoryEntry
from engine.core.manual_moves import SetClock
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.presentation.game import Game
from engine.rulesets.loader import game_of
from tests.bench.evening import crowded_table, on_offer

COMMANDS = 1_000
ENTRIES = 10_000
LONG_EVENING = 5_000


def measure() -> list[tuple[str, float, float, str]]:
    """Return figure, value, budget and unit of each row."""
    game = game_of("imaginality")
    half, end = memory_of_a_long_evening()
    return [
        ("one command with offers and two views, 216 cards", one_command(game) * 1e6, 250.0, "µs"),
        ("undo or redo anywhere in 10,000 entries, the table", anywhere(game) * 1e6, 50.0, "µs"),
        ("one step of undo in a history from a file", step_back(game) * 1e6, 50.0, "µs"),
        ("memory after 5,000 commands", end, 180.0, "MB"),
        ("memory grown in the last 2,500 of them", end - half, 20.0, "MB"),
    ]


def one_command(game: Game) -> float:
    """Play what is on offer and return the median time of verify, decide, evolve, offers and two views.

    The offers are those for the table after the command: nobody has asked for them before.
    """
    table, chance, random = crowded_table(game), SeededChance(7), Random(7)
    times: list[float] = []
    while len(times) < COMMANDS:
        seat = random.choice(list(table.seats))
        command = on_offer(game, table, seat, random)
        if command is not None:
            times.append(_timed(_round, game, table, seat, command, chance))
            table = game.apply(table, command, chance).table
    return median(times)


def _round(game: Game, table: Table, seat: str, command: Command, chance: SeededChance) -> None:
    after = game.apply(table, command, chance).table
    game.offers(after, seat)
    game.view_for(after, SHARED)
    game.view_for(after, seat)


def long_history(game: Game) -> tuple[Table, list[HistoryEntry], list[Table]]:
    """Return a start, so many entries, and the table after each of them."""
    start, chance, random = crowded_table(game), SeededChance(7), Random(7)
    table, tables = start, [start]
    entries: list[HistoryEntry] = []
    while len(entries) < ENTRIES:
        seat = random.choice(list(table.seats))
        command = on_offer(game, table, seat, random) or SetClock(seat="gm", seconds=len(entries))
        outcome = game.apply(table, command, chance)
        table = outcome.table
        entries.append(outcome.entry())
        tables.append(table)
    return start, entries, tables


def anywhere(game: Game) -> float:
    """Return the median time of going anywhere in a history that was played."""
    start, entries, tables = long_history(game)
    timeline = History(start)
    for entry, table in zip(entries, tables[1:], strict=True):
        timeline.add(entry, table)
    random = Random(7)
    goals = [random.randrange(ENTRIES) for _ in range(COMMANDS)]
    return median(_timed(lambda goal: timeline.go_to(goal, consent=True), goal) for goal in goals)


def step_back(game: Game) -> float:
    """Return the median time of one undo in a history that was opened with a checkpoint every hundred entries."""
    start, entries, tables = long_history(game)
    timeline = History(start, entries, anchors={n: tables[n] for n in range(100, ENTRIES, 100)})
    return median(_timed(lambda: timeline.go_to(timeline.cursor - 1, consent=True)) for _ in range(COMMANDS))


def _timed(call: Callable[..., object], *arguments: object) -> float:
    begin = perf_counter()
    call(*arguments)
    return perf_counter() - begin


def memory_of_a_long_evening() -> tuple[float, float]:
    """Return the megabytes of a process with a session after half of a long evening and at its end."""
    told = subprocess.run(
        [sys.executable, "-m", "tests.bench.long_evening", str(LONG_EVENING)],
        cwd=Path(__file__).resolve().parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    half, end = told.stdout.split()
    return float(half), float(end)
