"""Paths: one notation for places on a sheet: `stamina`, `skills[2].level`, `body.Head`, `body.Head.armour`.

A path names a field by its key; then the number of a row or entry, from 0; then a column, an area of a figure or a
colour of chips; last an aspect of an area other than its level.
"""

from __future__ import annotations

import re
from functools import lru_cache

from engine.model.frozen import Frozen

ASPECTS = ("armour", "bleeding", "most")
_NAME = r"[^.\[\]]+"
_PATH = re.compile(rf"({_NAME})(?:\[(\d{{1,6}})\])?(?:\.({_NAME})(?:\.({'|'.join(ASPECTS)}))?)?", re.DOTALL)
_EMPTY = "%"
_ESCAPED = {"%": "%25", ".": "%2E", "[": "%5B", "]": "%5D"}
_ESCAPE = re.compile(r"[%.\[\]]")
_ESCAPES = re.compile("|".join(_ESCAPED.values()))
_PLAIN = {code: sign for sign, code in _ESCAPED.items()}


class InvalidFieldPath(ValueError):
    """A text that is no path."""


class FieldPath(Frozen):
    """A place on a sheet.

    Attributes:
        key: the field.
        row: the row of `Rows`, or the entry of `Entries`, from 0.
        part: the column, the area of a figure, or the colour of chips.
        aspect: `armour`, `bleeding` or `most` of an area; empty is its level.
    """

    key: str
    row: int | None = None
    part: str = ""
    aspect: str = ""

    def __str__(self) -> str:
        """Return the path as text."""
        text = _escaped(self.key) or _EMPTY
        if self.row is not None:
            text += f"[{self.row}]"
        if self.part:
            text += f".{_escaped(self.part)}"
        return f"{text}.{self.aspect}" if self.aspect else text


@lru_cache(maxsize=4096)
def parse_path(text: str) -> FieldPath:
    """Read a path. Raises InvalidFieldPath."""
    found = _PATH.fullmatch(text)
    if found is None:
        raise InvalidFieldPath(text[:120])
    key, row, part, aspect = found.groups()
    return FieldPath(
        key="" if key == _EMPTY else _plain(key),
        row=None if row is None else int(row),
        part=_plain(part or ""),
        aspect=aspect or "",
    )


def format_path(key: str, row: int | None = None, part: str = "", aspect: str = "") -> str:
    """Return a path as text: `format_path("skills", 2, "level")` is `skills[2].level`."""
    return str(FieldPath(key=key, row=row, part=part, aspect=aspect))


def _escaped(name: str) -> str:
    """Escape signs of the notation in names that people gave, as in a URL (`%2E`)."""
    return _ESCAPE.sub(lambda found: _ESCAPED[found[0]], name)


def _plain(name: str) -> str:
    return _ESCAPES.sub(lambda found: _PLAIN[found[0]], name) if "%" in name else name
