"""The odds of a Luck Point for dice that are no check: damage, a location, an effect, initiative (CF-LUCK-7, -8).

Only odds need this module: it loads the dice library.
"""

from __future__ import annotations

from fractions import Fraction

from engine.core.audience import may_read_numbers
from engine.messages.message import Message
from engine.model.frozen import replace
from engine.model.table import Table
from engine.odds.dice_odds import total_chances
from engine.odds.every_result import TooManyResults
from engine.odds.odds import Odds, numbers
from engine.rulesets.classic_fantasy.character.session_state import front_procedure
from engine.rulesets.classic_fantasy.checks.check_procedure import EffectRoll
from engine.rulesets.classic_fantasy.combat.combat_procedure import Combat
from engine.rulesets.classic_fantasy.combat.initiative_odds import odds_of_new_initiative
from engine.rulesets.classic_fantasy.damage.damage_odds import odds_of_damage
from engine.rulesets.classic_fantasy.damage.damage_procedure import DamageProcess
from engine.rulesets.classic_fantasy.dice.mixed_dice import mixed
from engine.rulesets.classic_fantasy.luck.luck_commands import SpendLuck

REROLLS = ("reroll", "force_reroll")


def luck_odds(table: Table, command: SpendLuck, viewer: str) -> Odds | None:
    """Return the odds of rolling again; None for another use of luck, and for dice that the viewer may not read."""
    front = front_procedure(table)
    if command.use not in REROLLS:
        return None
    if isinstance(front, Combat) and command.use == "reroll":
        return odds_of_new_initiative(table, front, command.actor, viewer)
    if isinstance(front, EffectRoll):
        return _effect_odds(table, front, viewer)
    if not isinstance(front, DamageProcess) or front.stage != "damage" or not front.blows:
        return None
    if front.blow.base is None:
        return odds_of_damage(table, replace(front, stage="where", blows=()), viewer)
    blows = tuple(
        replace(blow, base=None, modifier=0, ruled=None) if index == front.at else blow
        for index, blow in enumerate(front.blows)
    )
    return odds_of_damage(table, replace(front, blows=blows), viewer)


def _effect_odds(table: Table, effect: EffectRoll, viewer: str) -> Odds | None:
    """Return the chances of each total, and of a better one than the present total."""
    if not may_read_numbers(table, viewer, effect.actor):
        return None
    try:
        chances = total_chances(mixed(effect.dice))
    except TooManyResults:
        return None
    better = None
    if effect.best:
        sign = 1 if effect.best == "most" else -1
        better = sum((chance for total, chance in chances.items() if sign * (total - effect.value) > 0), Fraction(0))
    return Odds(
        chance=better,
        success=Message(key="d100.odds_better"),
        distributions=(numbers(Message(key="odds.result"), chances),),
        explanation=(Message(key="d100.odds_now", params={"dice": effect.dice, "value": effect.value}),),
    )
