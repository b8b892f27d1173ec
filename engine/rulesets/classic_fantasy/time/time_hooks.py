"""Hooks of time: scheduled events, what is done before time passes, and complete rest come from packages above."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from engine.core.draft import Draft
from engine.model.table import Table
from engine.rulesets.classic_fantasy.game_calendar import DueEvent, ScheduledEvent
from engine.rulesets.classic_fantasy.hooks import Hooks

Since = Callable[[str], int]
"""The moment up to which an event was handled, by its name: the start of the time, or its last occurrence."""


@dataclass(frozen=True, slots=True)
class Tick:
    """A kind of scheduled event.

    Attributes:
        word: the names of its events begin with it, before a `:`.
        entries: the scheduled events of a table.
        happen: makes one event happen; the clock of the table shows its moment. Afterwards the table, or `Since`,
            must not give the event for that moment any more.
        dice: dice decide its result, so that no preview goes beyond it.
    """

    word: str
    entries: Callable[[Table, Since], Iterable[ScheduledEvent]]
    happen: Callable[[Draft, DueEvent], None]
    dice: bool = False


@dataclass(frozen=True, slots=True)
class TimeHooks:
    """Hooks through which time asks other features.

    Attributes:
        scheduled: the kinds of scheduled events of all features.
        ends_elsewhere: the conditions whose end is such an event of its own; the others end with `until`.
        before_time_passes: done before time passes or is previewed: wounds that have no history yet get one.
        set_resting: starts or ends complete rest of some characters (CF-FATIGUE-11).
    """

    scheduled: tuple[Tick, ...]
    ends_elsewhere: Collection[str]
    before_time_passes: Callable[[Draft], None]
    set_resting: Callable[[Draft, Sequence[str], bool], None]


TIME_HOOKS = Hooks[TimeHooks]("time")
