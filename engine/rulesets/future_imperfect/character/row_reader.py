"""Reader for the cells of a row of the group's lists or of a sheet, where people write freely."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeVar

from engine.core.dice_notation import DicePool, parse_dice
from engine.core.memo import memo
from engine.messages.refusal import Refused
from engine.model.frozen import Json
from engine.model.seats import Actor
from engine.rulesets.future_imperfect.character.traits import ladders

ListRow = Mapping[str, Json]
T = TypeVar("T")
MAX_NAME_LENGTH = 60
MAX_CELL_NUMBER = 9999
"""Larger numbers are typing errors."""
_WHOLE = re.compile(r"[+-]?\d{1,5}")
_AIM = re.compile(r"(\d{1,2})/(-?\d{1,2})")
_LEFT_OF = re.compile(r"(\d{1,4})/(\d{1,4})")


@memo
def folded(text: str) -> str:
    """Return words normalized for comparison: case and the width of spaces do not matter."""
    return " ".join(text.casefold().split())


def folded_cell(row: ListRow, key: str) -> str:
    """Return a cell as words normalized for comparison."""
    value = row.get(key)
    return _folded_words(value) if type(value) is str else folded(RowReader(row).text(key))


@memo
def _folded_words(text: str) -> str:
    return folded(_one_line(text))


def _one_line(text: str) -> str:
    return " ".join(text.replace("−", "-").split())


class RowReader:
    """Reads the cells of a row one by one. An unreadable cell counts as empty; `unread` collects such columns."""

    def __init__(self, row: ListRow) -> None:
        self._row = row
        self.unread: list[str] = []

    def text(self, key: str) -> str:
        """Return the cell as one line; minus signs become hyphens, as in dice."""
        value = self._row.get(key)
        match value:
            case None:
                return ""
            case float() if value.is_integer():
                return str(int(value))
            case str() | int() | float() if not isinstance(value, bool):
                return _one_line(str(value))
            case _:
                self._skip(key)
                return ""

    def whole(self, key: str, *, least: int = 0) -> int | None:
        """Return a whole number, or None where there is none of at least `least`."""
        value = self._row.get(key)
        if type(value) is int and least <= value <= MAX_CELL_NUMBER:
            return value
        return self._number(key, self.text(key), least)

    def pair(self, key: str, *, least: int) -> tuple[int | None, int | None]:
        """Return one or two whole numbers, separated by a slash."""
        first, _, second = self.text(key).partition("/")
        return self._number(key, first.strip(), least), self._number(key, second.strip(), least)

    def left_of(self, key: str) -> tuple[int | None, int | None]:
        """Return the number left and the full number: `6` is six of six, `2/6` two of six."""
        text = self.text(key).replace(" ", "")
        match = _LEFT_OF.fullmatch(text)
        if match is not None and int(match[1]) <= int(match[2]):
            return int(match[1]), int(match[2])
        whole = self._number(key, text, 0)
        return whole, whole

    def damage(self, key: str) -> DicePool | None:
        """Return dice of the damage ladder (FI-ARMOR-1)."""
        text = self.text(key)
        if not text:
            return None
        try:
            dice = parse_dice(text)
        except Refused:
            dice = DicePool(count=1, sides=0)
        if dice.sides in ladders().damage_ladder and not dice.plus:
            return dice
        self._skip(key)
        return None

    def aim(self, key: str) -> tuple[int, int] | None:
        """Return Aim x/y; y, the penalty of an unaimed shot, is 0 or less, with or without its minus (FI-AIM-1)."""
        text = self.text(key).replace(" ", "")
        match = _AIM.fullmatch(text)
        if match is not None and int(match[1]):
            return int(match[1]), -abs(int(match[2]))
        if text:
            self._skip(key)
        return None

    def one_of(self, key: str, words: Mapping[str, T]) -> T | None:
        """Return the value of a word."""
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
        if size is None or 0 < size < MAX_CELL_NUMBER:
            return size
        self._skip(key)
        return None

    def _number(self, key: str, text: str, least: int) -> int | None:
        if not text:
            return None
        number = int(text) if _WHOLE.fullmatch(text) else least - 1
        if least <= number <= MAX_CELL_NUMBER:
            return number
        self._skip(key)
        return None

    def _skip(self, key: str) -> None:
        if key not in self.unread:
            self.unread.append(key)


def rows_of(actor: Actor, field: str, first: str = "name") -> list[ListRow]:
    """Return the rows of a field; a plain word counts as a row with only its `first` column."""
    value = actor.sheet.get(field)
    written = value if isinstance(value, list | tuple) else ()
    return [row if isinstance(row, Mapping) else {first: row} for row in written]
