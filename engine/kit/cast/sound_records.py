"""The prepared records of one kind that have no errors, so that they can be used at the table.

>>> from engine.messages.message import Message
>>> class Trap(Frozen):
...     id: str
...     name: str = ""
...     depth: int = 0
>>> def faults(trap, table):
...     return [Fault(path="depth", words=Message(key="x"), rule="TRAP-1")] if trap.depth > 20 else []
>>> traps = SoundRecords("traps", ContentLibrary[Trap]({"traps": Trap}, lambda _kind: ()), faults)
>>> rows = ({"id": "pit", "name": "Pit", "depth": 9}, {"id": "shaft", "name": "Shaft", "depth": 99})
>>> table = Table(ruleset="example", lists={"traps": rows})
>>> traps.names(table), traps.record(table, "pit").depth
({'pit': 'Pit'}, 9)
>>> for id_ in ("shaft", "well"):
...     try:
...         traps.record(table, id_)
...     except Refused as refused:
...         print(refused.message.key, refused.rules)
refused.cast_not_sound ('TRAP-1',)
refused.cast_gone ()
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, TypeVar

from engine.core.memo import memo
from engine.kit.content_editor.content_library import ContentLibrary, Fault, errors_among
from engine.kit.content_editor.persistence import name_of
from engine.messages.refusal import Refused
from engine.messages.texts import say
from engine.model.frozen import Frozen
from engine.model.table import Table

R = TypeVar("R", bound=Frozen)


class SoundRecords(Generic[R]):
    """The records of one kind without errors.

    Attributes:
        kind: the list with the records, and the name of the kind.

    Args:
        kind: the kind.
        library: the records of the group.
        faults: returns the faults of a record on a table.
    """

    def __init__(self, kind: str, library: ContentLibrary[Any], faults: Callable[[R, Table], Iterable[Fault]]) -> None:
        self.kind = kind
        self._library = library
        self._faults = faults
        self._sound = memo(fine=True)(self._without_errors)

    def record(self, table: Table, id_: str) -> R:
        """Return a record. Raises Refused for one that does not exist, or has an error."""
        record: R | None = self._library.records(table.lists, self.kind).get(id_)
        if record is None:
            raise Refused("cast_gone", id=id_[:60])
        for fault in errors_among(self._faults(record, table)):
            raise Refused("cast_not_sound", *filter(None, (fault.rule,)), name=name_of(record), why=say(fault.words))
        return record

    def records(self, table: Table) -> Mapping[str, R]:
        """Return the records by their ids."""
        return self._sound(table)

    def names(self, table: Table) -> dict[str, str]:
        """Return the names of the records by their ids."""
        return {id_: name_of(record) for id_, record in self.records(table).items()}

    def _without_errors(self, table: Table) -> Mapping[str, R]:
        records: Mapping[str, R] = self._library.records(table.lists, self.kind)
        return {id_: record for id_, record in records.items() if not errors_among(self._faults(record, table))}
