"""Dice of several kinds together, as weapons, Damage Modifiers and tables write them: `1d8+1d6`, `-1d4`, `1d3-1`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from engine.core.dice_notation import DiceSum, parse_dice_sum
from engine.core.memo import memo, memo_of_values
from engine.kit.rules_data import rules_table
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen
from engine.rulesets.classic_fantasy.rules_data import RULESET


class Mixed(DiceSum):
    """Dice of several kinds, and a constant."""

    def total(self, faces: Sequence[int]) -> int:
        """Return the total of the faces of the `wanted` dice. Raises Refused for other dice."""
        if not self.accepts(faces):
            raise Refused("d100_faces", dice=list(self.dice_sides), faces=list(faces))
        return super().total(faces)


@memo
def mixed(text: str) -> Mixed:
    """Read dice. Raises Refused for a text that is not dice."""
    dice = parse_dice_sum(text)
    return Mixed(dice=dice.dice, plus=dice.plus)


# ---- steps -----------------------------------------------------------------------------------------------------------


class DiceTables(Frozen):
    """The file `rules/dice.toml`."""

    steps: tuple[str, ...]
    small: Mapping[str, tuple[int, ...]]


numbers = rules_table(RULESET, "dice", DiceTables)
"""The steps, and how a d6 is read."""


def die_step(step: int) -> str:
    """Return the dice of a step, the first of which is 1d2; beyond the last, its dice are added again (CF-T-DM).

    The step 0 has no dice, but a plain `0`.
    """
    steps = numbers().steps
    times, index = divmod(max(0, step), len(steps))
    dice = [term for text in (*[steps[-1]] * times, *steps[:index][-1:]) for term in text.split("+")]
    kinds = groupby((term.split("d") for term in dice), key=lambda term: term[1])
    return "+".join(f"{sum(int(count) for count, _ in alike)}d{sides}" for sides, alike in kinds) or "0"


@memo_of_values(most=256)
def step_of(dice: str) -> int:
    """Return which step dice are. Raises ValueError for dice that are none."""
    return [die_step(step) for step in range(len(numbers().steps) * 10)].index(dice)


def small_die(sides: int, d6: int) -> int:
    """Return the result of a d6 that is thrown as a d2 or a d3 (CF-X-11)."""
    return numbers().small[str(sides)][d6 - 1]


def check_dice_total(dice: str, value: int, *rules: str) -> int:
    """Return the total of some dice. Raises Refused for a total that they cannot show."""
    mixed_dice = mixed(dice)
    if not mixed_dice.least <= value <= mixed_dice.most:
        raise Refused("d100_not_thrown", *rules, dice=dice, value=value, least=mixed_dice.least, most=mixed_dice.most)
    return value
