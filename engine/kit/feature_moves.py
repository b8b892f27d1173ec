"""Lists of a game from the modules of its features: their commands and continuations need no list of their own.

>>> class PlayersRequest(Request):
...     ABSTRACT = True
>>> class Deal(PlayersRequest):
...     def decide(self, draft):
...         draft.note("deals")
>>> class Revenge(Frozen, Continuation, tag_field="then", tag="revenge"):
...     def resume(self, draft, result):
...         draft.note("revenge")
>>> duel = ModuleType(Deal.__module__)
>>> duel.PlayersRequest, duel.Deal, duel.Revenge = PlayersRequest, Deal, Revenge
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

    A class that is marked as `ABSTRACT` is no command.

    Raises:
        TypeError: a module without a list has a command that does not decide itself.
    """
    return tuple(Move.of(listed) for module in modules for listed in getattr(module, "MOVES", None) or _own(module))


def continuations_in(*modules: ModuleType) -> tuple[type[Continuation[Any]], ...]:
    """Return the continuations that the modules define, in their order; base classes are not stored."""
    kinds = [kind for module in modules for kind in _classes_in(module)]
    return tuple(kind for kind in kinds if issubclass(kind, Continuation) and issubclass(kind, Frozen))


def _own(module: ModuleType) -> Iterator[type[Request]]:
    """Yield the commands that a module defines, in their order."""
    for kind in _classes_in(module):
        if issubclass(kind, Request) and not vars(kind).get("ABSTRACT", False):
            if kind.decide is Request.decide:
                raise TypeError(f"{kind.__qualname__} of {module.__name__} has no decide, and no ABSTRACT = True")
            yield kind


def _classes_in(module: ModuleType) -> Iterator[type]:
    for kind in vars(module).values():
        if isinstance(kind, type) and kind.__module__ == module.__name__:
            yield kind
