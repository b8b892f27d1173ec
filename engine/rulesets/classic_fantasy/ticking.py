"""What happens by itself while time passes: each room says what it waits for, and the clock calls them in order.

All that happens at one moment comes in the order of `rules/time.toml` (section 2.16). What is to come is read anew from
the table after each thing, so one long time and many short ones come to the same (`clock.run`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from engine.play.draft import Draft
from engine.play.events import ClockSet
from engine.rulesets.classic_fantasy.clock import Due, Entry, run
from engine.rulesets.classic_fantasy.procedures.passing import is_passing, passing
from engine.table.frozen import replace
from engine.table.table import Table

Since = Callable[[str], int]
"""Up to which moment an entry has been reckoned, by its name: when time began to pass, or its last happening."""
MOST_HAPPENINGS: Final = 1_000
"""So much may happen in one passing of time; then the clock stops where it is."""


@dataclass(frozen=True, slots=True)
class Tick:
    """A kind of thing that happens by itself.

    Attributes:
        word: with which the names of its entries begin, before a `:`.
        entries: what is to come, as things are on a table.
        happen: makes one thing happen; the clock of the table stands at its moment. Afterwards the table, or `Since`,
            must not hold it for that moment any more.
        dice: dice decide what comes of it, so that nobody can foresee what comes after.
    """

    word: str
    entries: Callable[[Table, Since], Iterable[Entry]]
    happen: Callable[[Draft, Due], None]
    dice: bool = False


TICKS: Final[list[Tick]] = []
"""Each room puts in what it waits for."""


class Undecided(Exception):
    """Nobody can foresee what comes now, or it is too much to be told; `due` is what it is about."""

    def __init__(self, due: Due | None = None) -> None:
        super().__init__(due.name if due else "")
        self.due = due


class Asked(Exception):
    """Somebody must roll or answer before time goes on; `due` is what brought it about."""

    def __init__(self, due: Due) -> None:
        super().__init__(due.name)
        self.due = due


def run_on(
    draft: Draft, *, most: int = MOST_HAPPENINGS, dice: bool = True, watch: Callable[[Due], None] | None = None
) -> bool:
    """Let all happen up to the end of the time that is passing, and set the clock; say whether that was not too much.

    Where somebody is asked something on the way, time waits beneath it: what is left happens once this is called again.

    Args:
        draft: where it is written down; time is passing there, and nothing is before it.
        most: how much may happen.
        dice: dice may fall, and somebody be asked; else `Undecided` is raised before that.
        watch: is told of each thing before it happens.
    """
    now = passing(draft.table)
    assert now is not None
    start, until, reckoned = now.start, now.until, dict(now.reckoned)
    words = {tick.word: tick for tick in TICKS}
    left = most

    def since(name: str) -> int:
        return reckoned.get(name, start)

    def entries(here: Draft) -> Iterator[Entry]:
        return (entry for tick in TICKS for entry in tick.entries(here.table, since))

    def happen(here: Draft, due: Due) -> Draft:
        nonlocal left
        tick = words[due.name.partition(":")[0]]
        if tick.dice and not dice:
            raise Undecided(due)
        left -= 1
        if left < 0:
            raise Undecided
        if watch is not None:
            watch(due)
        set_clock(here, int(due.at))
        reckoned[due.name] = int(due.at)
        tick.happen(here, due)
        if not is_passing(here.table):
            raise Asked(due)
        return here

    try:
        run(draft, until, entries, happen)
    except Asked as asked:
        if not dice:
            raise Undecided(asked.due) from asked
        draft.become(replace(now, reckoned=reckoned))
        return True
    except Undecided:
        if not dice or most != MOST_HAPPENINGS:
            raise
        return False
    set_clock(draft, until)
    return True


def set_clock(draft: Draft, seconds: int) -> None:
    """Set the clock on; it never goes back."""
    if seconds > draft.table.clock:
        draft.emit(ClockSet(seconds=seconds))
