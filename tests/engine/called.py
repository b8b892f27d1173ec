"""Vectors that call the rules of any game: a case names the function (`call`), its arguments, and the expected result.

The result is `gives`, or `refused` with the key of the sentence; `none` means None.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from types import ModuleType
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

from engine.kit.calculation import CalculationStep, total
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen
from engine.sheets.formulas.exact_numbers import Exact, format_number


def check_calls(
    cases: Sequence[Mapping[str, Any]],
    call: Callable[[str, Mapping[str, Any]], Any],
    agrees: Callable[[Any, Any], bool] = lambda found, gives: bool(plainly(found) == gives),
) -> None:
    """Check all cases.

    Args:
        cases: the cases of a file.
        call: calls the named function with values as a file writes them.
        agrees: compares a result with the value in a file.
    """
    for case in cases:
        given = {key: value for key, value in case.items() if key not in {"call", "gives", "refused"}}
        if "refused" in case:
            with pytest.raises(Refused) as refused:
                call(case["call"], given)
            assert refused.value.message.key == f"refused.{case['refused']}", case
        else:
            found = call(case["call"], given)
            assert agrees(found, case["gives"]), (case, found)


def function_in(places: Sequence[ModuleType | Mapping[str, Callable[..., Any]]], name: str) -> Callable[..., Any]:
    """Return the function of a name: it is looked for in modules, and in functions by their names."""
    for place in places:
        found = place.get(name) if isinstance(place, Mapping) else getattr(place, name, None)
        if found is not None:
            return found
    raise LookupError(name)


def read(value: Any, kind: Any) -> Any:
    """Return a value of a file as a function takes it."""
    if value == "none" and type(None) in get_args(kind):
        return None
    return Fraction(str(value)) if kind == Exact else msgspec.convert(value, kind)


def called(function: Callable[..., Any], given: Mapping[str, Any], read: Callable[[Any, Any], Any] = read) -> Any:
    """Call a function with values as a file writes them, each converted to the type of its parameter."""
    hints = get_type_hints(function)
    return function(**{name: read(value, hints[name]) for name, value in given.items()})


def plainly(found: Any) -> Any:
    """Return a result as a file writes it: calculation steps as their sum, None as `none`, fractions as text."""
    match found:
        case None:
            return "none"
        case CalculationStep():
            return found.value
        case Frozen():
            return plainly(msgspec.to_builtins(found, enc_hook=_fraction))
        case tuple() if any(isinstance(part, CalculationStep) for part in found):
            return total(found)
        case tuple() | list():
            return [plainly(part) for part in found]
        case Mapping():
            return {name: plainly(part) for name, part in found.items()}
        case Fraction():
            return _fraction(found)
        case _:
            return found


def _fraction(value: object) -> str:
    assert isinstance(value, Fraction)
    return format_number(value)
