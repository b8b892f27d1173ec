"""Game time: its units, its calendar, and the events due between two moments (CF-TIME, CF-AMB-39).

The clock of a game is a whole number of seconds. Events may be due between two seconds: half an hour divided by a
Healing Rate of 7 is not a whole number. So moments of the schedule are exact fractions; they are calculated from the
table and never stored there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from heapq import merge
from typing import Literal, TypeVar

from engine.kit.rules_data import rules_table
from engine.model.frozen import Frozen
from engine.rulesets.classic_fantasy.rules_data import RULESET
from engine.rulesets.classic_fantasy.settings import CATALOGUE, Settings
from engine.sheets.formulas.exact_numbers import Exact, tidy

Unit = Literal[
    "second",
    "combat_round",
    "exploration_round",
    "minute",
    "rest_action",
    "hour",
    "night",
    "day",
    "week",
    "month",
    "season",
    "year",
]
"""The units by which the clock advances."""
Kind = Literal[
    "asphyxiation",
    "deadline",
    "condition",
    "action_points",
    "bleeding",
    "burning",
    "spread",
    "heat",
    "ignition",
    "healing",
    "fatigue",
    "study",
    "birthday",
    "other",
]
"""The kinds of scheduled events; events of one moment happen in the order of `rules/time.toml`."""
W = TypeVar("W")


class Units(Frozen):
    """Seconds of each unit (CF-T-TIME)."""

    second_seconds: int
    combat_round_seconds: int
    exploration_round_seconds: int
    minute_seconds: int
    rest_action_seconds: int
    hour_seconds: int
    day_seconds: int


class SleepTable(Frozen):
    """The hours of a full night's sleep."""

    hours: int


class SeasonTable(Frozen):
    """The months of a season."""

    months: int


class DueOrder(Frozen):
    """The order of kinds among events of one moment."""

    kinds: tuple[Kind, ...]


class TimeTables(Frozen):
    """The file `rules/time.toml`."""

    units: Units
    sleep: SleepTable
    season: SeasonTable
    order: DueOrder


numbers = rules_table(RULESET, "time", TimeTables)


def units() -> Units:
    """Return the seconds of each unit."""
    return numbers().units


# ---- units and the calendar ------------------------------------------------------------------------------------------


def seconds_of(unit: Unit, settings: Settings = CATALOGUE, *, mapped: bool = True) -> int:
    """Return the seconds of a unit (CF-TIME-3, CF-TIME-4, CF-TIME-6, CF-REST-2, CF-HEAL-1).

    Args:
        unit: the unit.
        settings: the group's calendar, and the length of a Round without mapping.
        mapped: the party draws a map while exploring, which takes longer.
    """
    table = units()
    match unit:
        case "exploration_round" if not mapped:
            return settings.time_unmapped_minutes * table.minute_seconds
        case "night":
            return numbers().sleep.hours * table.hour_seconds
        case "week":
            return settings.calendar_week_days * table.day_seconds
        case "month":
            return settings.calendar_month_days * table.day_seconds
        case "season":
            return numbers().season.months * settings.calendar_month_days * table.day_seconds
        case "year":
            return settings.calendar_year_days * table.day_seconds
        case _:
            return int(getattr(table, f"{unit}_seconds"))


class Date(Frozen):
    """A moment in the group's calendar; year, month and day begin with 1."""

    year: int
    month: int
    day: int
    hour: int = 0
    minute: int = 0
    second: int = 0


def date_of(moment: Exact, settings: Settings = CATALOGUE) -> Date:
    """Return the date of a moment; 0 is the midnight before the first day. Fractions of a second are cut (CF-AMB-39).

    Where a year is not a whole number of months, the last month is shorter.
    """
    table = units()
    days, rest = divmod(int(moment // 1), table.day_seconds)
    years, of_year = divmod(days, settings.calendar_year_days)
    months, of_month = divmod(of_year, settings.calendar_month_days)
    hours, rest = divmod(rest, table.hour_seconds)
    minutes, seconds = divmod(rest, table.minute_seconds)
    return Date(year=years + 1, month=months + 1, day=of_month + 1, hour=hours, minute=minutes, second=seconds)


def moment_of(date: Date, settings: Settings = CATALOGUE) -> int:
    """Return the moment of a date."""
    table = units()
    days = (date.year - 1) * settings.calendar_year_days + (date.month - 1) * settings.calendar_month_days
    return (
        (days + date.day - 1) * table.day_seconds
        + date.hour * table.hour_seconds
        + date.minute * table.minute_seconds
        + date.second
    )


def day_of(moment: Exact) -> int:
    """Return the day of the calendar that a moment belongs to; days begin at midnight and are counted from 0."""
    return int(moment // units().day_seconds)


# ---- what falls due --------------------------------------------------------------------------------------------------


class ScheduledEvent(Frozen):
    """A future event.

    Attributes:
        name: its unique name, such as `bleeding:ana`.
        at: its first moment.
        kind: its kind.
        every: seconds until it happens again; None for once.
        times: the maximum number of times; None for no limit.
    """

    name: str
    at: Exact
    kind: Kind = "other"
    every: Exact | None = None
    times: int | None = None


class DueEvent(Frozen):
    """One occurrence of a scheduled event.

    Attributes:
        at: its moment.
        name: of the scheduled event.
        kind: of the scheduled event.
        number: the first occurrence is 1.
    """

    at: Exact
    name: str
    kind: Kind = "other"
    number: int = 1


def _event_order(event: DueEvent) -> tuple[Exact, int, str]:
    return event.at, numbers().order.kinds.index(event.kind), event.name


def _occurrences(entry: ScheduledEvent, since: Exact | None, until: Exact) -> Iterator[DueEvent]:
    """Return the occurrences of one scheduled event, the earliest first."""
    number = 0
    if since is not None and entry.at <= since:
        if entry.every is None:
            return
        number = int((since - entry.at) // entry.every) + 1
    while entry.times is None or number < entry.times:
        at = tidy(entry.at + number * entry.every) if entry.every is not None else entry.at
        if at > until:
            return
        yield DueEvent(at=at, name=entry.name, kind=entry.kind, number=number + 1)
        number += 1
        if entry.every is None:
            return


def iter_due_events(entries: Iterable[ScheduledEvent], since: Exact | None, until: Exact) -> Iterator[DueEvent]:
    """Yield the events due after one moment and up to another, in order and lazily (CF-TIME-1, section 2.16).

    Args:
        entries: the scheduled events.
        since: the moment that has passed, with all events due at it; None for all that are overdue.
        until: the last moment that counts.

    Raises:
        ValueError: an event is repeated with no time between.
    """
    events = _held_events(entries)
    return merge(*(_occurrences(entry, since, until) for entry in events), key=_event_order)


def _held_events(entries: Iterable[ScheduledEvent]) -> tuple[ScheduledEvent, ...]:
    events = tuple(entries)
    if any(entry.every is not None and entry.every <= 0 for entry in events):
        raise ValueError("what is repeated takes time")
    return events


def next_due_event(entries: Iterable[ScheduledEvent], until: Exact) -> DueEvent | None:
    """Return the first event due, also an overdue one; None if none is due up to a moment."""
    firsts = (
        DueEvent(at=entry.at if entry.every is None else tidy(entry.at), name=entry.name, kind=entry.kind)
        for entry in _held_events(entries)
        if entry.at <= until and (entry.times is None or entry.times > 0)
    )
    return min(firsts, key=_event_order, default=None)  # only the first one is needed


def run_events(
    world: W, until: Exact, entries: Callable[[W], Iterable[ScheduledEvent]], happen: Callable[[W, DueEvent], W]
) -> W:
    """Let time pass: all due events happen in order, and each changes which events are due afterwards.

    A world holds no time of its own: the schedule is read from it again after each event. So the result is the same for
    one long period and for many short ones, as long as only events change the world.

    Args:
        world: the state, of any type.
        until: the last moment that counts.
        entries: the scheduled events of a world.
        happen: makes one event happen; afterwards the world must not schedule that event for that moment any more.

    Raises:
        ValueError: an event would happen twice at the same moment.
    """
    done = set[tuple[Exact, str]]()
    last: Exact | None = None
    while (first := next_due_event(entries(world), until)) is not None:
        if first.at != last:
            done.clear()
            last = first.at
        if (first.at, first.name) in done:
            raise ValueError(f"{first.name} falls due again at {first.at}")
        done.add((first.at, first.name))
        world = happen(world, first)
    return world


def is_mapping(settings: Settings = CATALOGUE, *, map_shown: bool) -> bool:
    """Say whether a party counts as mapping: always where the table shows a map (CF-TIME-6, CF-TIME-10)."""
    return map_shown or settings.exploration_mapped
