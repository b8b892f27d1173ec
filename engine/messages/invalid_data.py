"""Errors in the data of a file, in plain words: the place, and the problem there."""

from __future__ import annotations

import re
from typing import Final

from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import Json

LONGEST: Final = 200
"""The most characters of a problem that is not known here."""
_TYPES: Final = {
    "array": "list",
    "bool": "flag",
    "float": "number",
    "int": "whole",
    "null": "nothing",
    "object": "table",
    "str": "text",
}
_WRONG_TYPE: Final = re.compile(r"Expected `([a-z |]+)`, got `([a-z]+)`")
_MISSING: Final = re.compile(r"Object missing required field `(.+)`")
_UNKNOWN: Final = re.compile(r"Object contains unknown field `(.+)`")
_VALUE: Final = re.compile(r"Invalid (?:enum )?value '?(.+?)'?")
_BOUND: Final = re.compile(r"Expected `([a-z |]+)` (of length )?(<=|>=|<|>) (-?[0-9.]+)")
_BOUNDS: Final = {"<=": "most", ">=": "least", "<": "below", ">": "above"}
_LENGTHS: Final = {"<=": "most_letters", ">=": "least_letters"}
_SIZES: Final = {"<=": "most_entries", ">=": "least_entries"}
_PATTERN: Final = re.compile(r"Expected `str` matching regex .*")


def invalid_place(error: Exception) -> str:
    """Return the place that an error of `msgspec` names, as keys joined by dots; empty for the whole file."""
    return str(error).partition(" - at ")[2].strip("`").removeprefix("$").lstrip(".")


def invalid_problem(error: Exception) -> str:
    """Return the problem without its place and without a full stop; one that is not known here in its own words."""
    problem = " ".join(str(error).partition(" - at ")[0].split())
    if (found := _WRONG_TYPE.fullmatch(problem)) is not None:
        needed = [_TYPES.get(name) for name in found[1].split(" | ")]
        other = _TYPES.get(found[2])
        if other is not None and all(needed):
            return _say("type", needed=" / ".join(_say(str(name)) for name in needed), found=_say(other))
    if (found := _BOUND.fullmatch(problem)) is not None:
        bounds = _BOUNDS if found[2] is None else _LENGTHS if found[1] == "str" else _SIZES
        return _say(bounds[found[3]], bound=int(found[4]) if found[4].lstrip("-").isdigit() else found[4])
    if _PATTERN.fullmatch(problem) is not None:
        return _say("pattern")
    for key, pattern in (("missing", _MISSING), ("unknown", _UNKNOWN), ("value", _VALUE)):
        if (found := pattern.fullmatch(problem)) is not None:
            return _say(key, name=found[1][:60])
    return problem[:LONGEST].rstrip(".")


def invalid_data(error: Exception) -> str:
    """Return the place and the problem as one phrase."""
    place, problem = invalid_place(error), invalid_problem(error)
    return f"{place}: {problem}" if place else problem


def _say(key: str, **params: Json) -> str:
    return say(Message(key=f"invalid_data.{key}", params=params))
