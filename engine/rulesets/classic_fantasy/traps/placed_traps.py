"""The GM's list of placed traps: rows of the table with the trap, its state, and the seats that know it (CF-TRAP)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from engine.core.draft import Draft
from engine.core.events import ListSet
from engine.core.memo import memo
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen, plain_json, replace
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.rulesets.classic_fantasy.traps.trap_rules import State, Trap

TRAPS: Final = "traps"
SECRET: Final = frozenset({TRAPS})
"""The lists that only the GM may read."""
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


@memo
def all_traps(table: Table) -> tuple[PlacedTrap, ...]:
    """Return all traps; a row that is not a trap is left out, as lists can be edited by hand."""
    traps = list[PlacedTrap]()
    for row in table.lists.get(TRAPS, ()):
        try:
            traps.append(msgspec.convert(row, PlacedTrap))
        except msgspec.ValidationError:
            continue
    return tuple(traps)


def need_trap(table: Table, seat: str, trap: str) -> PlacedTrap:
    """Return a trap that a seat knows of. Raises the same Refused for an unknown trap and for a missing one."""
    placed_trap = next((candidate for candidate in all_traps(table) if candidate.id == trap), None)
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
    if trap.visible_to_all:
        return True
    return all(seat.id in trap.known for seat in table.seats.values() if not seat.is_gm)


def new_trap_id(table: Table, name: str) -> str:
    """Return an unused id for a trap."""
    used_ids = {str(row.get("id")) for row in table.lists.get(TRAPS, ())}
    word = "".join(letter if letter.isalnum() else "_" for letter in name.casefold())[:40] or "trap"
    return next(
        new
        for number in range(1, len(used_ids) + 2)
        if (new := word if number == 1 else f"{word}_{number}") not in used_ids
    )


def write_trap(draft: Draft, trap: PlacedTrap) -> None:
    """Write a trap to the list, in its row or at the end."""
    rows: Sequence[Mapping[str, Any]] = draft.table.lists.get(TRAPS, ())
    new: Any = plain_json(msgspec.to_builtins(trap))
    if any(row.get("id") == trap.id for row in rows):
        draft.emit(ListSet(name=TRAPS, rows=tuple(new if row.get("id") == trap.id else row for row in rows)))
    else:
        draft.emit(ListSet(name=TRAPS, rows=(*rows, new)))


def remove_trap(draft: Draft, trap: str) -> None:
    """Remove a trap from the list."""
    rows = draft.table.lists.get(TRAPS, ())
    draft.emit(ListSet(name=TRAPS, rows=tuple(row for row in rows if row.get("id") != trap)))


def reveal_trap(draft: Draft, trap: PlacedTrap, *seats: str) -> PlacedTrap:
    """Let seats know of a trap, and return it."""
    seats_knowing = tuple(
        dict.fromkeys((*trap.known, *(seat for seat in seats if seat and not draft.table.is_gm(seat))))
    )
    changed = replace(trap, known=seats_knowing)
    if changed != trap:
        write_trap(draft, changed)
    return changed
