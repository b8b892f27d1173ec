"""Exploding dice: a die that shows its highest face is rolled again and added.

>>> from engine.core.chance import ScriptedChance, SeededChance
>>> from engine.model.table import Table
>>> draft = Draft(Table(ruleset="example"), ScriptedChance({"d6": (6, 2, 6, 3)}, then=SeededChance(1)))
>>> [(die.faces, die.total) for die in roll_exploding_dice(draft, 6, 2, aces=True)]
[((6, 6, 3), 15), ((2,), 2)]
"""

from __future__ import annotations

from engine.core.draft import Draft
from engine.model.frozen import Frozen

MAX_EXPLOSIONS = 100
"""The maximum number of explosions of one die; scripted dice could explode for ever."""


class Die(Frozen):
    """One rolled die: its first face, followed by the faces of its explosions."""

    faces: tuple[int, ...]

    @property
    def natural(self) -> int:
        """Its first face."""
        return self.faces[0]

    @property
    def total(self) -> int:
        """The sum of its faces."""
        return sum(self.faces)


def roll_exploding_dice(draft: Draft, sides: int, count: int, *, aces: bool) -> tuple[Die, ...]:
    """Roll dice; with `aces`, those that show their highest face are rolled again, all of them together.

    Args:
        draft: receives the rolls.
        sides: the number of sides.
        count: the number of dice; 0 rolls none.
        aces: whether dice explode.
    """
    fallen = [[face] for face in draft.roll(sides, count)] if count else []
    going_on = [die for die in fallen if aces and die[-1] == sides]
    for _ in range(MAX_EXPLOSIONS):
        if not going_on:
            break
        for die, face in zip(going_on, draft.roll(sides, len(going_on)), strict=True):
            die.append(face)
        going_on = [die for die in going_on if die[-1] == sides]
    return tuple(Die(faces=tuple(faces)) for faces in fallen)
