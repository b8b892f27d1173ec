"""The commands that the modules of a game define, whether anything lists them or not."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator

from engine.core.commands import Request
from engine.rulesets.loader import game_of


def defined_commands(ruleset: str) -> frozenset[type[Request]]:
    """Return all commands in all modules of a game; one that is marked as `ABSTRACT` is none."""
    package = type(game_of(ruleset).ruleset).__module__.rpartition(".")[0]
    folder = importlib.import_module(package)
    for module in pkgutil.walk_packages(folder.__path__, f"{package}."):
        importlib.import_module(module.name)
    own = {kind for kind in _subclasses(Request) if kind.__module__.startswith(f"{package}.")}
    return frozenset(kind for kind in own if not vars(kind).get("ABSTRACT"))


def _subclasses(base: type[Request]) -> Iterator[type[Request]]:
    for kind in base.__subclasses__():
        yield kind
        yield from _subclasses(kind)
