"""Exact chances of dice, by icepool; importing it takes a moment, so only what calculates odds imports this module.

>>> from engine.core.dice_notation import parse_dice_sum
>>> total_chances(parse_dice_sum("2d6"))[7]
Fraction(1, 6)
>>> exploding_chances(6, explosions=2)[12 + 3]
Fraction(1, 216)
>>> [highest for highest in highest_chances(6, 2, explosions=1) if highest.ones == 2]
[Highest(total=1, ones=2)]
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Any, NamedTuple

import icepool

from engine.core.dice_notation import DiceSum
from engine.odds.every_result import TooManyResults

MOST_TOTALS = 1_000
"""The maximum number of different totals that are calculated: as many as take a moment."""


class Highest(NamedTuple):
    """Exploding dice that are thrown together: the best total of one, and the number of dice whose first face is 1."""

    total: int
    ones: int


@lru_cache(maxsize=256)
def total_chances(dice: DiceSum) -> Mapping[int, Fraction]:
    """Return the chance of each total, the lowest first. Raises TooManyResults for dice without number."""
    if dice.most - dice.least >= MOST_TOTALS:
        raise TooManyResults
    total: Any = icepool.Die([dice.plus])
    for term in dice.dice:
        total += term.count @ icepool.d(term.sides)
    return _chances(total)


@lru_cache(maxsize=64)
def exploding_chances(sides: int, explosions: int) -> Mapping[int, Fraction]:
    """Return the chance of each total of a die that is rolled again and added on its highest face, so often at most."""
    return _chances(icepool.d(sides).explode(depth=explosions))


@lru_cache(maxsize=64)
def exploding_sum_chances(sides: int, count: int, explosions: int) -> Mapping[int, Fraction]:
    """Return the chance of each sum of exploding dice.

    Args:
        sides: the number of sides, at least 2.
        count: the number of dice.
        explosions: how often one die explodes at most.

    Raises:
        TooManyResults: for dice without number.
    """
    if count * sides * (explosions + 1) > MOST_TOTALS:
        raise TooManyResults
    return _chances(count @ icepool.d(sides).explode(depth=explosions))


@lru_cache(maxsize=64)
def highest_chances(sides: int, count: int, explosions: int) -> Mapping[Highest, Fraction]:
    """Return the chances of the best of exploding dice together with the number of ones, the lowest first.

    Args:
        sides: the number of sides, at least 2.
        count: the number of dice, at least 1.
        explosions: how often one die explodes at most.
    """
    exploded = icepool.d(sides).explode(depth=explosions - 1) + sides if explosions else icepool.Die([sides])
    no_one = icepool.Die([*range(2, sides), exploded])  # a die whose first face is no 1
    chances: dict[Highest, Fraction] = {}
    for ones in range(count, -1, -1):
        share = Fraction(comb(count, ones) * (sides - 1) ** (count - ones), sides**count)
        best: Mapping[int, Fraction] = {1: Fraction(1)} if ones == count else _chances(no_one.highest(count - ones))
        chances |= {Highest(total, ones): share * chance for total, chance in best.items()}
    return chances


def _chances(die: Any) -> dict[int, Fraction]:
    denominator = die.denominator()
    return {outcome: Fraction(quantity, denominator) for outcome, quantity in die.items()}
