"""The ruleset lists every continuation that the game's modules define and use."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from engine.core.continuation import Continuation, name_of
from engine.rulesets import future_imperfect
from engine.rulesets.future_imperfect import ruleset

SOURCES = "\n".join(path.read_text(encoding="utf-8") for path in Path(future_imperfect.__path__[0]).rglob("*.py"))


def defined(base: type[Any]) -> Iterator[type[Any]]:
    """Yield every kind of continuation that the game defines."""
    for kind in base.__subclasses__():
        if issubclass(kind, msgspec.Struct) and kind.__module__.startswith(future_imperfect.__name__):
            yield kind
        yield from defined(kind)


def test_each_continuation_is_listed_once_and_used() -> None:
    listed = ruleset.FutureImperfect.continuations
    assert ruleset.FEATURES
    assert len(listed) > 30
    assert len({name_of(kind) for kind in listed}) == len(listed)
    assert set(listed) == set(defined(Continuation))
    assert [kind.__name__ for kind in listed if not re.search(rf"\b{kind.__name__}\(", SOURCES)] == []
