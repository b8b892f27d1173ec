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
    """Return the moves that each module lists as `MOVES`; without a list, those of the commands that it defines.

    A module with commands that do not decide themselves needs a list.
    """
    return tuple(Move.of(listed) for module in modules for listed in getattr(module, "MOVES", None) or _own(module))


def _own(module: ModuleType) -> Iterator[type[Request]]:
    """Yield the commands that a module defines and that decide themselves, in their order, without base classes."""
    own = [kind for kind in vars(module).values() if isinstance(kind, type) and kind.__module__ == module.__name__]
    commands = [kind for kind in own if issubclass(kind, Request) and kind.decide is not Request.decide]
    bases = {base for kind in commands for base in kind.__bases__}
    yield from (kind for kind in commands if kind not in bases)
