"""Storage of records in the lists of a group: one record for each id, in stable order, within limits."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from engine.model.frozen import Json

MOST_KEPT: Final = 1000
"""The maximum number of a group's own records of one kind."""
LARGEST: Final = 50_000
"""The maximum size of one record, in bytes of JSON."""
ID_FORM: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,59}")
Row = Mapping[str, Json]
Rows = tuple[Row, ...]


def with_row(rows: Sequence[Row], row: Row, key: str = "id") -> Rows:
    """Return a list of the group with a row in it, in the place of the row with the same key."""
    if any(other.get(key) == row.get(key) for other in rows):
        return tuple(row if other.get(key) == row.get(key) else other for other in rows)
    return (*rows, row)


def without_row(rows: Sequence[Row], id_: str, key: str = "id") -> Rows:
    """Return a list of the group without a row; that restores shipped content with this id."""
    return tuple(row for row in rows if row.get(key) != id_)


def first_names(names: Sequence[str]) -> Json:
    """Return the first few names, for a log line."""
    return [*names[:6], *(["…"] if len(names) > 6 else [])]
