"""The options in force."""

from __future__ import annotations

from typing import Any

from engine.model.table import Table


def flag(table: Table, name: str) -> bool:
    """Return whether a yes-or-no option is on."""
    return bool(table.option(name))


def number(table: Table, name: str) -> int:
    """Return a number."""
    value = table.option(name)
    assert isinstance(value, int)
    return value


def limit(table: Table, name: str) -> int | None:
    """Return a number that is a limit; None if the group has set 0 for no limit."""
    return number(table, name) or None


def word(table: Table, name: str) -> Any:
    """Return a choice; the specification allows only the words that the rules know."""
    return table.option(name)
