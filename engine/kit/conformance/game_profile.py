"""The profile of a game for the conformance suite: facts about it that no suite can find out by itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import ClassVar, Protocol, runtime_checkable

from engine.model.frozen import Json
from engine.model.seats import Actor
from engine.model.table import Procedure, Table
from engine.presentation.game import Game


class GameProfile:
    """The facts of a game without surprises; a game with others overrides them.

    Attributes:
        preparations: the names of offers of the GM that end something in progress, or bring foes, in order.
        openings: the names of offers of the GM that begin something with much to hide, such as a combat.
        visible_conditions: conditions that everybody sees on a noticed character, also on a secret one.
        visible_fields: the parts of its record that a noticed character shows.
        numbering_commands: commands that give new characters the next free id; scripts name ids, no screen shows them.
        made_elsewhere: names of commands and procedures that only scripts, older files, the window or the kit make.
        outcome_lines: keys of log lines with an outcome that everybody sees, though hidden numbers decide it.
        met_lists: secret lists about what is on the table, whose rows everybody has met.
        changes_decks: its commands bring cards to the table and take cards off it.
    """

    preparations: ClassVar[tuple[str, ...]] = ()
    openings: ClassVar[tuple[str, ...]] = ()
    visible_conditions: ClassVar[frozenset[str]] = frozenset(
        {"dead", "dying", "unconscious", "asleep", "collapsed", "incapacitated", "winded", "stunned"}
    )
    visible_fields: ClassVar[frozenset[str]] = frozenset({"sheet"})
    numbering_commands: ClassVar[frozenset[str]] = frozenset()
    made_elsewhere: ClassVar[frozenset[str]] = frozenset()
    outcome_lines: ClassVar[frozenset[str]] = frozenset()
    met_lists: ClassVar[frozenset[str]] = frozenset()
    changes_decks: ClassVar[bool] = False

    def indistinguishable_cards(self, table: Table, cards: frozenset[str]) -> tuple[frozenset[str], ...]:
        """Divide hidden cards into groups; the rules let others tell one group from another, but not two of a group."""
        return (cards,)

    def is_visible_change(self, table: Table, before: Actor, after: Actor) -> bool:
        """Say whether everybody who has noticed a secret character sees a change of it."""
        old, new = ({condition.name for condition in actor.conditions} for actor in (before, after))
        return not (old ^ new).isdisjoint(self.visible_conditions) or any(
            before.sheet.get(field) != after.sheet.get(field) for field in self.visible_fields
        )

    def hidden_variants(
        self, table: Table, procedure: Procedure, viewer: str, random: Random
    ) -> Iterator[tuple[str, Procedure]]:
        """Yield the procedure with one thing changed that a viewer may not know, each with a name for the change."""
        yield from ()

    def hidden_rows(self, list_name: str, rows: Sequence[Mapping[str, Json]]) -> Sequence[int]:
        """Return the positions of the rows of a secret list that nobody but the GM has met yet."""
        return () if list_name in self.met_lists else range(len(rows))

    def are_hands_secret(self, table: Table) -> bool:
        """Say whether the group's options keep hidden cards secret; some groups choose that a pause reveals them."""
        return True


@runtime_checkable
class HasConformanceProfile(Protocol):
    """A game with a profile of its own."""

    def conformance_profile(self) -> GameProfile:
        """Return the profile."""
        ...


def profile_of(game: Game) -> GameProfile:
    """Return the profile of a game; the usual one if the game has none of its own."""
    ruleset: object = game.ruleset
    return ruleset.conformance_profile() if isinstance(ruleset, HasConformanceProfile) else GameProfile()
