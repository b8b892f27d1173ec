"""Time that passes (CF-TIME): all that takes time goes through `advance`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Final, Literal, get_args

from msgspec import Meta

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.events import ProcedureSet
from engine.play.refusal import Refused
from engine.rulesets.classic_fantasy import exploring
from engine.rulesets.classic_fantasy.at_table import fatigue_of, healing_rate, set_fatigue
from engine.rulesets.classic_fantasy.clock import seconds_of, units
from engine.rulesets.classic_fantasy.fatigue import begin_rest, end_rest, row_of
from engine.rulesets.classic_fantasy.mending import know_wounds
from engine.rulesets.classic_fantasy.procedures.evening import Evening, evening, set_evening
from engine.rulesets.classic_fantasy.procedures.fight import Fight
from engine.rulesets.classic_fantasy.procedures.passing import Passing, is_passing, passing
from engine.rulesets.classic_fantasy.procedures.rest import Rest
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.states import in_story
from engine.rulesets.classic_fantasy.ticking import TICKS as TICKS
from engine.rulesets.classic_fantasy.ticking import Tick as Tick
from engine.rulesets.classic_fantasy.ticking import run_on
from engine.table.frozen import Json, replace
from engine.table.table import Table

Step = Literal[
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
"""By what the GM moves the clock; a night is slept (`rest_window`)."""
STEPS: Final[tuple[Step, ...]] = get_args(Step)
BUTTONS: Final[tuple[Step, ...]] = ("combat_round", "exploration_round", "rest_action", "hour", "day", "week", "month")
"""By what the clock has a button of its own, the shortest first (CF-UI-8)."""
MOST_COUNT: Final = 9999


class AdvanceTime(Request):
    """The GM lets time pass; all that falls due meanwhile happens in its order."""

    RULES = ("CF-TIME-1", "CF-TIME-3", "CF-TIME-4", "CF-TIME-6", "CF-TIME-11", "CF-TIME-12", "CF-GEN-1")
    unit: Annotated[Step, Meta(description="by what the clock is moved")] = "combat_round"
    count: Annotated[int, Meta(ge=1, le=MOST_COUNT, description="how many of them")] = 1
    rest: Annotated[
        bool | None,
        Meta(description="everybody rests completely meanwhile, or nobody does; null leaves it as it is"),
    ] = None

    def is_far_reaching(self) -> bool:
        """A day or more is a long jump."""
        return self.count * seconds_of(self.unit) >= seconds_of("day")


class StopTime(Request):
    """The GM lets no more time pass for now; what somebody must still roll or answer stays."""

    RULES = ("CF-TIME-1",)


Then = Callable[[Draft, Passing, bool], None]
"""What time was for: done when it is over, and told whether the whole of it has passed."""
THEN: Final[dict[str, Then]] = {}
"""Each room puts in what it lets time pass for."""


# ---- going on --------------------------------------------------------------------------------------------------------


def is_mapped(table: Table) -> bool:
    """Say whether the party counts as mapping (CF-TIME-6, CF-TIME-10)."""
    now, settings = evening(table), settings_of(table)
    if now.mapping is not None and not now.map_shown:
        return now.mapping
    return exploring.is_mapping(settings, map_shown=now.map_shown)


def length_of(table: Table, unit: Step, count: int = 1) -> int:
    """Return how many seconds so much time is (CF-TIME-3 to CF-TIME-6)."""
    return count * seconds_of(unit, settings_of(table), mapped=is_mapped(table))


def need_quiet(table: Table, *rules: str) -> None:
    """Raise Refused while something else is under way that must be ended first."""
    if table.procedures and not isinstance(table.procedures[-1], Evening):
        raise Refused("d100_under_way", *rules)


def need_free(table: Table, *rules: str) -> None:
    """Raise Refused while something is rolled for or on its way; a fight may go on."""
    if table.procedures and not isinstance(table.procedures[-1], Evening | Fight | Rest):
        raise Refused("d100_under_way", *rules)


def advance(
    draft: Draft, seconds: int, *, rest: bool | None = None, then: str = "", about: Mapping[str, Json] | None = None
) -> None:
    """Let so much time pass: what ticks, ends, heals and dies does so at its moment (CF-TIME-1).

    Where somebody must roll or answer on the way, time waits beneath that, and goes on once it is over (`go_on`).

    Args:
        draft: where it is written down.
        seconds: how much.
        rest: everybody rests completely meanwhile, or nobody does; None leaves it as it is (CF-FATIGUE-11, -13).
        then: what it is for, a key of `THEN`: done when the time is over.
        about: what that needs to know.
    """
    now = draft.table.clock
    if rest is not None:
        set_resting(draft, in_story(draft.table), rest)
    draft.begin(Passing(start=now, until=now + seconds, then=then, about=about or {}))
    go_on(draft)


def go_on(draft: Draft) -> None:
    """Let time pass on, where nothing is before it any more; at its end comes what it was for."""
    while is_passing(draft.table):
        know_wounds(draft)
        whole = run_on(draft)
        if not whole:
            day, time = clock_of(draft.table.clock)
            draft.note("d100_time_stops", "CF-TIME-1", day=day, time=time)
        elif not is_passing(draft.table):
            draft.figure(clock=draft.table.clock)
            return
        _over(draft, whole=whole)
        draft.figure(clock=draft.table.clock)


def _over(draft: Draft, *, whole: bool) -> None:
    """End the time that is passing, and do what it was for."""
    now = passing(draft.table)
    assert now is not None
    draft.emit(ProcedureSet(procedures=tuple(one for one in draft.table.procedures if one is not now)))
    if now.then:
        THEN[now.then](draft, now, whole)


def set_resting(draft: Draft, actors: Sequence[str], rest: bool) -> None:
    """Let some rest completely from now on, or no more; who can do nothing at all rests anyway (CF-FATIGUE-14)."""
    settings, now = settings_of(draft.table), draft.table.clock
    for actor in actors:
        fatigue = fatigue_of(draft.table, actor)
        if rest:
            set_fatigue(draft, actor, begin_rest(fatigue, now))
        elif fatigue.resting is not None and not row_of(fatigue.level).helpless:
            set_fatigue(draft, actor, end_rest(fatigue, now, healing_rate(draft.table, actor), settings))


def clock_of(moment: int) -> tuple[int, int]:
    """Return a moment as lines of the log speak of it: the day, from 1, and the time of day."""
    day, time = divmod(moment, units().day_seconds)
    return day + 1, time


def verify_advance(table: Table, command: AdvanceTime) -> None:
    """The GM, while nothing else is under way."""
    need_gm(table, command, "CF-TIME-1")
    need_quiet(table, "CF-TIME-1")


def advance_time(draft: Draft, command: AdvanceTime) -> None:
    """Let it pass; exploring counts how long the party has wandered."""
    seconds = length_of(draft.table, command.unit, command.count)
    about: dict[str, Json] = {"unit": command.unit, "count": command.count}
    advance(draft, seconds, rest=command.rest, then="time", about=about)


def wandered(draft: Draft, now: Passing) -> None:
    """Count the time for which the party has wandered."""
    before = evening(draft.table)
    set_evening(draft, replace(before, wandered=before.wandered + draft.table.clock - now.start))


def _passed(draft: Draft, now: Passing, whole: bool) -> None:
    if now.about["unit"] == "exploration_round":
        wandered(draft, now)
    day, time = clock_of(draft.table.clock)
    if whole:
        count = now.about["count"]
        unit = f"{now.about['unit']}-{'one' if count == 1 else 'many'}"
        draft.note("d100_time_passed", "CF-TIME-1", unit=unit, count=count, day=day, time=time)


def verify_stop(table: Table, command: StopTime) -> None:
    """The GM, while time waits for something."""
    need_gm(table, command, "CF-TIME-1")
    if passing(table) is None:
        raise Refused("d100_no_time_passes", "CF-TIME-1")


def stop_time(draft: Draft, command: StopTime) -> None:
    """Time stays where it is."""
    day, time = clock_of(draft.table.clock)
    draft.note("d100_time_stopped", "CF-TIME-1", day=day, time=time)
    _over(draft, whole=False)


THEN["time"] = _passed


MOVES = (Move(AdvanceTime, verify_advance, advance_time), Move(StopTime, verify_stop, stop_time))
