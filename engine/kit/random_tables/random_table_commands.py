"""The commands of random tables: save them, and roll on one, for the GM alone or for all.

>>> from engine.core.chance import ScriptedChance, SeededChance
>>> from engine.messages.texts import say
>>> from engine.model.seats import Role, Seat
>>> seats = {"gm": Seat(id="gm", name="GM", role=Role.GM)}
>>> wolves = {"id": "forest", "name": "Forest", "rows": [{"text": "1d3 wolves", "weight": 5}, {"text": "nothing"}]}
>>> table = Table(ruleset="tiny", seats=seats, lists={"random_tables": (wolves,)})
>>> draft = Draft(table, ScriptedChance({"d6": [2], "d3": [3]}, SeededChance(1)))
>>> RollRandomTable(seat="gm", table="forest").decide(draft)
>>> (line,) = draft.events
>>> say(line.message), line.audience, [say(step) for step in line.reckoning]
('Forest: 3 wolves', ('gm',), ['Forest: 2 of 6, row 1 (1d3 = 3)'])
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, ClassVar

from msgspec import Meta

from engine.core.commands import Request, need_gm
from engine.core.draft import Draft
from engine.kit.content_editor.persistence import Row
from engine.kit.content_editor.save_content import SaveContent
from engine.kit.random_tables.random_table_records import MOST_ROWS, RANDOM_TABLES, RandomTable, table_text, tables_in
from engine.kit.random_tables.random_table_rolls import RolledRow, need_sound, roll_on
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen, Json
from engine.model.table import Table
from engine.odds.odds import Odds, distribution, named_outcome


class SaveRandomTables(SaveContent):
    """Save or delete random tables of the GM."""

    WORDS = "random_tables"
    FORMS: ClassVar[Mapping[str, type[Frozen]]] = {RANDOM_TABLES: RandomTable}
    SECRET = frozenset({RANDOM_TABLES})

    def row_fault(self, table: Table, name: str, row: Row) -> str:
        """Return why a table cannot be saved. One that cannot be rolled yet can be saved."""
        rows = row.get("rows")
        if isinstance(rows, list | tuple) and len(rows) > MOST_ROWS:
            return table_text("fault.too_many_rows", most=MOST_ROWS)
        return super().row_fault(table, name, row)


class RollRandomTable(Request):
    """Roll on a random table."""

    PROGRAM_DICE = True
    table: Annotated[str, Meta(description="the id of the table")]
    to_all: Annotated[bool, Meta(description="everybody sees the dice and reads the result, not only the GM")] = False

    def verify(self, table: Table) -> None:
        """Raise Refused unless the GM rolls on a table without faults."""
        need_gm(table, self)
        tables = tables_in(table.lists)
        if self.table not in tables:
            raise Refused("no_random_table")
        need_sound(tables[self.table], tables)

    def decide(self, draft: Draft) -> None:
        """Roll, and write the result into the log. What is for the GM alone shows no dice and no result to others."""
        tables = tables_in(draft.table.lists)
        table = tables[self.table]
        about = Message(key="random_table.dice", params={"table": table.name})
        with draft.rolling_for(about if self.to_all else None, hidden=not self.to_all):
            rows = roll_on(table, tables, draft.roll)
        result = "; ".join(row.text for row in rows if row.text)
        if self.to_all:
            draft.record_results(result=result)
        draft.note(
            "random_table_rolled" if result else "random_table_no_result",
            audience=None if self.to_all else (self.seat,),
            reckoning=tuple(map(_calculation, rows)),
            table=table.name,
            result=result,
        )

    def odds(self, table: Table, viewer: str) -> Odds | None:
        """Return the chances of the rows of this table; players have none, because they do not know it."""
        self.verify(table)
        tables = tables_in(table.lists)
        rolled = tables[self.table]
        names = (row.text.strip() or (tables[row.table].name if row.table else "–") for row in rolled.rows)
        shares = (Fraction(row.weight, rolled.weight) for row in rolled.rows)
        rows = zip(map(named_outcome, names), shares, strict=True)
        die = Message(key="odds.rolled_dice", params={"dice": f"d{rolled.weight}"})
        return Odds(distributions=(distribution(Message(key="odds.result"), rows),), explanation=(die,))


def _calculation(row: RolledRow) -> Message:
    """Return the row of a result with the numbers that were rolled."""
    params: dict[str, Json] = {"table": row.table, "number": row.number}
    if row.face:
        params |= {"face": row.face, "sides": row.sides}
    if row.dice:
        params["dice"] = [f"{rolled.dice} = {rolled.total}" for rolled in row.dice]
    key = "random_table.row" if row.face else "random_table.only_row"
    return Message(key=f"{key}_dice" if row.dice else key, params=params)
