"""The exact chances of wound levels by damage (FI-DMG-5).

Only odds need this module: it loads the dice library.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import product

from engine.kit.checks.exploding_dice import MAX_EXPLOSIONS
from engine.odds.dice_odds import MOST_TOTALS, exploding_sum_chances
from engine.odds.odds import chance_sums
from engine.rulesets.future_imperfect.damage import wound_marks

MOST_LEVELS = 6
"""The maximum of wound levels that are listed; more are listed with it."""


def levels_of_sum(
    sides: int, count: int, size: float, damage: Callable[[int], int] = lambda total: total
) -> Mapping[int, Fraction]:
    """Return the chances of the wound levels of exploding dice, on a body of a Size.

    Args:
        sides: the number of sides.
        count: the number of dice.
        size: the Size.
        damage: the damage of a total of the dice; a higher total gives as much damage or more.

    Raises:
        TooManyResults: for dice without number.
    """
    levels = (wound_marks.wounds_of(damage(total), size) for total in range(MOST_TOTALS))
    enough = next((total for total, level in enumerate(levels) if level >= MOST_LEVELS), MOST_TOTALS)
    if count >= enough:
        return {MOST_LEVELS: Fraction(1)}
    totals = exploding_sum_chances(sides, count, min(enough // sides + 1, MAX_EXPLOSIONS))
    return levels_of_damage(((damage(total), chance) for total, chance in up_to(enough, totals).items()), size)


def levels_of_damage(damages: Iterable[tuple[int, Fraction]], size: float) -> dict[int, Fraction]:
    """Return the chances of the wound levels of damage on a body of a Size."""
    return chance_sums((min(wound_marks.wounds_of(damage, size), MOST_LEVELS), chance) for damage, chance in damages)


def levels_of_both(some: Mapping[int, Fraction], more: Mapping[int, Fraction]) -> dict[int, Fraction]:
    """Return the chances of the wound levels of two hits together."""
    pairs = product(some.items(), more.items())
    return chance_sums((min(one + other, MOST_LEVELS), chance * share) for (one, chance), (other, share) in pairs)


def up_to(most: int, chances: Mapping[int, Fraction]) -> dict[int, Fraction]:
    """Return chances in which everything above a number counts as that number."""
    return chance_sums((min(number, most), chance) for number, chance in chances.items())
