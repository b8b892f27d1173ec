"""Vectors that call one function of the rules (`tests.engine.called`), with the defaults of the group."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

from engine.rulesets.future_imperfect.character.hit_locations import HitChart, chart_named
from engine.rulesets.future_imperfect.settings import option_specs
from tests.engine.called import called, check_calls, function_in, read


def check_cases(cases: list[Mapping[str, Any]], *modules: ModuleType) -> None:
    """Call what each case names, with the group's defaults for all choices that it does not name itself."""
    check_calls(cases, lambda name, given: call(function_in(modules, name), given))


def call(function: Callable[..., Any], given: Mapping[str, Any]) -> Any:
    """Call a function with the values of a file."""
    specs, wanted = option_specs(), inspect.signature(function).parameters
    assert given.keys() <= wanted.keys(), (given.keys() - wanted.keys(), function)
    values = {name: specs[name].default for name in wanted if name in specs} | dict(given)
    return called(function, values, _read)


def _read(value: Any, kind: Any) -> Any:
    return chart_named(value) if kind is HitChart else read(value, kind)
