"""Calls inside the run of a memo: its result depends on theirs."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import update_wrapper
from inspect import signature
from typing import Any, ParamSpec, TypeVar, cast

from engine.core.recorded_reads import STAND_INS

P = ParamSpec("P")
R = TypeVar("R")


def call_inside(
    memo: Callable[..., Any], anew: Callable[..., Any], part: Any, plain: tuple[Any, ...], key: Hashable
) -> Any:
    """Return the result of a memo inside the run of another one, which then depends on it."""
    calls = part._calls
    if calls is None:
        calls = part._calls = {}
    known = calls.get((memo, key))
    if known is not None:
        return known[2]
    try:
        result = memo(part._last, *plain)
    except Exception:  # nothing is remembered of it, so its caller must read what it read
        return anew((part, *plain))
    calls[memo, key] = memo, plain, result
    return result


def projection(function: Callable[P, R]) -> Callable[P, R]:
    """Make the result of a quick function of a table something that memos can depend on.

    It is not cached: a memo that calls it runs it again to see whether its own result is still right. So a memo may
    depend on the attack in progress, and not on everything that is in progress.
    """
    called: Callable[..., R] = function

    def anew(arguments: tuple[Any, ...]) -> R:
        return called(*arguments)

    def project(part: Any, *plain: Any) -> Any:
        if type(part) in STAND_INS:
            return call_inside(called, anew, part, plain, plain)
        return called(part, *plain)

    def project_alone(part: Any) -> Any:
        if type(part) in STAND_INS:
            return call_inside(called, anew, part, (), ())
        return called(part)

    alone = len(signature(function).parameters) == 1
    return cast(Callable[P, R], update_wrapper(project_alone if alone else project, function))
