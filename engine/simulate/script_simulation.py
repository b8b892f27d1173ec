"""Simulation of the fight in a script (`python -m engine simulate`)."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.commands import Command
from engine.model.frozen import Json
from engine.model.table import Table
from engine.presentation.scripts.script import PlayedScript, ScriptError
from engine.simulate.simulation import MOST_TIMES, FightBot, simulate
from engine.simulate.simulation_results import SimulationResults

FindBot = Callable[[str], FightBot | None]


def simulate_script(played: PlayedScript, find_bot: FindBot, times: int, seed: int) -> SimulationResults:
    """Simulate the fight that is in progress after a script.

    If the last command began the fight, each simulation begins it again with shuffled decks; otherwise each one
    continues from the current state.

    Raises:
        ScriptError: there is no fight, the game has no bot, or the number of fights is out of range.
    """
    if not 1 <= times <= MOST_TIMES:
        raise ScriptError("simulate_times", most=MOST_TIMES)
    ruleset = played.history.table.ruleset
    bot = find_bot(ruleset)
    if bot is None:
        raise ScriptError("simulate_no_pilot", ruleset=ruleset)
    if not bot.is_fight_running(played.history.table):
        raise ScriptError("simulate_no_fight")
    table, opening = _beginning(played, bot)
    return simulate(played.game, table, bot, times, seed, opening=opening)


def _beginning(played: PlayedScript, bot: FightBot) -> tuple[Table, Command | None]:
    history = played.history
    last = len(history.entries) - 1
    if last >= 0:
        before = history.table_at(last)
        if not bot.is_fight_running(before):
            return before, history.entries[last].command
    return history.table, None


def simulation_answer(results: SimulationResults) -> dict[str, Json]:
    """Return the document that is printed."""
    return {"ok": True, **results.as_json()}
