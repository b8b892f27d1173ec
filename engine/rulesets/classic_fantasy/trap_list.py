"""The GM's list of traps: rows of the table with the trap, its state, and who knows of it (CF-TRAP, CF-UI-12)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from engine.play.draft import SHARED, Draft
from engine.play.events import ListSet
from engine.play.refusal import Refused
from engine.rulesets.classic_fantasy.traps import State, Trap
from engine.table.frozen import Frozen, plain, replace
from engine.table.table import Table

TRAPS: Final = "traps"
SECRET: Final = frozenset({TRAPS})
"""The lists that are the GM's alone."""
UNSEEN: Final = frozenset[State]({"hidden", "spotted"})
"""In these states only those know of it who have found it; whatever is done with a trap then is told to all."""


class Laid(Frozen):
    """A trap that lies somewhere.

    Attributes:
        id: by which commands name it.
        trap: as it was built.
        state: hidden, spotted, armed and open to see, disarmed or sprung.
        place: where it lies, in words.
        known: the seats that have spotted it (CF-TRAP-20).
        unwitnessed: what was done with it last was done by or to somebody whom nobody sees: only `known` know of it.
    """

    id: str
    trap: Trap
    state: State = "hidden"
    place: str = ""
    known: tuple[str, ...] = ()
    unwitnessed: bool = False

    @property
    def lies_open(self) -> bool:
        """Whether everybody sees it, whoever has spotted it."""
        return self.state not in UNSEEN and not self.unwitnessed


def laid_traps(table: Table) -> tuple[Laid, ...]:
    """Return all traps; a row that is no trap is left out, for lists can be edited by hand."""
    found = list[Laid]()
    for row in table.lists.get(TRAPS, ()):
        try:
            found.append(msgspec.convert(row, Laid))
        except msgspec.ValidationError:
            continue
    return tuple(found)


def need_trap(table: Table, seat: str, trap: str) -> Laid:
    """Return a trap that a seat knows of. Raises Refused for any other, whether there is one or not."""
    found = next((one for one in laid_traps(table) if one.id == trap), None)
    if found is None or not knows(table, seat, found):
        raise Refused("d100_no_such_trap", "CF-TRAP-20", trap=trap[:60])
    return found


def knows(table: Table, seat: str, trap: Laid) -> bool:
    """Say whether a viewer knows of a trap: the GM of all, others of what they spotted or what lies open."""
    if table.is_gm(seat) or seat in trap.known or trap.lies_open:
        return True
    return seat == SHARED and is_open(table, trap)


def is_open(table: Table, trap: Laid) -> bool:
    """Say whether everybody knows of a trap, so that the common screen may tell of it."""
    if trap.lies_open:
        return True
    return all(seat.id in trap.known for seat in table.seats.values() if not seat.is_gm)


def free_id(table: Table, name: str) -> str:
    """Return an id for a new trap."""
    taken = {str(row.get("id")) for row in table.lists.get(TRAPS, ())}
    word = "".join(letter if letter.isalnum() else "_" for letter in name.casefold())[:40] or "trap"
    return next(new for n in range(1, len(taken) + 2) if (new := word if n == 1 else f"{word}_{n}") not in taken)


def put(draft: Draft, trap: Laid) -> None:
    """Write a trap down, in its place or at the end."""
    rows: Sequence[Mapping[str, Any]] = draft.table.lists.get(TRAPS, ())
    new: Any = plain(msgspec.to_builtins(trap))
    if any(row.get("id") == trap.id for row in rows):
        draft.emit(ListSet(name=TRAPS, rows=tuple(new if row.get("id") == trap.id else row for row in rows)))
    else:
        draft.emit(ListSet(name=TRAPS, rows=(*rows, new)))


def take_away(draft: Draft, trap: str) -> None:
    """Take a trap off the list."""
    rows = draft.table.lists.get(TRAPS, ())
    draft.emit(ListSet(name=TRAPS, rows=tuple(row for row in rows if row.get("id") != trap)))


def learn(draft: Draft, trap: Laid, *seats: str) -> Laid:
    """Let seats know of a trap."""
    known = tuple(dict.fromkeys((*trap.known, *(seat for seat in seats if seat and not draft.table.is_gm(seat)))))
    changed = replace(trap, known=known)
    if changed != trap:
        put(draft, changed)
    return changed
