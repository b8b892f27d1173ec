"""Vectors that call one function of the rules: a case names it (`call`) and its arguments, and what comes of it.

That is `gives`, or `refused` with the key of the sentence; `none` stands for nothing at all.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

from engine.play.refusal import Refused
from engine.rulesets.future_imperfect.data import option_specs
from engine.rulesets.future_imperfect.locations import Chart, chart_of
from engine.rulesets.future_imperfect.parts import Part, total
from engine.table.frozen import Frozen


def check_cases(cases: list[Mapping[str, Any]], *modules: ModuleType) -> None:
    """Call what each case names, with the group's defaults for all choices that it does not name itself."""
    for case in cases:
        given = {key: value for key, value in case.items() if key not in {"call", "gives", "refused"}}
        function = next(getattr(module, case["call"]) for module in modules if hasattr(module, case["call"]))
        if "refused" in case:
            with pytest.raises(Refused) as refused:
                call(function, given)
            assert refused.value.message.key == f"refused.{case['refused']}", case
        else:
            assert plainly(call(function, given)) == case["gives"], case


def call(function: Callable[..., Any], given: Mapping[str, Any]) -> Any:
    """Call a function with values as they stand in a file."""
    hints, specs = get_type_hints(function), option_specs()
    wanted = inspect.signature(function).parameters
    assert given.keys() <= wanted.keys(), (given.keys() - wanted.keys(), function)
    values = {name: specs[name].default for name in wanted if name in specs} | dict(given)
    return function(**{name: _read(value, hints[name]) for name, value in values.items()})


def _read(value: Any, kind: Any) -> Any:
    if kind is Chart:
        return chart_of(value)
    return None if value == "none" and type(None) in get_args(kind) else msgspec.convert(value, kind)


def plainly(found: Any) -> Any:
    """Return a result as a file writes it: parts as what they come to, None as `none`."""
    if found is None:
        return "none"
    if isinstance(found, Part):
        return found.value
    if isinstance(found, Frozen):
        return msgspec.to_builtins(found)
    if isinstance(found, tuple) and any(isinstance(part, Part) for part in found):
        return total(found)
    return list(found) if isinstance(found, tuple) else found
