"""Checks of a game's lists: each command, procedure and continuation in use is listed, and each listed one in use."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from engine.core.commands import Move, Request
from engine.core.continuation import Continuation
from engine.kit.conformance.game_profile import profile_of
from engine.model.table import Procedure
from engine.presentation.game import Game


def listing_problems(game: Game) -> Iterator[str]:
    """Yield a sentence for each class that is used and not listed, or listed and not used."""
    module = sys.modules[type(game.ruleset).__module__]
    files = _source_files(module)
    made = _names_called(files) | profile_of(game).made_elsewhere
    kinds: tuple[tuple[str, type, set[type], str], ...] = (
        ("command", Request, {Move.of(listed).command for listed in game.ruleset.moves}, "moves"),
        ("procedure", Procedure, {*game.procedures}, "procedures"),
        ("continuation", Continuation, {*game.continuations}, "continuations"),
    )
    for what, base, listed, place in kinds:
        own = {one.__name__ for one in _subclasses(base) if one not in listed and _is_in(one, files)}
        for name in sorted(own & made):
            yield f"the {what} {name} is used, but not listed in “{place}”"
        for name in sorted({kind.__name__ for kind in listed if _is_in(kind, files)} - made):
            yield f"the {what} {name} is listed in “{place}”, but nothing ever makes one"


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


def _names_called(files: Iterable[Path]) -> frozenset[str]:
    """Return the names of everything that is called in some files, or that a value is converted to."""
    found = set()
    for path in files:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                found.add(name)
                if name == "convert":  # `msgspec.convert(value, Kind)` makes one too
                    found.update(part.id for part in node.args if isinstance(part, ast.Name))
    return frozenset(found)
