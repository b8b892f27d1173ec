"""The moves of a game's features: each module with commands is named once, and its commands need no list of their own.

>>> from types import ModuleType
>>> class Deal(Request):
...     def decide(self, draft):
...         draft.note("deals")
>>> duel = ModuleType(Deal.__module__)
>>> duel.Deal = Deal
>>> [move.command.__name__ for move in moves_in(duel)]
['Deal']
"""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType
from typing import Any

from engine.core.commands import Move, Request


def moves_in(*modules: ModuleType) -> tuple[Move[Any], ...]:
    """Return the moves that some modules list as `MOVES`, and those of the commands in them that decide themselves.

    A base class of commands does not decide, or its name begins with `_`.
    """
    listed = [Move.of(each) for module in modules for each in (*getattr(module, "MOVES", ()), *_own_commands(module))]
    return tuple({move.command: move for move in listed}.values())


def _own_commands(module: ModuleType) -> Iterator[type[Request]]:
    """Yield the commands that a module defines and that decide themselves, in their order."""
    for name, kind in vars(module).items():
        if name.startswith("_") or not isinstance(kind, type) or not issubclass(kind, Request):
            continue
        if kind.__module__ == module.__name__ and kind.decide is not Request.decide:
            yield kind
