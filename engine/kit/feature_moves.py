"""Lists of a game from the modules of its features: their commands and continuations need no list of their own.

>>> class Deal(Request):
...     def decide(self, draft):
...         draft.note("deals")
>>> class Revenge(Frozen, Continuation, tag_field="then", tag="revenge"):
...     def resume(self, draft, result):
...         draft.note("revenge")
>>> duel = ModuleType(Deal.__module__)
>>> duel.Deal, duel.Revenge = Deal, Revenge
>>> [move.command.__name__ for move in moves_in(duel)], [kind.__name__ for kind in continuations_in(duel)]
(['Deal'], ['Revenge'])
"""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType
from typing import Any

from engine.core.commands import Move, Request
from engine.core.continuation import Continuation
from engine.model.frozen import Frozen


def moves_in(*modules: ModuleType) -> tuple[Move[Any], ...]:
    """Return the moves that each module lists as `MOVES`; without a list, those of the commands that it defines.

    A module with commands that do not decide themselves needs a list. A class that others derive from is no command.
    """
    return tuple(Move.of(listed) for module in modules for listed in getattr(module, "MOVES", None) or _own(module))


def continuations_in(*modules: ModuleType) -> tuple[type[Continuation[Any]], ...]:
    """Return the continuations that the modules define, in their order; base classes are not stored."""
    kinds = [kind for module in modules for kind in _classes_in(module)]
    return tuple(kind for kind in kinds if issubclass(kind, Continuation) and issubclass(kind, Frozen))


def _own(module: ModuleType) -> Iterator[type[Request]]:
    """Yield the commands that a module defines and that decide themselves, in their order, without base classes."""
    own = [kind for kind in _classes_in(module) if issubclass(kind, Request) and kind.decide is not Request.decide]
    bases = {base for kind in own for base in kind.__bases__}
    yield from (kind for kind in own if kind not in bases)


def _classes_in(module: ModuleType) -> Iterator[type]:
    for kind in vars(module).values():
        if isinstance(kind, type) and kind.__module__ == module.__name__:
            yield kind
