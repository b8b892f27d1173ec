"""JSON from a stranger: read so that no key stands twice and nothing nests deeper than can be written again."""

from __future__ import annotations

import json
from typing import Any


class KeyTwice(ValueError):
    """An object has the same key twice; most readers would let the last one win in silence. `name` is the key."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def load_once(text: bytes) -> object:
    """Read JSON. Raises KeyTwice, ValueError or RecursionError."""
    return json.loads(text, object_pairs_hook=_once)


def too_deep(value: object, levels: int) -> bool:
    """Say whether objects and lists nest more than so many levels deep, looked through level by level."""
    level = [value]
    for _ in range(levels + 1):
        rows = [row.values() if isinstance(row, dict) else row for row in level if isinstance(row, dict | list)]
        level = [part for row in rows for part in row]
    return bool(level)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise KeyTwice(name)
        found[name] = value
    return found
