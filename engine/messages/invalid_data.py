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
    "float": "decimal",
    "int": "whole",
    "null": "nothing",
    "object": "table",
    "str": "text",
}
_WRONG_TYPE: Final = re.compile(r"Expected `([a-z |]+)`, got `([a-z]+)`")
_MISSING: Final = re.compile(r"Object missing required field `(.+)`")
_UNKNOWN: Final = re.compile(r"Object contains unknown field `(.+)`")
_CHOICE: Final = re.compile(r"Invalid (?:enum )?value '?(.+?)'?")
_RANGE: Final = re.compile(r"Expected `(int|float|str|array)` (?:of length )?(<|<=|>|>=) (-?[0-9]+)(?:\.0)?")
_EXACTLY: Final = re.compile(r"Expected `array` of length ([0-9]+), got ([0-9]+)")
_FORM: Final = re.compile(r"Expected `str` matching regex '(.+)'")
_ID_FORM: Final = "^[a-z][a-z0-9_]{0,"
_LIMITS: Final = {"<": "below", "<=": "at_most", ">": "above", ">=": "at_least"}
_RANGES: Final = {"int": "amount", "float": "amount", "str": "letters", "array": "entries"}


def invalid_place(error: Exception) -> str:
    """Return the place that an error of `msgspec` names, as keys joined by dots; empty for the whole file."""
    return str(error).partition(" - at ")[2].strip("`").removeprefix("$").lstrip(".")


def invalid_problem(error: Exception) -> str:
    """Return the problem without its place and without a full stop; one that is not known here in its own words."""
    if isinstance(error, UnicodeDecodeError):
        return _say("encoding")
    return plain_problem(str(error).partition(" - at ")[0])


def plain_problem(problem: str) -> str:
    """Return a problem in the words of `msgspec` in plain words, without a full stop."""
    problem = " ".join(problem.split())
    if (found := _WRONG_TYPE.fullmatch(problem)) is not None:
        needed = [_TYPES.get(name) for name in found[1].split(" | ")]
        other = _TYPES.get(found[2])
        if other is not None and all(needed):
            return _say("type", needed=" / ".join(_say(str(name)) for name in needed), found=_say(other))
    if (found := _RANGE.fullmatch(problem)) is not None:
        return _say(f"{_RANGES[found[1]]}.{_LIMITS[found[2]]}", limit=int(found[3]))
    if (found := _EXACTLY.fullmatch(problem)) is not None:
        return _say("entries.exactly", needed=int(found[1]), found=int(found[2]))
    if (found := _FORM.fullmatch(problem)) is not None:
        return _say("letters.id" if found[1].startswith(_ID_FORM) else "letters.form")
    for key, pattern in (("missing", _MISSING), ("unknown", _UNKNOWN), ("choice", _CHOICE)):
        if (found := pattern.fullmatch(problem)) is not None:
            return _say(key, name=found[1][:60])
    return problem[:LONGEST].rstrip(".")


def invalid_data(error: Exception) -> str:
    """Return the place and the problem as one phrase."""
    place, problem = invalid_place(error), invalid_problem(error)
    return f"{place}: {problem}" if place else problem


def _say(key: str, **params: Json) -> str:
    return say(Message(key=f"invalid_data.{key}", params=params))
