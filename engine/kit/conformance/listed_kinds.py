"""Checks of a game's lists: each command, procedure and continuation in use is listed, and each listed one in use."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from engine.core.commands import Move, Request
from engine.core.continuation import Continuation
from engine.kit.conformance.finding_texts import finding_text
from engine.kit.conformance.game_profile import profile_of
from engine.model.table import Procedure
from engine.presentation.game import Game

_MAKERS = frozenset({"convert", "built_from", "choice_offers"})
"""Functions that make an object of a class that they are given."""


def listing_problems(game: Game) -> Iterator[str]:
    """Yield a sentence for each class that is used and not listed, or listed and not used."""
    module = sys.modules[type(game.ruleset).__module__]
    files = _source_files(module)
    made = _names_made(files) | profile_of(game).made_elsewhere
    kinds: tuple[tuple[str, type, set[type], str], ...] = (
        ("command", Request, {Move.of(listed).command for listed in game.ruleset.moves}, "moves"),
        ("procedure", Procedure, {*game.procedures}, "procedures"),
        ("continuation", Continuation, {*game.continuations}, "continuations"),
    )
    for what, base, listed, place in kinds:
        own = {one.__name__ for one in _subclasses(base) if one not in listed and _is_in(one, files)}
        for name in sorted(own & made):
            yield finding_text(f"{what}_not_listed", name=name, place=place)
        for name in sorted({kind.__name__ for kind in listed if _is_in(kind, files)} - made):
            yield finding_text(f"{what}_never_made", name=name, place=place)


def _source_files(module: Any) -> tuple[Path, ...]:
    """Return the files of a game: the folder of its `ruleset.py`, or the one module that holds the whole game."""
    path = Path(module.__file__)
    return tuple(sorted(path.parent.rglob("*.py"))) if path.stem == "ruleset" else (path,)


def _is_in(kind: type, files: Iterable[Path]) -> bool:
    """Say whether a class is one of these files, as they were imported last."""
    module = sys.modules.get(kind.__module__)
    path = getattr(module, "__file__", None)
    return path is not None and Path(path) in files and getattr(module, kind.__name__, None) is kind


def _subclasses(base: type) -> Iterator[type]:
    found: list[type] = base.__subclasses__()
    for kind in found:
        yield kind
        yield from _subclasses(kind)


def _names_made(files: Iterable[Path]) -> frozenset[str]:
    """Return the names of everything that is called in some files, converted to, or put into a row of other things."""
    found = _NamesMade()
    for path in files:
        found.visit(ast.parse(path.read_text(encoding="utf-8")))
    return frozenset(found.names)


class _NamesMade(ast.NodeVisitor):
    """Collects names; the lists of the game itself, annotations and checks of a type do not count."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_Call(self, node: ast.Call) -> None:
        name = _last_name(node.func)
        self.names.add(name)
        # `msgspec.convert(value, Kind)`, `choice_offers(Kind, …)` and `TimeFlow(Kind, …)` make one too.
        if name in _MAKERS or name[:1].isupper():
            self._add(node.args)
        if name not in {"isinstance", "issubclass"}:
            self.generic_visit(node)

    def visit_Tuple(self, node: ast.Tuple) -> None:
        self._add(node.elts)
        self.generic_visit(node)

    def visit_List(self, node: ast.List) -> None:
        self._add(node.elts)
        self.generic_visit(node)

    def visit_Dict(self, node: ast.Dict) -> None:
        self._add(node.values)
        self.generic_visit(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """Add what a class names as its own, as in `command = KeepRecords`: its base class makes one."""
        own = [part for part in node.body if isinstance(part, ast.Assign)]
        self._add(part.value for part in own if not any(map(_is_list_of_game, part.targets)))
        self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        if not any(_is_list_of_game(target) for target in node.targets):
            self.visit(node.value)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None and not _is_list_of_game(node.target):
            self.visit(node.value)

    def visit_arg(self, node: ast.arg) -> None:
        """Pass over the annotation."""

    def visit_Subscript(self, node: ast.Subscript) -> None:
        self.visit(node.value)

    def _add(self, nodes: Iterable[ast.expr]) -> None:
        self.names.update(filter(None, map(_last_name, nodes)))


def _last_name(node: ast.expr) -> str:
    """Return a name, also that of something in a module; empty for other expressions."""
    return node.attr if isinstance(node, ast.Attribute) else str(getattr(node, "id", ""))


def _is_list_of_game(target: ast.expr) -> bool:
    name = _last_name(target)
    return name.lower().endswith(("moves", "procedures", "continuations")) or name == "COMMANDS"
