"""Dice of several kinds together, as weapons, Damage Modifiers and tables write them: `1d8+1d6`, `-1d4`, `1d3-1`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import groupby

from engine.dice.notation import DiceSum, parse_dice_sum
from engine.play.refusal import Refused
from engine.rulesets.classic_fantasy.data import tables
from engine.table.frozen import Frozen


class Mixed(DiceSum):
    """Dice of several kinds, and what is added to them."""

    def total(self, faces: Sequence[int]) -> int:
        """Return what the faces of the dice that are `wanted` come to. Raises Refused if other dice have fallen."""
        if not self.fits(faces):
            raise Refused("d100_faces", dice=list(self.wanted), faces=list(faces))
        return super().total(faces)


def mixed(text: str) -> Mixed:
    """Read dice. Raises Refused for what is not dice."""
    found = parse_dice_sum(text)
    return Mixed(dice=found.dice, plus=found.plus)


# ---- steps -----------------------------------------------------------------------------------------------------------


class DiceTables(Frozen):
    """The file `rules/dice.toml`."""

    steps: tuple[str, ...]
    small: Mapping[str, tuple[int, ...]]


@cache
def numbers() -> DiceTables:
    """Return the steps, and how a d6 is read."""
    found: DiceTables = tables("dice", DiceTables)
    return found


def die_step(step: int) -> str:
    """Return the dice of a step, the first of which is 1d2; beyond the last, its dice are added again (CF-T-DM).

    Args:
        step: from 1; for 0 there are no dice, but a plain `0`.
    """
    steps = numbers().steps
    times, rest = divmod(max(0, step), len(steps))
    dice = [term for text in (*[steps[-1]] * times, *steps[:rest][-1:]) for term in text.split("+")]
    kinds = groupby((term.split("d") for term in dice), key=lambda term: term[1])
    return "+".join(f"{sum(int(count) for count, _ in same)}d{sides}" for sides, same in kinds) or "0"


@cache
def step_of(dice: str) -> int:
    """Return which step dice are. Raises ValueError for dice that are none."""
    return [die_step(step) for step in range(len(numbers().steps) * 10)].index(dice)


def small_die(sides: int, d6: int) -> int:
    """Return what a d6 shows that is thrown in place of a d2 or a d3 (CF-X-11)."""
    return numbers().small[str(sides)][d6 - 1]
