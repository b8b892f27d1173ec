"""Game time: its units, its calendar, and what falls due between two moments (CF-TIME, CF-AMB-39).

The clock of a game is one whole number of seconds. What falls due may do so between two of them: half an hour shared by
a Healing Rate of 7 is no whole number, so moments of the schedule are exact fractions. They are reckoned from what lies
on the table and are never stored there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from heapq import merge
from typing import Literal, TypeVar

from engine.rulesets.classic_fantasy.data import tables
from engine.rulesets.classic_fantasy.settings import CATALOGUE, Settings
from engine.sheets.numbers import Exact, tidy
from engine.table.frozen import Frozen

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
"""By what the clock is moved."""
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
"""What sort of thing falls due; things of one moment come in the order of `rules/time.toml`."""
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


class Sleep(Frozen):
    """How long a full night's sleep is."""

    hours: int


class Season(Frozen):
    """How long a season is."""

    months: int


class Order(Frozen):
    """What comes first of what falls due at once."""

    kinds: tuple[Kind, ...]


class TimeTables(Frozen):
    """The file `rules/time.toml`."""

    units: Units
    sleep: Sleep
    season: Season
    order: Order


@cache
def numbers() -> TimeTables:
    """Return the numbers of time."""
    found: TimeTables = tables("time", TimeTables)
    return found


def units() -> Units:
    """Return how many seconds each unit has."""
    return numbers().units


# ---- units and the calendar ------------------------------------------------------------------------------------------


def seconds_of(unit: Unit, settings: Settings = CATALOGUE, *, mapped: bool = True) -> int:
    """Return how many seconds a unit has (CF-TIME-3, CF-TIME-4, CF-TIME-6, CF-REST-2, CF-HEAL-1).

    Args:
        unit: which.
        settings: the group's calendar, and how long a Round without mapping lasts.
        mapped: somebody draws a map while exploring, which takes longer.
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
    """Return when a moment is; 0 is the midnight before the first day. What is left of a second is dropped (CF-AMB-39).

    Where the days of a year are no whole number of months, the last month is the shorter one.
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
    """Return which day of the calendar a moment lies in; they begin at midnight and are counted from 0."""
    return int(moment // units().day_seconds)


# ---- what falls due --------------------------------------------------------------------------------------------------


class Entry(Frozen):
    """Something that will happen.

    Attributes:
        name: what and to whom, as `bleeding:ana`; no two entries have the same.
        at: when it happens first.
        kind: what sort of thing it is.
        every: after how many seconds it happens again; None for once.
        times: how often it happens at the most; None for as long as the time goes on.
    """

    name: str
    at: Exact
    kind: Kind = "other"
    every: Exact | None = None
    times: int | None = None


class Due(Frozen):
    """Something that happens at a moment.

    Attributes:
        at: when.
        name: of the entry.
        kind: of the entry.
        number: the first time of the entry is 1.
    """

    at: Exact
    name: str
    kind: Kind = "other"
    number: int = 1


def _key(due: Due) -> tuple[Exact, int, str]:
    return due.at, numbers().order.kinds.index(due.kind), due.name


def _times(entry: Entry, since: Exact | None, until: Exact) -> Iterator[Due]:
    """Return when one entry falls due, the earliest first."""
    number = 0
    if since is not None and entry.at <= since:
        if entry.every is None:
            return
        number = int((since - entry.at) // entry.every) + 1
    while entry.times is None or number < entry.times:
        at = tidy(entry.at + number * entry.every) if entry.every is not None else entry.at
        if at > until:
            return
        yield Due(at=at, name=entry.name, kind=entry.kind, number=number + 1)
        number += 1
        if entry.every is None:
            return


def falling(entries: Iterable[Entry], since: Exact | None, until: Exact) -> Iterator[Due]:
    """Return what falls due after one moment and up to another, one after the other: a year has many Rounds.

    Args:
        entries: all that is to come.
        since: the moment that has passed already, and all that fell due at it; None for all that is overdue.
        until: the last moment that counts.

    Raises:
        ValueError: something is repeated without any time between.
    """
    held = _held(entries)
    return merge(*(_times(entry, since, until) for entry in held), key=_key)


def _held(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    held = tuple(entries)
    if any(entry.every is not None and entry.every <= 0 for entry in held):
        raise ValueError("what is repeated takes time")
    return held


def due(entries: Iterable[Entry], since: Exact, until: Exact) -> tuple[Due, ...]:
    """Return all that falls due after one moment and up to another, in its order (CF-TIME-1, section 2.16)."""
    return tuple(falling(entries, since, until))


def next_due(entries: Iterable[Entry], until: Exact) -> Due | None:
    """Return what falls due first, be it overdue; None if nothing does up to a moment."""
    firsts = (
        Due(at=entry.at if entry.every is None else tidy(entry.at), name=entry.name, kind=entry.kind)
        for entry in _held(entries)
        if entry.at <= until and (entry.times is None or entry.times > 0)
    )
    return min(firsts, key=_key, default=None)  # no need to know what comes second


def run(world: W, until: Exact, entries: Callable[[W], Iterable[Entry]], happen: Callable[[W, Due], W]) -> W:
    """Let time pass: all that falls due happens, in its order, and what it changes falls due by what then is.

    A world holds no time of its own: what is to come is read from it again after each thing that has happened. So it is
    the same whether time passes in one step or in many, as long as only what falls due changes anything.

    Args:
        world: what there is, whatever it be.
        until: the last moment that counts.
        entries: what is to come in a world.
        happen: makes one thing happen; afterwards the world must not hold that entry for that moment any more.

    Raises:
        ValueError: something would happen twice at the same moment.
    """
    done = set[tuple[Exact, str]]()
    last: Exact | None = None
    while (first := next_due(entries(world), until)) is not None:
        if first.at != last:
            done.clear()
            last = first.at
        if (first.at, first.name) in done:
            raise ValueError(f"{first.name} falls due again at {first.at}")
        done.add((first.at, first.name))
        world = happen(world, first)
    return world
