"""The records that a group uses: those that a game ships, and the group's own over them; and their faults.

A game ships records in the file of its folder that is named after their kind, such as `foes.toml`. The file may come
from a stranger: a row that is no record of its kind is left out, and `shipped_faults` says why.

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
>>> [library.origin(lists, "traps", id_).value for id_ in ("pit", "net", "cage")]
['house', 'changed', 'own']
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from types import MappingProxyType
from typing import Final, Generic, TypeVar

import msgspec

from engine.core.memo import memo
from engine.kit.content_editor.dice_numbers import converted
from engine.kit.content_editor.persistence import id_of
from engine.kit.content_editor.view_models import Lists, RecordOrigin
from engine.messages.message import Message
from engine.messages.refusal import without_traceback
from engine.model.frozen import Frozen, Json
from engine.sheets.catalogue.game_rows import rows_of_game

R = TypeVar("R", bound=Frozen)
MOST_SHIPPED: Final = 500
"""The number of records of a kind that a game can ship."""


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

    def origin(self, lists: Lists, kind: str, id_: str) -> RecordOrigin:
        """Return whether a record is shipped, a shipped one that the group has changed, or the group's own."""
        if not self.is_own(lists, kind, id_):
            return RecordOrigin.HOUSE
        return RecordOrigin.CHANGED if id_ in self.shipped(kind) else RecordOrigin.OWN

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


def fault_at(words: str, path: str, key: str, rule: str = "", *, warning: bool = False, **params: Json) -> Fault:
    """Return a fault at a field; its text is `<words>.bench.fault.<key>`."""
    return Fault(path=path, words=Message(key=f"{words}.bench.fault.{key}", params=params), rule=rule, warning=warning)


def errors_among(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """Return the faults that must be fixed before the record can be saved."""
    return tuple(fault for fault in faults if not fault.warning)


def shipped_records(ruleset: str, kind: str, form: type[R]) -> Iterator[R]:
    """Yield the records of a kind that a game ships; of several with one id, the first."""
    return (record for _, record in _read(ruleset, kind, form) if isinstance(record, form))


def shipped_faults(ruleset: str, kind: str, form: type[Frozen]) -> Iterator[tuple[int, str]]:
    """Yield the number, from 1, of each row that is left out, and the reason; 0 for a file that cannot be read."""
    return ((number, str(record)) for number, record in _read(ruleset, kind, form) if not isinstance(record, form))


def _read(ruleset: str, kind: str, form: type[R]) -> Iterator[tuple[int, R | ValueError]]:
    taken: set[str] = set()
    try:
        rows = rows_of_game(ruleset, kind)
    except (ValueError, RecursionError) as fault:  # also of tomllib
        yield 0, ValueError(str(fault))
        return
    for number, row in enumerate(islice(rows, MOST_SHIPPED), 1):
        try:
            record = converted(row, form)
            if id_of(record) in taken:
                raise ValueError(f"the id {id_of(record)[:60]!r} is there twice")
        except ValueError as fault:  # also of msgspec
            yield number, without_traceback(fault)
            continue
        taken.add(id_of(record))
        yield number, record
