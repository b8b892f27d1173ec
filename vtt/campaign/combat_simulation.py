"""Simulation of a combat: bots fight it many times on a copy of the table, as one viewer knows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from engine.core.chance import SeededChance
from engine.core.commands import Command
from engine.messages.refusal import Refused
from engine.model.table import Table

if TYPE_CHECKING:  # loaded on first use, not at the start
    from engine.kit.bots.tactics import Tactic
    from engine.simulate.fight_variants import FightVariant
    from engine.simulate.sensitivity import SensitivityRow
    from engine.simulate.simulation import PreparedFight
    from engine.simulate.simulation_results import SimulationResults

    GoOn = Callable[[SimulationResults], bool]
    """Called with the results so far after each fight, and ten times a second; returns whether to go on."""
    GoOnComparing = Callable[[Sequence[SensitivityRow], int], bool]
    """Called as often with the rows so far, the last one still incomplete, and the number of changes."""

SEED: Final = 0


@dataclass(frozen=True)
class FightLimits:
    """The limits of a simulation.

    Attributes:
        times: the maximum number of fights.
        within: it ends when each chance of victory is known to so many percentage points either way.
        workers: the number of processes; None for one on each core.
    """

    times: int
    within: int
    workers: int | None = None


@dataclass(frozen=True)
class CombatSimulation:
    """A combat that can be simulated. All methods are for worker threads, and load the game's bot on first use.

    Attributes:
        ruleset: the game's id.
        table: the table now; it does not change.
        viewer: the viewer: what this viewer does not know varies from fight to fight.
        encounter: the kind and the id of the prepared encounter to fight; None for the combat in progress.
        preparation: commands that come first, such as saving the encounter.
        allies: the characters of the GM that fight for the party.
    """

    ruleset: str
    table: Table
    viewer: str
    encounter: tuple[str, str] | None = None
    preparation: Sequence[Command] = ()
    allies: tuple[str, ...] = ()

    def has_allies(self) -> bool:
        """Return whether the game's bot knows allies; the fights of other games name their sides."""
        from engine.rulesets.loader import bot_of
        from engine.simulate.simulation import takes_allies

        return takes_allies(bot_of(self.ruleset))

    def results(self, tactics: Mapping[str, Tactic], limits: FightLimits, go_on: GoOn) -> SimulationResults:
        """Fight it on all cores, with a tactic by side. Raises Refused or WorkerFault."""
        return self._simulated(self._fight(tactics), limits, go_on)

    def sensitivity(
        self, tactics: Mapping[str, Tactic], limits: FightLimits, go_on: GoOnComparing
    ) -> tuple[SensitivityRow, ...]:
        """Return the results with one thing changed, for each such thing. Raises Refused or WorkerFault."""
        from engine.simulate.sensitivity import SensitivityRow, changed_fights, simulated_change

        rows: list[SensitivityRow] = []
        changes = tuple(changed_fights(self._fight(tactics)))
        for variant, changed in changes:

            def so_far(results: SimulationResults, variant: FightVariant = variant) -> bool:
                return go_on((*rows, SensitivityRow(variant, results)), len(changes))

            results = simulated_change(changed, partial(self._simulated, limits=limits, go_on=so_far))
            if results is not None:
                rows.append(SensitivityRow(variant, results))
                if not go_on(tuple(rows), len(changes)):
                    break
        return tuple(rows)

    def _simulated(self, fight: PreparedFight, limits: FightLimits, go_on: GoOn) -> SimulationResults:
        from engine.rulesets.loader import game_finder
        from engine.simulate.worker_processes import simulate_in_processes

        find = game_finder(self.ruleset)
        return simulate_in_processes(fight, find, limits.times, go_on, within=limits.within, workers=limits.workers)

    def _fight(self, tactics: Mapping[str, Tactic]) -> PreparedFight:
        from engine.rulesets.loader import bot_of, game_of
        from engine.simulate.encounter_fights import encounter_fight
        from engine.simulate.simulation import PreparedFight, bot_with_tactics

        # Another thread needs a game of its own, because a game memoizes what it has shown last.
        game, bot = game_of(self.ruleset), bot_of(self.ruleset)
        if bot is None:
            raise Refused("simulate_no_bot")
        bot = bot_with_tactics(bot, tactics, self.allies)
        if self.encounter is None:
            if not bot.is_fight_running(self.table):
                raise Refused("simulate_no_combat_now")
            return PreparedFight(game, self.table, bot, SEED, viewer=self.viewer)
        prepared = self.table
        for command in self.preparation:
            prepared = game.apply(prepared, command, SeededChance(SEED)).table
        return encounter_fight(game, bot, prepared, *self.encounter, seed=SEED, viewer=self.viewer)
