"""The exact chances of the wounds of a fall (FI-FALL-1, FI-FALL-3, FI-FALL-4).

Only odds need this module: it loads the dice library.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from engine.kit.calculation import total
from engine.messages.message import Message
from engine.model.table import Table
from engine.odds.every_result import TooManyResults
from engine.odds.odds import Distribution, chance_sums, numbers, success_chance
from engine.rulesets.future_imperfect.character import character_sheet
from engine.rulesets.future_imperfect.checks.check_resolution import CHECKS
from engine.rulesets.future_imperfect.damage.level_odds import MOST_LEVELS, levels_of_sum
from engine.rulesets.future_imperfect.procedures.check_procedure import Check
from engine.rulesets.future_imperfect.rules import hazard_rules
from engine.rulesets.future_imperfect.rules.hazard_rules import LandingGround

Levels = Mapping[int, Fraction]
NO_WOUND: Levels = {0: Fraction(1)}


def landing_distributions(table: Table, check: Check, metres: float, ground: LandingGround) -> tuple[Distribution, ...]:
    """Return the chances of the wound levels of a fall before the roll for a soft landing."""
    chances = CHECKS.chances(table, check)
    if chances is None:
        return ()
    actor, well = check.rolls[0].actor, success_chance(chances)
    try:
        levels = chance_sums(
            (level, share * chance)
            for landed_well, share in ((True, well), (False, 1 - well))
            for level, chance in levels_of_fall(table, actor, metres, ground, landed_well=landed_well).items()
        )
    except TooManyResults:
        return ()
    return (numbers(Message(key="odds.levels"), levels, MOST_LEVELS),)


def levels_of_fall(table: Table, actor: str, metres: float, ground: LandingGround, *, landed_well: bool) -> Levels:
    """Return the chances of the wound levels of a fall. Raises TooManyResults (FI-FALL-1, FI-FALL-3, FI-FALL-4)."""
    dice = hazard_rules.fall_dice(metres)
    if not dice.dice:
        return NO_WOUND

    def damage(thrown: int) -> int:
        return total(hazard_rules.fall_damage((thrown,), dice.plus, ground, landed_well=landed_well))

    return levels_of_sum(dice.sides, dice.dice, character_sheet.size(table.actors[actor], table.lists), damage)
