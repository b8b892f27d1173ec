"""Strict reading of untrusted JSON and TOML: no key twice, and no deeper nesting than can be written again."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from typing import Any, Final

_OPENING: Final = re.compile(r"\"\"\"|'''|[\"'#]")
_CLOSING: Final = {
    '"""': re.compile(r'(?:[^"\\]++|\\.|"(?!""))*+"""', re.DOTALL),
    "'''": re.compile(r".*?'''", re.DOTALL),
    '"': re.compile(r'(?:[^"\\\n]++|\\.)*+"'),
    "'": re.compile(r"[^'\n]*+'"),
    "#": re.compile(r"[^\n]*+"),
}
_DOTTED: Final = re.compile(r"[^\s.=,\[\]{}]++(?:[ \t]*+\.[ \t]*+[^\s.=,\[\]{}]++)*+")


class DuplicateKey(ValueError):
    """An object has the same key twice, which most readers accept silently. `name` is the key."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def load_json(text: bytes) -> object:
    """Read JSON. Raises DuplicateKey, ValueError or RecursionError."""
    return json.loads(text, object_pairs_hook=_once)


def is_too_deep(value: object, levels: int) -> bool:
    """Say whether objects and lists nest more than `levels` deep. It checks level by level, without recursion."""
    level = [value]
    for _ in range(levels + 1):
        rows = [row.values() if isinstance(row, dict) else row for row in level if isinstance(row, dict | list)]
        level = [part for row in rows for part in row]
    return bool(level)


def load_toml(text: str, levels: int) -> dict[str, Any]:
    """Read TOML. Raises RecursionError for keys of more parts than `levels`, or ValueError.

    Dotted keys are measured before anything is read: 40 kB of them would take a gigabyte.
    """
    if any(key.count(".") >= levels for key in _DOTTED.findall("".join(_without_strings(text)))):
        raise RecursionError
    return tomllib.loads(text)


def _without_strings(text: str) -> Iterator[str]:
    """Yield a TOML text with a letter for each string, and without comments; it stops at a string that has no end."""
    at = 0
    while (found := _OPENING.search(text, at)) is not None:
        yield text[at : found.start()]
        end = _CLOSING[found[0]].match(text, found.end())
        if end is None:
            return
        yield "" if found[0] == "#" else "s"
        at = end.end()
    yield text[at:]


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise DuplicateKey(name)
        found[name] = value
    return found
