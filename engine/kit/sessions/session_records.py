"""The records of sessions: a list of the table that everybody may read, one row for each session.

>>> lists = {"sessions": ({"id": "3", "number": 3, "title": "The mill", "running": True}, {"id": 7})}
>>> [session.title for session in sessions_in(lists)], running_session(lists).number, next_number(lists)
(['The mill'], 3, 4)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from engine.model.frozen import Frozen, Json

SESSIONS: Final = "sessions"
"""The list of sessions."""
RESTING: Final = "resting_characters"
"""The list of the characters that are archived because their players are absent; only the GM may know it."""
LONGEST_TITLE: Final = 80
LONGEST_DATE: Final = 40
LONGEST_NAME: Final = 60
"""The length of a name in a record; a longer one is cut."""
LAST_NUMBER: Final = 9999
MOST_PEOPLE: Final = 60
ID_PATTERN: Final = "^(0|[1-9][0-9]{0,3})$"
"""The form of an id: a number that is written in only one way."""

TitleField = Annotated[str, Meta(description="its title, which everybody may read", max_length=LONGEST_TITLE)]
DateField = Annotated[str, Meta(description="its date, in any form", max_length=LONGEST_DATE)]
_Names = Annotated[tuple[Annotated[str, Meta(max_length=LONGEST_NAME)], ...], Meta(max_length=MOST_PEOPLE)]
Lists = Mapping[str, Sequence[Mapping[str, Json]]]


class Session(Frozen):
    """A session.

    Attributes:
        id: the number in the log line of its start.
        number: its number.
        title: its title; may be empty.
        date: its date as a person wrote it; may be empty.
        present: the names of those who are here.
        absent: the names of those who are not.
        running: it is in progress.
    """

    id: Annotated[str, Meta(pattern=ID_PATTERN)]
    number: Annotated[int, Meta(ge=0, le=LAST_NUMBER)]
    title: Annotated[str, Meta(max_length=LONGEST_TITLE)] = ""
    date: Annotated[str, Meta(max_length=LONGEST_DATE)] = ""
    present: _Names = ()
    absent: _Names = ()
    running: bool = False


def sessions_in(lists: Lists) -> tuple[Session, ...]:
    """Return the sessions in order; a row that is none is left out."""
    return tuple(session for row in lists.get(SESSIONS, ()) if (session := _session(row)) is not None)


def session_in(lists: Lists, id_: str) -> Session | None:
    """Return a session by its id."""
    return next((session for session in sessions_in(lists) if session.id == id_), None)


def running_session(lists: Lists) -> Session | None:
    """Return the session in progress: the last one, until it ends."""
    sessions = sessions_in(lists)
    return sessions[-1] if sessions and sessions[-1].running else None


def next_number(lists: Lists, at_least: int = 1) -> int:
    """Return the number of the next session, if nobody chooses another one."""
    return max((at_least, *(max(session.number, int(session.id)) + 1 for session in sessions_in(lists))))


def _session(row: Mapping[str, Json]) -> Session | None:
    try:
        return msgspec.convert(dict(row), Session)
    except msgspec.ValidationError:
        return None
