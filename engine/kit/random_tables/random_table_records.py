"""The records of random tables, and what is wrong with one.

>>> wolves = RandomTable(id="wolves", name="Wolves", rows=(TableRow(text="1d3 wolves"), TableRow(table="loot")))
>>> loot = RandomTable(id="loot", name="Loot", rows=(TableRow(table="wolves", times="101d6"),))
>>> loop = RandomTable(id="loop", name="Loop", rows=(TableRow(table="loop"),))
>>> tables = {"wolves": wolves, "loot": loot, "loop": loop}
>>> [[(fault.path, fault.key) for fault in faults_of(table, tables)] for table in tables.values()]
[[], [('rows[0].times', 'dice')], [('rows', 'endless')]]
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final

from msgspec import Meta

from engine.core.dice_notation import DiceSum, parse_dice_sum
from engine.core.memo import memo, memo_of_moment
from engine.kit.content_editor.content_library import ContentLibrary
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.messages.texts import say
from engine.model.frozen import Frozen, Json

MOST_ROWS: Final = 100
MOST_WEIGHT: Final = 100
MOST_TIMES: Final = 20
LONGEST_NAME: Final = 60
LONGEST_TEXT: Final = 300
LONGEST_NOTES: Final = 2000
LONGEST_DICE: Final = 20
_DICE: Final = re.compile(r"(?<![\w.])\d*[dD]\d+(?:[+−-](?:\d*[dD]\d+|\d+))*(?!\w)")
"""Dice in a text: `1d3`, `2d6+6`, without spaces inside."""
_HALF_TAKEN: Final = re.compile(r"[+−\-*×/]\w+")
"""Text that directly follows dice as if it belonged to them, although it cannot be rolled: `2d6×10`, `2d6+10gp`."""


class TableRow(Frozen):
    """One row.

    Attributes:
        text: the result; dice in it are rolled.
        weight: the share of the row among the weights of all rows.
        table: the id of a table that is rolled as well; empty for none.
        times: how often that table is rolled: a number or dice.
    """

    text: Annotated[str, Meta(max_length=LONGEST_TEXT)] = ""
    weight: Annotated[int, Meta(ge=1, le=MOST_WEIGHT)] = 1
    table: str = ""
    times: int | Annotated[str, Meta(max_length=LONGEST_DICE)] = 1


class RandomTable(Frozen):
    """A random table of the GM."""

    id: str
    name: Annotated[str, Meta(max_length=LONGEST_NAME)]
    rows: tuple[TableRow, ...] = ()
    notes: Annotated[str, Meta(max_length=LONGEST_NOTES)] = ""

    @property
    def weight(self) -> int:
        """The sum of the weights, which is the number of sides of the die for its rows."""
        return sum(row.weight for row in self.rows)


Tables = Mapping[str, RandomTable]


def table_text(key: str, **params: Json) -> str:
    """Return a text about random tables."""
    return say(Message(key=f"random_table.{key}", params=params))


RANDOM_TABLES: Final = "random_tables"
"""The list of the GM's random tables."""
LIBRARY: Final = ContentLibrary[RandomTable]({RANDOM_TABLES: RandomTable}, lambda kind: ())


def tables_in(lists: Mapping[str, Any]) -> Tables:
    """Return the random tables in the lists of a group, by id."""
    return LIBRARY.records(lists, RANDOM_TABLES)


class TableFault(Frozen):
    """A fault of a table: the path of its field, the key of its text, and the parameters of the text."""

    path: str
    key: str
    params: Mapping[str, Json] = {}


def dice_in(text: str) -> tuple[re.Match[str], ...]:
    """Return the dice in a text.

    >>> [found[0] for found in dice_in("1d3 wolves and 2d6+6 coins, a 3dx, d20")]
    ['1d3', '2d6+6', 'd20']
    """
    return tuple(_DICE.finditer(text))


def times_of(row: TableRow) -> DiceSum:
    """Return how often the table of a row is rolled. Raises Refused for what is no number and no dice."""
    return parse_dice_sum(str(row.times))


def faults_of(table: RandomTable, tables: Tables) -> Iterator[TableFault]:
    """Yield what keeps a table from being rolled; `tables` are the others, and perhaps an older version of itself."""
    if not table.rows:
        yield TableFault(path="rows", key="no_rows")
    if len(table.rows) > MOST_ROWS:
        yield TableFault(path="rows", key="too_many_rows", params={"most": MOST_ROWS})
        return
    if tables.get(table.id) is not table:
        tables = {**tables, table.id: table}
    for number, row in enumerate(table.rows):
        yield from _faults_of_row(row, f"rows[{number}]", tables)
    if table.rows and table.id not in _ending(tables):
        yield TableFault(path="rows", key="endless")


def _faults_of_row(row: TableRow, path: str, tables: Tables) -> Iterator[TableFault]:
    if not row.text.strip() and not row.table:
        yield TableFault(path=f"{path}.text", key="no_result")
    for found in dice_in(row.text):
        more = _HALF_TAKEN.match(row.text, found.end())
        if more is not None:
            dice = f"{found[0]}{more[0]}"[:LONGEST_DICE]
            yield TableFault(path=f"{path}.text", key="dice", params={"dice": dice})
        elif not _can_roll(found[0]):
            yield TableFault(path=f"{path}.text", key="dice", params={"dice": found[0][:LONGEST_DICE]})
    if row.table and row.table not in tables:
        yield TableFault(path=f"{path}.table", key="no_table", params={"table": row.table[:LONGEST_NAME]})
    if row.table and not _can_roll(str(row.times)):
        yield TableFault(path=f"{path}.times", key="dice", params={"dice": str(row.times)})
    elif row.table and times_of(row).most > MOST_TIMES:
        yield TableFault(path=f"{path}.times", key="too_often", params={"most": MOST_TIMES})


@memo  # a list of tables asks for all their rows; reading the dice takes most of the time, and few are different
def _can_roll(dice: str) -> bool:
    try:
        parse_dice_sum(dice)
    except Refused:
        return False
    return True


@memo_of_moment
def _ending(tables: Tables) -> frozenset[str]:
    """Return the tables on which a roll can end: not every row leads into a loop. A missing table is an end."""
    leading: dict[str, list[str]] = {}
    for id_, table in tables.items():
        for row in table.rows:
            leading.setdefault(row.table if row.table in tables else "", []).append(id_)
    ending, waiting = set[str](), [""]
    for reached in waiting:
        for id_ in leading.get(reached, ()):
            if id_ not in ending:
                ending.add(id_)
                waiting.append(id_)
    return frozenset(ending)
