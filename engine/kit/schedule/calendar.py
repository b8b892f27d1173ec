"""A calendar: the lengths of days, months and years, and dates of moments on the clock.

>>> calendar = Calendar(month_days=28, year_days=364)
>>> date = calendar.date(400 * calendar.day_seconds + 3_661)
>>> date.year, date.month, date.day, date.hour, date.minute, date.second
(2, 2, 9, 1, 1, 1)
>>> calendar.moment(date)
34563661
>>> calendar.day_and_time(90_000)  # the second day, at one o'clock
(2, 3600)
"""

from __future__ import annotations

from engine.model.frozen import Frozen
from engine.sheets.formulas.exact_numbers import Exact


class Date(Frozen):
    """A moment in a calendar; year, month and day begin with 1."""

    year: int
    month: int
    day: int
    hour: int = 0
    minute: int = 0
    second: int = 0


class Calendar(Frozen):
    """The calendar of a story; its clock counts seconds from the midnight before the first day.

    Where a year is not a whole number of months, its last month is shorter.
    """

    minute_seconds: int = 60
    hour_seconds: int = 3_600
    day_seconds: int = 86_400
    month_days: int = 30
    year_days: int = 360

    def date(self, moment: Exact) -> Date:
        """Return the date of a moment; fractions of a second are cut."""
        days, rest = divmod(int(moment // 1), self.day_seconds)
        years, of_year = divmod(days, self.year_days)
        months, of_month = divmod(of_year, self.month_days)
        hours, rest = divmod(rest, self.hour_seconds)
        minutes, seconds = divmod(rest, self.minute_seconds)
        return Date(year=years + 1, month=months + 1, day=of_month + 1, hour=hours, minute=minutes, second=seconds)

    def moment(self, date: Date) -> int:
        """Return the moment of a date."""
        days = (date.year - 1) * self.year_days + (date.month - 1) * self.month_days + date.day - 1
        clock = date.hour * self.hour_seconds + date.minute * self.minute_seconds + date.second
        return days * self.day_seconds + clock

    def day_and_time(self, moment: int) -> tuple[int, int]:
        """Return a moment as a log shows it: the day, from 1, and the time of that day in seconds."""
        day, time = divmod(moment, self.day_seconds)
        return day + 1, time
