"""The arguments that a memo's function declares: parts of a table, records, and plain values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import is_dataclass
from inspect import Parameter, signature
from typing import Any, cast, get_origin

from engine.model.frozen import Frozen
from engine.model.seats import Actor
from engine.model.table import Procedure, Table


def places_of_parts(function: Callable[..., Any]) -> tuple[int, ...]:
    """Return the positions of the arguments that are parts of a table."""
    kinds = [part_declared(one, function) for one in signature(function).parameters.values()]
    places = tuple(place for place, kind in enumerate(kinds) if kind is not None)
    if places and places != (0,) and (places != (0, len(kinds) - 1) or kinds[-1] is not Mapping):
        raise TypeError(f"{function.__qualname__}: a part of a table comes first, a mapping beside it last")
    return places


def places_of_records(function: Callable[..., Any]) -> frozenset[int]:
    """Return the positions of the arguments that are records beside a table, compared as objects."""
    declared = enumerate(_declared(one, function) for one in signature(function).parameters.values())
    return frozenset(place for place, kind in declared if place and isinstance(kind, type) and is_record(kind))


def is_record(kind: type) -> bool:
    """Return whether values of a type are records, which a memo compares as objects."""
    return issubclass(kind, (Frozen, Procedure)) or is_dataclass(kind)


def part_declared(argument: Parameter, function: Any) -> type | None:
    """Return Table, Actor or Mapping if an argument is a part of a table, else None."""
    declared = _declared(argument, function)
    if declared in (Table, Actor):
        return cast(type, declared)
    return Mapping if get_origin(declared) is Mapping else None


def _declared(argument: Parameter, function: Any) -> Any:
    declared = argument.annotation
    if not isinstance(declared, str):
        return declared
    if declared.startswith("Mapping["):
        return Mapping[str, Any]
    outer, _, name = declared.partition(".")
    found = function.__globals__.get(outer)
    return getattr(found, name, None) if name else found
