"""The exact chances of the Wind that wounds cost, and of the stun check that follows (FI-WIND-1, FI-STUN-1).

Only odds need this module: it loads the dice library.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from engine.core.chance import ChanceNeeded
from engine.core.commands import Request
from engine.kit.checks.exploding_dice import MAX_EXPLOSIONS
from engine.messages.message import Message
from engine.model.frozen import replace
from engine.model.table import Table
from engine.odds.dice_odds import exploding_sum_chances
from engine.odds.every_result import TooManyResults
from engine.odds.odds import Odds, numbers, success_chance
from engine.odds.table_after import table_after
from engine.rulesets.future_imperfect.character import wound_levels
from engine.rulesets.future_imperfect.checks.check_resolution import CHECKS
from engine.rulesets.future_imperfect.conditions import character_conditions
from engine.rulesets.future_imperfect.damage.level_odds import up_to
from engine.rulesets.future_imperfect.damage.wind import wind_of
from engine.rulesets.future_imperfect.procedures.check_procedure import Check
from engine.rulesets.future_imperfect.procedures.wound_procedure import PendingWounds, pending_wounds

MOST_WIND = 20
"""The maximum of lost Wind that is listed; more is listed with it, unless the character has more."""
_CANNOT_ACT = frozenset({*character_conditions.INCAPACITATING, character_conditions.STUNNED})


def wind_odds(table: Table, command: Request, pending: PendingWounds, dice: int, viewer: str) -> Odds | None:
    """Return the chances of the lost Wind, and of being able to act after it; None where `viewer` may not read who.

    Args:
        table: the table.
        command: takes the harm.
        pending: the wounds in front.
        dice: the number of dice of Wind.
        viewer: the seat that sees the odds.
    """
    if not table.may_read(table.actors[pending.actor], viewer):
        return None
    sides = wound_levels.wound_tables().wind_sides
    most = max(MOST_WIND, wind_of(table, pending.actor) + 1)
    try:
        lost = up_to(most, exploding_sum_chances(sides, dice, min(most // sides + 1, MAX_EXPLOSIONS)))
    except TooManyResults:
        return None
    able = _chance_to_act(table, command, pending, lost)
    return Odds(
        chance=able,
        success=Message(key="odds.can_act"),
        success_word=Message(key="odds.word_can_act"),
        distributions=(numbers(Message(key="odds.wind_lost"), lost, most),),
        assumptions=(Message(key="odds.without_chips"),),
        explanation=(Message(key="odds.wind_dice", params={"count": dice, "sides": sides}),),
    )


def _chance_to_act(
    table: Table, command: Request, pending: PendingWounds, lost: Mapping[int, Fraction]
) -> Fraction | None:
    """Return the chance that a character is neither stunned nor worse afterwards; None if more dice decide that."""
    able, checks = Fraction(0), list[tuple[Check, Fraction]]()
    for wind, share in lost.items():
        known = replace(table, procedures=(*table.procedures[:-1], replace(pending, wind=wind, wind_dice=None)))
        try:
            after = table_after(known, command)
        except ChanceNeeded:
            return None
        check, front = CHECKS.current(after), pending_wounds(after)
        if front is not None and len(front.tns) > 1:
            return None
        if not _CANNOT_ACT.isdisjoint(character_conditions.condition_names(after, pending.actor)):
            continue
        if check is None:
            able += share
            continue
        if not checks or checks[-1][0] != check:
            checks.append((check, success_chance(CHECKS.chances(after, check) or ())))
        able += share * checks[-1][1]
    return able
