"""Scheduled events: each feature lists its own, and the clock runs them in order while time passes.

Events of one moment happen in the order of `rules/time.toml` (section 2.16). After each event the schedule is read anew
from the table, so one long period and many short ones give the same result (`game_calendar.run_events`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from engine.core.draft import Draft
from engine.core.events import ClockSet
from engine.model.frozen import replace
from engine.rulesets.classic_fantasy.game_calendar import DueEvent, ScheduledEvent, run_events
from engine.rulesets.classic_fantasy.time.time_hooks import TIME_HOOKS
from engine.rulesets.classic_fantasy.time.time_passage_procedure import is_time_passing, time_passage

MOST_HAPPENINGS: Final = 1_000
"""The maximum number of events in one advance of time; then the clock stops where it is."""


class NotForeseeable(Exception):
    """The next event depends on dice, or there are too many; `due` is that event."""

    def __init__(self, due: DueEvent | None = None) -> None:
        super().__init__(due.name if due else "")
        self.due = due


class AnswerNeeded(Exception):
    """A roll or an answer is needed before time can pass on; `due` is the event that needs it."""

    def __init__(self, due: DueEvent) -> None:
        super().__init__(due.name)
        self.due = due


def run_scheduled_events(
    draft: Draft, *, most: int = MOST_HAPPENINGS, dice: bool = True, watch: Callable[[DueEvent], None] | None = None
) -> bool:
    """Run all events up to the end of the time that passes, and set the clock; say whether there were not too many.

    When an event needs an answer, time waits below it: the remaining events happen when this is called again.

    Args:
        draft: the draft to write to; time is passing there, and no procedure is above it.
        most: the maximum number of events.
        dice: dice may be thrown and questions asked; else `NotForeseeable` is raised before that.
        watch: called with each event before it happens.
    """
    passage = time_passage(draft.table)
    assert passage is not None
    start, until, reckoned = passage.start, passage.until, dict(passage.reckoned)
    words = {tick.word: tick for tick in TIME_HOOKS.features.scheduled}
    events_left = most

    def since(name: str) -> int:
        return reckoned.get(name, start)

    def entries(here: Draft) -> Iterator[ScheduledEvent]:
        return (entry for tick in TIME_HOOKS.features.scheduled for entry in tick.entries(here.table, since))

    def happen(here: Draft, due: DueEvent) -> Draft:
        nonlocal events_left
        tick = words[due.name.partition(":")[0]]
        if tick.dice and not dice:
            raise NotForeseeable(due)
        events_left -= 1
        if events_left < 0:
            raise NotForeseeable
        if watch is not None:
            watch(due)
        set_clock(here, int(due.at))
        reckoned[due.name] = int(due.at)
        tick.happen(here, due)
        if not is_time_passing(here.table):
            raise AnswerNeeded(due)
        return here

    try:
        run_events(draft, until, entries, happen)
    except AnswerNeeded as asked:
        if not dice:
            raise NotForeseeable(asked.due) from asked
        draft.replace_procedure(replace(passage, reckoned=reckoned))
        return True
    except NotForeseeable:
        if not dice or most != MOST_HAPPENINGS:
            raise
        return False
    set_clock(draft, until)
    return True


def set_clock(draft: Draft, seconds: int) -> None:
    """Set the clock forward; it never goes back."""
    if seconds > draft.table.clock:
        draft.emit(ClockSet(seconds=seconds))
