"""Seats that are taken, changed and left by hand."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from engine.core.command_fields import FreeId, Name, NewName, SeatId, need_id, need_seat_id
from engine.core.commands import Move, Request, need_name
from engine.core.draft import Draft
from engine.core.events import SeatLeft, SeatSet
from engine.messages.display_names import seat_name
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.seats import Role, Seat
from engine.model.table import Table


class JoinSeat(Request):
    """A person joins the table."""

    id: FreeId
    name: Name
    role: Annotated[Role, Meta(description="`gm` or `player`; a table has one GM")] = Role.PLAYER
    before: Annotated[str | None, Meta(description="the seat in front of which it is put; null is the end")] = None


class EditSeat(Request):
    """Change a person's name or the rotation of their seat."""

    id: SeatId
    name: NewName = None
    turn: Annotated[int | None, Meta(description="0, 90, 180 or 270 degrees; null leaves it")] = None


class LeaveSeat(Request):
    """A person leaves the table for good."""

    FAR_REACHING = True
    id: SeatId


def verify_join_seat(table: Table, command: JoinSeat) -> None:
    """One GM, a name, and a free id."""
    need_id(command.id, table.seats)
    need_name(command.name)
    if command.role is Role.GM and table.gm():
        raise Refused("one_gm")


def join_seat(draft: Draft, command: JoinSeat) -> None:
    """Add the seat."""
    seat = Seat(id=command.id, name=command.name, role=command.role)
    draft.emit(SeatSet(seat=seat, before=command.before))
    draft.note("seat_joined", seat=command.name)


def verify_edit_seat(table: Table, command: EditSeat) -> None:
    """The seat must be there, and keep a name."""
    need_seat_id(table, command.id)
    need_name("?" if command.name is None else command.name)
    if command.turn not in {None, 0, 90, 180, 270}:
        raise Refused("seat_turn")


def edit_seat(draft: Draft, command: EditSeat) -> None:
    """Change it."""
    old = draft.table.seats[command.id]
    new = replace(
        old,
        name=old.name if command.name is None else command.name,
        turn=old.turn if command.turn is None else command.turn,
    )
    draft.emit(SeatSet(seat=new))
    draft.note("seat_edited", seat=new.name)


def verify_leave_seat(table: Table, command: LeaveSeat) -> None:
    """Only the GM removes another person, and a person who plays characters hands them over first."""
    need_seat_id(table, command.id)
    if command.id != command.seat and not table.is_gm(command.seat):
        raise Refused("not_your_seat", seat=seat_name(table, command.id))
    if any(a.seat == command.id for a in table.actors.values()):
        raise Refused("seat_leads", seat=seat_name(table, command.id))
    if table.is_gm(command.id):
        raise Refused("gm_stays")


def leave_seat(draft: Draft, command: LeaveSeat) -> None:
    """Remove the seat."""
    name = seat_name(draft.table, command.id)
    draft.emit(SeatLeft(seat=command.id))
    draft.note("seat_left", seat=name)


MOVES: tuple[Move[Any], ...] = (
    Move(JoinSeat, verify_join_seat, join_seat),
    Move(EditSeat, verify_edit_seat, edit_seat),
    Move(LeaveSeat, verify_leave_seat, leave_seat),
)
