"""Rolls on random tables: rows by their weights, dice in their texts, and the tables that they lead to.

>>> faces = iter([2, 3, 1, 5])
>>> loot = RandomTable(id="loot", name="Loot", rows=(TableRow(text="a ring"), TableRow(text="2d6 coins", weight=4)))
>>> wolves = RandomTable(id="w", name="Wolves", rows=(TableRow(text="none"), TableRow(text="1d3 wolves", table="loot")))
>>> rolled = roll_on(wolves, {"loot": loot}, lambda sides, count: tuple(next(faces) for _ in range(count)))
>>> [(row.table, row.number, row.text) for row in rolled]
[('Wolves', 2, '3 wolves'), ('Loot', 1, 'a ring')]
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.core.dice_notation import MOST_DICE, parse_dice_sum, roll_total
from engine.kit.random_tables.random_table_records import RandomTable, TableRow, Tables, dice_in, faults_of, times_of
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen

MOST_LEVELS: Final = 10
"""The maximum number of tables that lead to each other in one roll."""
MOST_RESULTS: Final = 40
"""The maximum number of rows in one roll."""
Roll = Callable[[int, int], tuple[int, ...]]
"""Rolls dice: takes the number of sides and the number of dice, and returns the faces."""


class RolledDice(Frozen):
    """Dice in a text, and their total."""

    dice: str
    total: int


class RolledRow(Frozen):
    """One row of the result.

    Attributes:
        table: the name of the table.
        face: the number that was rolled on it; 0 if there was nothing to roll.
        sides: the sum of its weights.
        number: the number of the row, from 1.
        text: the text of the row, with totals in place of its dice.
        dice: the dice in the text, and those for the number of further rolls.
    """

    table: str
    face: int
    sides: int
    number: int
    text: str
    dice: tuple[RolledDice, ...] = ()


def roll_on(table: RandomTable, tables: Tables, roll: Roll) -> tuple[RolledRow, ...]:
    """Return the rows of a roll, each before those that it leads to.

    Raises:
        Refused: a table has a fault, or the roll is too large.
    """
    run = _TableRun(tables, roll)
    run.roll_on(table, 1)
    return tuple(run.rows)


class _TableRun:
    """One roll, with everything that it leads to."""

    def __init__(self, tables: Tables, roll: Roll) -> None:
        self._tables = tables
        self._roll = roll
        self._dice_left = MOST_DICE
        self.rows: list[RolledRow] = []

    def roll_on(self, table: RandomTable, level: int) -> None:
        """Roll on a table once, and on the tables that its row leads to."""
        if level > MOST_LEVELS:
            raise Refused("random_table_levels", table=table.name, most=MOST_LEVELS)
        if len(self.rows) >= MOST_RESULTS:
            raise Refused("random_table_results", most=MOST_RESULTS)
        need_sound(table, self._tables)
        sides = table.weight
        face = self._faces(sides, 1)[0] if sides > 1 else 0
        number, row = _row_at(table, max(face, 1))
        dice: list[RolledDice] = []
        text = self._text(row.text.strip(), dice)
        times = self._times(row, dice) if row.table else 0
        self.rows.append(
            RolledRow(table=table.name, face=face, sides=sides, number=number, text=text, dice=tuple(dice))
        )
        for _ in range(times):
            self.roll_on(self._tables[row.table], level + 1)

    def _text(self, text: str, rolled: list[RolledDice]) -> str:
        parts, end = list[str](), 0
        for found in dice_in(text):
            rolled.append(RolledDice(dice=found[0], total=self._total(found[0])))
            parts += (text[end : found.start()], str(rolled[-1].total))
            end = found.end()
        return "".join((*parts, text[end:]))

    def _times(self, row: TableRow, rolled: list[RolledDice]) -> int:
        times, dice = times_of(row), str(row.times)
        if not times.dice:
            return times.plus
        rolled.append(RolledDice(dice=dice, total=self._total(dice)))
        return rolled[-1].total

    def _total(self, dice: str) -> int:
        return roll_total(parse_dice_sum(dice), self._faces)

    def _faces(self, sides: int, count: int) -> tuple[int, ...]:
        self._dice_left -= count
        if self._dice_left < 0:
            raise Refused("random_table_dice", most=MOST_DICE)
        return self._roll(sides, count)


def need_sound(table: RandomTable, tables: Tables) -> None:
    """Raise Refused for a table with a fault."""
    fault = next(faults_of(table, tables), None)
    if fault is not None:
        raise Refused("random_table_fault", table=table.name)


def _row_at(table: RandomTable, face: int) -> tuple[int, TableRow]:
    """Return the row for a face of the die, and its number."""
    for number, row in enumerate(table.rows, 1):
        face -= row.weight
        if face <= 0:
            return number, row
    raise AssertionError(table.id)
