"""A throw of dice: where each die is, and how it is turned, at any time until it rests on its recorded face.

The dice roll over the felt without slipping and hop a few times. The path is calculated from its end, so that a throw
always ends on the recorded faces, and is the same each time it is shown.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from vtt.moments.polyhedra import Matrix, NumberedDie, Vector, after, resting, rotation, turned

THROW_MS: Final = 1200
"""Milliseconds until the last die rests."""
_STAGGER: Final = 0.06
"""The share of the time by which the first die may rest before the last."""
_UNLIKE: Final = 0.03
"""The share by which one die may roll further than another. Dice of one hand keep together, so that none hits another.
"""
_SPREAD: Final = 0.3
"""By how much further apart the dice are at the start than at the end."""
_LEAST_TURNS: Final = 1.6
_CELL: Final = 2.35
"""The room of a die at rest, and by how much it may lie beside the middle of it, in radii."""
_LOOSE: Final = 0.13
_LEAST_HEIGHT: Final = 2.6
"""The height of the room of a single die, in radii."""
_LAST_SPEED: Final = 0.42
"""The speed with which a die tips over its last edge, as a share of its average speed."""
_HOPS: Final = ((0.0, 0.24, 1.5), (0.24, 0.46, 0.75), (0.46, 0.6, 0.28), (0.6, 0.68, 0.09))
"""The hops: start and end as shares of the time, and the height in radii. The first one begins at its top."""
_ROLLS: Final = 0.86
"""The radius on which a die rolls, in radii of its corners."""
_MOST_TILT: Final = 0.3
"""The most by which a number at rest is turned from upright, in radians."""


@dataclass(frozen=True, slots=True)
class DiePose:
    """A die at one time.

    Attributes:
        middle: in radii of the die; z is its height above the felt.
        orientation: its corners are turned by this.
    """

    middle: Vector
    orientation: Matrix


@dataclass(frozen=True, slots=True)
class ThrownDie:
    """One die of a throw.

    Attributes:
        die: the die.
        x, y: where it rests, in radii.
        heading: the direction of its path, in radians from the x axis.
        lasts: how long it rolls, as a share of the time of the throw.
        angle: the angle that it rolls, in radians.
        spin: an axis about which it turns besides, and by how much.
        rest: its orientation at rest.
    """

    die: NumberedDie
    x: float
    y: float
    heading: float
    lasts: float
    angle: float
    spin: tuple[Vector, float]
    rest: Matrix

    def pose(self, time: float) -> DiePose:
        """Return the pose at a time: 0.0 is the start of the throw, 1.0 its end."""
        gone = min(1.0, time / self.lasts)
        left = 1.0 - gone
        to_roll = self.angle * ((1.0 - _LAST_SPEED) * left * left + _LAST_SPEED * left)
        ahead = (math.cos(self.heading), math.sin(self.heading))
        orientation = self.rest
        if left > 0.0:
            whirl = max(0.0, 1.0 - gone / _HOPS[-1][1])
            axis, amount = self.spin
            orientation = after(rotation(axis, amount * whirl * whirl), orientation)
            orientation = after(rotation((-ahead[1], ahead[0], 0.0), -to_roll), orientation)
        support = -min(turned(orientation, corner)[2] for corner in self.die.solid.corners)
        back, apart = to_roll * _ROLLS, 1.0 + _SPREAD * left
        return DiePose(
            (self.x * apart - ahead[0] * back, self.y * apart - ahead[1] * back, support + _hop(gone)), orientation
        )


@dataclass(frozen=True, slots=True)
class DiceThrow:
    """Dice that are thrown together.

    Attributes:
        dice: the dice.
        width, height: the room in which they come to rest, in radii of a die.
    """

    dice: tuple[ThrownDie, ...]
    width: float
    height: float


def throw_dice(dice: Sequence[NumberedDie], ratio: float, seed: str) -> DiceThrow:
    """Return the throw of some dice.

    Args:
        dice: the dice with their results.
        ratio: the width of the room divided by its height.
        seed: the same seed gives the same throw.
    """
    random = Random(seed)
    columns, rows = _grid(len(dice), ratio)
    high = max(rows * _CELL, columns * _CELL / ratio, _LEAST_HEIGHT)
    wide = high * ratio
    side = random.choice((0.0, math.pi))
    heading = side + random.uniform(-0.22, 0.22)
    # The dice come in from beyond the edge, without a pause before the first is seen.
    angle = max(2 * math.pi * _LEAST_TURNS, (wide / 2 + columns * _CELL / 2 + random.uniform(0.0, 1.5)) / _ROLLS)
    thrown = []
    for number, die in enumerate(dice):
        row, column = divmod(number, columns)
        in_row = min(columns, len(dice) - row * columns)
        lasts = 1.0 - random.uniform(0.0, _STAGGER) if number else 1.0  # one rests last, at the end of the throw
        axis = random.uniform(0.0, 2 * math.pi)
        thrown.append(
            ThrownDie(
                die=die,
                x=(column - (in_row - 1) / 2) * _CELL + random.uniform(-_LOOSE, _LOOSE),
                y=((rows - 1) / 2 - row) * _CELL + random.uniform(-_LOOSE, _LOOSE),
                heading=heading,
                lasts=lasts,
                angle=angle * random.uniform(1.0, 1.0 + _UNLIKE),
                spin=((math.cos(axis) * 0.8, math.sin(axis) * 0.8, 0.6), random.uniform(2.0, 5.0)),
                rest=resting(die, random.uniform(-_MOST_TILT, _MOST_TILT)),
            )
        )
    return DiceThrow(tuple(thrown), wide, high)


def _grid(count: int, ratio: float) -> tuple[int, int]:
    """Return the number of columns and rows with which the dice are largest."""
    best = min(range(1, max(1, count) + 1), key=lambda columns: max(columns, math.ceil(count / columns) * ratio))
    return best, math.ceil(max(1, count) / best)


def _hop(gone: float) -> float:
    """Return the height of a hop, in radii."""
    for start, end, high in _HOPS:
        if gone < end:
            part = (gone - start) / (end - start)
            part = 0.5 + part / 2 if start == 0.0 else part
            return high * 4 * part * (1 - part)
    return 0.0
