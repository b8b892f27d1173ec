"""The time that passes: it waits below each roll or answer that comes up, and then passes on by itself.

Each feature lists its own scheduled events; events of one moment happen in the order of `rules/time.toml` (section
2.16). Hooks connect the features above: scheduled events, what is done before time passes, and complete rest.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from engine.core.draft import Draft
from engine.kit.schedule.time_flow import EventSource, TimeFlow, TimeProcedure
from engine.rulesets.classic_fantasy.character.activity import Activity
from engine.rulesets.classic_fantasy.game_calendar import SCHEDULE, clock_of
from engine.rulesets.classic_fantasy.hooks import Hooks


@dataclass(frozen=True, slots=True)
class TimeHooks:
    """Hooks through which time asks other features.

    Attributes:
        scheduled: the sources of scheduled events of all features.
        ends_elsewhere: the conditions whose end is such an event of its own; the others end with `until`.
        before_time_passes: done before time passes or is forecast: wounds that have no history yet get one.
        set_resting: starts or ends complete rest of some characters (CF-FATIGUE-11).
    """

    scheduled: tuple[EventSource, ...]
    ends_elsewhere: Collection[str]
    before_time_passes: Callable[[Draft], None]
    set_resting: Callable[[Draft, Sequence[str], bool], None]


TIME_HOOKS = Hooks[TimeHooks]("time")


class TimePassage(TimeProcedure, Activity, tag_field="procedure", tag="passing"):
    """Time that has not passed completely yet."""


class GameTime(TimeFlow[TimePassage]):
    """The flow of time in this game (CF-TIME-1)."""

    def before_time_passes(self, draft: Draft) -> None:
        """Start the history of wounds that have none."""
        TIME_HOOKS.features.before_time_passes(draft)

    def log_too_many_events(self, draft: Draft) -> None:
        """Log that time stops."""
        day, time = clock_of(draft.table.clock)
        draft.note("d100_time_stops", "CF-TIME-1", day=day, time=time)


GAME_TIME = GameTime(TimePassage, SCHEDULE, lambda: TIME_HOOKS.features.scheduled)
time_passage, is_time_passing = GAME_TIME.passing, GAME_TIME.is_passing
procedures_above_time, continue_time = GAME_TIME.procedures_above, GAME_TIME.go_on
