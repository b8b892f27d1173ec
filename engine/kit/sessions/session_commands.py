"""The commands of sessions. A game with rules about sessions derives its own start and end from these.

>>> from engine.core.chance import SeededChance
>>> from engine.model.seats import Actor, Role, Seat
>>> seats = {"gm": Seat(id="gm", name="GM", role=Role.GM), "p1": Seat(id="p1", name="Tom")}
>>> table = Table(ruleset="tiny", seats=seats, actors={"hild": Actor(id="hild", name="Hild", seat="p1")})
>>> draft = Draft(table, SeededChance(1))
>>> StartPlainSession(seat="gm", title="The mill", absent={"p1": True}).decide(draft)
>>> session = running_session(draft.table.lists)
>>> session.number, session.present, session.absent, draft.table.actors["hild"].archived
(1, ('GM',), ('Tom',), True)
>>> EndPlainSession(seat="gm").decide(draft)
>>> running_session(draft.table.lists), draft.table.actors["hild"].archived
(None, False)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, ClassVar, Final

import msgspec
from msgspec import Meta

from engine.core.audience import record_readers
from engine.core.command_fields import need_seat_id
from engine.core.commands import need_gm
from engine.core.draft import Draft
from engine.core.events import ActorSet, ListSet
from engine.kit.combat.combat_flow import CombatProcedure
from engine.kit.control import controller_of
from engine.kit.gm_requests import GmRequest
from engine.kit.sessions.session_records import (
    ID_PATTERN,
    LAST_NUMBER,
    LONGEST_NAME,
    MOST_PEOPLE,
    RESTING,
    SESSIONS,
    DateField,
    Session,
    TitleField,
    next_number,
    running_session,
    session_in,
    sessions_in,
)
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.table import Table

START_KIND: Final = "start_session"
END_KIND: Final = "end_session"
"""The kinds of the commands that start and end a session, in every game."""


class SessionStart(GmRequest):
    """The start of a session, with the people who are here.

    Attributes:
        STARTED: its log line, without `log.`; the Story begins a chapter at it.
    """

    ABSTRACT = True
    STARTED: ClassVar[str] = "session_starts"

    number: Annotated[int, Meta(ge=0, le=LAST_NUMBER, description="its number; 0 for the next")] = 0
    title: TitleField = ""
    date: DateField = ""
    absent: Annotated[
        Mapping[str, bool],
        Meta(description="the seats that are not here; true archives their characters until the session ends"),
    ] = {}

    def verify(self, table: Table) -> None:
        """Require the GM, known seats, and a number that no other session has."""
        super().verify(table)
        for seat in self.absent:
            need_seat_id(table, seat)
        if self.number or next_number(table.lists) > LAST_NUMBER:
            need_new_number(table, self.number or LAST_NUMBER)

    def open(self, draft: Draft, at_least: int = 1) -> int:
        """Write the session into the list and the log, and return its number.

        Args:
            draft: the draft.
            at_least: the lowest number that it may have, if nobody chose one.
        """
        lists = draft.table.lists
        number = self.number or min(LAST_NUMBER, next_number(lists, at_least))
        seats = draft.table.seats.values()
        session = Session(
            id=str(number),
            number=number,
            title=self.title.strip(),
            date=self.date.strip(),
            present=_names(seat.name for seat in seats if seat.id not in self.absent),
            absent=_names(seat.name for seat in seats if seat.id in self.absent),
            running=True,
        )
        draft.note(self.STARTED, *self.RULES[:1], number=number)
        if session.absent:
            draft.note("session_absent", names=list(session.absent))
        ended = (replace(earlier, running=False) for earlier in sessions_in(lists))
        _write(draft, (*ended, session))
        resting = {seat for seat, rests in self.absent.items() if rests}
        actors = [id_ for id_ in draft.table.actors if controller_of(draft.table, id_) in resting]
        needed = _needed_in_progress(draft.table, actors)
        for actor in (draft.table.actors[id_] for id_ in actors if id_ in needed):
            draft.note("session_stays", audience=record_readers(draft.table, actor), actor=actor.name)
        _rest(draft, [id_ for id_ in actors if id_ not in needed])
        return number


class SessionEnd(GmRequest):
    """The end of a session: the characters of absent players come back.

    Attributes:
        ENDED: its log line, without `log.`.
    """

    ABSTRACT = True
    ENDED: ClassVar[str] = "session_ends"

    def close(self, draft: Draft) -> None:
        """Write into the list that no session is in progress, and bring back the characters that rested."""
        sessions = sessions_in(draft.table.lists)
        if any(session.running for session in sessions):
            _write(draft, (replace(session, running=False) for session in sessions))
        _rest(draft, ())


class StartPlainSession(SessionStart, tag=START_KIND):
    """Start a session, in a game that has no rules about sessions."""

    def verify(self, table: Table) -> None:
        """Require the GM, and that no session is in progress."""
        super().verify(table)
        if running_session(table.lists) is not None:
            raise Refused("session_in_progress")

    def decide(self, draft: Draft) -> None:
        """Write it down."""
        self.open(draft)


class EndPlainSession(SessionEnd, tag=END_KIND):
    """End the session, in a game that has no rules about sessions."""

    FAR_REACHING = True

    def verify(self, table: Table) -> None:
        """Require the GM, and a session in progress."""
        super().verify(table)
        if running_session(table.lists) is None:
            raise Refused("session_not_running")

    def decide(self, draft: Draft) -> None:
        """Write it down."""
        session = running_session(draft.table.lists)
        draft.note(self.ENDED, number=0 if session is None else session.number)
        self.close(draft)


class EditSession(GmRequest):
    """Change the title or the date of a session; one from before there were records gets one."""

    session: Annotated[str, Meta(description="its id: the number in the log line of its start", pattern=ID_PATTERN)]
    title: TitleField = ""
    date: DateField = ""

    def verify(self, table: Table) -> None:
        """Require the GM, and something that changes."""
        need_gm(table, self)
        if self._edited(table) == session_in(table.lists, self.session):
            raise Refused("nothing_to_write")

    def decide(self, draft: Draft) -> None:
        """Write it down, and log the title."""
        edited = self._edited(draft.table)
        sessions = sessions_in(draft.table.lists)
        if session_in(draft.table.lists, self.session) is None:
            over = [session for session in sessions if not session.running]  # the one in progress stays the last
            at = sum(session.number < edited.number for session in over)
            _write(draft, (*sessions[:at], edited, *sessions[at:]))
        else:
            _write(draft, (edited if session.id == edited.id else session for session in sessions))
        draft.note("session_edited", number=edited.number, title=edited.title)

    def _edited(self, table: Table) -> Session:
        old = session_in(table.lists, self.session) or Session(id=self.session, number=int(self.session))
        return replace(old, title=self.title.strip(), date=self.date.strip())


def need_new_number(table: Table, number: int) -> None:
    """Raise Refused if a session that is over has a number already, so that no two are mistaken for each other."""
    over = (session for session in sessions_in(table.lists) if not session.running)
    if any(number in (session.number, int(session.id)) for session in over):
        raise Refused("session_number_used", number=number)


def renumber_running(draft: Draft, number: int) -> None:
    """Give the session in progress another number, if there is one."""
    running = running_session(draft.table.lists)
    if running is not None:
        _write(draft, (*sessions_in(draft.table.lists)[:-1], replace(running, number=number)))


def _names(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(name[:LONGEST_NAME] for name in names)[:MOST_PEOPLE]


def _write(draft: Draft, sessions: Iterable[Session]) -> None:
    rows = tuple(msgspec.json.decode(msgspec.json.encode(session)) for session in sessions)
    draft.emit(ListSet(name=SESSIONS, rows=rows))


def _needed_in_progress(table: Table, actors: Iterable[str]) -> frozenset[str]:
    """Return those of these characters that something in progress names: without them it could not go on.

    The outermost procedure counts only if it is a combat: mostly it is the state of the evening, which names everybody.
    """
    procedures = [p for at, p in enumerate(table.procedures) if at or isinstance(p, CombatProcedure)]
    named = frozenset(text for procedure in procedures for text in _texts_in(msgspec.to_builtins(procedure)))
    return named & {actor for actor in actors if not table.actors[actor].archived}


def _texts_in(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _texts_in(key)
            yield from _texts_in(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _texts_in(inner)


def _rest(draft: Draft, actors: Iterable[str]) -> None:
    """Let these characters rest, and bring back all others that rested."""
    before = [str(row.get("id")) for row in draft.table.lists.get(RESTING, ())]
    for id_ in before:
        _archive(draft, id_, archived=False)
    now = [id_ for id_ in actors if not draft.table.actors[id_].archived]
    for id_ in now:
        _archive(draft, id_, archived=True)
    if now or before:
        draft.emit(ListSet(name=RESTING, rows=tuple({"id": id_} for id_ in now)))


def _archive(draft: Draft, id_: str, *, archived: bool) -> None:
    actor = draft.table.actors.get(id_)
    if actor is not None and actor.archived is not archived:
        draft.emit(ActorSet(actor=replace(actor, archived=archived)))
