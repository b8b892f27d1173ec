"""Vectors that call the rules of bodies and damage: a case names a function with its module.

For a result that is a struct only the fields named by the case are compared, messages by their key; all else is as in
`tests.engine.called`. Each result must have its texts.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any

import msgspec

from engine.kit.calculation import CalculationStep
from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import Frozen
from engine.rulesets.classic_fantasy.d100_calculation import D100Step, total
from engine.rulesets.classic_fantasy.damage.damage_rules import Damage
from engine.rulesets.classic_fantasy.dice.success_levels import RollResult, success_level
from engine.rulesets.classic_fantasy.settings import Settings
from engine.rulesets.classic_fantasy.wounds.hit_locations import HitChart, HitLocation, chart_of
from engine.rulesets.classic_fantasy.wounds.wound_rules import Consequence, Wound, wound
from tests.engine.called import called, check_calls

HELPERS: dict[str, Callable[..., Any]] = {}
"""Functions that a test file adds for its vectors, besides the rules themselves."""


def check_cases(cases: Sequence[Mapping[str, Any]]) -> None:
    """Call what each case names."""
    check_calls(cases, call, agrees)


def call(name: str, given: Mapping[str, Any]) -> Any:
    """Call a function with values as they are in a file."""
    module, _, function_name = name.rpartition(".")
    rules = f"engine.rulesets.classic_fantasy.{module}"
    function = getattr(import_module(rules), function_name) if module else HELPERS[name]
    assert given.keys() <= inspect.signature(function).parameters.keys(), (name, given)
    return called(function, given, _read)


def _read(value: Any, kind: Any) -> Any:
    if kind is HitChart:
        return chart_of(value)
    if kind is HitLocation:
        return chart_of("humanoid").place(value)
    if kind is Wound or (kind == Wound | None and value != "none"):
        return wound(chart_of("humanoid").place(value["place"]), value["hp"], value["most"], value["damage"])
    if kind in (RollResult, RollResult | None) and isinstance(value, list):
        roll, skill = value
        return RollResult(level=success_level(roll, skill), roll=roll, value=skill)
    if kind is Settings:
        return msgspec.convert(value, Settings)
    if value == "none":
        return None
    return value if isinstance(value, bool | int | float | str) else msgspec.convert(value, kind)


def agrees(found: Any, gives: Any) -> bool:
    """Say whether a result is as a file tells it."""
    if isinstance(found, D100Step | Consequence | Message):
        check_words(found)
    if isinstance(found, D100Step | Damage) and isinstance(gives, int):
        return found.value == gives
    if isinstance(found, tuple) and isinstance(gives, int):
        assert all(isinstance(part, D100Step) for part in found), found
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


def check_words(found: CalculationStep | Consequence | Message) -> None:
    """Fail for a message without a sentence in the language file, or with a missing parameter."""
    message = found if isinstance(found, Message) else found.words
    said = say(message)
    assert not said.startswith(message.key), said
    assert not {"  ", "“”"} & {said[i : i + 2] for i in range(len(said))}, said
