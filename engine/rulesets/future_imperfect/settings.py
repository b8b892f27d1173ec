"""Which option is in force now."""

from __future__ import annotations

from typing import Any

from engine.table.table import Table


def flag(table: Table, name: str) -> bool:
    """Return whether a switch is on."""
    return bool(table.option(name))


def number(table: Table, name: str) -> int:
    """Return a number."""
    value = table.option(name)
    assert isinstance(value, int)
    return value


def limit(table: Table, name: str) -> int | None:
    """Return a number that is a limit; None where the group has set 0 for none."""
    return number(table, name) or None


def word(table: Table, name: str) -> Any:
    """Return a choice; the specification lets no other word through than those that rules know."""
    return table.option(name)
