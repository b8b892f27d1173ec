"""Traits and the two ladders of dice: of Traits, without an upper end, and of damage (T-10b, T-10c)."""

from __future__ import annotations

from bisect import bisect_right

from engine.core.dice_notation import parse_dice
from engine.core.memo import memo
from engine.kit.rules_data import rules_table
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen


class Ladders(Frozen):
    """The die types of Traits and of damage, from the smallest up.

    Beyond the largest type of Traits, each further step adds the same number.
    """

    trait_ladder: tuple[int, ...]
    beyond: int
    damage_ladder: tuple[int, ...]


ladders = rules_table("future_imperfect", "traits", Ladders)
"""Both ladders."""


class Trait(Frozen):
    """A Trait, or the dice of an Aptitude: `3d6`, `1d12+2` (FI-CORE-1).

    Attributes:
        count: the number of dice: the coordination, or the level of an Aptitude.
        sides: the faces of each.
        plus: what the largest die type adds, once in a roll.
    """

    count: int
    sides: int
    plus: int = 0

    @property
    def value(self) -> int:
        """The number of the die type: 8 for a d8, 18 for a d12+6 (FI-CORE-2)."""
        return self.sides + self.plus

    @property
    def text(self) -> str:
        """The Trait as it is written."""
        return f"{self.count}d{self.sides}" + (f"+{self.plus}" if self.plus else "")


@memo
def parse(text: str) -> Trait:
    """Read a Trait (FI-CORE-1, FI-CORE-2). Raises Refused for dice that are on no step of the ladder."""
    dice = parse_dice(text)
    trait = Trait(count=dice.count, sides=dice.sides, plus=dice.plus)
    step_of(trait)
    return trait


def step_of(trait: Trait) -> int:
    """Return the step of a die type on the ladder, 0 for a d4. Raises Refused for none (FI-CORE-2)."""
    rungs, beyond = ladders().trait_ladder, ladders().beyond
    if trait.sides not in rungs or trait.plus < 0 or trait.plus % beyond or (trait.plus and trait.sides != rungs[-1]):
        raise Refused("no_trait", "FI-CORE-2", trait=trait.text)
    return rungs.index(trait.sides) + trait.plus // beyond


def stepped(trait: Trait, steps: int) -> Trait | None:
    """Return a Trait with its die type so many steps up, or down; None below the smallest (FI-CORE-2, FI-ARMOR-7)."""
    rungs, step = ladders().trait_ladder, step_of(trait) + steps
    if step < 0:
        return None
    steps_above = max(0, step - (len(rungs) - 1))
    return Trait(count=trait.count, sides=rungs[step - steps_above], plus=steps_above * ladders().beyond)


def with_count(trait: Trait, count: int) -> Trait:
    """Return so many dice of a Trait's die type, as an Aptitude is rolled (FI-CORE-4)."""
    return Trait(count=count, sides=trait.sides, plus=trait.plus)


def damage_down(sides: int, steps: int) -> int | None:
    """Return the damage die so many steps down; None below the smallest (FI-ARMOR-1, FI-ARMOR-2).

    Raises:
        Refused: there is no such damage die.
    """
    rungs = ladders().damage_ladder
    if sides not in rungs:
        raise Refused("no_damage_die", "FI-ARMOR-1", sides=sides)
    step = rungs.index(sides) - max(0, steps)
    return rungs[step] if step >= 0 else None


def unarmed_die(strength: Trait) -> int:
    """Return the damage die that a bare hand counts as against armour (FI-ARMOR-6, FI-ARMOR-7).

    Half the number of the Strength die, down to the next damage die; never under the smallest.
    """
    rungs = ladders().damage_ladder
    return rungs[max(0, bisect_right(rungs, strength.value // 2) - 1)]
