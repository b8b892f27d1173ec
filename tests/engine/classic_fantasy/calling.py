"""Vectors that call the rules of bodies and harm: a case names what is called with its module (`falling.fall`).

What gives a struct is held against the fields that the case names, messages are told by their key; the rest is as in
`tests.engine.called`. Whatever comes of it must have words.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any

import msgspec

from engine.play.words import Message, say
from engine.rulesets.classic_fantasy.bodies import Chart, Place, chart_of
from engine.rulesets.classic_fantasy.damage import Damage
from engine.rulesets.classic_fantasy.grades import Rolled, outcome
from engine.rulesets.classic_fantasy.parts import Part, total
from engine.rulesets.classic_fantasy.settings import Settings
from engine.rulesets.classic_fantasy.wounds import Consequence, Wound, wound
from engine.table.frozen import Frozen
from tests.engine.called import called, check_calls

HELPERS: dict[str, Callable[..., Any]] = {}
"""What a test file lets its vectors call besides the rules themselves."""


def check_cases(cases: Sequence[Mapping[str, Any]]) -> None:
    """Call what each case names."""
    check_calls(cases, call, agrees)


def call(name: str, given: Mapping[str, Any]) -> Any:
    """Call a function with values as they stand in a file."""
    module, _, function_name = name.rpartition(".")
    rules = f"engine.rulesets.classic_fantasy.{module}"
    function = getattr(import_module(rules), function_name) if module else HELPERS[name]
    assert given.keys() <= inspect.signature(function).parameters.keys(), (name, given)
    return called(function, given, _read)


def _read(value: Any, kind: Any) -> Any:
    if kind is Chart:
        return chart_of(value)
    if kind is Place:
        return chart_of("humanoid").place(value)
    if kind is Wound or (kind == Wound | None and value != "none"):
        return wound(chart_of("humanoid").place(value["place"]), value["hp"], value["most"], value["damage"])
    if kind in (Rolled, Rolled | None) and isinstance(value, list):
        roll, skill = value
        return Rolled(level=outcome(roll, skill), roll=roll, value=skill)
    if kind is Settings:
        return msgspec.convert(value, Settings)
    if value == "none":
        return None
    return value if isinstance(value, bool | int | float | str) else msgspec.convert(value, kind)


def agrees(found: Any, gives: Any) -> bool:
    """Say whether a result is as a file tells it."""
    if isinstance(found, Part | Consequence | Message):
        check_words(found)
    if isinstance(found, Part | Damage) and isinstance(gives, int):
        return found.value == gives
    if isinstance(found, tuple) and isinstance(gives, int):
        assert all(isinstance(part, Part) for part in found), found
        return total(found) == gives
    if isinstance(found, Message) and isinstance(gives, str):
        return found.key == gives
    if isinstance(gives, Mapping):
        get = found.get if isinstance(found, Mapping) else lambda key: getattr(found, key)
        return all(agrees(get(key), value) for key, value in gives.items())
    if isinstance(found, tuple | list):
        return isinstance(gives, list) and len(found) == len(gives) and all(map(agrees, found, gives))
    if isinstance(found, Frozen):
        return agrees(msgspec.to_builtins(found), gives)
    return bool(gives == "none" if found is None else found == gives and type(found) is type(gives))


def check_words(found: Part | Consequence | Message) -> None:
    """Fail for what has no sentence in the language file, or one that wants what it is not told."""
    message = found if isinstance(found, Message) else found.words
    said = say(message)
    assert not said.startswith(message.key), said
    assert not {"  ", "“”"} & {said[i : i + 2] for i in range(len(said))}, said
