"""The cast: prepared records of a game that can be added to the table as characters.

>>> from engine.kit.manual_game import ManualGame
>>> cast_kinds_of(ManualGame("example")), has_own_encounters(ManualGame("example"))
((), False)
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from engine.core.draft import Draft
from engine.model.seats import Actor
from engine.model.table import Table


@runtime_checkable
class HasCast(Protocol):
    """A game with prepared records that can be added to the table.

    Attributes:
        cast_kinds: the lists that hold them, each also the kind of a category of Prep.
    """

    @property
    def cast_kinds(self) -> tuple[str, ...]:
        """The kinds of such records."""
        ...

    def cast_name(self, table: Table, kind: str, id_: str) -> str:
        """Return the name of a record. Raises Refused for an unknown one, or one with an error."""
        ...

    def cast_actor(self, draft: Draft, kind: str, id_: str, name: str, *, shown: bool) -> Actor:
        """Return an individual of a record as a character of the GM, complete, not yet on the table.

        Its dice are rolled; nobody sees them. Its id and its name are unused. It is secret unless shown. Without a
        name it has that of the record.
        """
        ...


@runtime_checkable
class HasOwnEncounters(Protocol):
    """A game with encounters of its own kind, so it does not get those of the kit.

    Their records derive from `EncounterNotes`, and their commands call `remember_run`.
    """

    @property
    def own_encounter_kinds(self) -> tuple[str, ...]:
        """The kinds of such records."""
        ...


def cast_kinds_of(ruleset: object) -> tuple[str, ...]:
    """Return the kinds of prepared records that can be added to the table; none in a game without them."""
    return ruleset.cast_kinds if isinstance(ruleset, HasCast) else ()


def has_own_encounters(ruleset: object) -> bool:
    """Say whether a game has encounters of its own kind."""
    return isinstance(ruleset, HasOwnEncounters)
