"""Continuations of every game: each is listed and used, and nothing registers itself while it is imported."""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.core.continuation import Continuation, name_of
from engine.rulesets.loader import game_of, ruleset_ids

every_game = pytest.mark.parametrize("ruleset", ruleset_ids())
FILLING = frozenset({"add", "append", "extend", "insert", "register", "setdefault", "update"})
"""Methods that put something into a list, a set or a dictionary."""


def package_of(ruleset: str) -> str:
    """Return the package in which a game is written."""
    return type(game_of(ruleset).ruleset).__module__.rpartition(".")[0]


def sources(ruleset: str) -> Iterator[tuple[Path, ast.Module]]:
    """Yield the modules of a game."""
    path = sys.modules[package_of(ruleset)].__file__
    assert path is not None
    for source in sorted(Path(path).parent.rglob("*.py")):
        yield source, ast.parse(source.read_text(encoding="utf-8"))


def defined(base: type[Any], package: str) -> Iterator[type[Any]]:
    """Yield the kinds of continuation that a game defines."""
    for kind in base.__subclasses__():
        if issubclass(kind, msgspec.Struct) and kind.__module__.startswith(package):
            yield kind
        yield from defined(kind, package)


def base_of(kind: type[Any]) -> type[Any]:
    """Return the class of all continuations with the same kind of result: the type of the field that holds them."""
    return next(base for base in reversed(kind.__mro__) if base is not Continuation and issubclass(base, Continuation))


@every_game
def test_every_continuation_is_listed_once(ruleset: str) -> None:
    listed = game_of(ruleset).continuations
    assert Counter(listed) == Counter(set(defined(Continuation, package_of(ruleset))))
    assert max(Counter((base_of(kind), name_of(kind)) for kind in listed).values(), default=1) == 1


@every_game
def test_every_listed_continuation_is_used(ruleset: str) -> None:
    listed = {kind.__name__ for kind in game_of(ruleset).continuations}
    calls = [node for _, module in sources(ruleset) for node in ast.walk(module) if isinstance(node, ast.Call)]
    made = {node.func.id for node in calls if isinstance(node.func, ast.Name)}
    made |= {node.func.attr for node in calls if isinstance(node.func, ast.Attribute)}
    # a struct may also be made of another one that has its fields
    made |= {name.id for node in calls for name in node.args if isinstance(name, ast.Name)}
    assert listed <= made


def registrations(module: ast.Module) -> Iterator[int]:
    """Yield the lines of a module that put something into a collection while it is imported."""
    for node in module.body:
        targets = node.targets if isinstance(node, ast.Assign) else []
        if any(isinstance(target, ast.Subscript) for target in targets):
            yield node.lineno
        call = node.value if isinstance(node, ast.Expr) else None
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in FILLING:
            yield node.lineno


@every_game
def test_no_registry_is_filled_by_importing(ruleset: str) -> None:
    assert [f"{path.name}:{line}" for path, module in sources(ruleset) for line in registrations(module)] == []


def test_registrations_are_found() -> None:
    text = 'THINGS["a"] = 1\nTHINGS.append(2)\nLIST = [1]\ndef f():\n    LIST.append(3)\nOTHER.update(a=1)\n'
    assert list(registrations(ast.parse(text))) == [1, 2, 6]
