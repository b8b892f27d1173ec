"""How records are kept in the lists of a group: one of each id, each in its place, and no more than fit."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from engine.table.frozen import Json

MOST_KEPT: Final = 1000
"""How many records of its own a group may have of one kind."""
LARGEST: Final = 50_000
"""How large one record may be, in bytes of JSON."""
ID_FORM: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,59}")
Row = Mapping[str, Json]
Rows = tuple[Row, ...]


def with_row(rows: Sequence[Row], row: Row, key: str = "id") -> Rows:
    """Return a list of the group with a row in it, in the place of the one of the same name."""
    if any(other.get(key) == row.get(key) for other in rows):
        return tuple(row if other.get(key) == row.get(key) else other for other in rows)
    return (*rows, row)


def without_row(rows: Sequence[Row], id_: str, key: str = "id") -> Rows:
    """Return a list of the group without a row; something shipped of that name is thereby restored."""
    return tuple(row for row in rows if row.get(key) != id_)


def some(names: Sequence[str]) -> Json:
    """Return the first few names, for a line of the log."""
    return [*names[:6], *(["…"] if len(names) > 6 else [])]
