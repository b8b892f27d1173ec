"""What stands in the cells of a row, be it of the group's lists or of a sheet, where people write what they like."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeVar

from engine.dice.notation import Dice, parse_dice
from engine.play.refusal import Refused
from engine.rulesets.future_imperfect.traits import ladders
from engine.table.frozen import Json, kept

Row = Mapping[str, Json]
T = TypeVar("T")
MOST = 9999
"""Larger numbers are slips of the pen."""
_WHOLE = re.compile(r"[+-]?\d{1,5}")
_AIM = re.compile(r"(\d{1,2})/(-?\d{1,2})")
_LEFT_OF = re.compile(r"(\d{1,4})/(\d{1,4})")


@kept
def folded(text: str) -> str:
    """Return words as they are compared: big and small letters and the width of gaps do not matter."""
    return " ".join(text.casefold().split())


class Cells:
    """The cells of a row, read one by one. What makes no sense counts as empty; `unread` gathers such columns."""

    def __init__(self, row: Row) -> None:
        self._row = row
        self.unread: list[str] = []

    def text(self, key: str) -> str:
        """Return what stands there as one line; minus signs are hyphens, as in dice."""
        value = self._row.get(key)
        match value:
            case None:
                return ""
            case float() if value.is_integer():
                return str(int(value))
            case str() | int() | float() if not isinstance(value, bool):
                return " ".join(str(value).replace("−", "-").split())
            case _:
                self._skip(key)
                return ""

    def whole(self, key: str, *, least: int = 0) -> int | None:
        """Return a whole number, or None where there is none that is large enough."""
        value = self._row.get(key)
        if type(value) is int and least <= value <= MOST:
            return value
        return self._number(key, self.text(key), least)

    def pair(self, key: str, *, least: int) -> tuple[int | None, int | None]:
        """Return one or two whole numbers with a stroke between them."""
        first, _, second = self.text(key).partition("/")
        return self._number(key, first.strip(), least), self._number(key, second.strip(), least)

    def left_of(self, key: str) -> tuple[int | None, int | None]:
        """Return how many are left, and of how many: `6` is six of six, `2/6` two of them."""
        text = self.text(key).replace(" ", "")
        found = _LEFT_OF.fullmatch(text)
        if found is not None and int(found[1]) <= int(found[2]):
            return int(found[1]), int(found[2])
        whole = self._number(key, text, 0)
        return whole, whole

    def damage(self, key: str) -> Dice | None:
        """Return dice of the damage ladder (FI-ARMOR-1)."""
        text = self.text(key)
        if not text:
            return None
        try:
            dice = parse_dice(text)
        except Refused:
            dice = Dice(count=1, sides=0)
        if dice.sides in ladders().damage_ladder and not dice.plus:
            return dice
        self._skip(key)
        return None

    def aim(self, key: str) -> tuple[int, int] | None:
        """Return Aim x/y; what an unaimed shot loses is 0 or less, written with or without its minus (FI-AIM-1)."""
        text = self.text(key).replace(" ", "")
        found = _AIM.fullmatch(text)
        if found is not None and int(found[1]):
            return int(found[1]), -abs(int(found[2]))
        if text:
            self._skip(key)
        return None

    def one_of(self, key: str, words: Mapping[str, T]) -> T | None:
        """Return what a word means."""
        text = folded(self.text(key))
        if text and text not in words:
            self._skip(key)
        return words.get(text)

    def size(self, key: str) -> float | None:
        """Return a Size, which may be a fraction."""
        text = self.text(key)
        try:
            size = float(text) if text else None
        except ValueError:
            size = 0.0
        if size is None or 0 < size < MOST:
            return size
        self._skip(key)
        return None

    def _number(self, key: str, text: str, least: int) -> int | None:
        if not text:
            return None
        number = int(text) if _WHOLE.fullmatch(text) else least - 1
        if least <= number <= MOST:
            return number
        self._skip(key)
        return None

    def _skip(self, key: str) -> None:
        if key not in self.unread:
            self.unread.append(key)
