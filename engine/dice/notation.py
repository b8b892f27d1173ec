"""Dice as they are written: `d20`, `2d6+1`, `3d6-2`."""

from __future__ import annotations

import re

from engine.play.refusal import Refused
from engine.table.frozen import Frozen

_DICE = re.compile(r"\s*(\d{0,3})\s*[dD]\s*(\d{1,4})\s*([+-]\s*\d{1,4})?\s*")


class Dice(Frozen):
    """So many dice of one kind, and what is added to their sum."""

    count: int
    sides: int
    plus: int = 0


def parse_dice(text: str) -> Dice:
    """Read dice. Raises Refused for what is not dice, for no dice, and for more than 100."""
    found = _DICE.fullmatch(text)
    if found is None:
        raise Refused("dice_form", dice=text[:40])
    count, sides = int(found[1] or 1), int(found[2])
    if not 1 <= count <= 100 or sides < 2:
        raise Refused("dice_form", dice=text[:40])
    return Dice(count=count, sides=sides, plus=int((found[3] or "0").replace(" ", "")))
