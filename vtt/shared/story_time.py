"""Times of the story as text: a clock time in figures, and the time that is left."""

from __future__ import annotations

from typing import Final

from vtt.shared.screen_names import table_text

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR


def time_figures(seconds: int) -> str:
    """Return a time in figures: `1:02:05`, with the day before it from the second one on."""
    days, rest = divmod(seconds, DAY)
    hours, rest = divmod(rest, HOUR)
    minutes, left = divmod(rest, MINUTE)
    figures = f"{hours}:{minutes:02}:{left:02}"
    return table_text("clock.day", day=days + 1, time=figures) if days else figures


def time_left(seconds: int) -> str:
    """Return a remaining time in short: `45 s`, `12 min`, `5 h`, `3 d`; never 0 before it is over."""
    for key, size in (("days", DAY), ("hours", HOUR), ("minutes", MINUTE)):
        if seconds >= 2 * size:
            return table_text(f"left.{key}", number=seconds // size)
    return table_text("left.seconds", number=max(0, seconds))
