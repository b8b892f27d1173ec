"""Several dice of one kind thrown together, each of which may go on while it shows its highest face."""

from __future__ import annotations

from engine.play.draft import Draft
from engine.table.frozen import Frozen

LONGEST = 100
"""So often at the most one die goes on; with scripted dice it might never end."""


class Die(Frozen):
    """One die as it fell: the face it showed first, and those that it showed when it went on."""

    faces: tuple[int, ...]

    @property
    def natural(self) -> int:
        """The face that it showed first."""
        return self.faces[0]

    @property
    def total(self) -> int:
        """All its faces together."""
        return sum(self.faces)


def throw(draft: Draft, sides: int, count: int, *, aces: bool) -> tuple[Die, ...]:
    """Throw dice; with aces, those that show their highest face are thrown again, all of them together.

    Args:
        draft: what the throws are written down in.
        sides: the kind of die.
        count: how many; none are thrown for 0.
        aces: whether a die goes on.
    """
    fallen = [[face] for face in draft.roll(sides, count)] if count else []
    going_on = [die for die in fallen if aces and die[-1] == sides]
    for _ in range(LONGEST):
        if not going_on:
            break
        for die, face in zip(going_on, draft.roll(sides, len(going_on)), strict=True):
            die.append(face)
        going_on = [die for die in going_on if die[-1] == sides]
    return tuple(Die(faces=tuple(faces)) for faces in fallen)
