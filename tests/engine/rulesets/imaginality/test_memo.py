"""Memoized results are made from plain arguments, never from a table, so they cannot hold a secret."""

from __future__ import annotations

import inspect
import pkgutil
from collections.abc import Iterator
from enum import Enum
from importlib import import_module
from typing import Any, get_args, get_type_hints

import pytest

import engine.rulesets.imaginality as rooms
from engine.model.frozen import Json
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.presentation.offers import Offer
from engine.rulesets.imaginality.actions.action_commands import Attempt
from tests.engine.rulesets.imaginality.fights import REVEAL, SETTLE, arena, lays
from tests.engine.rulesets.imaginality.table import GAME, play

STEPS = (Attempt(seat="tom", actor="rex"), lays("opposition", "2C", "gm"), lays("actor", "9S", "tom"), REVEAL, SETTLE)


def kept_functions() -> Iterator[Any]:
    for room in pkgutil.walk_packages(rooms.__path__, f"{rooms.__name__}."):
        for member in vars(import_module(room.name)).values():
            if (
                hasattr(member, "cache_clear")
                and member.__module__ == room.name
                and inspect.signature(member).parameters
            ):
                yield member


KEPT = tuple(kept_functions())


def is_plain(form: Any) -> bool:
    if form in (str, int, bool, Ellipsis, Json):
        return True
    return all(map(is_plain, get_args(form))) if get_args(form) else issubclass(form, Enum)


@pytest.mark.parametrize("make", KEPT, ids=lambda make: f"{make.__module__}.{make.__name__}")
def test_it_depends_on_plain_words_alone(make: Any) -> None:
    hints = get_type_hints(make)
    asked = {name: hints[name] for name in inspect.signature(make).parameters}
    assert all(map(is_plain, asked.values())), asked


def on_offer(table: Table) -> dict[tuple[str, str], dict[str, Offer]]:
    eyes = (*table.seats, SHARED)
    return {(s, eye): {o.name: o for o in GAME.offers(table, s, eye)} for s in table.seats for eye in eyes}


def test_what_was_kept_is_what_would_be_made_anew() -> None:
    tables = [play(arena(), *STEPS[:count]) for count in range(len(STEPS) + 1)]
    kept = [on_offer(table) for table in tables]
    for make in KEPT:
        make.cache_clear()
    assert [on_offer(table) for table in reversed(tables)] == kept[::-1]


def test_an_offer_that_stays_is_the_same_object() -> None:
    """A screen that compares offers sees at once what has not changed."""
    before, after = (on_offer(play(arena(), *STEPS[:count]))["gm", SHARED] for count in (1, 2))
    stays = {name for name, offer in before.items() if after.get(name) is offer}
    assert {"hold_refill:tom", "refill:eve", "cancel", "rule_for_action:face_down_play"} <= stays
