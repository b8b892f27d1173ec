"""Dice of several kinds thrown on the table, or behind the GM's hand."""

from __future__ import annotations

from engine.play.draft import Draft
from engine.rulesets.classic_fantasy.dice import mixed, small_die

SMALL = (2, 3)
"""Dice that nobody has: a d6 is thrown in their place (CF-X-11)."""
_D6 = 6


def throw(draft: Draft, dice: str, *, secret: bool = False) -> int:
    """Throw dice such as `1d8+1d6` or `-1d4` and return what they come to; `0` and nothing throw none.

    Args:
        draft: what they are written down in.
        dice: as they are written.
        secret: the GM throws them where nobody sees it.
    """
    if not dice:
        return 0
    read = mixed(dice)
    faces = list[int]()
    for some in read.dice:
        small = some.sides in SMALL
        fallen = _faces(draft, _D6 if small else some.sides, abs(some.count), secret)
        faces += [small_die(some.sides, face) if small else face for face in fallen]
    return read.total(faces)


def d100(draft: Draft, *, secret: bool = False) -> int:
    """Throw a d100; 00 is 100 (CF-X-1)."""
    return _faces(draft, 100, 1, secret)[0]


def _faces(draft: Draft, sides: int, count: int, secret: bool) -> tuple[int, ...]:
    with draft.throwing(draft.about, hidden=secret):
        return draft.roll(sides, count)
