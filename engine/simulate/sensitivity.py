"""The sensitivity table: how the chances change if one thing about a fight is different."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from engine.core.chance import SeededChance
from engine.messages.refusal import Refused
from engine.simulate.fight_variants import FightVariant, numbered_variants
from engine.simulate.simulation import NO_VARIANT, PreparedFight
from engine.simulate.simulation_results import SimulationResults

Simulate = Callable[[PreparedFight], SimulationResults]
"""Plays a fight many times."""


@dataclass(frozen=True)
class SensitivityRow:
    """The results of a fight with one thing changed, played with the same seeds as the fight itself."""

    variant: FightVariant
    results: SimulationResults


def sensitivity(fight: PreparedFight, simulate: Simulate) -> Iterator[SensitivityRow]:
    """Yield the rows of the table, one for each variant that the bot knows of the fight.

    A variant that some of the fights do not have is left out: they would be fights without a change.
    """
    for variant, changed in changed_fights(fight):
        results = simulated_change(changed, simulate)
        if results is not None:
            yield SensitivityRow(variant, results)


def changed_fights(fight: PreparedFight) -> Iterator[tuple[FightVariant, PreparedFight]]:
    """Yield each variant that the bot knows of a fight, with the fight that it makes."""
    arriving = fight.arriving
    variants = fight.bot.variants(fight.game, *fight.beginning(SeededChance(fight.seed)))
    for number, variant in numbered_variants(variants):
        if arriving is None:
            changed = replace(fight, table=variant.table, opening=variant.opening)
        else:  # each fight has foes of its own, which are changed when they have come
            changed = replace(fight, arriving=replace(arriving, variant=number))
        if variant.opening is None or fight.game.refusal(variant.table, variant.opening) is None:
            yield variant, changed


def simulated_change(changed: PreparedFight, simulate: Simulate) -> SimulationResults | None:
    """Return the results of a changed fight; None if some of the fights do not have the variant."""
    try:
        return simulate(changed)
    except Refused as refused:
        if refused.message.key != f"refused.{NO_VARIANT}":
            raise
        return None
