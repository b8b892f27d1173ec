"""The catalogue's vectors as tests: `vectors/<chapters>.toml`, by ID their `rules` and `cases`.

A case calls one function: it names it (`call`) and its arguments, and what comes of it. That is `gives`, or `refused`
with the key of the sentence; `none` stands for nothing at all. Choices of the group stand in `settings`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

from engine.play.refusal import Refused
from engine.rulesets.classic_fantasy.parts import Part, total
from engine.sheets.numbers import Exact, numeral
from engine.table.frozen import Frozen


def vectors_of(chapters: str) -> list[Any]:
    """Return the cases of each vector of a file, by its ID with the rules that it bears out."""
    text = (Path(__file__).parent / "vectors" / f"{chapters}.toml").read_text(encoding="utf-8")
    return [
        pytest.param(vector["cases"], id=name, marks=pytest.mark.rule(name, *vector["rules"]))
        for name, vector in tomllib.loads(text).items()
    ]


def check_cases(cases: Sequence[Mapping[str, Any]], *places: ModuleType | Mapping[str, Callable[..., Any]]) -> None:
    """Call what each case names; it is looked for in modules, and in functions by their names."""
    for case in cases:
        given = {key: value for key, value in case.items() if key not in {"call", "gives", "refused"}}
        function = _function(case["call"], places)
        if "refused" in case:
            with pytest.raises(Refused) as refused:
                call(function, given)
            assert refused.value.message.key == f"refused.{case['refused']}", case
        else:
            assert plainly(call(function, given)) == case["gives"], case


def _function(name: str, places: Sequence[ModuleType | Mapping[str, Callable[..., Any]]]) -> Callable[..., Any]:
    for place in places:
        found = place.get(name) if isinstance(place, Mapping) else getattr(place, name, None)
        if found is not None:
            return found
    raise LookupError(name)


def call(function: Callable[..., Any], given: Mapping[str, Any]) -> Any:
    """Call a function with values as they stand in a file."""
    hints = get_type_hints(function)
    return function(**{name: _read(value, hints[name]) for name, value in given.items()})


def _read(value: Any, kind: Any) -> Any:
    if value == "none" and type(None) in get_args(kind):
        return None
    return Fraction(str(value)) if kind == Exact else msgspec.convert(value, kind)


def plainly(found: Any) -> Any:
    """Return a result as a file writes it: parts as what they come to, None as `none`, fractions as text."""
    match found:
        case None:
            return "none"
        case Part():
            return found.value
        case Frozen():
            return plainly(msgspec.to_builtins(found, enc_hook=_fraction))
        case tuple() if any(isinstance(part, Part) for part in found):
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
    return numeral(value)
