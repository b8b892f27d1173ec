"""Times as files store them and as the program shows them.

>>> from datetime import timezone
>>> friday = datetime(2026, 11, 27, 20, 14, tzinfo=timezone.utc)
>>> spoken_time(friday), spoken_weekday(friday), short_time(friday)
('27 November 2026, 20:14', 'Friday 27 November 2026, 20:14', 'Fri 27 Nov, 20:14')
>>> stored_time("no time") is None, stored_time("") is None
(True, True)
"""

from __future__ import annotations

from datetime import datetime


def now_text() -> str:
    """Return the present time as files store it: ISO 8601 with its zone."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


def stored_time(text: str) -> datetime | None:
    """Return a time from a file in the zone of this computer; None for anything else, as a file comes from anybody."""
    try:
        return datetime.fromisoformat(text).astimezone()
    except (ValueError, OverflowError, OSError):
        return None


def spoken_time(moment: datetime) -> str:
    """Return a time as text: `27 November 2026, 20:14`."""
    return f"{moment.day} {moment:%B %Y, %H:%M}"


def spoken_stored_time(text: str) -> str:
    """Return a time from a file as text; what is no time is shown as it is, up to 30 characters.

    >>> spoken_stored_time("yesterday"), spoken_stored_time("0001-01-01T00:00:00+23:00")
    ('yesterday', '0001-01-01T00:00:00+23:00')
    """
    moment = stored_time(text)
    return spoken_time(moment) if moment is not None else " ".join(text.split())[:30]


def spoken_weekday(moment: datetime) -> str:
    """Return a time with its weekday: `Friday 27 November 2026, 20:14`."""
    return f"{moment:%A} {spoken_time(moment)}"


def short_time(moment: datetime) -> str:
    """Return a time for a line of a list: `Fri 27 Nov, 20:14`."""
    return f"{moment:%a} {moment.day} {moment:%b, %H:%M}"
