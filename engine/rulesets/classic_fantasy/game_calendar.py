"""Game time: its units, its calendar, and the order of the events that fall due (CF-TIME, CF-AMB-39).

The clock of a game is a whole number of seconds. Events may be due between two seconds: half an hour divided by a
Healing Rate of 7 is not a whole number. So moments of the schedule are exact fractions; they are calculated from the
table and never stored there.
"""

from __future__ import annotations

from typing import Literal

from engine.kit.rules_data import rules_table
from engine.kit.schedule.calendar import Calendar
from engine.kit.schedule.scheduled_events import Schedule
from engine.model.frozen import Frozen
from engine.rulesets.classic_fantasy.rules_data import RULESET
from engine.rulesets.classic_fantasy.settings import CATALOGUE, Settings

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
Unit = ClockUnit | Literal["night"]
"""The units by which the clock advances."""


class Units(Frozen):
    """Seconds of each unit (CF-T-TIME)."""

    second_seconds: int
    combat_round_seconds: int
    exploration_round_seconds: int
    minute_seconds: int
    rest_action_seconds: int
    hour_seconds: int
    day_seconds: int


class TimeTables(Frozen):
    """The file `rules/time.toml`."""

    units: Units
    sleep_hours: int
    season_months: int
    due_order: tuple[str, ...]


numbers = rules_table(RULESET, "time", TimeTables)
SCHEDULE = Schedule(lambda: numbers().due_order)
"""The order of scheduled events (CF-TIME-1, section 2.16)."""


def units() -> Units:
    """Return the seconds of each unit."""
    return numbers().units


def seconds_of(unit: Unit, settings: Settings = CATALOGUE, *, mapped: bool = True) -> int:
    """Return the seconds of a unit (CF-TIME-3, CF-TIME-4, CF-TIME-6, CF-REST-2, CF-HEAL-1).

    An exploration Round takes longer where the party draws a map (`mapped`).
    """
    table = units()
    match unit:
        case "exploration_round" if not mapped:
            return settings.time_unmapped_minutes * table.minute_seconds
        case "night":
            return numbers().sleep_hours * table.hour_seconds
        case "week":
            return settings.calendar_week_days * table.day_seconds
        case "month":
            return settings.calendar_month_days * table.day_seconds
        case "season":
            return numbers().season_months * settings.calendar_month_days * table.day_seconds
        case "year":
            return settings.calendar_year_days * table.day_seconds
        case _:
            return int(getattr(table, f"{unit}_seconds"))


def calendar(settings: Settings = CATALOGUE) -> Calendar:
    """Return the group's calendar (CF-AMB-39)."""
    table = units()
    return Calendar(
        minute_seconds=table.minute_seconds,
        hour_seconds=table.hour_seconds,
        day_seconds=table.day_seconds,
        month_days=settings.calendar_month_days,
        year_days=settings.calendar_year_days,
    )


def clock_of(moment: int) -> tuple[int, int]:
    """Return a moment as the log shows it: the day, from 1, and the time of day in seconds."""
    return calendar().day_and_time(moment)


def is_mapping(settings: Settings = CATALOGUE, *, map_shown: bool) -> bool:
    """Say whether a party counts as mapping: always where the table shows a map (CF-TIME-6, CF-TIME-10)."""
    return map_shown or settings.exploration_mapped
