"""Faults in the id and the names of a prepared record.

>>> class Wolf(Frozen):
...     id: str
...     name: str = ""
...     names: str = ""
>>> [(fault.path, fault.words.key) for fault in name_faults(Wolf(id="Wolf?", names="Grim, " + 99 * "a"))]
[('id', 'bench.misfit.id'), ('name', 'bench.misfit.no_name'), ('names', 'bench.misfit.long_name')]
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit.cast.individuals import listed_names
from engine.kit.content_editor.content_library import Fault
from engine.kit.content_editor.declared_forms import LONGEST_NAME
from engine.kit.content_editor.persistence import ID_FORM, id_of, name_of
from engine.messages.message import Message
from engine.model.frozen import Frozen, Json


def name_faults(record: Frozen) -> Iterator[Fault]:
    """Yield the faults of a record's id and name, and of the names for its individuals, if it has such a field."""
    yield from id_faults(record)
    if not name_of(record).strip():
        yield _fault("name", "no_name")
    if any(len(name) > LONGEST_NAME for name in listed_names(getattr(record, "names", ""))):
        yield _fault("names", "long_name", most=LONGEST_NAME)


def id_faults(record: Frozen) -> Iterator[Fault]:
    """Yield the fault of a record's id."""
    if not ID_FORM.fullmatch(id_of(record)):
        yield _fault("id", "id", id=id_of(record)[:40])


def _fault(path: str, key: str, **params: Json) -> Fault:
    return Fault(path=path, words=Message(key=f"bench.misfit.{key}", params=params))
