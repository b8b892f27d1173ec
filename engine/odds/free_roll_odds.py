"""The odds of dice that are rolled for any purpose: every total with its chance.

>>> from engine.messages.texts import say
>>> odds = free_roll_odds("2d6+1")
>>> (totals,) = odds.distributions
>>> totals.chance_of("8"), [say(line) for line in odds.explanation]
(Fraction(1, 6), ['Dice: 2d6+1', 'All ways in which the dice can fall are counted.'])
>>> [say(part.outcome.label) for part in free_roll_odds("d100").distributions[0].outcomes][:2]
['1 to 5', '6 to 10']
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from engine.core.dice_notation import parse_dice_to_roll
from engine.messages.message import Message
from engine.odds.dice_odds import total_chances
from engine.odds.every_result import TooManyResults
from engine.odds.odds import Distribution, Odds, Outcome, distribution, numbers

MOST_LINES: Final = 40
"""More different totals than these are shown in ranges."""
RANGES: Final = 20
"""The maximum number of ranges."""


def free_roll_odds(dice: str) -> Odds | None:
    """Return the odds of dice in dice notation, which nothing judges; None for dice with too many totals.

    Raises:
        Refused: the text is no roll of dice.
    """
    try:
        totals = total_chances(parse_dice_to_roll(dice))
    except TooManyResults:
        return None
    explanation = (Message(key="odds.rolled_dice", params={"dice": dice}), Message(key="odds.counted"))
    return Odds(distributions=(_totals(totals),), explanation=explanation)


def _totals(chances: Mapping[int, Fraction]) -> Distribution:
    title = Message(key="odds.result")
    if len(chances) <= MOST_LINES:
        return numbers(title, chances)
    least, most = min(chances), max(chances)
    width = -(-(most - least + 1) // RANGES)

    def range_of(total: int) -> Outcome:
        first = total - (total - least) % width
        params = {"first": first, "last": min(first + width - 1, most)}
        return Outcome(name=f"{first}:{params['last']}", label=Message(key="odds.range", params=params))

    return distribution(title, ((range_of(total), chance) for total, chance in sorted(chances.items())))
