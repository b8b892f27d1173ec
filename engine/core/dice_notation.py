"""Dice notation: `d20`, `2d6+1`, `3d6-2`, and several kinds together: `1d8+1d2`, `-1d4`, `1d3-1`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import chain

from engine.core.memo import memo
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen

_DICE = re.compile(r"\s*(\d{0,3})\s*[dD]\s*(\d{1,4})\s*([+-]\s*\d{1,4})?\s*")
_TERM = re.compile(r"([+-]?)(?:(\d{0,3})[dD](\d{1,4})|(\d{1,4}))")
MOST_DICE = 100


class DicePool(Frozen):
    """A number of dice of one kind, plus a constant."""

    count: int
    sides: int
    plus: int = 0


def parse_dice(text: str) -> DicePool:
    """Read dice of one kind. Raises Refused for other text, for no dice, and for more than 100."""
    found = _DICE.fullmatch(text)
    if found is None:
        raise Refused("dice_form", dice=text[:40])
    count, sides = int(found[1] or 1), int(found[2])
    if not 1 <= count <= 100 or sides < 2:
        raise Refused("dice_form", dice=text[:40])
    return DicePool(count=count, sides=sides, plus=int((found[3] or "0").replace(" ", "")))


class DiceTerm(Frozen):
    """Dice of one kind; a negative count subtracts them."""

    count: int
    sides: int


class DiceSum(Frozen):
    """Dice of several kinds, plus a constant."""

    dice: tuple[DiceTerm, ...] = ()
    plus: int = 0

    @property
    def least(self) -> int:
        """The lowest total."""
        return self.plus + sum(term.count if term.count > 0 else term.count * term.sides for term in self.dice)

    @property
    def most(self) -> int:
        """The highest total."""
        return self.plus + sum(term.count * term.sides if term.count > 0 else term.count for term in self.dice)

    @property
    def dice_sides(self) -> tuple[int, ...]:
        """The number of sides of each die to roll, in the order in which `total` takes their faces."""
        return tuple(chain.from_iterable([term.sides] * abs(term.count) for term in self.dice))

    def accepts(self, faces: Sequence[int]) -> bool:
        """Say whether these are possible faces of the dice in `dice_sides`."""
        wanted = self.dice_sides
        return len(faces) == len(wanted) and all(1 <= f <= sides for f, sides in zip(faces, wanted, strict=True))

    def total(self, faces: Sequence[int]) -> int:
        """Return the total for the faces of the dice in `dice_sides`."""
        signs = chain.from_iterable([1 if term.count > 0 else -1] * abs(term.count) for term in self.dice)
        return self.plus + sum(sign * face for sign, face in zip(signs, faces, strict=True))


def roll_total(dice: DiceSum, roll: Callable[[int, int], Sequence[int]]) -> int:
    """Return the total of dice that `roll` throws: it takes sides and count, and returns the faces.

    >>> roll_total(parse_dice_sum("2d6+1"), lambda sides, count: [sides] * count)
    13
    """
    return dice.total([face for term in dice.dice for face in roll(term.sides, abs(term.count))])


@memo
def parse_dice_sum(text: str) -> DiceSum:
    """Read dice of several kinds, or a plain number. Raises Refused for anything else, and for more than 100 dice."""
    compact = re.sub(r"\s*([+-])\s*", r"\1", text.replace("−", "-")).strip()
    found = list(_TERM.finditer(compact))
    dice, plus = list[DiceTerm](), 0
    for sign, count, sides, number in (term.groups() for term in found):
        by = -1 if sign == "-" else 1
        if number is not None:
            plus += by * int(number)
        else:
            dice.append(DiceTerm(count=by * int(count or 1), sides=int(sides)))
    whole = "".join(term[0] for term in found) == compact and all(term[1] for term in found[1:])
    fair = all(term.count and term.sides > 1 for term in dice) and sum(abs(term.count) for term in dice) <= MOST_DICE
    if not (compact and whole and fair):
        raise Refused("dice_form", dice=text[:40])
    return DiceSum(dice=tuple(dice), plus=plus)


def parse_dice_to_roll(text: str) -> DiceSum:
    """Read dice for a roll, at least one die. Raises Refused."""
    found = parse_dice_sum(re.sub(r"\s*([dD])\s*", r"\1", text))
    if not found.dice:
        raise Refused("dice_form", dice=text[:40])
    return found
