"""Storage of records in the lists of a group: one record for each id, in stable order, within limits.

A record is known by its `id`, and called by its `name`; a record without one of them uses the other for both.

>>> class Trap(Frozen):
...     id: str
...     name: str
>>> class Tag(Frozen):
...     id: str
>>> id_of(Trap(id="pit", name="Pit")), name_of(Trap(id="pit", name="Pit")), name_of(Tag(id="Fire"))
('pit', 'Pit', 'Fire')
>>> rows = with_row(with_row((), {"id": "pit", "name": "Pit"}), {"id": "net", "name": "Net"})
>>> [row["name"] for row in with_row(rows, {"id": "pit", "name": "Deep pit"})], without_row(rows, "pit")
(['Deep pit', 'Net'], ({'id': 'net', 'name': 'Net'},))
>>> new_id("Über-Schlag / 2", {"uber_schlag_2"}.__contains__, otherwise="card")
'uber_schlag_2_2'
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from typing import Final

import msgspec

from engine.model.frozen import Frozen, Json, plain_json

MOST_KEPT: Final = 1000
"""The maximum number of a group's own records of one kind."""
LARGEST: Final = 50_000
"""The maximum size of one record, in bytes of JSON."""
LONGEST_ID: Final = 40
"""The maximum length of an id that is made from a name."""
ID_FORM: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,59}")
Row = Mapping[str, Json]
Rows = tuple[Row, ...]


def id_key(form: type[Frozen]) -> str:
    """Return the field by which the records of a struct are known."""
    return "id" if "id" in form.__struct_fields__ else "name"  # type: ignore[attr-defined]


def name_key(form: type[Frozen]) -> str:
    """Return the field by which the records of a struct are called."""
    return "name" if "name" in form.__struct_fields__ else "id"  # type: ignore[attr-defined]


def id_of(record: Frozen) -> str:
    """Return the id of a record."""
    return str(getattr(record, id_key(type(record))))


def name_of(record: Frozen) -> str:
    """Return the name of a record."""
    return str(getattr(record, name_key(type(record))))


def row_of(record: Frozen) -> Row:
    """Return a record as a row of the group's list, in the form of a file."""
    row = plain_json(msgspec.to_builtins(record))
    assert isinstance(row, Mapping)
    return row


def with_row(rows: Sequence[Row], row: Row, key: str = "id") -> Rows:
    """Return a list of the group with a row in it, in the place of the row with the same key."""
    if any(other.get(key) == row.get(key) for other in rows):
        return tuple(row if other.get(key) == row.get(key) else other for other in rows)
    return (*rows, row)


def without_row(rows: Sequence[Row], id_: str, key: str = "id") -> Rows:
    """Return a list of the group without a row; that restores shipped content with this id."""
    return tuple(row for row in rows if row.get(key) != id_)


def id_stem(name: str) -> str:
    """Return the beginning of an id that is made from a name: small letters, digits and underlines."""
    bare = unicodedata.normalize("NFKD", name[:200]).encode("ascii", "ignore").decode("ascii").casefold()
    return re.sub(r"[^a-z0-9]+", "_", bare).strip("_")


def new_id(name: str, is_taken: Callable[[str], bool], *, otherwise: str, prefix: str = "") -> str:
    """Return an id made from a name: short, plain, and not taken; `otherwise` is for a name without plain letters."""
    stem = f"{prefix}{id_stem(name)[:LONGEST_ID].strip('_') or otherwise}"
    made, number = stem, 1
    while is_taken(made):
        number += 1
        made = f"{stem}_{number}"
    return made


def names_in(lists: Mapping[str, Sequence[Row]], name: str) -> tuple[str, ...]:
    """Return the names of the rows of a list of the group, each once."""
    return tuple(dict.fromkeys(str(row["name"]) for row in lists.get(name, ()) if row.get("name")))


def first_names(names: Sequence[str]) -> Json:
    """Return the first few names, for a log line."""
    return [*names[:6], *(["…"] if len(names) > 6 else [])]
