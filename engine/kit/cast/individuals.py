r"""Individuals of a prepared record: each has an unused id and an unused name of its own.

>>> listed_names("Grak,  Mord\nUshk; Grak")
('Grak', 'Mord', 'Ushk')
>>> wished = WishedName("Goblin", listed_names("Grak, Mord"))
>>> wished.free({"Grak"}), wished.free({"Grak", "Mord"}), WishedName("Goblin", alone=False).free(())
('Mord', 'Goblin', 'Goblin 1')
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable
from itertools import count
from typing import NamedTuple

from engine.core.audience import record_readers
from engine.core.draft import Draft
from engine.core.events import ActorSet
from engine.kit.cast.arrivals import ARRIVALS
from engine.messages.display_names import seat_name
from engine.model.frozen import replace
from engine.model.seats import Actor
from engine.model.table import Table


class WishedName(NamedTuple):
    """The name that an individual should have.

    Attributes:
        base: its name, with a number where that is used.
        listed: names that come first, as long as one of them is unused.
        alone: it is the only one of its kind, so it needs no number.
    """

    base: str
    listed: tuple[str, ...] = ()
    alone: bool = True

    def free(self, used_names: Container[str]) -> str:
        """Return an unused name: the next one of the list, the base name, or the base name with the next number."""
        listed = next((name for name in self.listed if name not in used_names), "")
        if listed:
            return listed
        if self.alone and self.base not in used_names and f"{self.base} 1" not in used_names:
            return self.base
        return next(name for number in count(1) if (name := f"{self.base} {number}") not in used_names)


def listed_names(text: str) -> tuple[str, ...]:
    """Return the names in a text, which are separated by commas, semicolons or line breaks, each once."""
    names = (" ".join(name.split()) for name in re.split(r"[,;\n]", text))
    return tuple(dict.fromkeys(filter(None, names)))


def used_names(table: Table, *, shown: bool, noticed: Iterable[str] = ()) -> frozenset[str]:
    """Return the names that a new individual may not have.

    One that everybody sees does not avoid the names of secret characters, except noticed ones, which everybody knows:
    the gap in the numbers would reveal the others.
    """
    hidden = _unnoticed(table, noticed) if shown else frozenset[str]()
    return frozenset(actor.name for actor in table.actors.values() if actor.id not in hidden)


def _unnoticed(table: Table, noticed: Iterable[str]) -> frozenset[str]:
    return frozenset(actor.id for actor in table.actors.values() if actor.secret).difference(noticed)


def free_actor_id(table: Table, stem: str) -> str:
    """Return an id for a new individual that no character has, and none that an encounter can bring back."""
    taken = {arrival.id for arrival in ARRIVALS.all(table)} | table.actors.keys()
    return next(id_ for number in count(1) if (id_ := f"{stem}-{number}") not in taken)


def bring_individual(
    draft: Draft,
    wished: WishedName,
    make: Callable[[str], Actor],
    *,
    shown: bool,
    noticed: Iterable[str] = (),
) -> Actor:
    """Add an individual to the story, and return it.

    A secret character with the same name as one that everybody sees gets another name, so that neither reveals the
    other.

    Args:
        draft: the draft.
        wished: the name that it should have.
        make: returns the character with its name, complete, not yet on the table.
        shown: everybody sees it at once.
        noticed: the ids of the secret characters that everybody knows, because they openly take part in something.
    """
    known = tuple(noticed)
    hidden = [draft.table.actors[id_] for id_ in sorted(_unnoticed(draft.table, known))] if shown else []
    actor = make(wished.free(used_names(draft.table, shown=shown, noticed=known)))
    draft.emit(ActorSet(actor=actor))
    audience = record_readers(draft.table, actor)
    draft.note("actor_joined", audience=audience, actor=actor.name, seat=seat_name(draft.table, actor.seat))
    for namesake in hidden:
        if namesake.name == actor.name:
            _rename(draft, namesake, wished._replace(alone=False).free(used_names(draft.table, shown=False)))
    return actor


def _rename(draft: Draft, actor: Actor, name: str) -> None:
    draft.emit(ActorSet(actor=replace(actor, name=name)))
    draft.note("cast_renamed", audience=record_readers(draft.table, actor), actor=actor.name, new=name)
