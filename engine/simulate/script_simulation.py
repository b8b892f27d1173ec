"""Simulation of the fight in a script (`python -m engine simulate`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

from engine.core.commands import Command
from engine.model.frozen import Json
from engine.model.table import Table
from engine.presentation.scripts.script import PlayedScript, ScriptError
from engine.simulate.sensitivity import SensitivityRow, Simulate, sensitivity
from engine.simulate.simulation import MOST_TIMES, FightBot, PreparedFight, simulate
from engine.simulate.simulation_results import SimulationResults
from engine.simulate.worker_processes import MOST_WORKERS, FindGame, core_count, simulate_in_processes

FindBot = Callable[[str], FightBot | None]
MOST_POINTS = 50
FEW = 40
"""As many fights as this are played before worker processes would have started."""


@dataclass(frozen=True)
class SimulationSettings:
    """The settings of a simulation.

    Attributes:
        times: the maximum number of fights.
        seed: the seed of all chance.
        within: stop when each chance of victory is known to so many percentage points either way; None never.
        workers: the number of worker processes; 0 for one on each core.
        sensitivity: play the variants of the fight too.
    """

    times: int
    seed: int = 0
    within: int | None = None
    workers: int = 0
    sensitivity: bool = False

    def check(self) -> None:
        """Raise ScriptError for a number that is out of range."""
        if not 1 <= self.times <= MOST_TIMES:
            raise ScriptError("simulate_times", most=MOST_TIMES)
        if self.within is not None and not 1 <= self.within <= MOST_POINTS:
            raise ScriptError("simulate_within", most=MOST_POINTS)
        if not 0 <= self.workers <= MOST_WORKERS:
            raise ScriptError("simulate_workers", most=MOST_WORKERS)


def simulate_script(played: PlayedScript, find_bot: FindBot, times: int, seed: int) -> SimulationResults:
    """Simulate the fight that is in progress after a script, in this process.

    Raises:
        ScriptError: there is no fight, the game has no bot, or the number of fights is out of range.
    """
    settings = SimulationSettings(times, seed, workers=1)
    return simulate_with(settings, fight_of_script(played, find_bot, seed))[0]


def fight_of_script(played: PlayedScript, find_bot: FindBot, seed: int) -> PreparedFight:
    """Return the fight that is in progress after a script.

    If the last command began the fight, each simulated fight begins with that command; otherwise each one goes on from
    the end of the script. The cards that nobody has seen are shuffled first.

    Raises:
        ScriptError: there is no fight, or the game has no bot.
    """
    ruleset = played.history.table.ruleset
    bot = find_bot(ruleset)
    if bot is None:
        raise ScriptError("simulate_no_pilot", ruleset=ruleset)
    if not bot.is_fight_running(played.history.table):
        raise ScriptError("simulate_no_fight")
    table, opening = _beginning(played, bot)
    return PreparedFight(played.game, table, bot, seed, opening)


def simulate_with(
    settings: SimulationSettings, fight: PreparedFight, find_game: FindGame | None = None
) -> tuple[SimulationResults, tuple[SensitivityRow, ...]]:
    """Simulate a fight, and its variants if they are wanted.

    Args:
        settings: how often, and on how many cores.
        fight: the fight.
        find_game: returns the game in a worker process; without it, this process plays all fights.

    Returns:
        the results, and the rows of the sensitivity table.

    Raises:
        ScriptError: a number is out of range.
    """
    settings.check()
    run = _runner(settings, find_game)
    return run(fight), tuple(sensitivity(fight, run)) if settings.sensitivity else ()


def _runner(settings: SimulationSettings, find_game: FindGame | None) -> Simulate:
    """Return the function that plays a fight many times: on all cores, or here if that is as fast."""
    workers = settings.workers or core_count()
    if find_game is None or workers == 1 or (not settings.workers and settings.times <= FEW):
        return partial(simulate, times=settings.times, within=settings.within)
    return partial(
        simulate_in_processes,
        find_game=find_game,
        times=settings.times,
        within=settings.within,
        workers=workers,
    )


def _beginning(played: PlayedScript, bot: FightBot) -> tuple[Table, Command | None]:
    history = played.history
    last = len(history.entries) - 1
    if last >= 0:
        before = history.table_at(last)
        if not bot.is_fight_running(before):
            return before, history.entries[last].command
    return history.table, None


def simulation_answer(results: SimulationResults, rows: Iterable[SensitivityRow] = ()) -> dict[str, Json]:
    """Return the document that is printed."""
    table: list[Json] = [
        {
            "change": row.variant.kind.value,
            "who": row.variant.who,
            "fights": row.results.times,
            "certain": row.results.certain,
            "won": row.results.as_json()["won"],
        }
        for row in rows
    ]
    return {"ok": True, **results.as_json(), **({"sensitivity": table} if table else {})}
