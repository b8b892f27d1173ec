"""Traps on the table: the GM's list with the state and the seats that know each, and one that goes off (CF-TRAP)."""

from __future__ import annotations

from typing import Final, Literal

from engine.core.draft import Draft, find_procedure
from engine.kit.table_records import TableRecords
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen, replace
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.rulesets.classic_fantasy.character.activity import Activity
from engine.rulesets.classic_fantasy.dice.success_levels import RollResult
from engine.rulesets.classic_fantasy.traps.trap_rules import State, Trap

UNSEEN: Final = frozenset[State]({"hidden", "spotted"})
"""In these states only the seats that have found a trap know of it; from then on what is done with it is public."""


class PlacedTrap(Frozen):
    """A trap on the table.

    Attributes:
        id: the id in commands.
        trap: the trap as it was built.
        state: hidden, spotted, armed in the open, disarmed or sprung.
        place: its place, in words.
        known: the seats that have spotted it (CF-TRAP-20).
        unwitnessed: the last act on it was by or to an unseen character: only `known` know of it.
    """

    id: str
    trap: Trap
    state: State = "hidden"
    place: str = ""
    known: tuple[str, ...] = ()
    unwitnessed: bool = False

    @property
    def visible_to_all(self) -> bool:
        """Whether all seats see it, also those that have not spotted it."""
        return self.state not in UNSEEN and not self.unwitnessed


TRAPS: Final = TableRecords("traps", PlacedTrap, key="id")
SECRET: Final = frozenset({TRAPS.name})
"""The lists that only the GM may read."""
all_traps, write_trap = TRAPS.all, TRAPS.write


def need_trap(table: Table, seat: str, trap: str) -> PlacedTrap:
    """Return a trap that a seat knows of. Raises the same Refused for an unknown trap and for a missing one."""
    placed_trap = TRAPS.find(table, trap)
    if placed_trap is None or not knows_trap(table, seat, placed_trap):
        raise Refused("d100_no_such_trap", "CF-TRAP-20", trap=trap[:60])
    return placed_trap


def knows_trap(table: Table, seat: str, trap: PlacedTrap) -> bool:
    """Say whether a viewer knows of a trap: the GM of all, others of those that they have spotted or that are open."""
    if table.is_gm(seat) or seat in trap.known or trap.visible_to_all:
        return True
    return seat == SHARED and is_known_to_all(table, trap)


def is_known_to_all(table: Table, trap: PlacedTrap) -> bool:
    """Say whether all seats know of a trap, so that the shared screen may show it."""
    return trap.visible_to_all or all(seat.id in trap.known for seat in table.seats.values() if not seat.is_gm)


def place_new_trap(draft: Draft, trap: Trap, place: str) -> None:
    """Add a hidden trap to the list."""
    word = "".join(letter if letter.isalnum() else "_" for letter in trap.name.casefold())[:40] or "trap"
    TRAPS.write(draft, PlacedTrap(id=TRAPS.free_key(draft.table, word), trap=trap, place=place))


def reveal_trap(draft: Draft, trap: PlacedTrap, *seats: str) -> None:
    """Let seats know of a trap."""
    seats_knowing = dict.fromkeys((*trap.known, *(seat for seat in seats if seat and not draft.table.is_gm(seat))))
    changed = replace(trap, known=tuple(seats_knowing))
    if changed != trap:
        TRAPS.write(draft, changed)


class TriggeredTrap(Frozen, Activity, tag_field="procedure", tag="springing"):
    """A trap that goes off at its victims.

    Attributes:
        trap: its id in the list of traps.
        victim, others: the present victim, and those after that.
        rolled: the result of the trap's own roll, which counts against every victim.
        stage: the victim resists, or suffers the damage.
        lucky: the characters that have spent a Luck Point on it (CF-LUCK-5).
    """

    trap: str
    victim: str
    others: tuple[str, ...] = ()
    rolled: RollResult | None = None
    stage: Literal["resist", "harm"] = "resist"
    lucky: tuple[str, ...] = ()

    def bound_actors(self) -> tuple[str, ...]:
        """Return the victims."""
        return (self.victim, *self.others)


def triggered_trap(table: Table) -> TriggeredTrap | None:
    """Return the trap that goes off."""
    return find_procedure(table, TriggeredTrap)
