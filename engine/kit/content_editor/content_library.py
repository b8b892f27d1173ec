"""The records that a group uses: those that a game ships, and the group's own over them; and their faults.

>>> class Trap(Frozen):
...     id: str
...     name: str
>>> shipped = (Trap(id="pit", name="Pit"), Trap(id="net", name="Net"))
>>> library = ContentLibrary[Trap]({"traps": Trap}, lambda kind: shipped)
>>> lists = {"traps": ({"id": "net", "name": "Wide net"}, {"id": "cage", "name": "Cage"}, {"id": "broken"})}
>>> [record.name for record in library.records(lists, "traps").values()]
['Pit', 'Wide net', 'Cage']
>>> [library.is_own(lists, "traps", id_) for id_ in ("pit", "net", "cage")], library.shipped_record("traps", "net").name
([False, True, True], 'Net')
>>> faults = (Fault(path="name", words=Message(key="x")), Fault(path="notes", words=Message(key="y"), warning=True))
>>> [fault.path for fault in errors_among(faults)]
['name']
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Generic, TypeVar

import msgspec

from engine.core.memo import memo
from engine.kit.content_editor.dice_numbers import converted
from engine.kit.content_editor.persistence import id_of
from engine.kit.content_editor.view_models import Lists
from engine.messages.message import Message
from engine.model.frozen import Frozen

R = TypeVar("R", bound=Frozen)


class ContentLibrary(Generic[R]):
    """The content of a game by kind and id.

    Args:
        structs: the struct of each kind; the list of the group with the name of the kind holds its own records.
        shipped: returns the records of a kind that the game ships; it is called once for each.
    """

    def __init__(self, structs: Mapping[str, type[R]], shipped: Callable[[str], Iterable[R]]) -> None:
        self._structs = structs
        self._ship = shipped
        self._shipped: dict[str, Mapping[str, R]] = {}
        self._records = memo(self._merged)
        self._own = memo(self._read)

    def records(self, lists: Lists, kind: str) -> Mapping[str, R]:
        """Return all records of a kind by id: shipped ones in their order, then the group's own."""
        return self._records(lists, kind)

    def _merged(self, lists: Lists, kind: str) -> Mapping[str, R]:
        return MappingProxyType({**self.shipped(kind), **self.own(lists, kind)})

    def own(self, lists: Lists, kind: str) -> Mapping[str, R]:
        """Return the group's own records; a row that is not a record is left out, as lists can be edited by hand.

        Of several rows with one id the first counts.
        """
        return self._own(lists, kind)

    def _read(self, lists: Lists, kind: str) -> Mapping[str, R]:
        records: dict[str, R] = {}
        for row in lists.get(kind, ()):
            try:
                record = converted(row, self._structs[kind])
            except msgspec.ValidationError:
                continue
            records.setdefault(id_of(record), record)
        return MappingProxyType(records)

    def is_own(self, lists: Lists, kind: str, id_: str) -> bool:
        """Say whether the group has a version of a record."""
        return id_ in self.own(lists, kind)

    def shipped(self, kind: str) -> Mapping[str, R]:
        """Return the shipped records of a kind. Raises ValueError for an id that occurs twice."""
        if kind not in self._shipped:
            records: dict[str, R] = {}
            for record in self._ship(kind):
                if records.setdefault(id_of(record), record) is not record:
                    raise ValueError(f"{kind}: {id_of(record)} is there twice")
            self._shipped[kind] = MappingProxyType(records)
        return self._shipped[kind]

    def shipped_record(self, kind: str, id_: str) -> R | None:
        """Return a record as shipped, whatever the group has changed."""
        return self.shipped(kind).get(id_)


class Fault(Frozen):
    """A fault of a record: its field and its text; a warning does not prevent saving."""

    path: str
    words: Message
    rule: str = ""
    warning: bool = False


def errors_among(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """Return the faults that must be fixed before the record can be saved."""
    return tuple(fault for fault in faults if not fault.warning)
