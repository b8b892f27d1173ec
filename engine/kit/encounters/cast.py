"""The casts of a game: its prepared records that encounters bring to the table.

>>> from engine.kit.manual_game import ManualGame
>>> casts_of(ManualGame("example")), groups_of(ManualGame("example")), has_own_encounters(ManualGame("example"))
({}, {}, False)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

from engine.kit.cast.prepared_cast import PreparedCast
from engine.kit.cast.prepared_group import PreparedGroup


@runtime_checkable
class HasCast(Protocol):
    """A game with prepared records that can stand on the table."""

    @property
    def casts(self) -> tuple[PreparedCast[Any], ...]:
        """Their casts; the kind of each is also the kind of a category of Prep."""
        ...


@runtime_checkable
class HasGroups(Protocol):
    """A game with prepared groups, each of which brings several characters."""

    @property
    def groups(self) -> tuple[PreparedGroup[Any], ...]:
        """Their groups; the kind of each is also the kind of a category of Prep."""
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


def casts_of(ruleset: object) -> Mapping[str, PreparedCast[Any]]:
    """Return the casts of a game by their kinds; none in a game without them."""
    return {cast.kind: cast for cast in ruleset.casts} if isinstance(ruleset, HasCast) else {}


def groups_of(ruleset: object) -> Mapping[str, PreparedGroup[Any]]:
    """Return the groups of a game by their kinds; none in a game without them."""
    return {group.kind: group for group in ruleset.groups} if isinstance(ruleset, HasGroups) else {}


def has_own_encounters(ruleset: object) -> bool:
    """Say whether a game has encounters of its own kind."""
    return isinstance(ruleset, HasOwnEncounters)
