"""The catalogue's vectors as tests: `vectors/<chapters>.toml` with `rules` and `cases` by ID.

A case calls one function (`tests.engine.called`). Options of the group are in `settings`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.engine.called import called, check_calls, function_in


def vectors_of(chapters: str) -> list[Any]:
    """Return the cases of each vector of a file, by its ID with the rules that it bears out."""
    text = (Path(__file__).parent / "vectors" / f"{chapters}.toml").read_text(encoding="utf-8")
    return [
        pytest.param(vector["cases"], id=name, marks=pytest.mark.rule(name, *vector["rules"]))
        for name, vector in tomllib.loads(text).items()
    ]


def check_cases(cases: Sequence[Mapping[str, Any]], *places: ModuleType | Mapping[str, Callable[..., Any]]) -> None:
    """Call what each case names; it is looked for in modules, and in functions by their names."""
    check_calls(cases, lambda name, given: called(function_in(places, name), given))
