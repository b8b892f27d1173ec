"""Dice of several kinds together, as weapons, Damage Modifiers and tables write them: `1d8+1d6`, `-1d4`, `1d3-1`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import chain, groupby

from engine.play.refusal import Refused
from engine.rulesets.classic_fantasy.data import tables
from engine.table.frozen import Frozen

_TERM = re.compile(r"([+-]?)(?:(\d{0,3})[dD](\d{1,4})|(\d{1,4}))")
MOST_DICE = 100


class Some(Frozen):
    """Dice of one kind; with a count below 0 they are taken away."""

    count: int
    sides: int


class Mixed(Frozen):
    """Dice of several kinds, and what is added to them."""

    dice: tuple[Some, ...] = ()
    plus: int = 0

    @property
    def least(self) -> int:
        """The least that they can come to."""
        return self.plus + sum(some.count if some.count > 0 else some.count * some.sides for some in self.dice)

    @property
    def most(self) -> int:
        """The most that they can come to."""
        return self.plus + sum(some.count * some.sides if some.count > 0 else some.count for some in self.dice)

    @property
    def wanted(self) -> tuple[int, ...]:
        """The sides of each die to be thrown, in the order in which `total` takes their faces."""
        return tuple(chain.from_iterable([some.sides] * abs(some.count) for some in self.dice))

    def total(self, faces: Sequence[int]) -> int:
        """Return what the faces of the dice that are `wanted` come to. Raises Refused if other dice have fallen."""
        wanted = self.wanted
        if len(faces) != len(wanted) or any(not 1 <= face <= sides for face, sides in zip(faces, wanted, strict=True)):
            raise Refused("d100_faces", dice=list(wanted), faces=list(faces))
        signs = chain.from_iterable([1 if some.count > 0 else -1] * abs(some.count) for some in self.dice)
        return self.plus + sum(sign * face for sign, face in zip(signs, faces, strict=True))


def mixed(text: str) -> Mixed:
    """Read dice. Raises Refused for what is not dice."""
    compact = re.sub(r"\s*([+-])\s*", r"\1", text.replace("−", "-")).strip()
    found = list(_TERM.finditer(compact))
    dice, plus = list[Some](), 0
    for sign, count, sides, number in (term.groups() for term in found):
        by = -1 if sign == "-" else 1
        if number is not None:
            plus += by * int(number)
        else:
            dice.append(Some(count=by * int(count or 1), sides=int(sides)))
    whole = "".join(term[0] for term in found) == compact and all(term[1] for term in found[1:])
    fair = all(some.count and some.sides > 1 for some in dice) and sum(abs(some.count) for some in dice) <= MOST_DICE
    if not (compact and whole and fair):
        raise Refused("dice_form", dice=text[:40])
    return Mixed(dice=tuple(dice), plus=plus)


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
