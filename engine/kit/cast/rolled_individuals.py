"""Individuals on the table whose numbers were rolled: they can be rolled again while nothing in them has changed.

>>> from engine.core.chance import SeededChance
>>> wolf = Actor(id="wolf-1", name="Wolf", seat="gm", sheet={"bite": 4})
>>> table = Table(ruleset="example", actors={"wolf-1": wolf})
>>> wolves, draft = RolledIndividuals("brought_wolves"), Draft(table, SeededChance(1))
>>> wolves.remember(draft, {"wolf-1": "wolf"})
>>> wolves.groups(draft.table, lambda wolf: True), wolves.groups(draft.table, lambda wolf: False)
({'wolf': ('wolf-1',)}, {})
>>> changed = replace(draft.table, actors={"wolf-1": replace(wolf, sheet={"bite": 5})})
>>> wolves.groups(changed, lambda wolf: True)
{}
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from hashlib import sha256
from types import MappingProxyType
from typing import Any, Final

import msgspec

from engine.core.audience import record_readers
from engine.core.draft import Draft
from engine.core.events import ActorSet, ListSet
from engine.core.memo import memo_of_each
from engine.kit.cast.arrivals import ARRIVALS
from engine.kit.cast.opening_tracks import with_opening_tracks
from engine.kit.content_editor.persistence import row_of
from engine.kit.table_records import TableRecords
from engine.model.frozen import Frozen, Json, replace
from engine.model.seats import Actor
from engine.model.table import Table

_ROLLED: Final = ("sheet", "tracks", "body", "conditions")
"""The parts of a character that rolling again replaces, and its conditions."""


class RolledIndividual(Frozen):
    """An individual whose numbers were rolled.

    Attributes:
        id: its id as a character.
        foe: the id of the prepared record.
        made: the digest of its record as it was rolled; another one shows that it was changed since.
        differences: the fields, dice included, in which its encounter differs from the prepared record.
    """

    id: str
    foe: str
    made: str = ""
    differences: Mapping[str, Json] = {}


class RolledIndividuals:
    """The individuals whose numbers can still be rolled again: the rows of a list of the table.

    Attributes:
        name: the name of the list, which only the GM may know, and only commands of the game write.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._rows = TableRecords(name, RolledIndividual, key="id")
        self._digests = memo_of_each(_digest)

    def remember(
        self,
        draft: Draft,
        brought: Mapping[str, str],
        differences: Mapping[str, Mapping[str, Json]] = MappingProxyType({}),
    ) -> None:
        """Remember from which prepared records the numbers of characters were rolled.

        Args:
            draft: the draft.
            brought: the ids of the prepared records by those of the characters.
            differences: the fields in which an encounter differs from the records, by the ids of the characters.
        """
        if brought:
            actors = draft.table.actors
            others = [row for row in self._rows.all(draft.table) if row.id not in brought]
            made = [
                RolledIndividual(id=id_, foe=foe, made=_digest(actors[id_]), differences=differences.get(id_, {}))
                for id_, foe in brought.items()
            ]
            self._keep(draft, [*others, *made])

    def differences(self, table: Table, actor: str) -> Mapping[str, Json]:
        """Return the fields in which the encounter of a character differs from its prepared record."""
        return {row.id: row.differences for row in self._rows.all(table)}.get(actor, {})

    def roll_again(
        self, draft: Draft, record: str, actors: Iterable[str], make: Callable[[Actor], Actor], line: str
    ) -> None:
        """Replace individuals by ones with newly rolled numbers; an encounter brings them back with these.

        Args:
            draft: the draft.
            record: the id of their prepared record.
            actors: their ids as characters.
            make: returns a character with newly rolled numbers, and all else as it is.
            line: the key of the log line.
        """
        ids = tuple(dict.fromkeys(actors))
        for id_ in ids:
            arrival = ARRIVALS.find(draft.table, id_)
            opening = arrival.opening if arrival is not None else {}
            actor = with_opening_tracks(make(draft.table.actors[id_]), opening)
            draft.emit(ActorSet(actor=actor))
            # Whoever sees the record sees that its numbers change, so the log says why.
            draft.note(line, audience=record_readers(draft.table, actor), actor=actor.name)
            if arrival is not None:
                kept = {key: value for key, value in arrival.character.items() if key not in _ROLLED}
                again = {key: value for key, value in row_of(actor).items() if key in _ROLLED}
                ARRIVALS.write(draft, replace(arrival, character=kept | again))
        self.remember(draft, dict.fromkeys(ids, record), {id_: self.differences(draft.table, id_) for id_ in ids})

    def forget(self, draft: Draft, actors: Container[str]) -> None:
        """Forget characters: their numbers stay as they are from now on."""
        brought = self._rows.all(draft.table)
        others = [row for row in brought if row.id not in actors]
        if len(others) < len(brought):
            self._keep(draft, others)

    def any(self, table: Table) -> bool:
        """Say whether there are any."""
        return bool(table.lists.get(self.name))

    def groups(self, table: Table, can_roll: Callable[[RolledIndividual], bool]) -> Mapping[str, tuple[str, ...]]:
        """Return the characters whose numbers can be rolled again, by the id of their prepared record.

        Args:
            table: the table.
            can_roll: says whether the prepared record of an individual still exists, has no fault, and has dice.
        """
        groups: dict[str, list[str]] = {}
        rows = {row.id: row for row in self._rows.all(table)}
        there = {id_: table.actors[id_] for id_ in rows if id_ in table.actors and not table.actors[id_].archived}
        digests = self._digests(there)
        for row in rows.values():
            # Untouched: not hurt, nothing spent, and nothing changed by hand.
            if can_roll(row) and digests.get(row.id) == row.made:
                groups.setdefault(row.foe, []).append(row.id)
        return {foe: tuple(actors) for foe, actors in groups.items()}

    def _keep(self, draft: Draft, brought: Iterable[RolledIndividual]) -> None:
        actors = draft.table.actors
        rows: list[Any] = [row_of(row) for row in brought if row.id in actors and not actors[row.id].archived]
        draft.emit(ListSet(name=self.name, rows=tuple(rows)))


def _digest(actor: Actor) -> str:
    """Return a digest of everything that rolling again would replace, and of the conditions."""
    parts = [getattr(actor, name) for name in _ROLLED]
    return sha256(msgspec.json.encode(parts, order="deterministic")).hexdigest()
