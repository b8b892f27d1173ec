"""Advance of time (CF-TIME): everything that takes time calls `advance`."""

from __future__ import annotations

from typing import Annotated, Final, Literal, get_args

from msgspec import Meta

from engine.core.commands import Move, Request, need_gm
from engine.core.draft import Draft
from engine.core.events import ProcedureSet
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen, replace
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.classic_fantasy import game_calendar
from engine.rulesets.classic_fantasy.character.character_conditions import in_story
from engine.rulesets.classic_fantasy.character.session_state import SessionState, session_state
from engine.rulesets.classic_fantasy.game_calendar import seconds_of, units
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.time.scheduled_events import run_scheduled_events
from engine.rulesets.classic_fantasy.time.time_hooks import TIME_HOOKS
from engine.rulesets.classic_fantasy.time.time_passage_procedure import (
    PassedTime,
    TimePassage,
    TimePurpose,
    is_time_passing,
    time_passage,
)

ClockUnit = Literal[
    "second",
    "combat_round",
    "exploration_round",
    "minute",
    "rest_action",
    "hour",
    "day",
    "week",
    "month",
    "season",
    "year",
]
"""The units by which the GM advances the clock; a night is slept instead (`health.rest_commands`)."""
CLOCK_UNITS: Final[tuple[ClockUnit, ...]] = get_args(ClockUnit)
BUTTONS: Final[tuple[ClockUnit, ...]] = (
    "combat_round",
    "exploration_round",
    "rest_action",
    "hour",
    "day",
    "week",
    "month",
)
"""The units with a button of their own, the shortest first (CF-UI-8)."""
MOST_COUNT: Final = 9999
MOST_ASKED: Final = 12
"""The maximum number of one unit in a step that is offered; more time needs a larger unit."""


class AdvanceTime(Request):
    """The GM lets time pass; all events that become due happen in their order."""

    RULES = ("CF-TIME-1", "CF-TIME-3", "CF-TIME-4", "CF-TIME-6", "CF-TIME-11", "CF-TIME-12", "CF-GEN-1")
    unit: Annotated[ClockUnit, Meta(description="by what the clock is moved"), Asks("d100_unit", optional=False)] = (
        "combat_round"
    )
    count: Annotated[
        int, Meta(ge=1, le=MOST_COUNT, description="how many of them"), Asks("d100_count", most=MOST_ASKED)
    ] = 1
    rest: Annotated[
        bool | None,
        Meta(description="everybody rests completely meanwhile, or nobody does; null leaves it as it is"),
        Asks("d100_rest_meanwhile", rare=True),
    ] = None

    def is_far_reaching(self) -> bool:
        """A day or more is a long jump."""
        return self.count * seconds_of(self.unit) >= seconds_of("day")


class StopTime(Request):
    """The GM stops the time that passes; rolls and answers that are still needed stay."""

    RULES = ("CF-TIME-1",)


# ---- going on --------------------------------------------------------------------------------------------------------


def is_mapped(table: Table) -> bool:
    """Say whether the party counts as mapping (CF-TIME-6, CF-TIME-10)."""
    session, settings = session_state(table), settings_of(table)
    if session.mapping is not None and not session.map_shown:
        return session.mapping
    return game_calendar.is_mapping(settings, map_shown=session.map_shown)


def length_of(table: Table, unit: ClockUnit, count: int = 1) -> int:
    """Return the seconds of a number of units (CF-TIME-3 to CF-TIME-6)."""
    return count * seconds_of(unit, settings_of(table), mapped=is_mapped(table))


def need_idle(table: Table, *rules: str) -> None:
    """Raise Refused while another procedure is in progress that must end first."""
    if table.procedures and not isinstance(table.procedures[-1], SessionState):
        raise Refused("d100_under_way", *rules)


def advance(draft: Draft, seconds: int, then: TimePurpose | None = None, *, rest: bool | None = None) -> None:
    """Let an amount of time pass: events, ends, healing and deaths happen at their moments (CF-TIME-1).

    When an event needs a roll or an answer, time waits below it, and goes on afterwards (`continue_time`).

    Args:
        draft: the draft to write to.
        seconds: the amount.
        then: the purpose, carried out at the end.
        rest: all rest completely meanwhile, or none do; None for no change (CF-FATIGUE-11, -13).
    """
    moment = draft.table.clock
    if rest is not None:
        TIME_HOOKS.features.set_resting(draft, in_story(draft.table), rest)
    draft.push_procedure(TimePassage(start=moment, until=moment + seconds, then=then))
    continue_time(draft)


def continue_time(draft: Draft) -> None:
    """Let time pass once no procedure is above it any more; at its end carry out its purpose."""
    while is_time_passing(draft.table):
        TIME_HOOKS.features.before_time_passes(draft)
        whole = run_scheduled_events(draft)
        if not whole:
            day, time = clock_of(draft.table.clock)
            draft.note("d100_time_stops", "CF-TIME-1", day=day, time=time)
        elif not is_time_passing(draft.table):
            draft.record_results(clock=draft.table.clock)
            return
        _end_passage(draft, whole=whole)
        draft.record_results(clock=draft.table.clock)


def _end_passage(draft: Draft, *, whole: bool) -> None:
    """End the time that passes, and carry out its purpose."""
    passage = time_passage(draft.table)
    assert passage is not None
    draft.emit(
        ProcedureSet(procedures=tuple(procedure for procedure in draft.table.procedures if procedure is not passage))
    )
    if passage.then is not None:
        passage.then.resume(draft, PassedTime(start=passage.start, whole=whole))


def clock_of(moment: int) -> tuple[int, int]:
    """Return a moment as the log shows it: the day, from 1, and the time of day in seconds."""
    day, time = divmod(moment, units().day_seconds)
    return day + 1, time


def verify_advance(table: Table, command: AdvanceTime) -> None:
    """Allow only the GM, while no other procedure is in progress."""
    need_gm(table, command, "CF-TIME-1")
    need_idle(table, "CF-TIME-1")


def advance_time(draft: Draft, command: AdvanceTime) -> None:
    """Advance the clock; exploration adds to the time that the party has explored."""
    seconds = length_of(draft.table, command.unit, command.count)
    advance(draft, seconds, ClockAdvance(unit=command.unit, count=command.count), rest=command.rest)


def count_exploration_time(draft: Draft, passed: PassedTime) -> None:
    """Add the time that has passed to the time that the party has explored."""
    before = session_state(draft.table)
    draft.set_outermost(replace(before, wandered=before.wandered + draft.table.clock - passed.start))


class ClockAdvance(Frozen, TimePurpose, tag_field="then", tag="time"):
    """Time that the GM lets pass."""

    unit: ClockUnit
    count: int

    def resume(self, draft: Draft, result: PassedTime) -> None:
        """Log the new moment; exploration adds to the time that the party has explored."""
        if self.unit == "exploration_round":
            count_exploration_time(draft, result)
        day, time = clock_of(draft.table.clock)
        if result.whole:
            unit = f"{self.unit}-{'one' if self.count == 1 else 'many'}"
            draft.note("d100_time_passed", "CF-TIME-1", unit=unit, count=self.count, day=day, time=time)


def verify_stop(table: Table, command: StopTime) -> None:
    """Allow only the GM, while time waits for something."""
    need_gm(table, command, "CF-TIME-1")
    if time_passage(table) is None:
        raise Refused("d100_no_time_passes", "CF-TIME-1")


def stop_time(draft: Draft, command: StopTime) -> None:
    """End the time that passes at the present moment."""
    day, time = clock_of(draft.table.clock)
    draft.note("d100_time_stopped", "CF-TIME-1", day=day, time=time)
    _end_passage(draft, whole=False)


MOVES = (Move(AdvanceTime, verify_advance, advance_time), Move(StopTime, verify_stop, stop_time))
