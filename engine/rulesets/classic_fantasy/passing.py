"""Time that passes, and what will happen before it does (CF-TIME): all that takes time goes through `advance`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final, Literal, get_args

from msgspec import Meta

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.events import ClockSet, Noted
from engine.play.refusal import Refused
from engine.play.words import Message
from engine.rulesets.classic_fantasy import exploring
from engine.rulesets.classic_fantasy.at_table import fatigue_of, healing_rate, set_fatigue
from engine.rulesets.classic_fantasy.clock import seconds_of, units
from engine.rulesets.classic_fantasy.fatigue import begin_rest, end_rest, row_of
from engine.rulesets.classic_fantasy.mending import know_wounds
from engine.rulesets.classic_fantasy.procedures.evening import Evening, evening, set_evening
from engine.rulesets.classic_fantasy.procedures.fight import Fight
from engine.rulesets.classic_fantasy.procedures.rest import Rest
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.states import in_story
from engine.rulesets.classic_fantasy.ticking import TICKS as TICKS
from engine.rulesets.classic_fantasy.ticking import Tick as Tick
from engine.rulesets.classic_fantasy.ticking import Undecided, run_until
from engine.rulesets.remembering import Remembered
from engine.table.frozen import Frozen, replace
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
MOST_COUNT: Final = 9999
MOST_FORESEEN: Final = 40
"""So much is looked at of what is to come."""


class AdvanceTime(Request):
    """The GM lets time pass; all that falls due meanwhile happens in its order."""

    RULES = ("CF-TIME-1", "CF-TIME-3", "CF-TIME-4", "CF-TIME-6", "CF-TIME-11", "CF-TIME-12", "CF-GEN-1")
    unit: Annotated[Step, Meta(description="by what the clock is moved")] = "combat_round"
    count: Annotated[int, Meta(ge=1, le=MOST_COUNT, description="how many of them")] = 1
    rest: Annotated[
        bool | None,
        Meta(description="everybody rests completely meanwhile, or nobody does; null leaves it as it is"),
    ] = None


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


def advance(draft: Draft, seconds: int, *, rest: bool | None = None) -> None:
    """Let so much time pass: what ticks, ends, heals and dies does so at its moment (CF-TIME-1).

    Args:
        draft: where it is written down.
        seconds: how much.
        rest: everybody rests completely meanwhile, or nobody does; None leaves it as it is (CF-FATIGUE-11, -13).
    """
    until = draft.table.clock + seconds
    know_wounds(draft)
    if rest is not None:
        set_resting(draft, in_story(draft.table), rest)
    if not run_until(draft, until):
        day, time = clock_of(draft.table.clock)
        draft.note("d100_time_stops", "CF-TIME-1", day=day, time=time)


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
    if command.unit == "exploration_round":
        now = evening(draft.table)
        set_evening(draft, replace(now, wandered=now.wandered + seconds))
    advance(draft, seconds, rest=command.rest)
    day, time = clock_of(draft.table.clock)
    draft.note("d100_time_passed", "CF-TIME-1", unit=command.unit, count=command.count, day=day, time=time)
    draft.figure(clock=draft.table.clock)


# ---- foreseeing ------------------------------------------------------------------------------------------------------


class Foreseen(Frozen):
    """A thing that will happen.

    Attributes:
        at: when.
        message: what, as the log will tell it.
    """

    at: int
    message: Message


class Foresight(Frozen):
    """All that is to come.

    Attributes:
        lines: what will happen, in order.
        unknown: from when on dice decide, or there is too much to tell; None where all is told.
    """

    lines: tuple[Foreseen, ...] = ()
    unknown: int | None = None

    def within(self, until: int) -> Foresight:
        """Return as much of it as lies up to a moment."""
        unknown = self.unknown if self.unknown is not None and self.unknown <= until else None
        return Foresight(lines=tuple(line for line in self.lines if line.at <= until), unknown=unknown)


class _NoChance:
    """Nobody knows how dice will fall."""

    def shuffle(self, cards: Sequence[str]) -> tuple[str, ...]:
        raise Undecided

    def roll(self, sides: int) -> int:
        raise Undecided


_FORESEEN: Final = Remembered[Foresight]()


def foresee(table: Table, seconds: int, *, viewer: str = "", rest: bool | None = None) -> Foresight:
    """Return what will happen in so much time, as far as no dice decide it; the table stays as it is (CF-UI-8).

    Args:
        table: as it is now.
        seconds: how much time.
        viewer: who is told; of characters that are secret to them nothing is looked at. Empty for all there is.
        rest: as `advance` takes it.
    """
    known = {name: one for name, one in table.actors.items() if not viewer or table.may_read(one, viewer)}
    seen = table if len(known) == len(table.actors) else replace(table, actors=known)
    made_of = (table.procedures, table.actors, table.options, table.scene, table.lists, str(table.clock))
    return _FORESEEN.get(f"{seconds} {rest} {viewer}", made_of, lambda: _foresee(seen, seconds, rest))


def _foresee(table: Table, seconds: int, rest: bool | None) -> Foresight:
    draft, unknown = Draft(table, _NoChance()), None
    know_wounds(draft)
    if rest is not None:
        set_resting(draft, in_story(draft.table), rest)
    try:
        run_until(draft, table.clock + seconds, most=MOST_FORESEEN, dice=False)
    except Undecided as undecided:
        unknown = int(undecided.due.at) if undecided.due is not None else draft.table.clock
    lines, at = list[Foreseen](), table.clock
    for event in draft.events:
        match event:
            case ClockSet(seconds=moment):
                at = moment
            case Noted(message=message):
                lines.append(Foreseen(at=at, message=message))
            case _:
                pass
    return Foresight(lines=tuple(lines), unknown=unknown)


MOVES = (Move(AdvanceTime, verify_advance, advance_time),)
