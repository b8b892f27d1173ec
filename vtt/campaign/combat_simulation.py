"""Simulation of a combat that is about to begin: bots fight it many times on a copy of the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from engine.core.chance import SeededChance
from engine.core.commands import Command
from engine.model.table import Table

if TYPE_CHECKING:  # loaded on first use, not at the start
    from engine.kit.bots.tactics import Tactic
    from engine.simulate.simulation_results import SimulationResults

    CombatSimulation = Callable[[int, Callable[[SimulationResults], bool], Mapping[str, Tactic]], SimulationResults]
    """Fights a combat so many times on all cores, with a tactic by side, and returns the results.

    After each fight, and ten times a second, it asks whether to go on.
    """


def combat_simulation(
    ruleset: str, table: Table, preparation: Sequence[Command], opening: Command
) -> CombatSimulation | None:
    """Return the simulation of a combat, for a worker thread; None if the game has no bot.

    Args:
        ruleset: the game's id.
        table: the table now; it does not change.
        preparation: commands that come first, such as saving the encounter.
        opening: the command that begins the combat.
    """
    # The games and the simulation are loaded on first use, not at the start.
    from engine.rulesets.loader import bot_of, game_finder, game_of

    if bot_of(ruleset) is None:
        return None

    def simulate_combat(
        times: int, go_on: Callable[[SimulationResults], bool], tactics: Mapping[str, Tactic]
    ) -> SimulationResults:
        from engine.simulate.simulation import PreparedFight
        from engine.simulate.tactics_by_side import bot_with_tactics
        from engine.simulate.worker_processes import simulate_in_processes

        # Another thread needs a game of its own, because a game memoizes what it has shown last.
        game, bot, prepared = game_of(ruleset), bot_of(ruleset), table
        for command in preparation:
            prepared = game.apply(prepared, command, SeededChance(0)).table
        assert bot is not None
        fight = PreparedFight(game, prepared, bot_with_tactics(bot, tactics), 0, opening)
        return simulate_in_processes(fight, game_finder(ruleset), times, go_on)

    return simulate_combat
