"""Records that are rows of a list of the table: traps that the GM has placed, poisons that a group has made up.

>>> from engine.core.chance import SeededChance
>>> class Spell(Frozen):
...     name: str
...     power: int = 1
>>> SPELLS = TableRecords("spells", Spell)
>>> draft = Draft(Table(ruleset="example", lists={"spells": ({"name": "Ward"}, {"nonsense": 1})}), SeededChance(1))
>>> SPELLS.write(draft, Spell(name="Light", power=2))
>>> SPELLS.write(draft, Spell(name="Ward", power=3))
>>> [(spell.name, spell.power) for spell in SPELLS.all(draft.table)]  # in their places, without the row that is none
[('Ward', 3), ('Light', 2)]
>>> SPELLS.free_key(draft.table, "Light"), SPELLS.free_key(draft.table, "Fire")
('Light_2', 'Fire')
>>> SPELLS.remove(draft, "Ward")
>>> SPELLS.find(draft.table, "Ward"), SPELLS.find(draft.table, "Light").power
(None, 2)
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain, count
from typing import Any, Generic, TypeVar

import msgspec

from engine.core.draft import Draft
from engine.core.events import ListSet
from engine.core.memo import memo
from engine.model.frozen import Frozen, Json, plain_json
from engine.model.table import Table

T = TypeVar("T", bound=Frozen)
Lists = Mapping[str, tuple[Mapping[str, Json], ...]]


@memo
def _records(lists: Lists, name: str, kind: type[T]) -> tuple[T, ...]:
    records = list[T]()
    for row in lists.get(name, ()):
        try:
            records.append(msgspec.convert(row, kind))
        except msgspec.ValidationError:
            continue
    return tuple(records)


@memo
def _records_by_key(lists: Lists, name: str, kind: type[T], key: str) -> Mapping[str, T]:
    """Return the records by their keys; of several with one key the first."""
    return {getattr(record, key): record for record in reversed(_records(lists, name, kind))}


class TableRecords(Generic[T]):
    """The records of one kind, each a row of a list of the table with a key of its own.

    Attributes:
        name: the name of the list.
        kind: the struct that a row is read as.
        key: the field that no two records have alike.
    """

    def __init__(self, name: str, kind: type[T], key: str = "name") -> None:
        self.name = name
        self.kind = kind
        self.key = key

    def all(self, table: Table) -> tuple[T, ...]:
        """Return all records; a row that is none is left out, as lists can be edited by hand."""
        return _records(table.lists, self.name, self.kind)

    def find(self, table: Table, key: str) -> T | None:
        """Return the record with a key."""
        return _records_by_key(table.lists, self.name, self.kind, self.key).get(key)

    def free_key(self, table: Table, word: str) -> str:
        """Return a key that no row has: a word, or the word with the first free number."""
        used = {row.get(self.key) for row in table.lists.get(self.name, ())}
        return next(key for key in chain([word], (f"{word}_{number}" for number in count(2))) if key not in used)

    def write(self, draft: Draft, record: T, *, last: bool = False) -> None:
        """Write a record into its row; if it has none, or is to be the last one, at the end."""
        row: Any = plain_json(msgspec.to_builtins(record))
        rows = draft.table.lists.get(self.name, ())
        same = [old.get(self.key) == row[self.key] for old in rows]
        if any(same) and not last:
            rows = tuple(row if is_same else old for old, is_same in zip(rows, same, strict=True))
        else:
            rows = (*(old for old, is_same in zip(rows, same, strict=True) if not is_same), row)
        draft.emit(ListSet(name=self.name, rows=rows))

    def remove(self, draft: Draft, key: str) -> None:
        """Remove the record with a key."""
        rows = draft.table.lists.get(self.name, ())
        draft.emit(ListSet(name=self.name, rows=tuple(row for row in rows if row.get(self.key) != key)))
