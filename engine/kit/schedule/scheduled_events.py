"""Scheduled events, and their order while time passes.

Moments are seconds, rounds, or whatever a game counts; they may be fractions. A schedule is calculated from the state
of a game whenever it is needed, and never stored.

>>> schedule = Schedule(lambda: ("fire", "healing"))
>>> torch = ScheduledEvent(name="torch", at=2, kind="fire", every=2, times=3)
>>> wound = ScheduledEvent(name="wound", at=4, kind="healing")
>>> [(event.at, event.name, event.number) for event in schedule.due((wound, torch), 0, 9)]
[(2, 'torch', 1), (4, 'torch', 2), (4, 'wound', 1), (6, 'torch', 3)]
>>> schedule.next_due((wound, torch), 9).name
'torch'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import merge
from typing import TypeVar

from engine.model.frozen import Frozen, replace
from engine.sheets.formulas.exact_numbers import Exact, tidy

W = TypeVar("W")


class ScheduledEvent(Frozen):
    """A future event.

    Attributes:
        name: its unique name, such as `bleeding:ana`.
        at: its first moment.
        kind: its kind.
        every: the time until it happens again; None for once.
        times: the maximum number of times; None for no limit.
    """

    name: str
    at: Exact
    kind: str = "other"
    every: Exact | None = None
    times: int | None = None

    def next_after(self, moment: Exact) -> ScheduledEvent:
        """Return the first occurrence after a moment, as an event that happens once; one that is late stays late."""
        once = replace(self, every=None, times=None)
        if self.every is None or self.at > moment:
            return once
        return replace(once, at=self.at + ((moment - self.at) // self.every + 1) * self.every)


class DueEvent(Frozen):
    """One occurrence of a scheduled event; the first has the number 1."""

    at: Exact
    name: str
    kind: str = "other"
    number: int = 1


class Schedule:
    """The order of scheduled events: by moment, then by kind, then by name.

    Attributes:
        kinds: returns the kinds of events of a game in their order.
    """

    def __init__(self, kinds: Callable[[], Sequence[str]]) -> None:
        self.kinds = kinds

    def _order(self, event: DueEvent) -> tuple[Exact, int, str]:
        return event.at, self.kinds().index(event.kind), event.name

    def due(self, entries: Iterable[ScheduledEvent], since: Exact | None, until: Exact) -> Iterator[DueEvent]:
        """Yield the events due after one moment and up to another, in order and lazily.

        Args:
            entries: the scheduled events.
            since: the moment that has passed, with all events due at it; None for all that are overdue.
            until: the last moment that counts.

        Raises:
            ValueError: an event is repeated with no time between.
        """
        return merge(*[_occurrences(entry, since, until) for entry in _checked(entries)], key=self._order)

    def next_due(self, entries: Iterable[ScheduledEvent], until: Exact) -> DueEvent | None:
        """Return the first event due, also an overdue one; None if none is due up to a moment."""
        firsts = (
            DueEvent(at=tidy(entry.at), name=entry.name, kind=entry.kind)
            for entry in _checked(entries)
            if entry.at <= until and (entry.times is None or entry.times > 0)
        )
        return min(firsts, key=self._order, default=None)

    def run(
        self,
        world: W,
        until: Exact,
        entries: Callable[[W], Iterable[ScheduledEvent]],
        happen: Callable[[W, DueEvent], W],
    ) -> W:
        """Let time pass: all due events happen in order, and each may change which events are due afterwards.

        The schedule is read anew after each event. So one long period gives the same as many short ones, as long as
        only events change the world.

        Args:
            world: the state, of any type.
            until: the last moment that counts.
            entries: the scheduled events of a world.
            happen: makes one event happen; afterwards the world must not schedule it for that moment any more.

        Raises:
            ValueError: an event would happen twice at the same moment.
        """
        moment: Exact | None = None
        done = set[str]()
        while (first := self.next_due(entries(world), until)) is not None:
            if first.at != moment:
                moment, done = first.at, set()
            if first.name in done:
                raise ValueError(f"{first.name} falls due again at {first.at}")
            done.add(first.name)
            world = happen(world, first)
        return world


def _checked(entries: Iterable[ScheduledEvent]) -> tuple[ScheduledEvent, ...]:
    events = tuple(entries)
    if any(entry.every is not None and entry.every <= 0 for entry in events):
        raise ValueError("what is repeated takes time")
    return events


def _occurrences(entry: ScheduledEvent, since: Exact | None, until: Exact) -> Iterator[DueEvent]:
    """Yield the occurrences of one scheduled event, the earliest first."""
    number, every = 0, entry.every
    if since is not None and entry.at <= since:
        if every is None:
            return
        number = int((since - entry.at) // every) + 1
    while entry.times is None or number < entry.times:
        at = entry.at if every is None else tidy(entry.at + number * every)
        if at > until:
            return
        number += 1
        yield DueEvent(at=at, name=entry.name, kind=entry.kind, number=number)
        if every is None:
            return
