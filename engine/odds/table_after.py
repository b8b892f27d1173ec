"""The table after a command, as far as it is certain: odds are often those of what comes next.

>>> from engine.core.commands import Request
>>> from engine.core.events import ClockSet
>>> class Wait(Request):
...     def decide(self, draft):
...         draft.emit(ClockSet(seconds=draft.table.clock + 60))
>>> table_after(Table(ruleset="example"), Wait(seat="p1")).clock
60
>>> class WaitAWhile(Request):
...     def decide(self, draft):
...         draft.emit(ClockSet(seconds=draft.roll(6)[0]))
>>> table_after(Table(ruleset="example"), WaitAWhile(seat="p1"))
Traceback (most recent call last):
    ...
engine.core.chance.ChanceNeeded
"""

from __future__ import annotations

from typing import Any, Final

from engine.core.chance import Chance, NoChance
from engine.core.commands import C, Move
from engine.core.draft import Draft
from engine.model.table import Table

_NO_CHANCE: Final = NoChance()


def table_after(table: Table, command: C, chance: Chance = _NO_CHANCE, *, move: Move[C] | None = None) -> Table:
    """Return the table after a command.

    Args:
        table: the table before; it does not change.
        command: the command.
        chance: a source of chance that notes what it is asked for; usually there is none.
        move: the move of a command that does not check and decide itself.

    Raises:
        Refused: the command is not allowed.
        ChanceNeeded: it needs dice or a shuffle, and there is no chance.
    """
    kind: Any = type(command)
    move, draft = move or Move.of(kind), Draft(table, chance)
    move.verify(table, command)
    move.decide(draft, command)
    return draft.table
